import type { Tenant } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import { firstIdAt, isIdOf } from '../../domain/ids';
import type { EventRecord } from '../../domain/webhooks/payload';
import type { DeliveryStatus } from '../../domain/webhooks/schemas';
import type { Queryable } from '../database';
import { KEPT_DAYS } from '../retention/rules';
import { STATUS_SQL } from './delivery-status';

const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;

const COLUMNS = 'e.id, e.type, e.created_at as "createdAt", e.payload as object';

/** The order of the log: by transaction, then by time, then by the payment's own sequence number. */
const ORDER = 'e.transaction_id, e.created_at, coalesce(e.sequence, 0), e.id';

/**
 * Only events that no running transaction can still precede: transactions get their numbers in order and commit in any
 * order, so all below the oldest running one have ended. Events above it wait for the next read.
 */
const HORIZON = 'e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())';

/**
 * Position of an event in the log; it stays valid after retention deletes the event.
 * Microseconds and 64-bit numbers are kept as text.
 */
export interface LogPosition {
  transaction: string;
  at: string;
  step: number;
  /** Id of the event. */
  id: string;
}

const POSITION = `json_build_object('transaction', e.transaction_id::text, 'at', e.created_at::text,
  'step', coalesce(e.sequence, 0), 'id', e.id) as position`;

/** An event with its position in the log, after which the next page begins. */
export interface LoggedEvent extends EventRecord {
  position: LogPosition;
}

export interface EventFilter<After> {
  tenant: Tenant;
  /** The last event read; undefined: the page begins with the oldest that is kept. */
  after: After | undefined;
  /** Names of events; undefined: all. */
  types: readonly string[] | undefined;
  limit: number;
}

/**
 * SQL of one page. With types, the index by type finds the first events of each type, however rare, since the type is a
 * range and part of the order. With an equality, Postgres could read the index of all types and skip the others; it
 * does so after a dump was restored, when all events have one transaction.
 * @param after parameters of the position after which the page begins
 */
function pageOf(where: string, after: string | null, hasTypes: boolean): string {
  if (!hasTypes) {
    const isAfter = after === null ? '' : ` and (${ORDER}) > (${after})`;
    return `select ${COLUMNS}, ${POSITION} from events e where ${where}${isAfter} order by ${ORDER} limit $3`;
  }
  const isAfter = after === null ? 'e.type >= asked.type' : `(e.type, ${ORDER}) > (asked.type, ${after})`;
  return `select ${COLUMNS}, ${POSITION} from unnest($4::text[]) as asked (type)
    cross join lateral (
      select * from events e where ${where} and ${isAfter} and e.type <= asked.type
      order by e.type, ${ORDER} limit $3) e
    order by ${ORDER} limit $3`;
}

/** Before every event that is kept. */
const BEFORE_ALL = { transaction: '0', at: '-infinity', step: 0 };

/**
 * The position of an event in the tenant's log. One that retention has deleted counts as before the oldest, so that a
 * reader of a quiet log, or of rare types, can continue.
 * @returns null when the tenant has no such event
 */
export async function findPosition(database: Queryable, tenant: Tenant, id: string): Promise<LogPosition | null> {
  const [found] = await database.query<{ position: LogPosition }>(
    `select ${POSITION} from events e where e.id = $1 and e.account_id = $2 and e.environment = $3`,
    [id, tenant.accountId, tenant.environment],
  );
  if (found !== undefined) return found.position;
  const isDeleted = isIdOf('event', id) && id < firstIdAt('event', Date.now() - KEPT_MS);
  return isDeleted ? { ...BEFORE_ALL, id } : null;
}

/**
 * One page of the log of a tenant, oldest first. A reader that continues after the last event of each page reads every
 * event once, however late a transaction commits, even if earlier events are deleted meanwhile.
 * Source: docs/internal/decisions/0013-order-of-the-event-log.md
 */
export function readLog(database: Queryable, filter: EventFilter<LogPosition>): Promise<LoggedEvent[]> {
  const { tenant, after, types, limit } = filter;
  const hasTypes = types !== undefined;
  const parameters: unknown[] = [tenant.accountId, tenant.environment, limit, ...(hasTypes ? [types] : [])];
  const where = `e.account_id = $1 and e.environment = $2 and not e.sample and ${HORIZON}`;
  const place = (value: unknown, type: string): string => `$${parameters.push(value)}::${type}`;
  const placeOf = ({ transaction, at, step, id }: LogPosition): string =>
    [place(transaction, 'xid8'), place(at, 'timestamptz'), place(step, 'integer'), place(id, 'text')].join(', ');
  const page = pageOf(where, after === undefined ? null : placeOf(after), hasTypes);
  return database.query<LoggedEvent>(page, parameters, 'for_values');
}

/**
 * One page of the tenant's log, oldest first, after the event with the id `after`. If retention has deleted that event,
 * the page begins with the oldest one that is kept.
 * @returns null when the tenant has no such event
 */
export async function listEvents(database: Queryable, filter: EventFilter<string>): Promise<LoggedEvent[] | null> {
  const { tenant, after: id } = filter;
  const after = id === undefined ? undefined : await findPosition(database, tenant, id);
  return after === null ? null : readLog(database, { ...filter, after });
}

/** @returns position of the newest event of a tenant's log, where a stream begins; undefined when the log is empty */
export async function readEndOfLog(
  database: Queryable,
  { accountId, environment }: Tenant,
): Promise<LogPosition | undefined> {
  const [last] = await database.query<{ position: LogPosition }>(
    `select ${POSITION} from events e
     where e.account_id = $1 and e.environment = $2 and not e.sample and ${HORIZON}
     order by e.transaction_id desc, e.created_at desc, coalesce(e.sequence, 0) desc, e.id desc limit 1`,
    [accountId, environment],
  );
  return last?.position;
}

export interface EventDelivery {
  id: string;
  webhook_id: string;
  status: DeliveryStatus;
}

/** @throws DomainError NOT_FOUND for an unknown event, and for another tenant's */
export async function readEvent(database: Queryable, tenant: Tenant, id: string): Promise<EventRecord> {
  const [event] = await database.query<EventRecord>(
    `select ${COLUMNS} from events e where e.id = $1 and e.account_id = $2 and e.environment = $3`,
    [id, tenant.accountId, tenant.environment],
  );
  if (event === undefined) throw new DomainError('NOT_FOUND', 'There is no such event.');
  return event;
}

/** @returns the deliveries of an event of the tenant */
export function readEventDeliveries(database: Queryable, tenant: Tenant, id: string): Promise<EventDelivery[]> {
  return database.query<EventDelivery & Record<string, unknown>>(
    `select d.id, d.webhook_id, ${STATUS_SQL} as status from deliveries d
     where d.event_id = $1 and d.account_id = $2 and d.environment = $3 order by d.id`,
    [id, tenant.accountId, tenant.environment],
  );
}
