import type { PaymentActivities } from '../../../activities/payments/payments';
import type { Database } from '../../../db/database';
import { DatabaseClock } from '../../../db/database-clock';
import { listFlags } from '../../../db/operator-flags';
import { requestCancellation } from '../../../db/payments/dispatch/cancellation';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { beginDispatch, recordDelivered, recordUndelivered } from '../../../db/payments/dispatch/dispatch';
import { newId } from '../../../lib/ids';
import { openVault } from '../../../lib/vault';
import { newInstruction } from '../../interleavings/operation';
import type { Reaction } from '../../support/http-server';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { activitiesOf, openPaymentDatabase } from '../../support/payment-worker';
import type { PostgresClock } from '../../support/postgres-clock';

/** What is asked of a partner about a payment that it may have, against a real one. Source: docs/GAPS.md#P14 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CALL = { attempt: 1, sends: 1 };
/** The same, as a workflow hands it on; what is on record needs no proof. */
const RECORDED = { ...CALL, isTaken: false, mac: '' };
const NEVER_RECEIVED = { status: 404, body: {} };
const AWAY = { status: 503, body: {} };

const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
let database: Database;
let clock: PostgresClock;
let partner: TestPartner;
let activities: PaymentActivities;
let answer: Reaction;

beforeAll(async () => {
  ({ database, clock } = await openPaymentDatabase());
  partner = await startTestPartner(database, vault, { name: 'asked', react: () => answer });
  await database.query('update routes set always_open = true where id = $1', [partner.routeId]);
  const own = new DatabaseClock(database);
  await own.look();
  const gate = { enter: () => Promise.reject(new Error('nothing is sent here')) };
  activities = activitiesOf({ database, vault, clock: own, gate });
});

beforeEach(() => {
  partner.server.requests.length = 0;
});

/** @returns a payment for the partner, of which nothing was sent */
async function kept(): Promise<string> {
  const id = newId('instruction');
  const { id: partnerId, name: partnerName, routeId } = partner;
  await insertInstruction(database, { ...newInstruction(id), partnerId, partnerName, routeId }, null);
  return id;
}

/** @returns one that may have arrived */
async function ambiguous(): Promise<string> {
  const id = await kept();
  await beginDispatch(database, id, partner.id);
  await recordUndelivered(database, id, CALL, { kind: 'unknown', fault: 'no answer', refusal: null });
  return id;
}

/** @returns one that the partner has taken */
async function taken(): Promise<string> {
  const id = await kept();
  await beginDispatch(database, id, partner.id);
  const taking = { partnerId: partner.id, partnerReference: 'P-1', status: 'submitted' as const };
  await recordDelivered(database, { instructionId: id }, { ...CALL, ...taking });
  return id;
}

async function settled(): Promise<string> {
  const id = await taken();
  await activities.checkSilence(id);
  await database.query(`update payment_instructions set status = 'settled', version = version + 1 where id = $1`, [id]);
  return id;
}

/** Has the client ask for its money back. */
async function recall(id: string): Promise<void> {
  const asked = { status: 'requested', reasonCode: 'DUPL', reason: 'paid twice', requestedAt: '', answeredAt: null };
  await database.query('update payment_instructions set version = version + 1, recall = $2 where id = $1', [
    id,
    JSON.stringify(asked),
  ]);
}

function cancel(id: string): Promise<unknown> {
  const audit = { actor: 'key_1', act: 'cancel', requestId: null, detail: {} };
  return requestCancellation(database, id, { reason: null, audit });
}

async function stateOf(id: string): Promise<unknown> {
  const [row] = await database.query(
    `select status, cancellation ->> 'status' as cancellation, recall ->> 'status' as recall
     from payment_instructions where id = $1`,
    [id],
  );
  return row;
}

const flagsOf = async (id: string): Promise<string[]> =>
  (await listFlags(database)).flatMap(({ subject, kind }) => (subject === id ? [kind] : []));
const calls = (): string[] => partner.server.requests.map(({ method, path }) => `${method} ${path}`);

describe('an inquiry', () => {
  it('that finds the payment moves it to what the partner says', async () => {
    answer = { status: 200, body: { partnerReference: 'P-1', status: 'accepted' } };
    const id = await ambiguous();
    expect(await activities.inquireInstruction(id, RECORDED)).toMatchObject({
      kind: 'moved',
      moved: { status: 'accepted' },
    });
    expect(await stateOf(id)).toMatchObject({ status: 'accepted' });
    expect(calls()).toEqual([`GET /instructions/${id}`]);
  });

  it('without an answer proves nothing', async () => {
    answer = AWAY;
    const id = await ambiguous();
    const asked = await activities.inquireInstruction(id, RECORDED);
    expect(asked).toMatchObject({ kind: 'ask_again' });
    expect(asked).not.toHaveProperty('denied');
    expect(await stateOf(id)).toMatchObject({ status: 'pending' });
  });

  it('that is denied is to be confirmed, and is then sent again', async () => {
    answer = NEVER_RECEIVED;
    const id = await ambiguous();
    expect(await activities.inquireInstruction(id, RECORDED)).toMatchObject({ kind: 'ask_again', denied: true });
    await clock.advance(10_000);
    expect(await activities.inquireInstruction(id, RECORDED)).toMatchObject({ kind: 'send_again' });
  });

  it('is not made where nothing was sent, or the payment has moved', async () => {
    const unsent = await kept();
    expect(await activities.inquireInstruction(unsent)).toMatchObject({ kind: 'send_again' });
    const moved = await taken();
    expect(await activities.inquireInstruction(moved, RECORDED)).toMatchObject({
      kind: 'moved',
      moved: { status: 'submitted' },
    });
    expect(calls()).toEqual([]);
  });
});

