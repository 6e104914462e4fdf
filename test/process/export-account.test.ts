import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { issueAccountKey } from '../../db/auth/account-keys';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { appendAuditEntry, listAuditEntries } from '../../db/auth/audit-log';
import { createUser } from '../../db/auth/users';
import { sealPrivateData } from '../../db/payments/instruction/private-data';
import { createSubscription } from '../../db/webhooks/subscriptions';
import { openVault } from '../../lib/vault';
import { exportAccount } from '../../process/export-account';
import { CommandLine } from '../support/command-line';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertInstructions, insertPartner } from '../support/rows';

const PASSWORD = 'nine blue herons at dawn';
/** That of the console's application in tests. */
const DATA_KEY = Buffer.alloc(32, 7).toString('base64');
/** Three pages, the last one not full. */
const PAYMENTS = 205;

let database: TestDatabase;
let accountId: string;
let secret: string;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const vault = openVault(DATA_KEY);
  for (const id of ['ptn_1', 'ptn_2']) await insertPartner(database, id);
  await insertInstructions(database, { prefix: 'instr_', count: PAYMENTS, partner: 'ptn_1' });
  await insertInstructions(database, { prefix: 'instr_other', count: 1, partner: 'ptn_2' });
  const rows = await database.query<{ id: string }>('select id from payment_instructions');
  const named = {
    beneficiary: { name: 'Ada Lovelace', country: 'US', bankAccount: { accountNumber: '12345678', country: 'US' } },
    purpose: { code: 'trade_settlement' },
  };
  await database.query(
    `update payment_instructions i set private_sealed = v.sealed
     from unnest($1::text[], $2::bytea[]) as v (id, sealed) where i.id = v.id`,
    [rows.map(({ id }) => id), rows.map(({ id }) => sealPrivateData(vault, id, named))],
  );
  accountId = (await findOrCreateAccount(database, 'ptn_1')).id;
  const tenant = { accountId, environment: 'test' } as const;
  const actor = 'command:test';
  ({ key } = await issueAccountKey(database, { tenant, label: 'shop', scopes: [], expiresAt: null, actor }));
  const hook = { url: 'https://receiver.example/hook', events: ['payment.*'], description: '', enabled: true, actor };
  const controls = { headers: { 'X-Team': 'top secret' } };
  ({ secret } = await createSubscription(database, vault, tenant, { ...hook, controls }, null));
  const held = { screening: 'scr_1', decision: 'review' };
  await appendAuditEntry(database, {
    actor: 'rescreening',
    act: 'payment.held',
    subject: 'x',
    accountId,
    detail: held,
  });
  for (const role of ['owner', 'developer'] as const) {
    await createUser(database, {
      email: `${role}@example.com`,
      name: role,
      role,
      accountId,
      password: PASSWORD,
      actor,
    });
  }
});

interface Line {
  kind: string;
  data: Record<string, unknown>;
}

const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** What the account of the test has, whoever asks for it. */
function expectWhole(text: string): void {
  const lines = linesOf(text);
  expect(lines[0]).toMatchObject({ kind: 'export', data: { accountId, environment: 'test', format: 1 } });
  const payments = lines.filter(({ kind }) => kind === 'payment');
  expect(new Set(payments.map(({ data }) => data['instructionId'])).size).toBe(PAYMENTS);
  expect(payments[0]?.data).toMatchObject({ beneficiary: { name: 'Ada Lovelace' }, amount: 1250.5 });
  expect(text).not.toContain('instr_other');
  expect(lines.find(({ kind }) => kind === 'webhook')?.data).toMatchObject({ header_names: ['X-Team'] });
  expect(text).toContain('payment.held');
  for (const hidden of [secret, key, 'top secret', PASSWORD, 'scr_1']) expect(text).not.toContain(hidden);
  const counts = {
    payment: PAYMENTS,
    beneficiary: 0,
    batch: 0,
    document: 0,
    shipment: 0,
    webhook: 1,
    event: 0,
    delivery: 0,
    key: 1,
  };
  expect(lines.at(-1)).toMatchObject({ kind: 'end', data: { counts } });
}

