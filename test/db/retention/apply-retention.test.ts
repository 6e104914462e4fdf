import type { Queryable } from '../../../db/database';
import { applyRetention } from '../../../db/retention/apply-retention';
import { RETENTION_RULES } from '../../../db/retention/rules';
import { newId } from '../../../lib/ids';
import type { IdKind } from '../../../domain/ids';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const DAY_MS = 86_400_000;
const ACCOUNT = 'acc_kept';
const WEBHOOK = 'wh_kept';
const PARTNER = 'ptn_kept';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`insert into accounts (id, name) values ($1, 'Kept')`, [ACCOUNT]);
  await database.query(`insert into partners (id, name, adapter) values ($1, 'Kept', 'http')`, [PARTNER]);
  await insertSubscription(WEBHOOK, null);
});

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}

/** An id as it would have been made so many days ago. */
function idOf(kind: IdKind, days: number): string {
  return newId(kind, daysAgo(days).getTime());
}

async function idsIn(table: string, column = 'id'): Promise<string[]> {
  const rows = await database.query<{ id: string }>(`select ${column}::text as id from ${table}`);
  return rows.map(({ id }) => id).sort();
}

async function insertSubscription(id: string, deletedAt: Date | null): Promise<void> {
  await database.query(
    `insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, created_at, deleted_at)
     values ($1, $2, 'test', 'https://example.com', '{}', 'sealed', now(), $3)`,
    [id, ACCOUNT, deletedAt],
  );
}

async function insertEvent(days: number): Promise<string> {
  const id = idOf('event', days);
  await database.query(
    `insert into events (id, account_id, environment, type, subject, payload, created_at)
     values ($1, $2, 'test', 'hs_code.classified', 's', '{"description":"a secret machine"}', $3)`,
    [id, ACCOUNT, daysAgo(days)],
  );
  return id;
}

async function insertDelivery(
  eventId: string,
  days: number,
  status: string,
  { webhookId = WEBHOOK, resend = false } = {},
): Promise<string> {
  const id = idOf('delivery', days);
  const finishedAt = ['delivered', 'failed', 'cancelled'].includes(status) ? daysAgo(days) : null;
  await database.query(
    `insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, status, created_at, finished_at,
       resend, in_sender)
     values ($1, $2, 'test', $3, 'hs_code.classified', $4, $5, $6, $7, $8, false)`,
    [id, ACCOUNT, eventId, webhookId, status, daysAgo(days), finishedAt, resend],
  );
  await database.query(
    `insert into delivery_attempts (delivery_id, number, started_at, response_excerpt) values ($1, 1, $2, 'said')`,
    [id, daysAgo(days)],
  );
  return id;
}

async function insertKey(key: string, operation: string, days: number, statusCode: number | null): Promise<void> {
  await database.query(
    `insert into idempotency_keys (scope, operation, key, body_hash, claimed_until, created_at, status_code, body)
     values ($1, $2, $3, 'hash', $4, $4, $5, 'answer')`,
    [ACCOUNT, operation, key, daysAgo(days), statusCode],
  );
}

interface Explained {
  'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number; 'Actual Rows': number } }];
}

