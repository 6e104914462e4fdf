import { randomBytes } from 'node:crypto';
import { openDatabase, type Database } from '../../db/database';
import { announceDocument, completeDocument, failDocument } from '../../db/documents/outcome';
import { createDocument } from '../../db/documents/documents';
import { readRequestData, sealRequestData } from '../../db/documents/store';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { appendAuditEntry } from '../../db/auth/audit-log';
import { readAuditHead, verifyAuditLog } from '../../db/auth/verify-audit-log';
import { readAppliedMigrations } from '../../db/applied-migrations';
import { checkDataKey } from '../../db/data-keys';
import { advanceDatabaseMark, readDatabaseMark } from '../../db/restoration/database-mark';
import { grantRoles, OWNERS_TABLES, TABLE_GRANTS, type Roles } from '../../db/grants';
import { applyRetention } from '../../db/retention/apply-retention';
import { CHANNELS, listen } from '../../db/listener';
import { createWake } from '../../db/wake';
import { RESCREENING_ACTOR } from '../../domain/payments/review/compliance-hold';
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
  // As `corridor migrate` does.
  await readDatabaseMark(database);
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

it('lets a process start: it waits for its migrations, compares the mark and logs the head of the audit log', async () => {
  const [api, worker] = [as(ROLES.api), as(ROLES.worker)];
  for (const own of [api, worker]) {
    expect(await readAppliedMigrations(own)).toEqual(await readAppliedMigrations(database));
    await checkDataKey(own, vault);
    expect(await readDatabaseMark(own)).toEqual(await readDatabaseMark(database));
  }
  expect(await advanceDatabaseMark(worker)).not.toBeNull();
  expect(await readAuditHead(api)).toEqual(await readAuditHead(database));
});

describe('the table of grants', () => {
  const KINDS = ['api', 'worker', 'documents'] as const;
  const named = TABLE_GRANTS.flatMap(({ tables }) => tables.split(' '));

  it('names each table once', async () => {
    const found = await database.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')",
    );
    const tables = found.map(({ name }) => name);
    const known = [...named, ...OWNERS_TABLES];
    const without = tables.filter((name) => !known.includes(name));
    expect(without.map((name) => `give the table ${name} a row in db/grants.ts`)).toEqual([]);
    expect(known.filter((name, index) => !tables.includes(name) || known.indexOf(name) !== index)).toEqual([]);
  });

  it.each(KINDS)('is what Postgres has given: %s', async (kind) => {
    const rows = await database.query<{ place: string; verb: string }>(
      `select c.relname as place, lower(a.privilege_type) as verb
       from pg_class c cross join aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
       where c.relnamespace = 'public'::regnamespace and r.rolname = $1
       union all
       select c.relname || '.' || t.attname, lower(a.privilege_type)
       from pg_class c join pg_attribute t on t.attrelid = c.oid cross join aclexplode(t.attacl) a
       join pg_roles r on r.oid = a.grantee where c.relnamespace = 'public'::regnamespace and r.rolname = $1`,
      [ROLES[kind]],
    );
    const wanted = TABLE_GRANTS.flatMap(({ tables, [kind]: privileges = '' }) =>
      [...privileges.matchAll(/(\w+)(?: \(([^)]+)\))?/g)].flatMap(([, verb = '', columns]) =>
        tables
          .split(' ')
          .flatMap(
            (table) => columns?.split(', ').map((column) => `${table}.${column} ${verb}`) ?? [`${table} ${verb}`],
          ),
      ),
    );
    expect(rows.map(({ place, verb }) => `${place} ${verb}`).sort()).toEqual(wanted.sort());
  });

  it.each(KINDS)('gives no more than reading in the archive: %s', async (kind) => {
    const rows = await database.query(
      `select distinct lower(a.privilege_type) as verb from pg_class c cross join aclexplode(c.relacl) a
       join pg_roles r on r.oid = a.grantee where c.relnamespace = 'archive'::regnamespace and r.rolname = $1`,
      [ROLES[kind]],
    );
    expect(rows).toEqual(kind === 'documents' ? [] : [{ verb: 'select' }]);
  });

  it('leaves no function of the owner to everybody', async () => {
    const open = await database.query(
      `select p.proname from pg_proc p where p.prosecdef and p.prorettype <> 'trigger'::regtype
         and p.pronamespace = 'public'::regnamespace and has_function_privilege($1, p.oid, 'execute')`,
      [ROLES.documents],
    );
    expect(open).toEqual([{ proname: 'oldest_writer' }]);
  });
});

const entry = (actor: string) =>
  `insert into audit_log (actor, act, subject) values ('${actor}', 'payment.screening_released', 'instr_1')`;

