import type { KnownOperator } from '../../domain/auth/approvals';
import { operatorRolesIn } from '../../domain/auth/operator-roles';
import type { Makers } from '../../domain/auth/independence';
import { userOfActor } from '../../domain/auth/actor';
import type { Queryable } from '../database';
import { actorId, type Actor } from './audit-log';

/** SQL of the member who answers for what is done with client key `k`: whose it is, or who made it; null where neither is one. */
export const KEY_OWNER_SQL = `coalesce(k.user_id, (
  select maker.id from users maker where maker.id = k.made_by and maker.account_id = k.account_id))`;

/** @returns id of the user who makes something; null for a command that names no person, and for the service itself */
export function makerOf(actor: Actor): string | null {
  const isOperator = typeof actor !== 'string' && 'isIdentified' in actor;
  return isOperator ? actor.personId : userOfActor(actorId(actor));
}

/** A user with who made the login and the keys. */
interface KnownPerson extends KnownOperator {
  /** Whether the person can act at all: is enabled, and has a password, an identity or a key. */
  isPresent: boolean;
}

interface Row extends Makers, Record<string, unknown> {
  id: string;
  roles: string[];
  isPresent: boolean;
}

const PEOPLE_SQL = `
  select u.id, u.invited_by as "invitedBy", (extract(epoch from clock_timestamp() - u.invited_at) / 3600)::float8 as "invitedHours",
    u.login_made_by as "loginMadeBy", coalesce(k.made, '{}') as keys, u.operator_roles as roles,
    u.disabled_at is null and (u.has_password or coalesce(k.works, false)
      or exists (select from user_identities i where i.user_id = u.id)) as "isPresent"
  from users u left join lateral (
    select jsonb_object_agg(k.id, k.made_by) as made, bool_or(k.revoked_at is null and k.disabled_at is null
      and coalesce(k.expires_at > clock_timestamp(), true)) as works
    from api_keys k where k.user_id = u.id) k on true`;

/**
 * Reads what decides whether two people are independent: who invited them, who made their logins and keys.
 * @param scope members of an account; or all operators and one person besides
 * @returns users by their ids
 * Source: docs/GAPS.md#A5
 */
export async function readPeople(
  client: Queryable,
  scope: { accountId: string } | { personId: string | null },
): Promise<ReadonlyMap<string, KnownPerson>> {
  const rows =
    'accountId' in scope
      ? await client.query<Row>(`${PEOPLE_SQL} where u.account_id = $1`, [scope.accountId])
      : await client.query<Row>(`${PEOPLE_SQL} where u.role = 'operator' or u.id = $1`, [scope.personId]);
  return new Map(rows.map((row) => [row.id, { ...row, roles: operatorRolesIn(row.roles) }]));
}

/** @returns those of the people who may decide about holds at present */
export function reviewersAmong(people: ReadonlyMap<string, KnownPerson>): ReadonlyMap<string, KnownPerson> {
  return new Map([...people].filter(([, { isPresent, roles }]) => isPresent && roles.includes('compliance')));
}
