import { z } from 'zod';
import { readFacts, type Facts } from './read-facts';
import WITHDRAWN_FILE from './withdrawn-currencies.json';

const WithdrawnCurrency = z.strictObject({
  /** ISO 4217 code of what came in its place; null while it was in use. */
  successor: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
});
export type WithdrawnCurrency = z.output<typeof WithdrawnCurrency>;

/** Currencies that have ended, by ISO 4217 code: the day from which nothing can be paid in them, and their successors. */
export const WITHDRAWN_CURRENCIES: Facts<WithdrawnCurrency> = readFacts(WITHDRAWN_FILE, WithdrawnCurrency);
