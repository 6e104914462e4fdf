import type { Tenant } from '../../domain/auth/tenant';
import { firstIdAt, isIdOf } from '../../domain/ids';
import type { EventRecord } from '../../domain/webhooks/payload';
import type { DeliveryStatus } from '../../domain/webhooks/schemas';
import type { Queryable } from '../database';
import { KEPT_DAYS } from '../retention/rules';
import { STATUS_SQL } from './delivery-status';

const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;

const COLUMNS = 'e.id, e.type, e.created_at as "createdAt", e.payload as object';

/** The log's order. Inside a transaction by time; events of one payment that came at once, by its own count of them. */
const ORDER = 'e.transaction_id, e.created_at, coalesce(e.sequence, 0), e.id';

/**
 * Only what no running transaction can still write before: transactions get their numbers in order and commit in any
 * order, so those below the oldest one that runs have all ended. What lies above it waits for the next reading.
 */
const HORIZON = 'e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())';

/**
 * Place of an event in the log: it stays one when retention deletes the event.
 * Microseconds and numbers of 64 bits pass through as text.
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

/** An event with its place in the log, after which the reading goes on. */
export interface LoggedEvent extends EventRecord {
  position: LogPosition;
}

export interface EventFilter<After> {
  tenant: Tenant;
  /** What was read last; undefined: from the oldest that is kept. */
  after: After | undefined;
  /** Names of events; undefined: all. */
  types: readonly string[] | undefined;
  limit: number;
}

/** SQL of one page: with types, the first ones of each are found by its own index, however rare it is. */
function pageOf(where: string, hasTypes: boolean): string {
  const select = (columns: string, condition: string): string =>
    `select ${columns} from events e where ${where}${condition} order by ${ORDER} limit $3`;
  if (!hasTypes) return select(`${COLUMNS}, ${POSITION}`, '');
  return `select ${COLUMNS}, ${POSITION} from unnest($4::text[]) as asked (type)
    cross join lateral (${select('*', ' and e.type = asked.type')}) e order by ${ORDER} limit $3`;
}

/** Before every event that is kept. */
const BEFORE_ALL = { transaction: '0', at: '-infinity', step: 0 };

/**
 * The place of an event of the tenant in its log. One of the time that retention has deleted stands before all that are
 * kept: whoever follows a log in which nothing came for so long, or nothing of the types that they ask for, goes on.
 * @returns null where the tenant has no such event
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
 * One page of the log of a tenant, the oldest first. Whoever goes on after the place of the last event of each page reads
 * every event once, however late a transaction commits, and misses none that is kept when the events that were read are
 * deleted meanwhile.
 * Source: docs/decisions/0013-order-of-the-event-log.md
 */
export function readLog(database: Queryable, filter: EventFilter<LogPosition>): Promise<LoggedEvent[]> {
  const { tenant, after, types, limit } = filter;
  const hasTypes = types !== undefined;
  const parameters: unknown[] = [tenant.accountId, tenant.environment, limit, ...(hasTypes ? [types] : [])];
  const where = `e.account_id = $1 and e.environment = $2 and not e.sample and ${HORIZON}`;
  if (after === undefined) return database.query<LoggedEvent>(pageOf(where, hasTypes), parameters, 'for_values');
  const place = (value: unknown, type: string): string => `$${parameters.push(value)}::${type}`;
  const { transaction, at, step, id } = after;
  const read = [place(transaction, 'xid8'), place(at, 'timestamptz'), place(step, 'integer'), place(id, 'text')];
  const page = pageOf(`${where} and (${ORDER}) > (${read.join(', ')})`, hasTypes);
  return database.query<LoggedEvent>(page, parameters, 'for_values');
}

/**
 * One page of the log, for a client that knows the id of the event that it read last.
 * @returns null where the tenant has no event `after`
 */
export async function listEvents(database: Queryable, filter: EventFilter<string>): Promise<LoggedEvent[] | null> {
  const { tenant, after: id } = filter;
  const after = id === undefined ? undefined : await findPosition(database, tenant, id);
  return after === null ? null : readLog(database, { ...filter, after });
}

/** @returns place of the newest event of a tenant's log, after which a stream begins; undefined: the log is empty */
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

/** @returns an event of the tenant with its deliveries, or null */
export async function findEvent(
  database: Queryable,
  tenant: Tenant,
  id: string,
): Promise<{ event: EventRecord; deliveries: EventDelivery[] } | null> {
  const [event] = await database.query<EventRecord>(
    `select ${COLUMNS} from events e where e.id = $1 and e.account_id = $2 and e.environment = $3`,
    [id, tenant.accountId, tenant.environment],
  );
  if (event === undefined) return null;
  const deliveries = await database.query<EventDelivery>(
    `select d.id, d.webhook_id, ${STATUS_SQL} as status from deliveries d
     where d.event_id = $1 and d.account_id = $2 and d.environment = $3 order by d.id`,
    [id, tenant.accountId, tenant.environment],
  );
  return { event, deliveries };
}
