import { randomBytes } from 'node:crypto';
import { openDatabase, type Database } from '../../db/database';
import { announceDocument, completeDocument, failDocument } from '../../db/documents/outcome';
import { createDocument } from '../../db/documents/documents';
import { readRequestData, sealRequestData } from '../../db/documents/store';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { appendAuditEntry } from '../../db/auth/audit-log';
import { verifyAuditLog } from '../../db/auth/verify-audit-log';
import { grantRoles, type Roles } from '../../db/grants';
import { applyRetention } from '../../db/retention/apply-retention';
import { CHANNELS, listen } from '../../db/listener';
import { createWake } from '../../db/wake';
import { openVault } from '../../lib/vault';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, type TestDatabase } from '../support/database';

const SUFFIX = randomBytes(4).toString('hex');
const ROLES: Roles = { api: `api_${SUFFIX}`, worker: `worker_${SUFFIX}`, documents: `documents_${SUFFIX}` };
const vault = openVault(randomBytes(32).toString('base64'));
const ID = 'doc_1';

let database: TestDatabase;

function as(role: string): Database {
  const url = new URL(database.url);
  url.username = role;
  url.password = 'secret';
  const own = openDatabase(url.toString(), 1);
  closeAtEnd(() => own.close());
  return own;
}

beforeAll(async () => {
  database = await createTestDatabase();
  for (const role of Object.values(ROLES)) await database.query(`create role ${role} login password 'secret'`);
  expect(await grantRoles(database, ROLES)).toEqual(Object.values(ROLES).sort());
  const account = await findOrCreateAccount(database, 'acme');
  await database.query(
    `insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, created_at)
     values ('whk_1', $1, 'test', 'https://example.com', '{document.*,*}', $2, now())`,
    [account.id, Buffer.from('sealed')],
  );
  for (const id of [ID, 'doc_2', 'doc_3']) {
    await createDocument(
      database,
      {
        id,
        tenant: { accountId: account.id, environment: 'test' },
        requestId: 'req_1',
        type: 'packing_list',
        number: '1',
        locale: 'en',
        shipmentId: null,
        instructionId: null,
        brandingId: null,
        warnings: [],
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
        dataSealed: sealRequestData(vault, id, { parties: [] }),
      },
      null,
    );
  }
});

describe('the role of the documents worker', () => {
  it('does everything that documents need', async () => {
    const own = as(ROLES.documents);
    expect(await readRequestData(own, vault, ID)).toEqual({ parties: [] });
    const file = { pdf: Buffer.from('%PDF'), preview: '<p>', sha256: 'a'.repeat(64), pageCount: 1 };
    expect(await completeDocument(own, vault, ID, file)).toBe(true);
    expect(await failDocument(own, 'doc_2', 'The document could not be rendered.')).toBe(true);
    expect(await database.query('select 1 from events')).toEqual([]);
    const ordered = "select subject from outbox where topic = 'document.announce' order by subject";
    expect(await database.query(ordered)).toEqual([{ subject: ID }, { subject: 'doc_2' }]);
    // The relays are told of it, by a role that may not see whether there is something for them.
    const listener = await listen(database.directUrl);
    closeAtEnd(() => listener.close());
    const heard = new Promise<string>((resolve, reject) => {
      const wake = createWake(own, reject, false);
      let isListening = false;
      listener.on(CHANNELS.outbox, (payload) => {
        if (isListening) resolve(payload);
        else wake();
        isListening = true;
      });
    });
    expect(await heard).toBe('');
    const worker = as(ROLES.worker);
    for (const id of [ID, 'doc_2', ID, 'doc_3', 'doc_unknown']) await announceDocument(worker, id);
    const events = await database.query<{ type: string }>('select type from events order by type');
    expect(events.map(({ type }) => type)).toEqual(['document.failed', 'document.generated']);
  });

  it.each([
    'select * from api_keys',
    'select * from payment_instructions',
    'select * from users',
    'select * from partner_secrets',
    'select secret_sealed from webhook_subscriptions',
    'select headers_sealed from webhook_subscriptions',
    'select credentials_sealed from webhook_subscriptions',
    'select private_sealed from payment_instructions',
    'select secret_sealed from partner_secrets',
    'update webhook_subscriptions set url = url',
    "insert into events (id, account_id, environment, type, subject, payload, created_at) values ('evt_1', 'acc_1', 'test', 'payment.settled', 'instr_1', '{}', now())",
    "insert into events (id, account_id, environment, type, subject, payload, created_at) values ('evt_1', 'acc_1', 'test', 'document.failed', 'doc_1', '{}', now())",
    "insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, created_at) values ('dlv_1', 'acc_1', 'test', 'evt_1', 'payment.settled', 'whk_1', now())",
    "insert into outbox (topic, subject) values ('payment.stop', 'instr_1')",
    "insert into outbox (topic, subject) values ('document.announce', 'doc_1')",
    'update documents set announced_at = null',
    "update documents set account_id = 'acc_1'",
    'select order_document_event()',
    'delete from document_requests',
    'update document_requests set data_sealed = data_sealed',
    'delete from document_files',
    'update document_files set pdf_sealed = pdf_sealed',
    'delete from outbox',
    'insert into audit_log default values',
  ])('may not: %s', async (statement) => {
    await expect(as(ROLES.documents).query(statement)).rejects.toThrow('permission denied');
  });
});