/** Explains each statement, which runs a deletion; of a deletion only the number of its rows is answered. */
function countBlocks(on: Queryable, count: (blocks: number) => void): Queryable {
  return {
    query: async <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> => {
      const [row] = await on.query<Explained>(`explain (analyze, buffers, format json) ${text}`, values, 'for_values');
      const plan = row?.['QUERY PLAN'][0].Plan;
      if (plan === undefined) throw new Error(`there is no plan of ${text}`);
      count(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
      if (text.includes('delete from')) return Array.from({ length: plan['Actual Rows'] }, () => ({}) as Row);
      return on.query<Row>(text, values, 'for_values');
    },
  };
}

describe('retention', () => {
  it('keeps the keys of payments for ever and those of other operations for 30 days', async () => {
    await insertKey('old payment', 'createPaymentInstruction', 400, 201);
    await insertKey('old shipment', 'createShipment', 31, 201);
    await insertKey('old claim that made nothing', 'createShipment', 31, null);
    await insertKey('shipment of 29 days', 'createShipment', 29, 201);
    expect(await applyRetention(database)).toMatchObject({ idempotencyKeys: 2 });
    expect(await idsIn('idempotency_keys', 'key')).toEqual(['old payment', 'shipment of 29 days']);
  });

  it('removes ended and parked deliveries with their attempts and events after 30 days, and none that waits', async () => {
    const old = await insertEvent(31);
    await insertDelivery(old, 31, 'delivered');
    await insertDelivery(old, 31, 'failed', { resend: true });
    await insertEvent(31);
    const recent = await insertEvent(29);
    const kept = await insertDelivery(recent, 29, 'delivered');
    const waited = await insertEvent(40);
    const parked = await insertDelivery(waited, 40, 'paused');
    await insertDelivery(await insertEvent(40), 40, 'paused');
    const parkedLately = await insertDelivery(recent, 29, 'paused', { resend: true });
    const pending = await insertDelivery(waited, 40, 'pending', { resend: true });
    expect(await applyRetention(database)).toMatchObject({ deliveries: 4, events: 3 });
    expect(await idsIn('deliveries')).toEqual([kept, parkedLately, pending].sort());
    expect(await idsIn('delivery_attempts', 'delivery_id')).toEqual([kept, parkedLately, pending].sort());
    // Its workflow waits for a change of the subscription: told of one, it finds that the delivery is gone, and ends.
    expect(await idsIn('outbox', 'subject')).toContain(parked);
    expect(await idsIn('outbox', 'subject')).not.toContain(kept);
    expect(await idsIn('events')).toEqual([recent, waited].sort());
  });

  it('goes on behind a page of rows that stay', async () => {
    const waited = await insertEvent(60);
    const waiting: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      waiting.push(await insertDelivery(waited, 60, 'pending', { resend: true }));
    }
    const behind = await insertDelivery(await insertEvent(45), 45, 'delivered');
    await applyRetention(database, { pageSize: 2 });
    expect(await idsIn('deliveries')).toEqual(expect.arrayContaining(waiting));
    expect(await idsIn('deliveries')).not.toContain(behind);
  });

  it('reads no more for the last page than for the first while an older transaction keeps what was deleted', async () => {
    const ids = Array.from({ length: 3_000 }, (_, index) => newId('event', daysAgo(45).getTime() + index));
    await database.query(
      `insert into events (id, account_id, environment, type, subject, payload, created_at)
       select unnest($1::text[]), $2, 'test', 'hs_code.classified', 's', '{}', $3`,
      [ids, ACCOUNT, daysAgo(45)],
    );
    await database.query('analyze events');
    const older = await database.pool.connect();
    try {
      await older.query('begin isolation level repeatable read');
      await older.query('select 1 from events limit 1');
      const pages: number[] = [];
      let blocks = 0;
      const counting = countBlocks(database, (read) => (blocks += read));
      const onPage = (): void => {
        pages.push(blocks);
        blocks = 0;
      };
      const rules = RETENTION_RULES.filter(({ name }) => name === 'events');
      expect(await applyRetention(counting, { rules, pageSize: 100, onPage })).toEqual({ events: ids.length });
      const [first = 0] = pages;
      // What was deleted is 29 pages by then.
      expect(Math.max(...pages)).toBeLessThan(2 * first);
    } finally {
      older.release(true);
    }
  });

  it('keeps an old event while it is being sent again', async () => {
    const old = await insertEvent(50);
    const first = await insertDelivery(old, 50, 'failed');
    const again = await insertDelivery(old, 1, 'delivered', { resend: true });
    await applyRetention(database);
    expect(await idsIn('events')).toContain(old);
    expect(await idsIn('deliveries')).toEqual(expect.arrayContaining([again]));
    expect(await idsIn('deliveries')).not.toContain(first);
  });

  it('removes a deleted subscription once no delivery names it', async () => {
    await insertSubscription('wh_gone', daysAgo(31));
    await insertSubscription('wh_named', daysAgo(31));
    await insertSubscription('wh_deleted_lately', daysAgo(29));
    await insertDelivery(await insertEvent(2), 2, 'cancelled', { webhookId: 'wh_named' });
    expect(await applyRetention(database)).toMatchObject({ webhookSubscriptions: 1 });
    expect(await idsIn('webhook_subscriptions')).toEqual(['wh_deleted_lately', WEBHOOK, 'wh_named'].sort());
  });

  it('removes secrets that no longer sign or verify', async () => {
    await database.query(
      `update webhook_subscriptions set previous_secret_sealed = 'old',
         overlap_until = case when id = $1 then now() - interval '1 second' else now() + interval '1 hour' end`,
      [WEBHOOK],
    );
    await database.query(
      `insert into partner_secrets (id, partner_id, secret_sealed, expires_at) values
         ('expired', $1, 'a', now() - interval '1 second'), ('overlapping', $1, 'b', now() + interval '1 hour'),
         ('current', $1, 'c', null)`,
      [PARTNER],
    );
    expect(await applyRetention(database)).toMatchObject({ previousWebhookSecrets: 1, partnerSecrets: 1 });
    expect(await idsIn('partner_secrets')).toEqual(['current', 'overlapping']);
    const rows = await database.query<{ id: string }>(
      'select id from webhook_subscriptions where previous_secret_sealed is null',
    );
    expect(rows).toEqual([{ id: WEBHOOK }]);
  });

  it('removes what changed bank details have replaced 90 days after the decision about them', async () => {
    await database.query(
      `insert into beneficiaries (id, account_id, environment, request_id, private_sealed, change_sealed, updated_at)
       select id, $1, 'test', 'req_1', 'sealed', 'earlier', now() - interval '1 day'
       from unnest('{ben_decided,ben_old_enough,ben_later}'::text[]) id`,
      [ACCOUNT],
    );
    await database.query(
      `insert into beneficiary_versions (beneficiary_id, version, changed_by, changed_at, held_until, confirmed_by, confirmed_at)
       values ('ben_decided', 1, 'key:1', now() - interval '92 days', now() - interval '89 days', 'user:1',
           now() - interval '91 days'),
         ('ben_old_enough', 1, 'key:1', now() - interval '94 days', now() - interval '91 days', null, null),
         ('ben_later', 1, 'key:1', now() - interval '92 days', now() - interval '89 days', null, null)`,
    );
    expect(await applyRetention(database)).toMatchObject({ changedBankDetails: 2 });
    const kept = await database.query('select id from beneficiaries where change_sealed is not null');
    expect(kept).toEqual([{ id: 'ben_later' }]);
  });

  it('removes logins that have been over or idle for a day, and signatures that are too old to be replayed', async () => {
    await database.query(
      `insert into users (id, email, name, password_hash, role, account_id) values ('usr_1', 'a@example.com', 'A', '', 'owner', $1)`,
      [ACCOUNT],
    );
    await database.query(
      `insert into logins (token_hash, user_id, created_at, last_seen_at, expires_at) values
         ('over', 'usr_1', now(), now(), now() - interval '24 hours 1 second'),
         ('idle', 'usr_1', now(), now() - interval '26 hours 1 minute', now() + interval '1 hour'),
         ('live', 'usr_1', now(), now(), now() + interval '1 hour')`,
    );
    await database.query(
      `insert into seen_signatures (partner_id, signature, request_hash, expires_at) values
         ($1, 'old', '', now() - interval '1 second'), ($1, 'fresh', '', now() + interval '1 minute')`,
      [PARTNER],
    );
    expect(await applyRetention(database)).toMatchObject({ logins: 2, seenSignatures: 1 });
    expect(await database.query(`select convert_from(token_hash, 'UTF8') as token from logins`)).toEqual([
      { token: 'live' },
    ]);
  });

  it('removes the files and the data of documents that expired, and buckets that filled up a day ago', async () => {
    await database.query(
      `insert into documents (id, account_id, environment, request_id, type, number, locale, created_at, expires_at)
       select id, $1, 'test', 'req_1', 'packing_list', 'P-1', 'en', now(), now() from unnest($2::text[]) as id`,
      [ACCOUNT, ['doc_old', 'doc_new']],
    );
    await database.query(
      `insert into document_requests (document_id, data_sealed, expires_at) values
         ('doc_old', 'x', now() - interval '1 second'), ('doc_new', 'x', now() + interval '1 hour')`,
    );
    await database.query(
      `insert into rate_buckets (subject, filled_at_ms) values ('wrong-keys 203.0.113.9', 0),
         ('busy', (extract(epoch from now()) * 1000)::bigint)`,
    );
    expect(await applyRetention(database)).toMatchObject({ documentFiles: 1, rateBuckets: 1 });
    expect(await idsIn('document_requests', 'document_id')).toEqual(['doc_new']);
    expect(await idsIn('rate_buckets', 'subject')).toEqual(['busy']);
  });

  it('removes reports about unknown instructions 90 days after they came last', async () => {
    await database.query(
      `insert into unmatched_reports (id, partner_id, instruction_id, kind, body_hash, evidence_sealed, last_at) values
         ('rep_old', $1, 'instr_1', 'status', '', '', now() - interval '91 days'),
         ('rep_new', $1, 'instr_2', 'status', '', '', now() - interval '89 days')`,
      [PARTNER],
    );
    expect(await applyRetention(database)).toMatchObject({ unmatchedReports: 1 });
    expect(await idsIn('unmatched_reports')).toEqual(['rep_new']);
  });

  it('goes on page by page until nothing is left, and can be ended between two pages', async () => {
    for (let index = 0; index < 7; index += 1) await insertKey(`page ${index}`, 'createWebhook', 31, 201);
    let pages = 0;
    const stopAfterTwo = (): void => {
      pages += 1;
      if (pages === 2) throw new Error('ended');
    };
    await expect(applyRetention(database, { pageSize: 2, onPage: stopAfterTwo })).rejects.toThrow('ended');
    expect(await applyRetention(database, { pageSize: 2 })).toMatchObject({ idempotencyKeys: 3 });
    expect(Object.values(await applyRetention(database)).every((count) => count === 0)).toBe(true);
  });

  it('lets no rule that fails keep another from its work', async () => {
    await insertKey('beside', 'createWebhook', 31, 201);
    const broken = {
      name: 'broken',
      deletePage: () => database.query('select 1 / 0').then(() => ({ deleted: 0, next: null })),
    };
    const rules = [broken, ...RETENTION_RULES];
    await expect(applyRetention(database, { rules })).rejects.toThrow('1 rules of retention failed');
    expect(await applyRetention(database)).toMatchObject({ idempotencyKeys: 0 });
  });
});
