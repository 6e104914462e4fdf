import { z } from 'zod';
import { readFacts, type Facts } from './read-facts';
import TRADE_AGREEMENTS_FILE from './trade-agreements.json';

const Day = z.iso.date();
const Country = z.string().regex(/^[A-Z]{2}$/);

const TradeAgreement = z.strictObject({
  title: z.string().min(1),
  /** Within it there is no duty. */
  customsUnion: z.boolean().default(false),
  /** Founding members; those without a day joined when it took effect. */
  members: z.array(Country).min(2),
  joined: z.record(Country, Day).default({}),
  /** Who came later by accession. */
  accessions: z.array(z.strictObject({ country: Country, date: Day })).default([]),
  /** Pairs between which it applies later, or (null) is not known to apply. */
  exceptions: z
    .array(z.strictObject({ country: Country, partner: Country, appliesFrom: Day.nullable(), note: z.string() }))
    .default([]),
  /** Who publishes members and dates, in the words of an answer, and where. */
  cited: z.string().min(1),
  url: z.url(),
});

/** Trade agreements among many by name; they apply from the day on which the first of their members did so. */
export const TRADE_AGREEMENTS: Facts<z.output<typeof TradeAgreement>> = readFacts(
  TRADE_AGREEMENTS_FILE,
  TradeAgreement,
);