describe('the other roles', () => {
  it.each([ROLES.api, ROLES.worker])('read and write the tables: %s', async (role) => {
    const own = as(role);
    expect(await own.query('select id from payment_instructions')).toEqual([]);
    await own.query("insert into outbox (topic, subject) values ('payment.signal', 'instr_1')");
    await own.query("delete from outbox where subject = 'instr_1'");
  });

  it.each([ROLES.api, ROLES.worker])('add entries to the audit log, and its chain follows: %s', async (role) => {
    await appendAuditEntry(as(role), { actor: 'corridor', act: 'test.done', subject: role, accountId: null });
    expect(await verifyAuditLog(database)).toMatchObject({ brokenAt: null });
    const links = `select 1 from audit_chain c join audit_log l on l.id = c.entry_id where l.subject = $1`;
    expect(await database.query(links, [role])).toHaveLength(1);
  });

  const facts = ['settlements', 'partner_reports', 'status_history', 'dispatches', 'audit_log', 'audit_chain'];
  it.each([
    ...[ROLES.api, ROLES.worker].flatMap((role) => [
      ...facts.flatMap((table) => [
        [role, `delete from ${table}`],
        [role, `truncate ${table}`],
      ]),
      [role, 'update settlements set confirmation = confirmation'],
      [role, 'update status_history set status = status'],
      [role, 'update partner_reports set status = status'],
      [role, 'update dispatches set partner_id = partner_id'],
      [role, 'update audit_log set actor = actor'],
      [role, "update audit_chain set hash = ''"],
      [role, "insert into audit_chain (entry_id, hash) values (1, '')"],
      [role, 'delete from payment_instructions'],
      [role, 'delete from archive.settlements'],
      [role, 'update archive.payment_instructions set status = status'],
      [role, "select move_payments('public', 'archive', '', 'instr_1')"],
      [role, 'delete from knex_migrations'],
      [role, 'create table mine ()'],
      [role, 'drop table accounts'],
      [role, "copy accounts to program 'true'"],
    ]),
    ...[
      'compliance_settings',
      'approval_rules',
      'api_keys',
      'users',
      'accounts',
      'blocked_countries',
      'clearances',
    ].map((table) => [ROLES.worker, `delete from ${table}`]),
    ...['second_factors', 'recovery_codes', 'logins', 'user_links', 'proposals', 'kept_forms'].flatMap((table) => [
      [ROLES.worker, `delete from ${table}`],
      [ROLES.worker, `select * from ${table}`],
    ]),
    [ROLES.worker, 'select request from proposals'],
    [ROLES.worker, 'select email from users'],
    [ROLES.worker, `update notice_settings set frequency = 'at_once'`],
    [ROLES.worker, 'update compliance_settings set live_network = live_network'],
    [ROLES.worker, 'select password_hash from users'],
    [ROLES.worker, 'select hash from api_keys'],
    [ROLES.worker, 'update api_keys set revoked_at = null'],
    [ROLES.worker, 'update users set email = email'],
    [ROLES.worker, 'update accounts set live_opened_at = now()'],
    [ROLES.worker, 'update webhook_subscriptions set url = url'],
    [ROLES.worker, 'update partners set url = url'],
    [ROLES.worker, 'update watch_list_entries set names = names'],
    [ROLES.worker, 'update payment_batch_approvals set actor = actor'],
    [ROLES.worker, 'update bulk_decisions set decided_by = decided_by'],
  ])('%s may not: %s', async (role = '', statement = '') => {
    await expect(as(role).query(statement)).rejects.toThrow(/permission denied|must be (owner|superuser)/);
  });

  it('write in the names of people where they let people in, and a worker in its own alone', async () => {
    await as(ROLES.api).query(entry('user:usr_1'));
    for (const own of ['corridor', 'dispatch', RESCREENING_ACTOR, 'worker:host']) {
      await as(ROLES.worker).query(entry(own));
    }
    for (const actor of ['user:usr_1', 'operator:key_1', 'key:key_1', 'command:root@host']) {
      await expect(as(ROLES.worker).query(entry(actor))).rejects.toThrow(`may not write to the audit log as ${actor}`);
    }
  });

  it('and a worker in the name of a person as the act alone that the person has ordered', async () => {
    const [actor, other] = ['operator:key_1', 'operator:key_2'];
    await database.query(
      `insert into bulk_decisions (id, decision, reason, filter, prepared_by, has_more, status, decided_by, started_at)
       values ('bulk_1', 'release', 'looked at', '{}', $1, false, 'running', jsonb_build_object('id', $1::text), now())`,
      [actor],
    );
    await database.query(
      "insert into bulk_decision_payments (bulk_decision_id, instruction_id) values ('bulk_1', 'instr_1')",
    );
    const add = (by: string | undefined, act: string, subject: string) =>
      as(ROLES.worker).query(
        `insert into audit_log (actor, act, subject, detail) values ($1, $2, $3, '{"by": {"bulkDecision": "bulk_1"}}')`,
        [by, act, subject],
      );
    await add(actor, 'payment.screening_released', 'instr_1');
    for (const [by, act, subject] of [
      [actor, 'payment.decided', 'instr_1'],
      [actor, 'operator.password_set', 'instr_1'],
      [actor, 'payment.screening_released', 'instr_2'],
      [other, 'payment.screening_released', 'instr_1'],
    ] as const) {
      await expect(add(by, act, subject)).rejects.toThrow('may not write to the audit log');
    }
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
  await expect(worker.query("select remove_expired('api_keys', 1)")).rejects.toThrow('do not expire');
});
