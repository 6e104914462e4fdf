import { type Actor, appendAuditEntry } from '../auth/audit-log';
import { firstIdAt, timePart } from '../../domain/ids';
import { DomainError } from '../../domain/errors';
import type { Tenant } from '../../domain/auth/tenant';
import { FIRST_PACE, nextPace, type PageOutcome } from '../../domain/webhooks/recovery-pace';
import { newId } from '../../lib/ids';
import type { Database, Queryable } from '../database';
import { listensSql } from '../events';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { addToOutbox, TOPICS } from '../outbox';
import { isOneOfSql } from '../status-sql';
import { FILTER_SQL } from './controls';
import { UNFINISHED_STATUSES } from './delivery-status';

/**
 * Events of a time that a subscription listens to and has not got: no delivery of them arrived or is still under way.
 * What others were told of it is not among them.
 * `$1` subscription, `$2` since, `$3` until, `$4` and `$5` ids between which they are looked for: an id begins with its
 * time.
 */
const MISSED_SQL = `
  from events event join webhook_subscriptions hook
    on hook.id = $1 and hook.account_id = event.account_id and hook.environment = event.environment
  where not event.sample and event.created_at >= $2 and event.created_at < $3
    and event.id > $4 and event.id < $5 and event.subject <> hook.id and ${listensSql('hook', 'event.type')} and ${FILTER_SQL}
    and not exists (
      select from deliveries d where d.event_id = event.id and d.webhook_id = hook.id and not d.test
        and ${isOneOfSql('d.status', ['delivered', ...UNFINISHED_STATUSES])})`;

/** The clock that named an event may differ from the one that dated it. */
const CLOCKS_MS = 60 * 60_000;

/** @returns the parameters of `MISSED_SQL`; `position` is the id of the last event that was sent */
function missedOf(webhookId: string, since: Date, until: Date, position: string): unknown[] {
  const [from, below] = [since.getTime() - CLOCKS_MS, until.getTime() + CLOCKS_MS].map((ms) => firstIdAt('event', ms));
  return [webhookId, since, until, position === '' ? from : position, below];
}

/** What is to be sent again, and by whose order. */
export interface RecoveryOrder {
  tenant: Tenant;
  webhookId: string;
  /** ISO 8601; events from then on, before `until`. */
  since: string;
  until: string;
  actor: Actor;
  held: HeldKey | null;
}

/** A recovery and how far it is. */
export interface Recovery {
  id: string;
  webhook_id: string;
  since: Date;
  until: Date;
  status: 'running' | 'completed';
  /** Events that were missing when it was ordered. */
  events: number;
  /** Events that have a new delivery. */
  sent: number;
  created_at: Date;
  finished_at: Date | null;
}

const COLUMNS = 'id, webhook_id, since, until, status, events, sent, created_at, finished_at';

async function insertRecovery(client: Queryable, order: RecoveryOrder, events: number): Promise<Recovery> {
  const { tenant, webhookId, since, until } = order;
  const [row] = await client.query<Recovery>(
    `insert into webhook_recoveries (id, account_id, environment, webhook_id, since, until, events, status, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when $7 = 0 then 'completed' else 'running' end,
       case when $7 = 0 then now() end)
     returning ${COLUMNS}`,
    [newId('recovery'), tenant.accountId, tenant.environment, webhookId, since, until, events],
  );
  if (row === undefined) throw new Error('a recovery was not stored');
  return row;
}

/**
 * Orders that failed and missed events are sent again, which a workflow does page by page, with an audit entry.
 * @returns null where the tenant has no such subscription
 * @throws DomainError DUPLICATE while an earlier recovery of the subscription runs
 * Source: docs/GAPS.md#W14
 */
export async function startRecovery(database: Database, order: RecoveryOrder): Promise<Recovery | null> {
  const { tenant, webhookId, since, until, actor, held } = order;
  const { accountId, environment } = tenant;
  return database.transaction(async (client) => {
    const [hook] = await client.query(
      `select id from webhook_subscriptions
       where id = $1 and account_id = $2 and environment = $3 and deleted_at is null for no key update`,
      [webhookId, accountId, environment],
    );
    if (hook === undefined) return null;
    const [open] = await client.query<{ id: string }>(
      `select id from webhook_recoveries where webhook_id = $1 and status = 'running'`,
      [webhookId],
    );
    if (open !== undefined) throw new DomainError('DUPLICATE', 'A recovery of this subscription goes on already.');
    const wanted = missedOf(webhookId, new Date(since), new Date(until), '');
    const [missed] = await client.query<{ count: number }>(`select count(*)::int as count ${MISSED_SQL}`, wanted);
    const recovery = await insertRecovery(client, order, missed?.count ?? 0);
    const { id, events, status } = recovery;
    if (status === 'running') await addToOutbox(client, { topic: TOPICS.recoverWebhook, subject: id, accountId });
    const entry = { actor, act: 'webhook.recovered', subject: webhookId, accountId };
    await appendAuditEntry(client, { ...entry, detail: { environment, since, until, count: events } });
    await nameIdempotentSubject(client, held, id);
    return recovery;
  });
}

