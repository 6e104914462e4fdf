import { z } from 'zod';
import { readFacts, type Facts } from './read-facts';
import US_FEES_FILE from './us-fees.json';
import VAT_FILE from './vat.json';

export { factAt } from './read-facts';

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

/** Every kind of facts that ships. */
export const ALL_FACTS: readonly Facts<unknown>[] = [US_FEES, VAT_RATES];
