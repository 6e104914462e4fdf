import { z } from 'zod';
import BANK_PROFILES_FILE from './bank-profiles.json';
import CHARACTER_CONVERSIONS_FILE from './character-conversions.json';
import { readFacts, type Facts } from './read-facts';

/** Elements of a message by the end of their path, such as `PmtId/UETR`; `/@Ccy` is the currency of an amount. */
const Elements = z.array(z.string().min(1)).min(1);

/** Whether a text is a valid regular expression that is not empty. */
function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

const Pattern = z.string().refine(isPattern, 'must be a regular expression');
const Definition = z.string().regex(/^[a-z]{4}\.\d{3}\.\d{3}\.\d{2}$/);

/** What one member of a bank profile says: `omit` to `envelope` shape a message, the others judge what was written. */
export const BankRule = z.discriminatedUnion('kind', [
  /** Is left out. */
  z.strictObject({ kind: z.literal('omit'), elements: Elements }),
  /** Is shortened to so many characters. */
  z.strictObject({ kind: z.literal('cut'), lengths: z.record(z.string(), z.int().min(1)) }),
  /** Has these characters alone; `convert`: others are replaced by the published table where it has them. */
  z.strictObject({ kind: z.literal('characters'), elements: Elements, allowed: Pattern, convert: z.boolean() }),
  /** An address without one of `needs` is left out, and so are lines after the first ones. */
  z.strictObject({ kind: z.literal('address'), needs: z.array(z.string()), lines: z.int().min(0) }),
  /** A reference of the payee without a type of its own goes as unstructured text of so many characters. */
  z.strictObject({ kind: z.literal('flatten'), length: z.int().min(1) }),
  /** Messages go inside a root with a business application header. */
  z.strictObject({ kind: z.literal('envelope'), root: z.string(), header: Definition, service: z.string() }),
  /** Has this form. */
  z.strictObject({ kind: z.literal('pattern'), elements: Elements, pattern: Pattern }),
  /** Is one of these. */
  z.strictObject({ kind: z.literal('values'), elements: Elements, values: z.array(z.string()).min(1) }),
  /** Is not taken by the bank. */
  z.strictObject({ kind: z.literal('refuse'), elements: Elements }),
  /** An order has it; a path begins with the element in which the rest of it must be, such as `CdtTrfTxInf/Cdtr/PstlAdr`. */
  z.strictObject({ kind: z.literal('require'), elements: Elements }),
  /** A QR-IBAN goes with a QR reference, and a QR reference with no other account. */
  z.strictObject({ kind: z.literal('qr') }),
  /** Which message asks to cancel an order. */
  z.strictObject({ kind: z.literal('cancellation'), 'pain.001': Definition, 'pacs.008': Definition }),
  /** Zone of the bank: a rule begins at midnight there. */
  z.strictObject({ kind: z.literal('zone'), zone: z.string() }),
]);
export type BankRule = z.output<typeof BankRule>;

/** Kinds of banks that take files. Source: docs/GAPS.md#P23 */
export const PROFILE_NAMES = ['generic', 'sepa', 'swiss', 'cbpr'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** Members of profiles by `<profile>/<member>`; those of `every` belong to each profile that has no such member itself. */
export const BANK_PROFILES: Facts<BankRule> = readFacts(BANK_PROFILES_FILE, BankRule);

/** Replacements of characters that banks do not take: each with the characters that it replaces, by the name of the table. */
export const CHARACTER_CONVERSIONS: Facts<Record<string, string>> = readFacts(
  CHARACTER_CONVERSIONS_FILE,
  z.record(z.string().regex(/^[ -~]+$/), z.string().min(1)),
);