describe('the export of what an account has', () => {
  it('is a page of owners alone, one line for each thing, and stands in the audit log', async () => {
    const app = createConsoleApp(database);
    const developer = new Person(app);
    await developer.logIn('developer@example.com', PASSWORD);
    expect((await developer.get('/console/test/export')).status).toBe(403);
    expect((await developer.get('/console/test')).text).not.toContain('/console/test/export');
    const owner = new Person(app);
    await owner.logIn('owner@example.com', PASSWORD);
    const answer = await owner.submit('/console/test/export', '/console/test/export', []);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': expect.stringMatching(/^attachment; filename="corridor-test-\d{4}-\d\d-\d\d\.ndjson"$/),
    });
    expectWhole(Buffer.isBuffer(answer.body) ? answer.body.toString() : answer.text);
    const [entry] = await listAuditEntries(database, accountId);
    expect(entry).toMatchObject({ act: 'account.exported', actorName: 'owner@example.com', subject: accountId });
    // The next one finds the place free.
    const live = await owner.submit('/console/live/export', '/console/live/export', []);
    const text = Buffer.isBuffer(live.body) ? live.body.toString() : live.text;
    expect(linesOf(text).at(-1)).toMatchObject({ data: { counts: { payment: 0, webhook: 0, key: 0 } } });
  });

  it('is a page of error where the first rows cannot be read, and gives its place back', async () => {
    const owner = new Person(createConsoleApp(database));
    await owner.logIn('owner@example.com', PASSWORD);
    const ask = () => owner.submit('/console/test/export', '/console/test/export', []);
    await database.query('alter table payment_instructions rename column partner_name to hidden_name');
    try {
      const { status, headers } = await ask();
      expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
      expect(headers).not.toHaveProperty('content-disposition');
    } finally {
      await database.query('alter table payment_instructions rename column hidden_name to partner_name');
    }
    expect((await ask()).headers['content-type']).toBe('application/x-ndjson');
  });

  it('has every event that is kept, also those after a page that is deleted while it is read', async () => {
    const EVENTS = 133;
    const tenant = { accountId: (await findOrCreateAccount(database, 'slow')).id, environment: 'test' } as const;
    await database.query(
      `insert into events (id, account_id, environment, type, subject, payload, created_at, transaction_id)
       select 'evt_' || lpad(number::text, 26, '0'), $1, 'test', 'buyer.matched', 'm', '{}',
         now() - make_interval(secs => $2 - number), '0' from generate_series(1, $2::integer) number`,
      [tenant.accountId, EVENTS],
    );
    const source = { database, vault: openVault(DATA_KEY), publicUrl: 'http://localhost', now: () => new Date() };
    const lines: Line[] = [];
    for await (const text of exportAccount(source, tenant)) {
      const isFirstEvent = lines.at(-1)?.kind !== 'event' && linesOf(text)[0]?.kind === 'event';
      lines.push(...linesOf(text));
      if (!isFirstEvent) continue;
      await database.query(
        `delete from events where id in (select id from events where account_id = $1 order by created_at limit 100)`,
        [tenant.accountId],
      );
    }
    expect(new Set(lines.filter(({ kind }) => kind === 'event').map(({ data }) => data['id'])).size).toBe(EVENTS);
    expect(lines.at(-1)).toMatchObject({ kind: 'end', data: { counts: { event: EVENTS } } });
  });

  it('is a command that writes a file for one reader, and no second time over it', async () => {
    const line = new CommandLine({ DATABASE_URL: database.url, DATA_KEY });
    const out = path.join(line.folder, 'export.ndjson');
    const asked = ['accounts', 'export', '--account', 'ptn_1', '--out', out, '--json'];
    expect((await line.run(...asked)).said).toEqual({ account: accountId, environment: 'test', out });
    expectWhole(await readFile(out, 'utf8'));
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    expect((await line.run(...asked)).fault).toContain('The file cannot be made');
  });
});
