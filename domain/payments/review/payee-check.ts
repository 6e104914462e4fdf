import { memberOf } from '../../unknown-value';
import { DAY_MS } from '../../calendar-dates';

/** Whether the payee's bank knows the account under the name that was given. Source: docs/GAPS.md#P24 */
export const PAYEE_CHECK_RESULTS = ['match', 'close_match', 'no_match', 'not_possible'] as const;
export type PayeeCheckResult = (typeof PAYEE_CHECK_RESULTS)[number];

/** Codes of euro banks: since 9 October 2025 they verify the payee. Source: Regulation (EU) 2024/886 */
const CODES: Readonly<Record<string, PayeeCheckResult>> = {
  RCVC: 'match',
  RVMC: 'close_match',
  RVNM: 'no_match',
  RVNA: 'not_possible',
};
/** The codes that say so. */
export const PAYEE_CHECK_CODES: readonly string[] = Object.keys(CODES);

/** Where the bank said it. */
export const PAYEE_CHECK_SOURCES = ['submission', 'inquiry', 'report', 'file'] as const;
/** What was decided about a name that does not match. */
export const PAYEE_DECISIONS = ['pending', 'released', 'withdrawn'] as const;

/** What decides about a close or no match in the place of a person. */
export const PAYEE_RULES = ['ask', 'release', 'withdraw'] as const;
export type PayeeRule = (typeof PAYEE_RULES)[number];

/** How long a person has to decide. */
export const PAYEE_DECISION_MS = DAY_MS;

/** A check as it is kept; the suggested name is kept sealed, under `nameId`. */
export interface PayeeCheck {
  result: PayeeCheckResult;
  source: (typeof PAYEE_CHECK_SOURCES)[number];
  /** ISO 8601, like the other moments. */
  at: string;
  nameId: string | null;
  /** Null where no decision is needed. */
  decision: (typeof PAYEE_DECISIONS)[number] | null;
  /** Until when a person may decide; null once the decision has lapsed. */
  expiresAt: string | null;
  decidedAt: string | null;
}

/** A check as a bank says it. */
export interface SaidPayeeCheck {
  /** A result, the code for it, or a word that is not known. */
  result: string;
  /** The name that the bank knows, as far as it tells it. */
  suggestedName?: string | undefined;
}

const MAX_NAME = 140;

/** @returns the result of a code or a word for it; null for any other */
export function payeeCheckResult(text: unknown): PayeeCheckResult | null {
  if (typeof text !== 'string') return null;
  if (Object.hasOwn(CODES, text)) return CODES[text] ?? null;
  return PAYEE_CHECK_RESULTS.find((result) => result === text) ?? null;
}

/** @returns a word that is not known, as it may be shown to people: a text that looks like no code may name somebody */
function shownWord(word: string): string {
  return /^(?:[A-Z][A-Z0-9_]{0,19}|[a-z][a-z_]{0,19}|\d{1,4})$/.test(word) ? word : 'a text';
}

/** The payee check in a partner's body, also with an unknown result; undefined where it has none. */
export function payeeCheckIn(body: unknown): SaidPayeeCheck | undefined {
  const said = memberOf(body, 'payeeCheck');
  const word = typeof said === 'object' ? memberOf(said, 'result') : said;
  if (!['string', 'boolean', 'number'].includes(typeof word)) return undefined;
  const result = payeeCheckResult(word) ?? shownWord(String(word));
  const name = memberOf(said, 'suggestedName');
  return { result, ...(typeof name === 'string' ? { suggestedName: name.slice(0, MAX_NAME) } : {}) };
}

/** @returns whether somebody has to decide before the payment goes on */
export function awaitsPayeeDecision(check: PayeeCheck | null): check is PayeeCheck & { expiresAt: string } {
  return check?.decision === 'pending' && check.expiresAt !== null;
}
