import { z } from 'zod';
import type { Language } from './languages';
import type { OperatorRole } from './operator-roles';
import { SCOPES, type Scope } from './principal';
import type { Environment } from './tenant';
import { weaknessOf } from './common-passwords';

/** Roles of people of an account. Source: docs/GAPS.md#A3 */
export const ACCOUNT_ROLES = ['owner', 'developer', 'viewer'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** What a person may do: operators and people of a partner belong to no account. Source: docs/GAPS.md#A3 */
export const ROLES = [...ACCOUNT_ROLES, 'operator', 'partner'] as const;
export type Role = (typeof ROLES)[number];

/** What each role of an account may do, in words for those who give it. */
export const ROLE_MEANINGS: Readonly<Record<AccountRole, string>> = {
  owner: 'changes everything: both sides, keys, people',
  developer: 'sees everything, changes the test side, may approve payments',
  viewer: 'sees everything, changes nothing, may approve payments',
};

/** Length is what makes a password hard to guess; rules about its characters do not. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;

/** An email address as it is kept: in small letters, without blanks around it. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Enter an email address such as name@example.com.').max(254, 'This address is too long.'));

/**
 * Schema of a new password: long enough, and not easy to guess.
 * @param email of its user
 * @param names of the person and of the account, as far as they are known
 */
export function newPasswordSchema(email: string, names: readonly string[] = []): z.ZodType<string> {
  return z
    .string()
    .min(PASSWORD_LENGTH.min, `Use at least ${PASSWORD_LENGTH.min} characters.`)
    .max(PASSWORD_LENGTH.max, `Use at most ${PASSWORD_LENGTH.max} characters.`)
    .superRefine((password, context) => {
      const weakness = weaknessOf(password, email, names);
      if (weakness !== null) context.addIssue({ code: 'custom', message: weakness });
    });
}

/** What a person or an account is called, 1 to 140 characters. */
export const displayName = z.string().trim().min(1, 'Enter a name.').max(140, 'Use at most 140 characters.');

/** The partner that a person works for. */
export interface PartnerOfUser {
  id: string;
  name: string;
  environment: Environment;
}

/** Someone who is logged in to the console. */
export interface User {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Null for operators and people of a partner. */
  accountId: string | null;
  accountName: string | null;
  /** The partner of a person with the role `partner`; null for all others. */
  partner: PartnerOfUser | null;
  /** Empty for people of an account. */
  operatorRoles: readonly OperatorRole[];
  /** The language that the person chose for the console; null where none was chosen. */
  language: Language | null;
  /** Whether the account requires a second factor of its members; false for operators. */
  needsSecondFactor: boolean;
  /** When a second factor was last proven in this login; null where none was, and outside of a login. */
  secondFactorAt: Date | null;
  /** Wrong passwords and codes before this login, while it is new; else 0. */
  refusedBefore: number;
}

/** Whether a person changes things of one side of the account: owners both, developers the test side. */
export function mayChangeSide({ role }: Pick<User, 'role'>, environment: Environment): boolean {
  return role === 'owner' || (role === 'developer' && environment === 'test');
}

/**
 * @returns the scopes that a person has in the console: all where they change things, else those that read and that of
 *   approvals, which every member gives
 */
export function scopesOf(user: Pick<User, 'role'>, environment: Environment): readonly Scope[] {
  return mayChangeSide(user, environment)
    ? SCOPES
    : SCOPES.filter((scope) => scope.endsWith(':read') || scope === 'payments:approve');
}
