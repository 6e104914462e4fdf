import type { QueueTarget } from '../../domain/webhooks/destination';
import { withAmount, type EventRecord, type PaymentAmount } from '../../domain/webhooks/payload';
import type { Vault } from '../../lib/vault';
import type { Queryable } from '../database';
import { AMOUNT_SQL } from './amounts';
import { openSettings, type SealedSettings } from './controls';
import { liveSecrets, type SealedSecrets } from './subscriptions';
import { trustedOriginsSql } from './trusted-origins';

/** Everything that one attempt needs, read at the moment of the attempt. */
export interface AttemptOrder {
  deliveryId: string;
  number: number;
  /** When it is its turn under a rate, at most a second ahead; null: at once. */
  notBefore: Date | null;
  webhookId: string;
  accountId: string;
  eventId: string;
  url: string;
  /** The queue that the URL names; null for an HTTPS endpoint. */
  queue: QueueTarget | null;
  /** A test has one attempt and no retries. */
  test: boolean;
  event: EventRecord;
  /** The one for the single-value signatures, then the others. */
  secrets: [string, ...string[]];
  /** Origins that an operator trusts for this side, beside those of the settings. */
  trustedOrigins: string[];
  /** Static headers of the subscription. */
  headers: Record<string, string>;
  /** Whether one of its secrets is not set for this address: nothing may be sent. */
  lacksSecret: boolean;
  isOrdered: boolean;
  /** Whether its deliveries wait while its endpoint cannot be reached. */
  hasBreaker: boolean;
  /** Trace of its event; null where nothing is traced. */
  traceparent: string | null;
}

/** An order as it is read: the event apart, what is secret sealed. */
export interface OrderRow
  extends
    SealedSecrets,
    SealedSettings,
    Omit<AttemptOrder, 'webhookId' | 'event' | 'secrets' | 'headers' | 'queue' | 'lacksSecret'> {
  webhook_id: string;
  url: string;
  event_type: string;
  payload: Record<string, unknown>;
  event_at: Date;
  about: PaymentAmount | null;
  subject: string;
}

/** All of an order but `number` and `notBefore`, of deliveries `d` with `ORDER_JOINS`. */
export const ORDER_COLUMNS = `d.id as "deliveryId", d.webhook_id, d.account_id as "accountId", d.test, d.traceparent,
  d.event_id as "eventId", d.event_type, e.payload, e.subject, e.created_at as event_at, ${AMOUNT_SQL} as about, s.url,
  s.secret_sealed, s.previous_secret_sealed, s.overlap_until, s.headers_sealed, s.destination, s.credentials_sealed, s.ordered as "isOrdered",
  s.breaker as "hasBreaker", ${trustedOriginsSql('d.environment')} as "trustedOrigins"`;

export const ORDER_JOINS = 'join webhook_subscriptions s on s.id = d.webhook_id join events e on e.id = d.event_id';

/** The order of an attempt, with opened secrets. */
export function orderOf(row: OrderRow, vault: Vault, now: Date): AttemptOrder {
  const { deliveryId, number, notBefore, accountId, eventId, url, test, trustedOrigins, isOrdered, hasBreaker } = row;
  const { traceparent, webhook_id: webhookId, subject } = row;
  const { headers, queue, lacksSecret } = openSettings(vault, row);
  const recorded = { id: eventId, type: row.event_type, createdAt: row.event_at, object: row.payload };
  return {
    ...{ deliveryId, number, notBefore, webhookId, accountId, eventId, url, test, traceparent },
    ...{ trustedOrigins, isOrdered, hasBreaker, headers, lacksSecret },
    queue: queue && { ...queue, subject, deliveryId },
    event: withAmount(recorded, row.about),
    secrets: liveSecrets(row, vault, now),
  };
}

/** What an attempt would send now and where, whatever the delivery's status; null once its endpoint is deleted. */
export async function readOrder(
  database: Queryable,
  vault: Vault,
  deliveryId: string,
  now: Date,
): Promise<AttemptOrder | null> {
  const [row] = await database.query<OrderRow>(
    `select 1 as number, null as "notBefore", ${ORDER_COLUMNS} from deliveries d ${ORDER_JOINS}
     where d.id = $1 and s.deleted_at is null`,
    [deliveryId],
  );
  return row === undefined ? null : orderOf(row, vault, now);
}
