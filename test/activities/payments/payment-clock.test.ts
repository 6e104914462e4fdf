import pino from 'pino';
import type { PaymentActivities } from '../../../activities/payments/payments';
import { createPartnerGate } from '../../../activities/partners/gate';
import type { Database } from '../../../db/database';
import { DatabaseClock } from '../../../db/database-clock';
import { requestCancellation } from '../../../db/payments/dispatch/cancellation';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { beginDispatch, recordUndelivered } from '../../../db/payments/dispatch/dispatch';
import { newId } from '../../../lib/ids';
import { openVault } from '../../../lib/vault';
import { newInstruction } from '../../interleavings/operation';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { activitiesOf, openPaymentDatabase } from '../../support/payment-worker';
import type { PostgresClock } from '../../support/postgres-clock';
import { holdProcessClock } from '../../support/process-clock';

const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
let database: Database;
let clock: PostgresClock;
let partner: TestPartner;
let activities: PaymentActivities;

beforeAll(async () => {
  ({ database, clock } = await openPaymentDatabase(2));
  partner = await startTestPartner(database, vault, { name: 'denying', react: () => ({ status: 404, body: {} }) });
  const workersClock = new DatabaseClock(database);
  await workersClock.look();
  const gate = createPartnerGate({ database, log: pino({ enabled: false }) });
  activities = activitiesOf({ database, vault, clock: workersClock, gate });
});

afterEach(() => jest.useRealTimers());

/** @returns a payment whose client wants it back, after a call of which nobody knows whether it arrived */
async function inDoubt(record: (id: string) => Promise<unknown>): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  await database.query('update payment_instructions set partner_id = $2, route_id = $3 where id = $1', [
    id,
    partner.id,
    partner.routeId,
  ]);
  await beginDispatch(database, id, partner.id);
  await record(id);
  const audit = { actor: 'key_1', act: 'cancel', requestId: null, detail: {} };
  await requestCancellation(database, id, { reason: null, audit });
  return id;
}

const withoutAnswer = (id: string) =>
  recordUndelivered(database, id, { attempt: 1, sends: 1 }, { kind: 'unknown', fault: 'no answer', refusal: null });

/** Asks as a worker whose clock is so far from Postgres'. */
async function askFrom(aheadMs: number, id: string): Promise<unknown> {
  const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at');
  holdProcessClock((row?.at.getTime() ?? 0) + aheadMs);
  return activities.inquireInstruction(id);
}

const DENIED = expect.objectContaining({ kind: 'ask_again', denied: true });
const CANCELLED = expect.objectContaining({ kind: 'moved', moved: expect.objectContaining({ status: 'cancelled' }) });

/** Twice, at least 5 s apart, and at least 10 s after the last send ended. Source: docs/GAPS.md#P14 */
describe('a partner that never received a payment, asked by workers whose clocks are apart', () => {
  it('is believed 5 s after its first denial, and no earlier', async () => {
    const id = await inDoubt(withoutAnswer);
    await clock.advance(10_500);
    expect(await askFrom(0, id)).toEqual(DENIED);
    expect(await askFrom(6_000, id)).toEqual(DENIED);
    expect(await askFrom(12_000, id)).toEqual(DENIED);
    await clock.advance(4_000);
    expect(await askFrom(6_000, id)).toEqual(DENIED);
    await clock.advance(1_000);
    expect(await askFrom(-6_000, id)).toEqual(CANCELLED);
  });

  it('is believed 10 s after the call, and no earlier', async () => {
    const id = await inDoubt(withoutAnswer);
    expect(await askFrom(6_000, id)).toEqual(DENIED);
    await clock.advance(6_000);
    expect(await askFrom(6_000, id)).toEqual(DENIED);
    await clock.advance(4_000);
    expect(await askFrom(-6_000, id)).toEqual(CANCELLED);
  });

  it('is believed 10 s after the latest end of a call that nobody recorded, and no earlier', async () => {
    const id = await inDoubt(async () => undefined);
    expect(await askFrom(0, id)).toEqual(DENIED);
    // A call that has just begun may write its first byte in 8.5 s, and ends five later.
    await clock.advance(23_000);
    expect(await askFrom(0, id)).toEqual(DENIED);
    await clock.advance(1_000);
    expect(await askFrom(0, id)).toEqual(CANCELLED);
  });
});
