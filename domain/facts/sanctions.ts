import { z } from 'zod';
import { readFacts, type Facts } from './read-facts';
import SANCTIONED_FILE from './sanctioned-countries.json';

const SanctionedCountry = z.strictObject({
  /** Whether nothing is paid there unless an operator allows it. */
  isBlocked: z.boolean(),
  /** ISO 4217 codes of the currencies that the measures meet; null: all. */
  currencies: z.array(z.string().regex(/^[A-Z]{3}$/)).nullable(),
  /** What the measures are, in whole sentences. */
  measures: z.string().min(1),
});
export type SanctionedCountry = z.output<typeof SanctionedCountry>;

/** Measures against countries, their banks or their regions by ISO 3166 code; those against persons are on watch lists. */
export const SANCTIONED_COUNTRIES: Facts<SanctionedCountry> = readFacts(SANCTIONED_FILE, SanctionedCountry);
