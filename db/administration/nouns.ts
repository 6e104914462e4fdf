import { ROUTE_MEMBERS } from '../../domain/payments/routing/route-schema';
import { columnsAs } from '../columns';
import { ROUTE_SETTINGS } from '../payments/routing/routes';

/** What an operator manages by name. */
export type Managed = 'key' | 'account' | 'user' | 'partner' | 'route';

/** What is known of a noun. */
export interface Noun {
  table: string;
  /** Expression of the account that an act is written down for. */
  account: string;
  /** Column of the keys that processes forget when it changes. */
  keys?: 'id' | 'account_id' | 'user_id' | 'partner_id';
  /** Whether routes are read again when it changes. */
  isOfRoutes?: boolean;
  /** By what else than its id it is found. */
  name: string;
  /** Members that an operator may change; the audit log shows their columns. */
  changeable: readonly string[];
  /** Sets it disabled (`$2`) and finds only what changes by that; by `disabled_at` where it is absent. */
  disable?: string;
  /** What an operator sees: no secret, no hash. */
  view: string;
}

/** The nouns of the command line. A new member is a column, and stands among what is changed and what is seen. */
export const NOUNS: Readonly<Record<Managed, Noun>> = {
  key: {
    table: 'api_keys',
    account: 'account_id',
    keys: 'id',
    name: 'hint',
    changeable: [
      ...['label', 'scopes', 'plan', 'expiresAt', 'perMinute', 'perHour', 'perDay', 'endpointLimits'],
      'customEndpointLimits',
    ],
    view: `
      select ${columnsAs('k', ['id', 'kind', 'label', 'hint', 'environment'])}, k.account_id as account,
        a.name as "accountName", k.partner_id as partner, case when k.kind = 'operator' then k.user_id end as operator,
        case when k.kind = 'client' then k.user_id end as member, coalesce(k.plan, a.plan) as plan,
        k.plan is null as "planOfAccount", nullif(k.custom_endpoint_limits, '{}') as "customEndpointLimits",
        ${columnsAs('k', ['scopes', 'perMinute', 'perHour', 'perDay', 'endpointLimits'])},
        ${columnsAs('k', ['createdAt', 'expiresAt', 'revokedAt', 'disabledAt'])}
      from api_keys k left join accounts a on a.id = k.account_id`,
  },
  account: {
    table: 'accounts',
    account: 'id',
    keys: 'account_id',
    name: 'name',
    changeable: [
      'name',
      'plan',
      'strictPayments',
      'needsSecondFactor',
      'identityDomain',
      'identityRoles',
      'payeeRules',
    ],
    view: `
      select ${columnsAs('a', ['id', 'name', 'plan', 'strictPayments', 'needsSecondFactor', 'identityDomain'])},
        nullif(payee_rules, '{}') as "payeeRules", nullif(identity_roles, '{}') as "identityRoles",
        case when live_opened_at is null then 'closed' else 'open' end as live,
        ${columnsAs('a', ['liveOpenedAt', 'createdAt', 'disabledAt'])}
      from accounts a`,
  },
  user: {
    table: 'users',
    account: 'account_id',
    keys: 'user_id',
    name: 'email',
    changeable: ['name', 'role', 'operatorRoles'],
    // An erased user cannot be enabled again: no person is left who could log in.
    disable: `disabled_at = case when $2::boolean then now() end, removed_at = null
      where id = $1 and (disabled_at is null) = $2::boolean and erased_at is null`,
    view: `
      select ${columnsAs('u', ['id', 'email', 'name', 'role'])}, nullif(u.operator_roles, '{}') as "operatorRoles",
        u.account_id as account, a.name as "accountName", u.partner_id as partner,
        ${columnsAs('u', ['createdAt', 'disabledAt', 'erasedAt'])}
      from users u left join accounts a on a.id = u.account_id`,
  },
  partner: {
    table: 'partners',
    account: 'null::text',
    keys: 'partner_id',
    isOfRoutes: true,
    name: 'name',
    changeable: ['name', 'url', 'config', 'authMode'],
    view: `
      select ${columnsAs('p', ['id', 'name', 'adapter', 'url', 'environment', 'authMode', 'createdAt', 'disabledAt'])},
        case when h.opened_at is null then 'closed' when h.open_until > clock_timestamp() then 'open' else 'probing' end
          as breaker, ${columnsAs('h', ['lastFault', 'lastFaultAt', 'lastSuccessAt'])}
      from partners p left join partner_health h on h.partner_id = p.id`,
  },
  route: {
    table: 'routes',
    account: 'null::text',
    isOfRoutes: true,
    name: 'id',
    changeable: ROUTE_MEMBERS,
    disable: 'enabled = not $2::boolean where id = $1 and enabled = $2::boolean',
    view: `
      select r.id, r.partner_id as partner, p.name as "partnerName", r.environment, ${ROUTE_SETTINGS}, r.enabled,
        r.created_at as "createdAt"
      from routes r join partners p on p.id = r.partner_id`,
  },
};
