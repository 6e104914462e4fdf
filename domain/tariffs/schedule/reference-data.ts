import type { Nomenclature } from '../../hs-codes/nomenclature';
import type { RecordedAdditions } from '../rate/recorded-additions';
import type { Agreement } from './agreements';
import type { Provenance, Schedule } from './schedule';

/** A standard VAT or GST rate and the days on which it holds, as far as its list says. */
export interface VatRate {
  /** Percent as decimal text; 0 where the country is known to have none. */
  percent: string;
  name: string;
  validFrom: string | null;
  /** First day on which it no longer held. */
  validTo: string | null;
  source: Provenance;
}

/** A rate of exchange and its day. */
export interface ExchangeRate {
  rate: string;
  validOn: string;
}

/** All that questions about tariffs are answered from: a snapshot of what is stored, read once after each import. */
export interface ReferenceData {
  nomenclature: Nomenclature;
  /** Editions of each schedule, the latest first; one without a date is the last. */
  schedules: ReadonlyMap<string, readonly Schedule[]>;
  /** By country, the latest first. */
  vat: ReadonlyMap<string, readonly VatRate[]>;
  agreements: readonly Agreement[];
  /** Where the agreements come from. */
  agreementsSource: Provenance | null;
  /** `USD>EUR` -> units of the second for one of the first, the latest day first. */
  exchangeRates: ReadonlyMap<string, readonly ExchangeRate[]>;
  /** Where the exchange rates come from. */
  exchangeSource: Provenance | null;
  /** Mean tariff of a country as statistics state it, percent. */
  meanTariffs: ReadonlyMap<string, { value: number; year: number }>;
  /** Duties of chapter 99 of the United States schedule by day; null where editions alone say them. */
  additions: RecordedAdditions | null;
  /** Editions that a search looks through. */
  searchSources: readonly Provenance[];
}
