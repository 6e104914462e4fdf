import type Decimal from 'decimal.js';
import { scheduleOf } from './countries';

interface Threshold {
  /** Consignments of at most this value pay no duty; null from a day on which none is known or none holds. */
  amount: string | null;
  currency: string;
  /** First day for which it is recorded. */
  from: string;
  /** Countries of origin that it holds for; absent: all. */
  origins?: readonly string[];
  /** What else decides at or below the amount; above it duty is charged all the same. */
  condition?: string;
  source: string;
}

/** Latest first; of rules of the same day those for some origins first. */
const THRESHOLDS: Readonly<Record<string, readonly Threshold[]>> = {
  AU: [
    {
      amount: '1000',
      currency: 'AUD',
      from: '2013-03-01',
      condition: 'not for tobacco and alcohol',
      source: 'Customs Tariff Act 1995, Schedule 4, goods of low value',
    },
  ],
  CA: [
    {
      amount: null,
      currency: 'CAD',
      from: '2020-07-01',
      origins: ['MX', 'US'],
      source: 'Courier Imports Remission Order, SI/85-182: higher amounts for what couriers bring from there',
    },
    {
      amount: '20',
      currency: 'CAD',
      from: '1995-01-01',
      condition: 'by post or courier, and not for alcohol, tobacco, books and periodicals',
      source: 'Postal Imports Remission Order, SI/85-181; Courier Imports Remission Order, SI/85-182',
    },
  ],
  JP: [
    {
      amount: '10000',
      currency: 'JPY',
      from: '1995-01-01',
      condition: 'not for goods that a cabinet order names, such as bags and shoes of leather and knitted clothes',
      source: 'Customs Tariff Act (Act No. 54 of 1910), article 14(xviii)',
    },
  ],
  US: [
    { amount: null, currency: 'USD', from: '2025-08-29', source: 'Executive Order 14324 of 30 July 2025: suspended' },
    {
      amount: null,
      currency: 'USD',
      from: '2025-05-02',
      origins: ['CN', 'HK'],
      source: 'Executive Order 14256 of 2 April 2025: suspended for China and Hong Kong',
    },
    { amount: '800', currency: 'USD', from: '2016-03-10', source: '19 U.S.C. 1321(a)(2)(C)' },
  ],
  EU: [
    {
      amount: null,
      currency: 'EUR',
      from: '2026-07-01',
      source:
        'the relief of Regulation (EC) No 1186/2009 was to change on 1 July 2026; what holds since is not recorded',
    },
    { amount: '150', currency: 'EUR', from: '2010-01-01', source: 'Regulation (EC) No 1186/2009, article 23' },
  ],
  GB: [
    {
      amount: '135',
      currency: 'GBP',
      from: '2021-01-01',
      source: 'HM Revenue & Customs, relief from customs duty for consignments of up to 135 GBP',
    },
  ],
};

/** Whether a consignment is too small for duty. */
export interface DeMinimis {
  threshold: number | null;
  currency: string | null;
  /** Null where it is not known whether duty is charged. */
  dutyWaived: boolean | null;
  source: string | null;
}

/** A consignment that may be too small to be charged. Source: docs/GAPS.md#H9 */
export interface DeMinimisRequest {
  destination: string;
  origin: string;
  date: string;
  /** Value of the goods in another currency, or null where no rate is stored. */
  valueIn: (currency: string) => Decimal | null;
}

/** @returns the threshold below which goods pay no duty at a date, as far as a source is recorded; VAT is another matter */
export function deMinimisOf({ destination, origin, date, valueIn }: DeMinimisRequest): DeMinimis {
  const rules = THRESHOLDS[scheduleOf(destination)] ?? [];
  const rule = rules.find(({ from, origins }) => from <= date && (origins === undefined || origins.includes(origin)));
  if (rule === undefined) return { threshold: null, currency: null, dutyWaived: null, source: null };
  const { amount, currency, source } = rule;
  if (amount === null) {
    const suspended = source.includes('suspended') ? false : null;
    return { threshold: suspended === null ? null : 0, currency, dutyWaived: suspended, source };
  }
  const value = valueIn(currency);
  const below = value?.lte(amount) ?? null;
  const { condition } = rule;
  return {
    threshold: Number(amount),
    currency,
    // What a consignment is brought by and what it holds is not always known: then nobody can say that it is free.
    dutyWaived: below === true && condition !== undefined ? null : below,
    source: condition === undefined ? source : `${source}: ${condition}`,
  };
}
