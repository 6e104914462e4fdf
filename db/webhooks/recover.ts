import type { Actor } from '../auth/audit-log';
import { appendAuditEntry } from '../auth/audit-log';
import { timePart } from '../../domain/ids';
import { DomainError } from '../../domain/errors';
import type { Tenant } from '../../domain/auth/tenant';
import type { Database, Queryable } from '../database';
import { PATTERNS_SQL } from '../events';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { FILTER_SQL } from './controls';
import { addToOutbox, IS_MINE, LEASED, TOPICS, type OutboxItem } from '../outbox';

/** Events sent again at a time. */
const PAGE = 50;
/** Pause between pages: what was missed in days comes back paced. */
const PACE_SECONDS = 1;

/**
 * Events of a time that a subscription listens to and has not got: no delivery of them arrived or is still under way.
 * What others were told of it is not among them.
 * `$1` subscription, `$2` since, `$3` until, `$4` id after which they are looked for.
 */
const MISSED_SQL = `
  from events event join webhook_subscriptions hook
    on hook.id = $1 and hook.account_id = event.account_id and hook.environment = event.environment
  where hook.deleted_at is null and not event.sample and event.created_at >= $2 and event.created_at < $3
    and event.id > $4 and event.subject <> hook.id and hook.events && (${PATTERNS_SQL})
    and ${FILTER_SQL}
    and not exists (
      select from deliveries d where d.event_id = event.id and d.webhook_id = hook.id and not d.test
        and d.status in ('delivered', 'pending', 'delivering', 'paused'))`;

export interface Recovery {
  tenant: Tenant;
  webhookId: string;
  /** ISO 8601; events from then on, before `until`. */
  since: string;
  until: string;
  actor: Actor;
  held: HeldKey | null;
}

/**
 * Orders that what failed, or was never delivered, is sent again; the relay does it page by page.
 * @returns how many events that are, or null where the tenant has no such subscription
 * @throws DomainError DUPLICATE while an earlier recovery of the subscription goes on
 * Source: docs/GAPS.md#W7
 */
export async function startRecovery(database: Database, recovery: Recovery): Promise<number | null> {
  const { tenant, webhookId, since, until, actor, held } = recovery;
  const { accountId, environment } = tenant;
  return database.transaction(async (client) => {
    const [hook] = await client.query(
      `select id from webhook_subscriptions
       where id = $1 and account_id = $2 and environment = $3 and deleted_at is null for no key update`,
      [webhookId, accountId, environment],
    );
    if (hook === undefined) return null;
    const topic = TOPICS.recoverWebhook;
    const open = await client.query('select id from outbox where topic = $1 and subject = $2', [topic, webhookId]);
    if (open.length > 0) throw new DomainError('DUPLICATE', 'A recovery of this subscription goes on already.');
    const [missed] = await client.query<{ count: number }>(`select count(*)::int as count ${MISSED_SQL}`, [
      webhookId,
      since,
      until,
      '',
    ]);
    const count = missed?.count ?? 0;
    if (count > 0) await addToOutbox(client, { topic, subject: webhookId, accountId, payload: { since, until } });
    const entry = { actor, act: 'webhook.recovered', subject: webhookId, accountId };
    await appendAuditEntry(client, { ...entry, detail: { environment, since, until, count } });
    await nameIdempotentSubject(client, held, String(count));
    return count;
  });
}

const SEND_AGAIN_SQL = `
  with missed as (
    select event.id, event.account_id, event.environment, event.type ${MISSED_SQL} order by event.id limit ${PAGE}
  ),
  delivery as (
    insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, resend, next_attempt_at,
      created_at)
    select 'dlv_' || $5::text || left(replace(gen_random_uuid()::text, '-', ''), 16), account_id, environment, id, type,
      $1, true, now(), now()
    from missed
    returning id, account_id
  ),
  started as (
    insert into outbox (topic, subject, account_id) select '${TOPICS.startDelivery}', id, account_id from delivery
  )
  select max(id) as last, count(*)::int as events from missed`;

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function sendPage(client: Queryable, item: OutboxItem): Promise<string | null> {
  const { since, until, after } = item.payload;
  const [page] = await client.query<{ last: string | null; events: number }>(SEND_AGAIN_SQL, [
    item.subject,
    text(since),
    text(until),
    text(after),
    timePart(Date.now()),
  ]);
  return page?.events === PAGE ? page.last : null;
}

/**
 * Sends the next page of a recovery again and notes in the item, in the same transaction, how far it is; after the last
 * page the item is gone. Does nothing for a relay that has lost its lease.
 */
export async function recoverPage(database: Database, item: OutboxItem): Promise<void> {
  await database.transaction(async (client) => {
    const mine = [[item.id], [item.lease]];
    const held = await client.query(`select o.id from outbox o, ${LEASED} where ${IS_MINE} for update of o`, mine);
    if (held.length === 0) return;
    const last = await sendPage(client, item);
    if (last === null) {
      await client.query(`delete from outbox o using ${LEASED} where ${IS_MINE}`, mine);
      return;
    }
    await client.query(
      `update outbox o set payload = payload || jsonb_build_object('after', $3::text), attempts = 0, created_at = now(),
         lease = null, leased_until = null, available_at = now() + interval '${PACE_SECONDS} second'
       from ${LEASED} where ${IS_MINE}`,
      [...mine, last],
    );
  });
}