describe('the silence of a partner', () => {
  it('is looked at when its time is over, not before', async () => {
    const id = await taken();
    const { moved, nextCheckMs } = await activities.checkSilence(id);
    expect(moved.status).toBe('submitted');
    // Same day, around the clock: four hours after its last word, to the half hour.
    expect(nextCheckMs).toBeGreaterThan(3.9 * HOUR_MS);
    expect(nextCheckMs).toBeLessThanOrEqual(4 * HOUR_MS);
    expect([calls(), await flagsOf(id)]).toEqual([[], []]);
  });

  it('that is about to be over is looked at a minute later', async () => {
    const id = await taken();
    await clock.advance(4 * HOUR_MS - MINUTE_MS / 2);
    expect((await activities.checkSilence(id)).nextCheckMs).toBe(MINUTE_MS);
    expect(calls()).toEqual([]);
  });

  it('is shown to the operator, and the partner is asked, every four hours', async () => {
    answer = { status: 200, body: { partnerReference: 'P-1', status: 'processing' } };
    const id = await taken();
    await clock.advance(4 * HOUR_MS);
    const outcome = await activities.checkSilence(id);
    expect(outcome).toMatchObject({ moved: { status: 'processing' }, nextCheckMs: 4 * HOUR_MS });
    expect([calls(), await flagsOf(id)]).toEqual([[`GET /instructions/${id}`], ['silence']]);
  });

  it('that goes on changes nothing', async () => {
    answer = AWAY;
    const id = await taken();
    await clock.advance(4 * HOUR_MS);
    const outcome = await activities.checkSilence(id);
    expect(outcome).toMatchObject({ moved: { status: 'submitted' }, nextCheckMs: 4 * HOUR_MS });
    expect(await flagsOf(id)).toEqual(['silence']);
  });

  it('ends with a denial of what the partner has taken, which people are shown', async () => {
    answer = NEVER_RECEIVED;
    const id = await taken();
    await clock.advance(4 * HOUR_MS);
    expect((await activities.checkSilence(id)).moved.status).toBe('submitted');
    expect((await flagsOf(id)).sort()).toEqual(['partner_denies', 'silence']);
    expect(await stateOf(id)).toMatchObject({ status: 'submitted' });
  });

  it('of what Postgres has as pending is asked about at once, and is no silence yet', async () => {
    answer = { status: 200, body: { partnerReference: 'P-1', status: 'accepted' } };
    const id = await ambiguous();
    expect((await activities.checkSilence(id)).moved.status).toBe('accepted');
    expect(await flagsOf(id)).toEqual([]);
  });

  it('is none of a payment that has its outcome, or was never sent', async () => {
    const ids = [await settled(), await kept()];
    await clock.advance(40 * HOUR_MS);
    for (const id of ids) {
      expect((await activities.checkSilence(id)).nextCheckMs).toBe(4 * HOUR_MS);
      expect(await flagsOf(id)).toEqual([]);
    }
    expect(calls()).toEqual([]);
  });
});

describe('a cancellation', () => {
  it.each([
    [200, {}, { status: 'cancelled', cancellation: 'cancelled' }],
    [409, {}, { status: 'submitted', cancellation: 'refused' }],
    [202, {}, { status: 'submitted', cancellation: 'requested' }],
  ])('that the partner answers with %i is kept as that', async (status, body, state) => {
    answer = { status, body };
    const id = await taken();
    await cancel(id);
    await activities.askCancellation(id);
    expect(calls()).toEqual([`POST /instructions/${id}/cancel`]);
    expect(await stateOf(id)).toMatchObject(state);
  });

  it('is asked for again where the partner did not answer', async () => {
    answer = AWAY;
    const id = await taken();
    await cancel(id);
    await expect(activities.askCancellation(id)).rejects.toThrow('did not answer the cancellation');
    expect(await stateOf(id)).toMatchObject({ status: 'submitted', cancellation: 'requested' });
  });
});

describe('a recall', () => {
  it.each([
    [202, 'requested'],
    [409, 'refused'],
  ])('that the partner answers with %i is %s', async (status, kept) => {
    answer = { status, body: {} };
    const id = await settled();
    await recall(id);
    await activities.askRecall(id);
    expect(calls()).toEqual([`POST /instructions/${id}/recall`]);
    expect(JSON.parse(String(partner.server.requests[0]?.body))).toEqual({
      ...{ amount: 1250.5, currency: 'USD' },
      ...{ reasonCode: 'DUPL', reason: 'paid twice' },
    });
    expect(await stateOf(id)).toMatchObject({ status: 'settled', recall: kept });
  });

  it('is asked for again where the partner did not answer, and not where nobody wants it', async () => {
    answer = AWAY;
    const id = await settled();
    await activities.askRecall(id);
    expect(calls()).toEqual([]);
    await recall(id);
    await expect(activities.askRecall(id)).rejects.toThrow('did not answer the recall');
  });
});

describe('what a partner did not answer in time', () => {
  it('is shown to people while it is to be answered', async () => {
    const [wanted, unwanted, recalled] = [await taken(), await taken(), await settled()];
    await cancel(wanted);
    await recall(recalled);
    const kinds = ['cancellation_unanswered', 'stop_unanswered', 'recall_unanswered'] as const;
    for (const id of [wanted, unwanted, recalled]) {
      for (const kind of kinds) await activities.flagUnanswered(id, kind);
    }
    expect((await flagsOf(wanted)).sort()).toEqual(['cancellation_unanswered', 'stop_unanswered']);
    expect(await flagsOf(unwanted)).toEqual([]);
    expect(await flagsOf(recalled)).toEqual(['recall_unanswered']);
  });
});
