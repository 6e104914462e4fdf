import { z } from 'zod';
import { weaknessOf } from './common-passwords';

/** What a person may do: operators belong to no account. Source: docs/GAPS.md#A3 */
export const ROLES = ['owner', 'member', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Length is what makes a password hard to guess; rules about its characters do not. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;

export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Enter an email address such as name@example.com.').max(254, 'This address is too long.'));

/**
 * A new password: long enough, and not among the first guesses.
 * @param email of its user
 */
export function newPassword(email: string): z.ZodType<string> {
  return z
    .string()
    .min(PASSWORD_LENGTH.min, `Use at least ${PASSWORD_LENGTH.min} characters.`)
    .max(PASSWORD_LENGTH.max, `Use at most ${PASSWORD_LENGTH.max} characters.`)
    .superRefine((password, context) => {
      const weakness = weaknessOf(password, email);
      if (weakness !== null) context.addIssue({ code: 'custom', message: weakness });
    });
}

export const displayName = z.string().trim().min(1, 'Enter a name.').max(140, 'Use at most 140 characters.');

/** Someone who is logged in to the console. */
export interface User {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Null for operators. */
  accountId: string | null;
  accountName: string | null;
}

/** Owners and nobody else change keys of an account; members look on. */
export function mayManageKeys(user: User): boolean {
  return user.role === 'owner';
}
