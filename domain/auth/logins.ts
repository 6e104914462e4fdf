import { IDENTITY_REFUSALS } from './identities';

const MS_PER_HOUR = 3_600_000;

/** A login ends so long after it began, whatever happens. */
export const LOGIN_LIFETIME_MS = 12 * MS_PER_HOUR;
/** A login that was not used for so long has ended. */
export const LOGIN_IDLE_MS = 2 * MS_PER_HOUR;
/** For so long after its end it is known whose login it was: what is typed then is kept for that person. */
export const LOGIN_KNOWN_MS = 24 * MS_PER_HOUR;

/** What is kept of forms that were sent after the login had expired; the longest form of ours has 256 KiB. */
export const KEPT_FORM = { lifetimeMs: MS_PER_HOUR, maxBytes: 256 * 1024, perPerson: 5 } as const;

/**
 * @returns what the tokens of a login's forms are made of: forms that are open in other tabs stay valid after a proof, while the
 *   seed alone opens no login
 */
export const formSeedOf = (token: string): string => token.split('.', 1)[0] ?? '';

/** For so long a password or a code that was given counts as proof before an act that needs one. Source: docs/GAPS.md#A3 */
export const PROOF_MS = 5 * 60_000;

/**
 * How a person logs in, for the audit log: with a password or at the identity provider, with a code of ours after it, by
 * making an account or by accepting an invitation; `proof`: a password or a code that is given within a login.
 */
export const LOGIN_WAYS = [
  'password',
  'password_and_code',
  'provider',
  'provider_and_code',
  'sign_up',
  'invitation',
  'proof',
] as const;
export type LoginWay = (typeof LOGIN_WAYS)[number];

/** Why a login, or a proof within one, is refused, for the audit log. */
export const LOGIN_REFUSALS = [
  'wrong_password',
  'wrong_code',
  'other_person',
  'not_vouched',
  ...IDENTITY_REFUSALS,
] as const;
export type LoginRefusal = (typeof LOGIN_REFUSALS)[number];

/**
 * Wrong passwords and codes of a person in a row, without a login between them, at which an operator is shown it: codes
 * are tried by a person who knows the password already.
 */
export const REFUSED_IN_A_ROW = { passwords: 20, codes: 5 } as const;

/** From so many on, the next login shows how many there were, for its first minutes. */
export const NOTED_REFUSALS = { least: 3, forMinutes: 15 } as const;

/** Attempts with a wrong password, per account name and per address: each a bucket of its own. */
export const LOGIN_ATTEMPTS = {
  user: { perMinute: 5, perHour: 20 },
  address: { perMinute: 20, perHour: 200 },
} as const;

/** Refused requests of one person in the console: more raise a flag. Source: docs/GAPS.md#A13 */
export const CONSOLE_REFUSALS = { perMinute: 50, perHour: 50 } as const;

/** Keys and secrets that one person makes in the console; each is shown once and has to be carried somewhere. */
export const SECRETS_MADE = { perMinute: 10, perHour: 60 } as const;
