import { hostname, userInfo } from 'node:os';
import { actor } from '../../../cli/actor';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { appendAuditEntry, listAccountAuditEntries, listAuditEntries } from '../../../db/auth/audit-log';
import { createOperatorKey } from '../../../db/auth/operator-keys';
import { createUser } from '../../../db/auth/users';
import { readAuditHead, verifyAuditLog } from '../../../db/auth/verify-audit-log';
import { createConsoleApp, Person } from '../../support/console-app';
import { createOperatorPerson } from '../../support/operators';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const ACTOR = actor().id;

const PASSWORD = 'nine blue herons at dawn';
const EMAIL = 'owner@example.com';
let database: TestDatabase;
let userId: string;
let accountId: string;
let operatorId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  operatorId = await createOperatorPerson(database);
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
  const person = { email: EMAIL, name: 'Owner', role: 'owner' as const, accountId, password: PASSWORD };
  userId = await createUser(database, { ...person, actor: ACTOR });
});

function act(subject: string): Parameters<typeof appendAuditEntry>[1] {
  return { actor: 'corridor', act: 'flag.cleared', subject, accountId: null, detail: { why: 'because' } };
}

describe('the audit log', () => {
  it('names the person and the host behind a command', async () => {
    expect(ACTOR).toBe(`command:${userInfo().username}@${hostname()}`);
    const [made] = await listAuditEntries(database, accountId);
    expect(made).toMatchObject({ actor: ACTOR, act: 'user.created', subject: userId });
  });

  it('names operator keys by id and person, and shows the end of a key that an act was about', async () => {
    const { id, key } = await createOperatorKey(database, { label: 'night shift', userId: operatorId });
    await appendAuditEntry(database, { ...act(id), actor: { id: `operator:${id}`, requestId: 'req_7' } });
    const [entry] = await listAuditEntries(database, null);
    const expected = { actorName: `${operatorId}@example.com`, subjectHint: key.slice(-8), requestId: 'req_7' };
    expect(entry).toMatchObject({ actor: `operator:${id}`, ...expected });
  });

  it('has every login, its end and every refused one, with neither address nor typed name', async () => {
    const person = new Person(createConsoleApp(database), '203.0.113.77');
    await person.logIn(EMAIL, 'not the password');
    await person.logIn('somebody@example.org', 'not the password');
    await person.logIn(EMAIL, PASSWORD);
    await person.submit('/console/keys', '/console/logout', []);
    const rows = await database.query<{ act: string; subject: string; account_id: string | null; text: string }>(
      `select act, subject, account_id, l::text as text from audit_log l where act like 'login.%' order by id`,
    );
    expect(rows.map((row) => [row.act, row.subject, row.account_id])).toEqual([
      ['login.refused', userId, accountId],
      ['login.refused', expect.stringMatching(/^login:[0-9a-f]{16}$/) as string, null],
      ['login.started', userId, accountId],
      ['login.ended', userId, accountId],
    ]);
    for (const { text } of rows) expect(text).not.toMatch(/203\.0\.113|somebody|owner@/);
    expect((await listAuditEntries(database, accountId))[0]).toMatchObject({ actorName: EMAIL, act: 'login.ended' });
  });

  it('tells an account what operators did to it, neither who nor why, nor what a review found', async () => {
    const { id } = await createOperatorKey(database, { label: 'night shift', userId: operatorId });
    const about = { subject: 'instr_1', accountId };
    const found = { screening: 'scr_1', decision: 'review', reason: 'is like entry 7' };
    for (const entry of [
      { actor: ACTOR, act: 'account.disabled', detail: { reason: 'does not pay' } },
      { actor: 'rescreening', act: 'payment.held', detail: found },
      { actor: { id: `operator:${id}`, requestId: 'req_8' }, act: 'payment.screening_rejected', detail: found },
    ]) {
      await appendAuditEntry(database, { ...about, ...entry });
    }
    const seen = (await listAccountAuditEntries(database, accountId)).slice(0, 3).reverse();
    expect(seen).toMatchObject([
      { actor: 'operator', actorName: null, act: 'account.disabled', detail: {} },
      { actor: 'corridor', actorName: null, act: 'payment.held', detail: {} },
      { actor: 'operator', actorName: null, act: 'payment.screening_rejected', requestId: null, detail: {} },
    ]);
    expect((await listAuditEntries(database, accountId))[0]).toMatchObject({
      actorName: `${operatorId}@example.com`,
      detail: found,
    });
    const owner = new Person(createConsoleApp(database), '203.0.113.78');
    await owner.logIn(EMAIL, PASSWORD);
    const { text } = await owner.get('/console/audit');
    expect(text).toContain('payment.screening_rejected');
    expect(text).toContain('Signed in');
    expect(text).not.toContain('login.started');
    expect(text).toContain(EMAIL);
    for (const hidden of [operatorId, 'is like entry 7', 'scr_1', 'does not pay', ACTOR]) {
      expect(text).not.toContain(hidden);
    }
  });

  it('refuses to change, delete or empty what was written', async () => {
    await appendAuditEntry(database, act('kept'));
    const refused = 'entries of the audit log are only ever added';
    await expect(database.query(`update audit_log set actor = 'nobody'`)).rejects.toThrow(refused);
    await expect(database.query('delete from audit_log')).rejects.toThrow(refused);
    await expect(database.query('truncate audit_log cascade')).rejects.toThrow(refused);
    await expect(database.query('delete from audit_chain')).rejects.toThrow(refused);
  });

  it('links entries of transactions that run at once, and finds what was written anew behind the triggers', async () => {
    const writers = Array.from({ length: 6 }, (_, index) =>
      database.transaction((client) => appendAuditEntry(client, act(`at once ${index}`))),
    );
    await Promise.all(writers);
    const intact = await verifyAuditLog(database);
    expect((await readAuditHead(database))?.head).toBe(intact.head);
    const [count] = await database.query<{ entries: number }>('select count(*)::int as entries from audit_log');
    expect(intact).toMatchObject({ entries: count?.entries, brokenAt: null });
    await database.query('alter table audit_log disable trigger audit_log_kept');
    const [changed] = await database.query<{ id: string }>(
      `update audit_log set actor = 'user:usr_innocent' where subject = 'kept' returning id::text`,
    );
    await database.query('alter table audit_log enable trigger audit_log_kept');
    expect(await verifyAuditLog(database)).toMatchObject({ brokenAt: changed?.id });
  });
});
