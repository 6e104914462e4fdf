import { z } from 'zod';
import PAYMENT_SYSTEMS_FILE from './payment-systems.json';
import { readFacts, type Facts } from './read-facts';

/** Names by ISO 8601 calendar date. */
const Days = z.record(z.iso.date(), z.string().min(1));

const PaymentSystem = z.strictObject({
  /** ISO 4217 code of the currency that it settles. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** ISO 3166 codes of the countries whose banks work on its days. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)),
  /** ISO 8601 days of the week: 1 is Monday, 7 Sunday. */
  weekend: z.array(z.int().min(1).max(7)),
  /** How its closing days follow from the year; null where they are only listed. */
  rule: z.string().nullable(),
  /** Days on which it is closed, beside weekend and rule. */
  closed: Days.default({}),
  /** Days of a weekend on which it works. */
  open: Days.default({}),
  /** The days are a guess, because nobody has published them yet. */
  expected: z.boolean().default(false),
});
export type PaymentSystem = z.output<typeof PaymentSystem>;

/** Payment systems by the id of their calendar: whose banks work on their days, and when they are closed. */
export const PAYMENT_SYSTEMS: Facts<PaymentSystem> = readFacts(PAYMENT_SYSTEMS_FILE, PaymentSystem);
