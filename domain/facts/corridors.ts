import { z } from 'zod';
import ACCOUNT_NUMBERS_FILE from './account-numbers.json';
import { readFacts, type Facts } from './read-facts';

const Code = (letters: number) => z.string().regex(new RegExp(`^[A-Z]{${letters}}$`));

/**
 * How account numbers are made: an IBAN, a CLABE of Mexico (18 digits with a check digit), or so many digits; null where
 * that was not established.
 */
const NumberForm = z.union([
  z.enum(['iban', 'clabe']),
  z.strictObject({ least: z.int().positive(), most: z.int().positive() }),
]);
export type NumberForm = z.output<typeof NumberForm>;

const AccountNumbers = z.strictObject({
  /** ISO 4217; absent: all. */
  currencies: z.array(Code(3)).optional(),
  /** Countries of the bank account. */
  countries: z.array(Code(2)).min(1),
  number: NumberForm.nullable(),
  /** Members of the instruction, by path, that banks there ask for beside the number. */
  fields: z.array(z.string()),
  why: z.string().min(1),
  title: z.string().min(1),
  url: z.url(),
});

/** How accounts are found by currency and country, by the id of the rule. Source: docs/GAPS.md#corridors */
export const ACCOUNT_NUMBERS: Facts<z.output<typeof AccountNumbers>> = readFacts(ACCOUNT_NUMBERS_FILE, AccountNumbers);
