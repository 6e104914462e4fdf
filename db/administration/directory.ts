import type { Queryable } from '../database';

/** What an operator manages by name: the nouns of the command line. */
export type Managed = 'key' | 'account' | 'user' | 'partner' | 'route';

/** A row as an operator sees it: no secret, no hash. */
export type Entry = Record<string, unknown> & { id: string };

const VIEWS: Record<Managed, string> = {
  key: `
    select k.id, k.kind, k.label, k.hint, k.environment, k.account_id as account, a.name as "accountName",
      k.partner_id as partner, case when k.kind = 'operator' then k.user_id end as operator,
      case when k.kind = 'client' then k.user_id end as member, coalesce(k.plan, a.plan) as plan, k.plan is null as "planOfAccount", k.scopes,
      k.per_minute as "perMinute", k.per_hour as "perHour", k.per_day as "perDay",
      k.endpoint_limits as "endpointLimits", nullif(k.custom_endpoint_limits, '{}') as "customEndpointLimits",
      k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.disabled_at as "disabledAt"
    from api_keys k left join accounts a on a.id = k.account_id`,
  account: `
    select id, name, plan, strict_payments as "strictPayments", needs_second_factor as "needsSecondFactor", case when live_opened_at is null then 'closed' else 'open' end as live,
      live_opened_at as "liveOpenedAt", created_at as "createdAt", disabled_at as "disabledAt"
    from accounts`,
  user: `
    select u.id, u.email, u.name, u.role, nullif(u.operator_roles, '{}') as "operatorRoles", u.account_id as account, a.name as "accountName", u.partner_id as partner,
      u.created_at as "createdAt", u.disabled_at as "disabledAt", u.erased_at as "erasedAt"
    from users u left join accounts a on a.id = u.account_id`,
  partner: `
    select p.id, p.name, p.adapter, p.url, p.environment, p.auth_mode as "authMode", p.created_at as "createdAt",
      p.disabled_at as "disabledAt",
      case when h.opened_at is null then 'closed' when h.open_until > clock_timestamp() then 'open' else 'probing' end
        as breaker, h.last_fault as "lastFault", h.last_fault_at as "lastFaultAt", h.last_success_at as "lastSuccessAt"
    from partners p left join partner_health h on h.partner_id = p.id`,
  route: `
    select r.id, r.partner_id as partner, p.name as "partnerName", r.environment, r.channel, r.currencies, r.countries,
      r.timelines, r.min_amount::text as "minAmount", r.max_amount::text as "maxAmount",
      to_char(r.cut_off, 'HH24:MI') as "cutOff", r.cut_off_zone as "cutOffZone", r.calendars, r.always_open as "alwaysOpen",
      r.fee_fixed::text as "feeFixed", r.fee_basis_points::text as "feeBps", r.fee_min::text as "feeMin",
      r.fee_max::text as "feeMax", r.priority, r.enabled, r.created_at as "createdAt"
    from routes r join partners p on p.id = r.partner_id`,
};

/** By what else than its id something is found. */
const NAMES: Record<Managed, string> = { key: 'hint', account: 'name', user: 'email', partner: 'name', route: 'id' };

/**
 * One page of what there is, the newest first.
 * @param page `after` is the id of the last one already seen
 */
export async function listManaged(
  database: Queryable,
  kind: Managed,
  page: { limit: number; after: string | null },
): Promise<Entry[]> {
  return database.query<Entry>(
    `select * from (${VIEWS[kind]}) v where $1::text is null or v.id < $1 order by v.id desc limit $2`,
    [page.after, page.limit],
  );
}

/** @param idOrName the id, or the name, address or last characters by which people know it */
export async function findManaged(database: Queryable, kind: Managed, idOrName: string): Promise<Entry | null> {
  const [entry] = await database.query<Entry>(
    `select * from (${VIEWS[kind]}) v where v.id = $1 or v.${NAMES[kind]} = $1 order by v.id = $1 desc limit 1`,
    [idOrName],
  );
  return entry ?? null;
}
