import { beginDispatch, recordWaiting } from '../../db/payments/dispatch/dispatch';
import { announceDocument } from '../../db/documents/outcome';
import { changePayment } from '../../db/payments/instruction/change-payment';
import { insertInstruction } from '../../db/payments/instruction/create-instruction';
import { judgeWaiting, recordConditions } from '../../db/payments/review/conditions';
import { recordRedating } from '../../db/payments/routing/redating';
import { recordFindings } from '../../db/shipments/findings';
import { changeShipment, createShipment } from '../../db/shipments/shipments';
import { TOPICS } from '../../db/outbox';
import { unchangedPlan } from '../../domain/payments/instruction/change';
import { keepConditions, latestExpiry } from '../../domain/payments/review/conditions';
import type { ShipmentDetails } from '../../domain/shipments/shipment';
import { newId } from '../../lib/ids';
import { consistentPapers } from '../domain/shipments/file/consignment';
import { filePaper } from '../shipments/file-paper';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertPartner } from '../support/rows';
import { newInstruction, VAULT } from './operation';

const TENANT = { accountId: 'acc_ptn_1', environment: 'test' } as const;

/** A payment with a condition of each type, and what they are about. */
interface Scene {
  database: TestDatabase;
  id: string;
  shipmentId: string;
  other: string;
}

const shipment = ({ database, shipmentId }: Scene, changed: Partial<ShipmentDetails>): Promise<unknown> =>
  changeShipment(database, TENANT, shipmentId, new Date(), (before) => ({ ...before, ...changed }));

/** A moment of the payment comes: it is after all that came before, which is rounded up, and over, to the millisecond. */
async function setMoment({ database, id }: Scene, path: string): Promise<void> {
  await database.query(
    `update payment_instructions set conditions = jsonb_set(conditions, $2::text[], to_jsonb(to_char(
       clock_timestamp() at time zone 'UTC' + interval '2 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) where id = $1`,
    [id, path],
  );
  await database.query('select pg_sleep(0.003)');
}

/** Six events; each is of another thing that the payment waits for, but the last, which ends the wait. */
const EVENTS = {
  delivered: (scene: Scene) => shipment(scene, { status: 'delivered' }),
  // A paper comes that contradicts the shipment until that is corrected.
  filed: async ({ database, shipmentId }: Scene) => {
    const { invoice: data } = consistentPapers();
    const paper = { ...TENANT, shipmentId, type: 'commercial_invoice', data };
    await announceDocument(database, await filePaper(database, VAULT, paper));
  },
  corrected: (scene: Scene) => shipment(scene, { value: consistentPapers().shipment.value }),
  proved: ({ database, other }: Scene) =>
    changePayment(database, { instructionId: other }, (state, at) => ({
      result: null,
      change: { plan: unchangedPlan(state), at, proof: { state: 'proved', booking: null, at: at.toISOString() } },
    })),
  moment: (scene: Scene) => setMoment(scene, '{items,4,at}'),
  expired: (scene: Scene) => setMoment(scene, '{expiresAt}'),
} as const;
type EventName = keyof typeof EVENTS;

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

const ORDERS: readonly EventName[][] = permutations(Object.keys(EVENTS) as EventName[]);

async function begin(database: TestDatabase): Promise<Scene> {
  const details = { ...consistentPapers().shipment, value: 1, status: 'pending' as const };
  const made = { tenant: TENANT, requestId: 'req_1', details, now: new Date() };
  const { id: shipmentId } = await createShipment(database, made, null);
  const other = newId('instruction');
  await insertInstruction(database, newInstruction(other), null);
  const id = newId('instruction');
  const stated = [
    { type: 'shipment_status' as const, shipmentId, status: 'delivered' as const },
    { type: 'document' as const, documentType: 'commercial_invoice', shipmentId },
    { type: 'no_findings' as const, shipmentId, severity: 'info' as const },
    { type: 'payment_proved' as const, instructionId: other },
    { type: 'not_before' as const, at: '2199-01-01T00:00:00.000Z' },
  ];
  const conditions = keepConditions(stated, latestExpiry(new Date()));
  await insertInstruction(database, { ...newInstruction(id), conditions }, null);
  return { database, id, shipmentId, other };
}

