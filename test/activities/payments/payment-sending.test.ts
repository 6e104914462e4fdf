import type { PaymentActivities } from '../../../activities/payments/payments';
import type { Database } from '../../../db/database';
import { DatabaseClock } from '../../../db/database-clock';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { beginDispatch, recordUndelivered } from '../../../db/payments/dispatch/dispatch';
import { sealPrivateData } from '../../../db/payments/instruction/private-data';
import { newId } from '../../../lib/ids';
import { openVault } from '../../../lib/vault';
import { newInstruction } from '../../interleavings/operation';
import { instructionBody } from '../../support/builders';
import type { HttpRequest, Reaction } from '../../support/http-server';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { activitiesOf, openPaymentDatabase } from '../../support/payment-worker';
import type { PostgresClock } from '../../support/postgres-clock';

const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
const CALL = { attempt: 1, sends: 1 };
/** The same, as a workflow hands it on; what is on record needs no proof. */
const RECORDED = { ...CALL, isTaken: false, mac: '' };
const REFUSAL = { status: 422, body: { message: 'account closed' } };
const NEVER_RECEIVED = { status: 404, body: {} };

let database: Database;
let clock: PostgresClock;
let partner: TestPartner;
/** What the partner answers to a submission; an inquiry is told that it never received the payment. */
let answer: Reaction;

beforeAll(async () => {
  ({ database, clock } = await openPaymentDatabase());
  const react = ({ method }: HttpRequest): Reaction => (method === 'GET' ? NEVER_RECEIVED : answer);
  partner = await startTestPartner(database, vault, { name: 'scripted', react });
});

/** @returns a payment whose client named the partner's route, so that it is never rerouted */
async function kept(): Promise<string> {
  const id = newId('instruction');
  const { beneficiary, purpose } = instructionBody();
  await insertInstruction(
    database,
    {
      ...newInstruction(id),
      privateSealed: sealPrivateData(vault, id, { beneficiary, purpose }),
      requestedRoute: { routeId: partner.routeId },
      partnerId: partner.id,
      partnerName: partner.name,
      routeId: partner.routeId,
    },
    null,
  );
  return id;
}

/** A worker process whose clocks go as `monotonicMs` does, and whose time is that of Postgres. */
async function worker(
  own: Database = database,
  monotonicMs: () => number = () => performance.now(),
): Promise<PaymentActivities> {
  const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at');
  const aheadMs = (row?.at.getTime() ?? 0) - monotonicMs();
  const ownClock = new DatabaseClock(database, { monotonicMs, wallMs: () => monotonicMs() + aheadMs });
  await ownClock.look();
  return activitiesOf({ database: own, vault, clock: ownClock, lists: database });
}

async function stateOf(id: string): Promise<unknown> {
  const [row] = await database.query(
    `select i.status, d.attempt, d.sends, d.state, d.refusal
     from payment_instructions i join dispatches d on d.instruction_id = i.id where i.id = $1`,
    [id],
  );
  return row;
}

function submissionsOf(id: string): HttpRequest[] {
  return partner.submissions().filter(({ body }) => body.toString().includes(id));
}

/** Only the first call of an attempt can be refused for good. Source: docs/GAPS.md#P14 */
describe('a refusal', () => {
  beforeEach(() => {
    answer = REFUSAL;
  });

  it('of the first call ends the payment', async () => {
    const id = await kept();
    expect(await (await worker()).sendInstruction(id)).toMatchObject({ kind: 'moved', moved: { status: 'failed' } });
    expect(await stateOf(id)).toMatchObject({ status: 'failed', state: 'rejected', sends: 1 });
  });

  it('of a call after one that may have arrived ends nothing: it may be about the repetition', async () => {
    const id = await kept();
    await beginDispatch(database, id, partner.id);
    await recordUndelivered(database, id, CALL, { kind: 'not_taken', fault: 'busy' });
    expect(await (await worker()).sendInstruction(id)).toMatchObject({
      kind: 'ambiguous',
      refusing: false,
      recorded: { attempt: 1, sends: 2 },
    });
    expect(await stateOf(id)).toMatchObject({
      status: 'pending',
      state: 'unknown',
      refusal: 'account closed',
      sends: 2,
    });
  });

  it('of a call after one of which nothing was written is one of the first', async () => {
    const id = await kept();
    await beginDispatch(database, id, partner.id);
    await recordUndelivered(database, id, CALL, { kind: 'not_delivered', fault: 'ECONNREFUSED', next: null });
    expect(await (await worker()).sendInstruction(id)).toMatchObject({ kind: 'moved', moved: { status: 'failed' } });
  });
});

/** A worker that stands still as soon as it has taken the right to send, until `meanwhile` has ended. */
function frozenAtSending(meanwhile: () => Promise<void>, monotonicMs: () => number): Promise<PaymentActivities> {
  let hasBegun = false;
  const frozen: Database = {
    ...database,
    async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
      const rows = await database.query<Row>(text, values);
      if (!hasBegun && text.includes('insert into dispatches')) {
        hasBegun = true;
        await meanwhile();
      }
      return rows;
    },
  };
  return worker(frozen, monotonicMs);
}

describe('a worker that was frozen when it had taken the right to send', () => {
  beforeEach(() => {
    answer = { status: 200, body: { partnerReference: 'P-1' } };
  });

  it('sends within six seconds', async () => {
    const id = await kept();
    let nowMs = 0;
    const sender = await frozenAtSending(
      async () => void (nowMs += 5_000),
      () => nowMs,
    );
    expect(await sender.sendInstruction(id)).toMatchObject({ kind: 'moved', moved: { status: 'submitted' } });
    expect(submissionsOf(id)).toHaveLength(1);
  });

  it('sends nothing after six seconds, and says that it may have', async () => {
    const id = await kept();
    let nowMs = 0;
    const sender = await frozenAtSending(
      async () => void (nowMs += 6_500),
      () => nowMs,
    );
    expect(await sender.sendInstruction(id)).toMatchObject({ kind: 'ambiguous', recorded: CALL });
    expect(submissionsOf(id)).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ status: 'pending', state: 'unknown' });
  });

  it('leaves the payment to the one that took over, which has asked and sent', async () => {
    const id = await kept();
    const other = await worker();
    let nowMs = 0;
    const pass = async (ms: number): Promise<void> => {
      nowMs += ms;
      await clock.advance(ms);
    };
    const takeOver = async (): Promise<void> => {
      expect(await other.sendInstruction(id)).toMatchObject({ kind: 'ambiguous', recorded: CALL });
      await pass(25_000);
      expect(await other.inquireInstruction(id, RECORDED)).toMatchObject({ kind: 'ask_again', denied: true });
      await pass(5_000);
      expect(await other.inquireInstruction(id, RECORDED)).toMatchObject({ kind: 'send_again' });
      expect(await other.sendInstruction(id)).toMatchObject({ kind: 'moved', moved: { status: 'submitted' } });
    };
    const before = await frozenAtSending(takeOver, () => nowMs);
    await before.sendInstruction(id);
    expect(submissionsOf(id)).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ status: 'submitted', state: 'delivered', sends: 2 });
  });
});
