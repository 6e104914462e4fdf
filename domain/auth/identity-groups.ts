import { z } from 'zod';
import { ACCOUNT_ROLES, type AccountRole } from './users';

/** Roles of an account by group of the identity provider. */
export type GroupRoles = Readonly<Record<string, AccountRole>>;

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';

/** Domain of email addresses, in small letters. */
export const identityDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(new RegExp(`^(${LABEL}\\.)+${LABEL}$`), 'Enter a domain such as example.com.')
  .max(253, 'This domain is too long.');

/** @returns the role that the groups give a member, the one that may most; null for none */
export function roleOfGroups(groups: readonly string[], roles: GroupRoles): AccountRole | null {
  const given = new Map(Object.entries(roles));
  const held = groups.map((group) => given.get(group));
  return ACCOUNT_ROLES.find((role) => held.includes(role)) ?? null;
}
