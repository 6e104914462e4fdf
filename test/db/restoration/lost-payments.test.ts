import {
  acceptLostPayments,
  findRepetitions,
  storeLostPayments,
  storeUnlistedRisk,
  listLostPayments,
  LostPayments,
  listReportsOnLost,
  readLostPaymentsState,
  recordPartnerReply,
  type FoundPayment,
} from '../../../db/restoration/lost-payments';
import {
  beginRestoration,
  finishRestoration,
  readOpenAtRestore,
  withRestorationLock,
} from '../../../db/restoration/restorations';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertInstructions, insertPartner } from '../../support/rows';

const ACTOR = { id: 'command:ops@host', actor: 'command:ops@host' };
let database: TestDatabase;
let restorationId: string;

function found(instructionId: string, overrides: Partial<FoundPayment> = {}): FoundPayment {
  return {
    ...{ instructionId, foundBy: 'workflow', accountId: 'acc_1', partnerName: 'north', beganAt: new Date() },
    ...{ workflowStatus: 'submitted', keyHash: `key-${instructionId}`, referenceHash: null },
    ...overrides,
  };
}

const refusal = (key: string | null, reference: string | null = null): Promise<unknown> =>
  new LostPayments(database).refuse({ key, reference }).then(
    () => null,
    (fault: unknown) => fault,
  );

const accept = (...ids: string[]): Promise<string[]> => acceptLostPayments(database, ids, ACTOR);
const say = (instructionId: string, word: 'settled' | 'unknown', partnerName = 'north') =>
  recordPartnerReply(database, { instructionId, partnerName }, word, ACTOR.actor);

beforeEach(async () => {
  database = await createTestDatabase();
  ({ id: restorationId } = await beginRestoration(database, new Date()));
});

it('without a restore everything is created', async () => {
  const other = await createTestDatabase();
  await expect(new LostPayments(other).refuse({ key: 'key-instr_1', reference: null })).resolves.toBeUndefined();
});

it('no payment is created while a restoration is under way', async () => {
  expect(await refusal(null)).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 60 });
  await finishRestoration(database);
  expect(await refusal(null)).toBeNull();
});

it('no payment is created while a lost one is open, and repeats are refused after that', async () => {
  await finishRestoration(database);
  expect(await storeLostPayments(database, restorationId, [found('instr_1'), found('instr_2')])).toBe(2);
  expect(await storeLostPayments(database, restorationId, [found('instr_1')])).toBe(0);
  expect(await refusal(null)).toMatchObject({ code: 'UNAVAILABLE' });
  expect(await say('instr_1', 'settled')).toBe('settled');
  expect(await accept('instr_2')).toEqual([]);
  expect(await readLostPaymentsState(database)).toEqual({ isClosed: false, hasLost: true });
  for (const id of ['instr_1', 'instr_2']) {
    expect(await refusal(`key-${id}`)).toMatchObject({ code: 'DUPLICATE', extra: { instructionId: id } });
  }
  expect(await refusal('key-instr_3')).toBeNull();
});

it('a repeat is known by the reference of its client, too', async () => {
  await finishRestoration(database);
  await storeLostPayments(database, restorationId, [found('instr_1', { referenceHash: 'reference-1', keyHash: null })]);
  await accept('instr_1');
  expect(await refusal('another', 'reference-1')).toMatchObject({ code: 'DUPLICATE' });
  expect(await refusal('another', 'reference-2')).toBeNull();
});

it('a payment that its partner never received may be made again', async () => {
  await finishRestoration(database);
  await storeLostPayments(database, restorationId, [found('instr_1')]);
  expect(await say('instr_1', 'unknown')).toBe('open');
  await database.query(`update lost_payments set denied_at = denied_at - interval '5 seconds'`);
  expect(await say('instr_1', 'unknown')).toBe('never_received');
  expect(await refusal('key-instr_1')).toBeNull();
});

it('a name that is no lost payment accepts none of the others', async () => {
  await storeLostPayments(database, restorationId, [found('instr_1')]);
  expect(await accept('instr_1', 'instr_9')).toEqual(['instr_9']);
  expect(await listLostPayments(database, 'open')).toHaveLength(1);
  expect(await say('instr_9', 'settled')).toBeNull();
});

it('who accepted what is in the audit log', async () => {
  await storeLostPayments(database, restorationId, [found('instr_1'), found('instr_2')]);
  await accept('instr_1');
  await accept('instr_1');
  await say('instr_2', 'settled');
  const entries = await database.query(
    `select actor, act, subject, detail from audit_log where act = 'lost_payment.decided' order by subject`,
  );
  expect(entries).toEqual([
    { actor: ACTOR.id, act: 'lost_payment.decided', subject: 'instr_1', detail: { state: 'accepted' } },
    { actor: ACTOR.id, act: 'lost_payment.decided', subject: 'instr_2', detail: { state: 'settled', word: 'settled' } },
  ]);
});

