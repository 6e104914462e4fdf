import type { Tenant } from '../../domain/auth/tenant';
import { DAY_MS } from '../../domain/calendar-dates';
import { firstIdAt } from '../../domain/ids';
import { LISTED_DAYS } from '../../domain/limits/listed-request';
import type { ListPage } from '../../domain/list-order';
import type { Queryable } from '../database';
import { inOrder } from '../list-order';

/** A request as it was listed, with the name of its key. */
export interface LoggedRequest {
  id: string;
  method: string;
  operation: string;
  status: number;
  ms: number;
  keyId: string;
  /** The label that people gave to the key, and the end of its secret; null for a key that is gone. */
  keyLabel: string | null;
  keyHint: string | null;
  errorCode: string | null;
  faultField: string | null;
  faultCode: string | null;
  subject: string | null;
}

/** What is asked of requests; an absent member asks for nothing. */
export interface RequestFilter {
  /** First digit of the status. */
  statusClass?: number | undefined;
  operation?: string | undefined;
  keyId?: string | undefined;
  /** Id of what they made, or of what their path names. */
  subject?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

const SELECT_SQL = `
  select r.id, r.method, r.operation, r.status, r.ms, r.key_id as "keyId", k.label as "keyLabel", k.hint as "keyHint",
    r.error_code as "errorCode", r.fault_field as "faultField", r.fault_code as "faultCode", r.subject
  from request_log r left join api_keys k on k.id = r.key_id
  where r.account_id = $1 and r.environment = $2`;

/** The first digit of a status that is no success has an index of its own. */
function statusSql(statusClass: number, place: string): string {
  return ` and r.status / 100 = ${place}${statusClass >= 4 ? ' and r.status >= 400' : ''}`;
}

/** Where a scan begins: at `from` or, in ascending order, not before the oldest row that retention has left. */
function firstMoment({ from, order }: RequestFilter & ListPage): Date | undefined {
  if (order !== 'oldest') return from;
  return new Date(Math.max(from?.getTime() ?? 0, Date.now() - LISTED_DAYS * DAY_MS));
}

/** @returns requests of one side of an account that fit */
export async function listRequests(
  database: Queryable,
  asked: RequestFilter & ListPage & { tenant: Tenant },
): Promise<LoggedRequest[]> {
  const { tenant, statusClass, operation, keyId, subject, until, after, order, limit } = asked;
  const from = firstMoment(asked);
  const { beyond, direction } = inOrder(order);
  const values: unknown[] = [tenant.accountId, tenant.environment, limit];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    statusClass === undefined ? '' : statusSql(statusClass, place(statusClass)),
    operation === undefined ? '' : ` and r.operation = ${place(operation)}`,
    keyId === undefined ? '' : ` and r.key_id = ${place(keyId)}`,
    subject === undefined ? '' : ` and r.subject = ${place(subject)}`,
    from === undefined ? '' : ` and r.id >= ${place(firstIdAt('request', from.getTime()))}`,
    until === undefined ? '' : ` and r.id < ${place(firstIdAt('request', until.getTime()))}`,
    after === undefined ? '' : ` and r.id ${beyond} ${place(after)}`,
  ];
  const text = `${SELECT_SQL}${conditions.join('')} order by r.id ${direction} limit $3`;
  return database.query<LoggedRequest & Record<string, unknown>>(text, values, 'for_values');
}

/** One request of one side of an account; null if it is not listed, or has expired. */
export async function findRequest(database: Queryable, tenant: Tenant, id: string): Promise<LoggedRequest | null> {
  const [row] = await database.query<LoggedRequest & Record<string, unknown>>(`${SELECT_SQL} and r.id = $3`, [
    tenant.accountId,
    tenant.environment,
    id,
  ]);
  return row ?? null;
}
