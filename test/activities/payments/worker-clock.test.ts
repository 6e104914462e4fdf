import type { PaymentActivities } from '../../../activities/payments/payments';
import type { PartnerGate } from '../../../activities/partners/gate';
import { DatabaseClock } from '../../../db/database-clock';
import { requestCancellation } from '../../../db/payments/dispatch/cancellation';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { beginDispatch } from '../../../db/payments/dispatch/dispatch';
import { sealPrivateData } from '../../../db/payments/instruction/private-data';
import { readDispatchState } from '../../../db/payments/dispatch/read-dispatch';
import { newId } from '../../../lib/ids';
import { openVault, type Vault } from '../../../lib/vault';
import { CONFORMANCE_ORDER } from '../partners/conformance';
import { newInstruction } from '../../interleavings/operation';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { activitiesOf } from '../../support/payment-worker';
import { insertPartner } from '../../support/rows';

const HELD = { kind: 'held', reason: 'blocked', retryAfterMs: 2_000 };
const SUBMITTED = { kind: 'moved', moved: { status: 'submitted' } };
const TOO_LATE = { kind: 'ambiguous', refusing: false, recorded: { attempt: 1, sends: 1 } };

const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
let database: TestDatabase;
let partner: TestPartner;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  partner = await startTestPartner(database, vault, { name: 'north' });
});

/** A worker whose clocks are apart from those of the machine, by what a test sets. */
class Worker {
  wallAheadMs = 0;
  monotonicAheadMs = 0;
  /** Happens between the worker's taking the right to send and the first byte: when it opens the partner's secret. */
  whileSending = (): void => undefined;
  activities!: PaymentActivities;

  static async start(): Promise<Worker> {
    const worker = new Worker();
    const clock = new DatabaseClock(database, {
      wallMs: () => Date.now() + worker.wallAheadMs,
      monotonicMs: () => performance.now() + worker.monotonicAheadMs,
    });
    await clock.look();
    let isSending = false;
    const gate: PartnerGate = {
      enter() {
        isSending = true;
        return Promise.resolve({ kind: 'open', leave: () => Promise.resolve() });
      },
    };
    const opening: Vault = {
      ...vault,
      openBytes(sealed, purpose) {
        if (isSending) worker.whileSending();
        return vault.openBytes(sealed, purpose);
      },
    };
    worker.activities = activitiesOf({ database, vault: opening, clock, gate });
    return worker;
  }
}

async function newPayment(): Promise<string> {
  const id = newId('instruction');
  const privateSealed = sealPrivateData(vault, id, CONFORMANCE_ORDER.privateData);
  await insertInstruction(database, { ...newInstruction(id), privateSealed }, null);
  await database.query('update payment_instructions set partner_id = $2, route_id = $3 where id = $1', [
    id,
    partner.id,
    partner.routeId,
  ]);
  partner.server.requests.length = 0;
  return id;
}

/** Source: docs/GAPS.md#P14 */
describe('a worker whose clock is more than two seconds off', () => {
  it.each([6_000, -6_000, 2_500])('sends nothing, and another worker does: %d ms', async (aheadMs) => {
    const [off, right] = [await Worker.start(), await Worker.start()];
    off.wallAheadMs = aheadMs;
    const id = await newPayment();
    expect(await off.activities.sendInstruction(id)).toEqual(HELD);
    expect(partner.submissions()).toEqual([]);
    // Nothing of it counts as an attempt at the partner.
    expect(await readDispatchState(database, id)).toMatchObject({ status: 'pending', dispatch: null });
    expect(await right.activities.sendInstruction(id)).toMatchObject(SUBMITTED);
    expect(partner.submissions()).toHaveLength(1);
  });

  it('sends again as soon as its clock is right', async () => {
    const worker = await Worker.start();
    const id = await newPayment();
    worker.wallAheadMs = 6_000;
    expect(await worker.activities.sendInstruction(id)).toEqual(HELD);
    worker.wallAheadMs = 1_900;
    expect(await worker.activities.sendInstruction(id)).toMatchObject(SUBMITTED);
  });

  it('ends what its client wants back: that needs no partner', async () => {
    const worker = await Worker.start();
    const id = await newPayment();
    // As it was asked while a call was under way, of which nothing was written.
    const audit = { actor: 'key_1', act: 'cancel', requestId: null, detail: {} };
    await beginDispatch(database, id, partner.id);
    await requestCancellation(database, id, { reason: null, audit });
    await database.query(`update dispatches set state = 'not_delivered' where instruction_id = $1`, [id]);
    worker.wallAheadMs = 6_000;
    expect(await worker.activities.sendInstruction(id)).toMatchObject({
      kind: 'moved',
      moved: { status: 'cancelled' },
    });
  });
});

/** Others may have asked by then, been told that it never arrived, and acted on it. Source: docs/GAPS.md#P14 */
describe('a worker that stands still between the right to send and the first byte', () => {
  it.each([
    ['by the monotonic clock', { monotonicAheadMs: 6_500, wallAheadMs: 6_500 }],
    ['by the other one alone, as a virtual machine that was paused', { monotonicAheadMs: 0, wallAheadMs: 60_000 }],
  ])('writes nothing, seen %s', async (_how, jump) => {
    const worker = await Worker.start();
    worker.whileSending = () => void Object.assign(worker, jump);
    const id = await newPayment();
    expect(await worker.activities.sendInstruction(id)).toMatchObject(TOO_LATE);
    expect(partner.server.requests).toEqual([]);
    expect(await readDispatchState(database, id)).toMatchObject({ status: 'pending', dispatch: { state: 'unknown' } });
  });

  it('sends what it can begin in time', async () => {
    const worker = await Worker.start();
    worker.whileSending = () => void Object.assign(worker, { monotonicAheadMs: 3_000, wallAheadMs: 3_000 });
    expect(await worker.activities.sendInstruction(await newPayment())).toMatchObject(SUBMITTED);
    const [sent] = partner.submissions();
    // Valid from the right to send on: of the ten seconds three are over.
    const { 'x-corridor-timestamp': at, 'x-corridor-valid-until': until } = sent?.headers ?? {};
    expect([6, 7, 8]).toContain(Number(until) - Number(at));
  });
});
