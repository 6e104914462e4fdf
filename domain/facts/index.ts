import { z } from 'zod';
import { TRADE_AGREEMENTS } from './agreements';
import { BANK_PROFILES, CHARACTER_CONVERSIONS } from './bank-profiles';
import { ACCOUNT_NUMBERS } from './corridors';
import {
  COMMON_TARIFFS,
  CUSTOMS_PAPERS,
  CUSTOMS_TERRITORIES,
  CUSTOMS_VALUATION,
  DE_MINIMIS,
  US_COLUMN_TWO,
} from './customs';
import { PAYMENT_SYSTEMS } from './systems';
import { US_PROGRAMS } from './programs';
import { readFacts, type Facts } from './read-facts';
import { REASON_CODES } from './reasons';
import { SANCTIONED_COUNTRIES } from './sanctions';
import US_DUTIES_FILE from './us-additional-duties.json';
import US_WAIVERS_FILE from './us-fee-waivers.json';
import US_FEES_FILE from './us-fees.json';
import US_LISTS_FILE from './us-goods-lists.json';
import VAT_FILE from './vat.json';
import { WITHDRAWN_CURRENCIES } from './withdrawn';

export { factAt, type Facts } from './read-facts';

const Percent = z.string().regex(/^\d{1,2}(\.\d{1,4})?$/);

/**
 * Standard rate of VAT, GST or the like on imports by ISO 3166 code, percent as decimal text; 0 where there is known to
 * be none. Reduced rates and taxes of regions are not included.
 */
export const VAT_RATES: Facts<string> = readFacts(VAT_FILE, Percent);

const Dollars = z.string().regex(/^\d+\.\d\d$/);

/** What customs of the United States take of the value of an entry. */
export interface UnitedStatesFee {
  /** Percent of the value, decimal text. */
  percent: string;
  /** Least and most of one entry in United States dollars, and the fiscal year of which they are. */
  limits: { minimum: string; maximum: string; name: string } | null;
}

/** Fees of the United States: `merchandise-processing` by fiscal year, and `harbor-maintenance`. */
export const US_FEES: Facts<UnitedStatesFee> = readFacts(
  US_FEES_FILE,
  z.strictObject({
    percent: Percent,
    limits: z.strictObject({ minimum: Dollars, maximum: Dollars, name: z.string() }).nullable(),
  }),
);

/** Of which goods the merchandise processing fee is not taken: of those that are claimed, of all of the origin, of none. */
const FeeWaiver = z.strictObject({ of: z.enum(['claim', 'origin', 'none']), law: z.string() });
export type FeeWaiver = z.output<typeof FeeWaiver>;

/** Waivers of the merchandise processing fee by the name of an agreement or a program. */
export const US_FEE_WAIVERS: Facts<FeeWaiver> = readFacts(US_WAIVERS_FILE, FeeWaiver);

/** Something beside code, origin and date that decides about goods that every selector given fits. */
const Condition = z.strictObject({
  words: z.string(),
  lists: z.array(z.string()).optional(),
  chapters: z.array(z.string()).optional(),
  outsideChapters: z.array(z.string()).optional(),
  origins: z.array(z.string()).optional(),
});

const AdditionalDutyOnRecord = z.strictObject({
  name: z.string(),
  /** Percent of the customs value, decimal text; 0 where it has ended, null where it is known to be due and not how much. */
  percent: z.string().nullable(),
  /** Null: goods of all origins. */
  origins: z.array(z.string()).nullable(),
  exceptOrigins: z.array(z.string()),
  /** Name of the list that has the goods; null: all goods. */
  list: z.string().nullable(),
  /** Names of lists whose goods do not pay it. */
  outside: z.array(z.string()),
  conditions: z.array(Condition),
});
export type AdditionalDutyOnRecord = z.output<typeof AdditionalDutyOnRecord>;

/** Duties of chapter 99 of the United States schedule by heading. */
export const US_ADDITIONAL_DUTIES: Facts<AdditionalDutyOnRecord> = readFacts(US_DUTIES_FILE, AdditionalDutyOnRecord);

/** Codes of 4 to 10 digits with blanks between them, by the name of a list that such a duty is for. */
export const US_GOODS_LISTS: Facts<string> = readFacts(US_LISTS_FILE, z.string().regex(/^\d{4,10}( \d{4,10})*$/));

/** Every kind of facts that ships. */
export const ALL_FACTS: readonly Facts<unknown>[] = [
  ACCOUNT_NUMBERS,
  BANK_PROFILES,
  CHARACTER_CONVERSIONS,
  COMMON_TARIFFS,
  CUSTOMS_PAPERS,
  CUSTOMS_TERRITORIES,
  CUSTOMS_VALUATION,
  DE_MINIMIS,
  PAYMENT_SYSTEMS,
  REASON_CODES,
  SANCTIONED_COUNTRIES,
  TRADE_AGREEMENTS,
  US_ADDITIONAL_DUTIES,
  US_COLUMN_TWO,
  US_FEE_WAIVERS,
  US_FEES,
  US_GOODS_LISTS,
  US_PROGRAMS,
  VAT_RATES,
  WITHDRAWN_CURRENCIES,
];