it('a workflow tells more of what a report has told of first, and its repeat is refused', async () => {
  await finishRestoration(database);
  const reported = found('instr_1', { foundBy: 'report', partnerName: 'south', accountId: null, keyHash: null });
  expect(await storeLostPayments(database, restorationId, [reported])).toBe(1);
  expect(await storeLostPayments(database, restorationId, [found('instr_1'), found('instr_1')])).toBe(0);
  expect(await storeLostPayments(database, restorationId, [reported])).toBe(0);
  expect(await listLostPayments(database, 'open')).toMatchObject([{ partnerName: 'north', foundBy: 'workflow' }]);
  await accept('instr_1');
  expect(await refusal('key-instr_1')).toMatchObject({ code: 'DUPLICATE' });
});

it('another partner has no word about it', async () => {
  await storeLostPayments(database, restorationId, [found('instr_1')]);
  expect(await say('instr_1', 'settled', 'south')).toBeNull();
  expect(await listLostPayments(database, 'open')).toMatchObject([{ reportedStatus: null }]);
});

it('payments that Temporal keeps no more are accepted for each restoration anew', async () => {
  await storeUnlistedRisk(database, restorationId);
  await finishRestoration(database);
  expect(await refusal(null)).toMatchObject({ code: 'UNAVAILABLE' });
  expect(await accept('unlisted')).toEqual([]);
  await storeUnlistedRisk(database, restorationId);
  expect(await readLostPaymentsState(database)).toEqual({ isClosed: false, hasLost: true });
  const later = await beginRestoration(database, new Date());
  await storeUnlistedRisk(database, later.id);
  await finishRestoration(database);
  expect(await readLostPaymentsState(database)).toMatchObject({ isClosed: true });
});

it('a payment that repeats a lost one is found by its key or its reference', async () => {
  await storeLostPayments(database, restorationId, [
    found('instr_1', { referenceHash: 'reference-1' }),
    found('instr_2', { keyHash: null }),
    found('instr_3'),
  ]);
  await say('instr_3', 'unknown');
  await database.query(`update lost_payments set denied_at = denied_at - interval '5 seconds'`);
  await say('instr_3', 'unknown');
  const repetitions = await findRepetitions(database, [
    { instructionId: 'instr_4', key: 'key-instr_1', reference: null },
    { instructionId: 'instr_5', key: 'another', reference: 'reference-1' },
    { instructionId: 'instr_6', key: 'key-instr_3', reference: null },
    { instructionId: 'instr_7', key: null, reference: null },
  ]);
  expect([...repetitions]).toEqual([
    ['instr_4', 'instr_1'],
    ['instr_5', 'instr_1'],
  ]);
});

it('reports from before the restore are none on lost payments', async () => {
  await insertPartner(database, 'ptn_1');
  await database.query(
    `insert into unmatched_reports (id, partner_id, instruction_id, kind, body_hash, evidence_sealed, first_at)
     values ('rep_1', 'ptn_1', 'instr_1', 'status', 'a', 'x', now() - interval '1 hour'),
            ('rep_2', 'ptn_1', 'instr_2', 'status', 'a', 'x', now())`,
  );
  const reports = await listReportsOnLost(database, new Date(Date.now() - 60_000));
  expect(reports.map(({ instructionId }) => instructionId)).toEqual(['instr_2']);
});

describe('a restoration', () => {
  it('is worked on by one command at a time', async () => {
    const other = await withRestorationLock(database, () =>
      withRestorationLock(database, () => Promise.resolve('worked')),
    );
    expect(other).toBeNull();
    expect(await withRestorationLock(database, () => Promise.resolve('worked'))).toBe('worked');
  });

  it('has every open payment in it although the clock of Postgres is behind', async () => {
    await insertPartner(database, 'ptn_1');
    await insertInstructions(database, { prefix: 'instr_', count: 1, partner: 'ptn_1' });
    await database.query(`update payment_instructions set submitted_at = now() + interval '1 hour'`);
    const { begunAt } = await beginRestoration(database, new Date());
    expect(await readOpenAtRestore(database, { begunAt, place: '' }, 10)).toHaveLength(1);
  });

  it('ends what was begun before it', async () => {
    await beginRestoration(database, new Date());
    await finishRestoration(database);
    expect(await readLostPaymentsState(database)).toEqual({ isClosed: false, hasLost: false });
  });
});
