import { z } from 'zod';
import COMMON_FILE from './common-tariffs.json';
import PAPERS_FILE from './customs-papers.json';
import TERRITORIES_FILE from './customs-territories.json';
import VALUATION_FILE from './customs-valuation.json';
import DE_MINIMIS_FILE from './de-minimis.json';
import { readFacts, type Facts } from './read-facts';
import COLUMN_TWO_FILE from './us-column-two.json';

/** The rule in the words of an answer; the source of a fact says how it was checked. */
const Law = z.string().min(1);

/** What duties are charged on: the goods up to the ship (FOB), or up to the border with freight (CIF). */
const Valuation = z.strictObject({ basis: z.enum(['FOB', 'CIF']), law: Law });

/**
 * How customs value goods, by schedule. Each member of the World Trade Organization chooses by law whether freight and
 * insurance belong to the value: its Agreement on the implementation of article VII, article 8(2).
 */
export const CUSTOMS_VALUATION: Facts<z.output<typeof Valuation>> = readFacts(VALUATION_FILE, Valuation);

const Amount = z.string().regex(/^\d+$/);
const Threshold = z.strictObject({
  /** Consignments of at most this value pay no duty; 0 where there is no relief, null where what holds is not known. */
  amount: Amount.nullable(),
  /** Where what holds is not known: above this value duty is charged all the same. */
  dutyAbove: Amount.optional(),
  /** Duty of each item of a distance sale up to `dutyAbove`, in place of that of the tariff. */
  perItem: Amount.optional(),
  /**
   * Codes, by their first digits, of goods that are known to bear trade remedies: neither relief nor a duty of each item
   * covers those. Absent: not established.
   */
  remedies: z.array(z.string().regex(/^\d{1,6}$/)).optional(),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Countries of origin, with what lies inside their customs border, that it holds for; absent: all. */
  origins: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
  /** What else decides at or below the amount; above it duty is charged all the same. */
  condition: z.string().optional(),
  /** Means of transport that meets the condition; with any other it is not known to be met. */
  decidedBy: z.literal('post').optional(),
  /** Means of transport for which this threshold is not. */
  notBy: z.literal('post').optional(),
  /** Codes, by their first digits, that the condition is about; absent: all. */
  conditionFor: z.array(z.string().regex(/^\d+$/)).optional(),
  law: Law,
});
export type Threshold = z.output<typeof Threshold>;

/** Values below which no duty is charged, by schedule: the first threshold that is for an origin holds for it. */
export const DE_MINIMIS: Facts<Threshold[]> = readFacts(DE_MINIMIS_FILE, z.array(Threshold).min(1));

const Papers = z.strictObject({
  commercialInvoice: z.boolean(),
  /** False where one is asked for with some goods, and nothing asks for one in general. */
  packingList: z.boolean(),
  /** False where one is asked for only where a preference is claimed or a measure names an origin. */
  certificateOfOrigin: z.boolean(),
  billOfLading: z.boolean(),
  law: Law,
});

/** Papers that a customs entry takes in general, by schedule. */
export const CUSTOMS_PAPERS: Facts<z.output<typeof Papers>> = readFacts(PAPERS_FILE, Papers);

/** Origins that pay column 2 of the United States schedule in place of its general rates. */
export const US_COLUMN_TWO: Facts<true> = readFacts(COLUMN_TWO_FILE, z.literal(true));

/** States inside whose customs border a territory lies that has a country code of its own; both of ISO 3166. */
export const CUSTOMS_TERRITORIES: Facts<string> = readFacts(TERRITORIES_FILE, z.string().regex(/^[A-Z]{2}$/));

/** Countries that apply a common tariff, each with the one whose publication of it is shipped; both of ISO 3166. */
export const COMMON_TARIFFS: Facts<string> = readFacts(COMMON_FILE, z.string().regex(/^[A-Z]{2}$/));
