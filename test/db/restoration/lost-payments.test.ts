import {
  acceptLostPayments,
  keepLostPayments,
  listLostPayments,
  LostPayments,
  readStanding,
  recordLostWord,
  type FoundPayment,
} from '../../../db/restoration/lost-payments';
import { beginRestoration, finishRestoration } from '../../../db/restoration/restorations';
import { createTestDatabase, type TestDatabase } from '../../support/database';

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
const say = (id: string, word: 'settled' | 'unknown') => recordLostWord(database, id, word, ACTOR.actor);

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
  await finishRestoration(database, restorationId);
  expect(await refusal(null)).toBeNull();
});

it('no payment is created while a lost one is open, and repeats are refused after that', async () => {
  await finishRestoration(database, restorationId);
  expect(await keepLostPayments(database, restorationId, [found('instr_1'), found('instr_2')])).toBe(2);
  expect(await keepLostPayments(database, restorationId, [found('instr_1')])).toBe(0);
  expect(await refusal(null)).toMatchObject({ code: 'UNAVAILABLE' });
  expect(await say('instr_1', 'settled')).toBe('settled');
  expect(await accept('instr_2')).toEqual([]);
  expect(await readStanding(database)).toEqual({ isClosed: false, hasLost: true });
  for (const id of ['instr_1', 'instr_2']) {
    expect(await refusal(`key-${id}`)).toMatchObject({ code: 'DUPLICATE', extra: { instructionId: id } });
  }
  expect(await refusal('key-instr_3')).toBeNull();
});

it('a repeat is known by the reference of its client, too', async () => {
  await finishRestoration(database, restorationId);
  await keepLostPayments(database, restorationId, [found('instr_1', { referenceHash: 'reference-1', keyHash: null })]);
  await accept('instr_1');
  expect(await refusal('another', 'reference-1')).toMatchObject({ code: 'DUPLICATE' });
  expect(await refusal('another', 'reference-2')).toBeNull();
});

it('a payment that its partner never received may be made again', async () => {
  await finishRestoration(database, restorationId);
  await keepLostPayments(database, restorationId, [found('instr_1')]);
  expect(await say('instr_1', 'unknown')).toBe('open');
  await database.query(`update lost_payments set denied_at = denied_at - interval '5 seconds'`);
  expect(await say('instr_1', 'unknown')).toBe('never_received');
  expect(await refusal('key-instr_1')).toBeNull();
});

it('a name that is no lost payment accepts none of the others', async () => {
  await keepLostPayments(database, restorationId, [found('instr_1')]);
  expect(await accept('instr_1', 'instr_9')).toEqual(['instr_9']);
  expect(await listLostPayments(database, 'open')).toHaveLength(1);
  expect(await say('instr_9', 'settled')).toBeNull();
});

it('who accepted what is in the audit log', async () => {
  await keepLostPayments(database, restorationId, [found('instr_1'), found('instr_2')]);
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
