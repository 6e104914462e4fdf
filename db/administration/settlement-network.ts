import type { Environment } from '../../domain/auth/tenant';
import type { AuthMode } from '../../domain/payments/dispatch/partner-settings';
import { DomainError } from '../../domain/errors';
import type { RouteSettings } from '../../domain/payments/routing/route-schema';
import type { Queryable } from '../database';
import { ROUTE_SETTINGS } from '../payments/routing/routes';

/** Whether a partner answers, and what waits for it. */
export interface HealthRow {
  breaker: 'closed' | 'open' | 'probing';
  consecutiveFaults: number;
  lastFault: string | null;
  lastFaultAt: Date | null;
  lastSuccessAt: Date | null;
  openSince: Date | null;
  /** Payments that are pending. */
  waiting: number;
  /** Of those: a call is under way, or was lost with its process. */
  inFlight: number;
  /** Of those: the partner may or may not have them. */
  openInquiries: number;
}

export interface PartnerRow extends HealthRow {
  id: string;
  name: string;
  adapter: string;
  url: string | null;
  environment: Environment;
  authMode: AuthMode;
  createdAt: Date;
  disabledAt: Date | null;
}

export interface RouteRow extends HealthRow, RouteSettings {
  id: string;
  partnerId: string;
  partnerName: string;
  environment: Environment;
  enabled: boolean;
  isPartnerEnabled: boolean;
  createdAt: Date;
}

/** One page, the newest first. */
export interface NetworkPage {
  limit: number;
  /** Id of the last one already seen. */
  after?: string | undefined;
}

const HEALTH = `
  case when h.opened_at is null then 'closed' when h.open_until > clock_timestamp() then 'open' else 'probing' end
    as breaker,
  coalesce(h.consecutive_faults, 0) as "consecutiveFaults", h.last_fault as "lastFault",
  h.last_fault_at as "lastFaultAt", h.last_success_at as "lastSuccessAt", h.opened_at as "openSince",
  coalesce(w.waiting, 0)::integer as waiting, coalesce(w.in_flight, 0)::integer as "inFlight",
  coalesce(w.open_inquiries, 0)::integer as "openInquiries"`;

/** Counted once for all of a page, from the payments that are open. */
const WAITING = `
  waiting as (
    select i.partner_id, count(*) as waiting, count(*) filter (where d.state = 'sending') as in_flight,
      count(*) filter (where d.state = 'unknown') as open_inquiries
    from payment_instructions i
    left join dispatches d on d.instruction_id = i.id and d.state in ('sending', 'unknown')
    where i.stage = 'pending' and i.partner_id in (select partner_id from page)
    group by i.partner_id
  )`;

/** `$1` names one, `$2` is where a page goes on, `$3` its length. */
const PAGE_OF = 'where ($1::text is null or id = $1) and ($2::text is null or id < $2) order by id desc limit $3';

const PARTNERS_SQL = `
  with page as (select *, id as partner_id from partners ${PAGE_OF}), ${WAITING}
  select p.id, p.name, p.adapter, p.url, p.environment, p.auth_mode as "authMode", p.created_at as "createdAt",
    p.disabled_at as "disabledAt", ${HEALTH}
  from page p
  left join partner_health h on h.partner_id = p.id
  left join waiting w on w.partner_id = p.id
  order by p.id desc`;

const ROUTES_SQL = `
  with page as (select * from routes ${PAGE_OF}), ${WAITING}
  select r.id, r.partner_id as "partnerId", p.name as "partnerName", r.environment, ${ROUTE_SETTINGS}, r.enabled,
    p.disabled_at is null as "isPartnerEnabled", r.created_at as "createdAt", ${HEALTH}
  from page r
  join partners p on p.id = r.partner_id
  left join partner_health h on h.partner_id = p.id
  left join waiting w on w.partner_id = p.id
  order by r.id desc`;

/** @returns partners with their health, the newest first */
export async function listPartners(database: Queryable, { limit, after }: NetworkPage): Promise<PartnerRow[]> {
  return database.query<PartnerRow & Record<string, unknown>>(PARTNERS_SQL, [null, after ?? null, limit]);
}

/** @throws DomainError NOT_FOUND when there is no such partner */
export async function readPartnerRow(database: Queryable, id: string): Promise<PartnerRow> {
  const [row] = await database.query<PartnerRow & Record<string, unknown>>(PARTNERS_SQL, [id, null, 1]);
  if (row === undefined) throw new DomainError('NOT_FOUND', 'There is no such partner.');
  return row;
}

/** @returns routes with the health of their partners, the newest first */
export async function listRouteRows(database: Queryable, { limit, after }: NetworkPage): Promise<RouteRow[]> {
  return database.query<RouteRow & Record<string, unknown>>(ROUTES_SQL, [null, after ?? null, limit]);
}

/** @throws DomainError NOT_FOUND when there is no such route */
export async function readRouteRow(database: Queryable, id: string): Promise<RouteRow> {
  const [row] = await database.query<RouteRow & Record<string, unknown>>(ROUTES_SQL, [id, null, 1]);
  if (row === undefined) throw new DomainError('NOT_FOUND', 'There is no such route.');
  return row;
}

/** More than so many payments are not counted for a page. */
const MAX_COUNTED = 10_000;

/**
 * Counts payments that a partner has and that have no outcome, up to 10,000: they cannot progress while its reports
 * are refused.
 */
export async function countUnderway(database: Queryable, partnerId: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::integer as count from (
       select 1 from payment_instructions
       where partner_id = $1 and stage = 'sent' limit ${MAX_COUNTED}) underway`,
    [partnerId],
  );
  return row?.count ?? 0;
}