/** @throws DomainError NOT_FOUND for an unknown recovery, and for another tenant's */
export async function readRecovery(
  database: Queryable,
  tenant: Tenant,
  { webhookId, recoveryId }: { webhookId: string; recoveryId: string },
): Promise<Recovery> {
  const [row] = await database.query<Recovery>(
    `select ${COLUMNS} from webhook_recoveries
     where id = $1 and webhook_id = $2 and account_id = $3 and environment = $4`,
    [recoveryId, webhookId, tenant.accountId, tenant.environment],
  );
  if (row === undefined) throw new DomainError('NOT_FOUND', 'There is no such recovery.');
  return row;
}

/** @returns whose the recoveries are, for workflows that begin again */
export async function readRecoveriesToResume(
  database: Queryable,
  ids: readonly string[],
): Promise<{ recoveryId: string; accountId: string }[]> {
  return database.query(
    'select id as "recoveryId", account_id as "accountId" from webhook_recoveries where id = any($1)',
    [ids],
  );
}

/** A resend locks its subscription, and so sees the resends before it. */
async function lockResends(client: Queryable, webhookId: string): Promise<void> {
  await client.query('select id from webhook_subscriptions where id = $1 for no key update', [webhookId]);
}

const SEND_AGAIN_SQL = `
  with missed as (
    select event.id, event.account_id, event.environment, event.type ${MISSED_SQL} order by event.id limit $7
  ),
  delivery as (
    insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, resend, next_attempt_at,
      created_at)
    select 'dlv_' || $6::text || left(replace(gen_random_uuid()::text, '-', ''), 16), account_id, environment, id, type,
      $1, true, now(), now()
    from missed
    returning account_id
  ),
  started as (
    insert into outbox (topic, subject, account_id) select '${TOPICS.sendFirsts}', $1, account_id from delivery limit 1
  )
  select max(id) as last, count(*)::int as events from missed`;

/** State of a recovery after a page. */
export interface RecoveryProgress {
  sent: number;
  events: number;
  isOver: boolean;
  /** Events of this page at most. */
  pace: number;
}

/** The size of the next page of a recovery, by how the deliveries of the last one went. */
async function readPace(client: Queryable, webhookId: string, pace: number): Promise<number> {
  const [row] = await client.query<PageOutcome & { rate: number | null }>(
    `select s.rate_per_second as rate, o.open, o.failed from webhook_subscriptions s cross join lateral (
       select count(*) filter (where status in ('pending', 'paused') and in_sender)::int as open,
         count(*) filter (where status <> 'delivered' and not in_sender)::int as failed
       from (select status, in_sender from deliveries d where d.webhook_id = s.id and d.resend order by d.id desc limit $2) newest) o
     where s.id = $1`,
    [webhookId, pace],
  );
  return row === undefined || row.rate !== null ? FIRST_PACE : nextPace(pace, row);
}

/**
 * Sends the next page of a recovery again and stores the position, in one transaction, so that no event is sent twice.
 * @param pace size of the page before; null: this is the first of its workflow
 */
export async function recoverPage(
  database: Database,
  recoveryId: string,
  pace: number | null = null,
): Promise<RecoveryProgress> {
  return database.transaction(async (client) => {
    const [open] = await client.query<Recovery & { position: string }>(
      `select ${COLUMNS}, position from webhook_recoveries where id = $1 for update`,
      [recoveryId],
    );
    if (open === undefined) return { sent: 0, events: 0, isOver: true, pace: FIRST_PACE };
    const { webhook_id: webhookId, since, until, position, status } = open;
    if (status === 'completed') return { sent: open.sent, events: open.events, isOver: true, pace: FIRST_PACE };
    await lockResends(client, webhookId);
    const size = pace === null ? FIRST_PACE : await readPace(client, webhookId, pace);
    const [page] = await client.query<{ last: string | null; events: number }>(SEND_AGAIN_SQL, [
      ...missedOf(webhookId, since, until, position),
      ...[timePart(Date.now()), size],
    ]);
    const made = page?.events ?? 0;
    const isOver = made < size;
    const sent = open.sent + made;
    await client.query(
      `update webhook_recoveries set sent = $2, position = coalesce($3, position),
         status = case when $4 then 'completed' else 'running' end, finished_at = case when $4 then now() end
       where id = $1`,
      [recoveryId, sent, page?.last ?? null, isOver],
    );
    return { sent, events: Math.max(open.events, sent), isOver, pace: size };
  });
}