describe('the other roles', () => {
  it.each([ROLES.api, ROLES.worker])('read and write the tables: %s', async (role) => {
    const own = as(role);
    expect(await own.query('select id from payment_instructions')).toEqual([]);
    await own.query("insert into outbox (topic, subject) values ('payment.signal', 'instr_1')");
    await own.query("delete from outbox where subject = 'instr_1'");
  });

  it.each([ROLES.api, ROLES.worker])('add entries to the audit log and its chain: %s', async (role) => {
    await appendAuditEntry(as(role), { actor: 'corridor', act: 'test.done', subject: role, accountId: null });
    expect(await verifyAuditLog(database)).toMatchObject({ brokenAt: null });
    const links = `select 1 from audit_chain c join audit_log l on l.id = c.entry_id where l.subject = $1`;
    expect(await database.query(links, [role])).toHaveLength(1);
  });

  it.each([
    [ROLES.api, 'update audit_log set actor = actor'],
    [ROLES.api, 'delete from audit_log'],
    [ROLES.api, "update audit_chain set hash = ''"],
    [ROLES.api, 'delete from audit_chain'],
    [ROLES.api, 'delete from knex_migrations'],
    [ROLES.api, 'create table mine ()'],
    [ROLES.api, 'drop table accounts'],
    [ROLES.api, "copy accounts to program 'true'"],
    [ROLES.worker, 'update api_keys set label = label'],
    [ROLES.worker, 'update users set email = email'],
    [ROLES.worker, 'delete from audit_log'],
    [ROLES.worker, "update audit_chain set hash = ''"],
    [ROLES.worker, 'delete from audit_chain'],
  ])('%s may not: %s', async (role, statement) => {
    await expect(as(role).query(statement)).rejects.toThrow(/permission denied|must be (owner|superuser)/);
  });
});

it('does nothing where there are no roles of their own', async () => {
  expect(await grantRoles(database, { api: 'nobody_1', worker: 'nobody_2', documents: 'nobody_3' })).toEqual([]);
});

it('lets the worker remove what has had its time, and write to no credentials', async () => {
  const worker = as(ROLES.worker);
  await database.query(
    `insert into proposals (id, act, subject, role, request, before, after, proposed_by, expires_at)
     values ('prop_1', 'key.revoked', 'key_1', 'administration', '{"id": "key_1"}', '{}', '{}', 'command:test', now())`,
  );
  expect(await applyRetention(worker)).toMatchObject({ proposals: 1, logins: 0, userLinks: 0 });
  expect(await database.query('select request from proposals')).toEqual([{ request: {} }]);
  const writes = [
    ...['logins', 'user_links', 'proposals', 'users'].map((table) => `select 1 from ${table} for update`),
    'update api_keys set hash = hash',
  ];
  for (const sql of writes) await expect(worker.query(sql)).rejects.toThrow('permission denied');
});