/** The sender's try, whose process dies before the commit where `isKilled`. */
async function tryToSend({ database, id }: Scene, isKilled: boolean): Promise<boolean> {
  if (isKilled) {
    const killed = database.transaction(async (client) => {
      await beginDispatch(client, id, 'ptn_1');
      throw new Error('killed');
    });
    await killed.catch(() => undefined);
    return false;
  }
  return (await beginDispatch(database, id, 'ptn_1')).result.kind === 'send';
}

/** What the relay does about the items that an event has written. */
async function relay({ database, shipmentId, other }: Scene): Promise<void> {
  await recordFindings(database, VAULT, shipmentId);
  await judgeWaiting(database, shipmentId);
  await judgeWaiting(database, other);
}

/** Plays one order. `late`: whatever reacts to an event does so after the next one. @returns how often it was sent, and its status */
async function play(database: TestDatabase, order: readonly EventName[], late: boolean): Promise<[number, string]> {
  const scene = await begin(database);
  let sent = 0;
  for (const [index, name] of order.entries()) {
    await EVENTS[name](scene);
    if (late && index % 2 === 0) continue;
    if (await tryToSend(scene, index % 2 === 0)) sent += 1;
    await relay(scene);
    if (await tryToSend(scene, false)) sent += 1;
  }
  await recordConditions(database, scene.id);
  const [row] = await database.query<{ status: string; calls: number }>(
    `select status, (select count(*)::integer from dispatches where instruction_id = i.id) as calls
     from payment_instructions i where id = $1`,
    [scene.id],
  );
  expect(row?.calls).toBe(sent);
  return [sent, row?.status ?? ''];
}

/** A payment that a paper of its shipment names, and whose one condition is met. */
async function beginNamed(database: TestDatabase): Promise<Scene> {
  const { shipment: agreed, invoice: data } = consistentPapers();
  const made = { tenant: TENANT, requestId: 'req_1', details: { ...agreed, value: 1250.5 }, now: new Date() };
  const { id: shipmentId } = await createShipment(database, made, null);
  const id = newId('instruction');
  const stated = [{ type: 'no_findings' as const, shipmentId, severity: 'error' as const }];
  const conditions = keepConditions(stated, latestExpiry(new Date()));
  await insertInstruction(database, { ...newInstruction(id), conditions }, null);
  // An offer, which is not compared itself.
  const paper = { ...TENANT, shipmentId, type: 'proforma_invoice', data, instructionId: id };
  await announceDocument(database, await filePaper(database, VAULT, paper));
  const scene = { database, id, shipmentId, other: id };
  await relay(scene);
  return scene;
}

/** Every `stride`th order of the six events, once with prompt and once with late signals. Source: docs/GAPS.md#P27 */
export function describeConditionOrders(stride: number): void {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await insertPartner(database, 'ptn_1');
  });

  describe('a payment with conditions, in any order of what happens', () => {
    it.each([
      ['prompt', false],
      ['late', true],
    ])(
      'is sent once if all were met before they expired, and else never, with %s signals',
      async (_which, late) => {
        const chosen = ORDERS.filter((_order, index) => index % stride === 0);
        for (const order of chosen) {
          const isInTime = order.at(-1) === 'expired';
          const wanted = isInTime ? [1, 'pending'] : [0, 'cancelled'];
          expect([order, ...(await play(database, order, late))]).toEqual([order, ...wanted]);
        }
      },
      900_000,
    );

    it('is signalled where its own later date has its papers compared again while it leaves', async () => {
      const scene = await beginNamed(database);
      const { id } = scene;
      expect((await recordConditions(database, id)).result.kind).toBe('none');
      const dates = { because: 'held' as const, expectedDate: '2199-01-01', dateExplanation: [], releaseAt: null };
      expect(await recordRedating(database, id, dates)).toBe(true);
      expect((await beginDispatch(database, id, 'ptn_1')).result).toMatchObject({
        kind: 'held',
        because: 'conditions',
      });
      // The comparison is faster than the workflow, which is about to rest for its conditions.
      await relay(scene);
      await recordWaiting(database, id, 'conditions');
      const signals = await database.query(`select from outbox where topic = $1 and subject = $2`, [
        TOPICS.signalPayment,
        id,
      ]);
      expect(signals).toHaveLength(1);
      expect(await tryToSend(scene, false)).toBe(true);
    });
  });
}
