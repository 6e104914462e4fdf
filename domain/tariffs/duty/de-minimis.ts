import type Decimal from 'decimal.js';
import { customsState, scheduleOf } from '../schedule/countries';

interface Threshold {
  /** Consignments of at most this value pay no duty; 0 where there is no relief, null where what holds is not known. */
  amount: string | null;
  /** Where what holds is not known: above this value duty is charged all the same. */
  dutyAbove?: string;
  currency: string;
  /** First day for which it is recorded. */
  from: string;
  /** Countries of origin, with what lies inside their customs border, that it holds for; absent: all. */
  origins?: readonly string[];
  /** What else decides at or below the amount; above it duty is charged all the same. */
  condition?: string;
  /** Codes, by their first digits, that the condition is about; absent: all. */
  conditionFor?: readonly string[];
  source: string;
}

const NO_RELIEF = '0';

/** Goods with an excise duty, and perfumes: reliefs for small consignments are not, or not all, for them. */
const NOT_FOR_EXCISE = {
  condition: 'not for alcohol, tobacco, perfume and toilet water',
  conditionFor: ['2203', '2204', '2205', '2206', '2207', '2208', '24', '3303'],
};

/** Latest first; of rules of the same day those for some origins first. */
const THRESHOLDS: Readonly<Record<string, readonly Threshold[]>> = {
  AU: [
    {
      amount: '1000',
      currency: 'AUD',
      from: '2013-03-01',
      condition: 'not for tobacco, alcohol and parts of a bulk order',
      source: 'Customs Tariff Act 1995, Schedule 4, item 26; Customs By-law No. 1305011',
    },
  ],
  CA: [
    {
      amount: null,
      dutyAbove: '150',
      currency: 'CAD',
      from: '2020-07-01',
      origins: ['MX', 'US'],
      source:
        'Courier Imports Remission Order, SI/85-182, section 4.1 (SI/2020-34): up to 150 CAD where a courier brings it from ' +
        'Mexico or the United States, whatever its origin; else 20 CAD',
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
    {
      amount: '0',
      currency: 'USD',
      from: '2026-02-24',
      source: 'Executive Order of 20 February 2026, Continuing the Suspension of Duty-Free De Minimis Treatment',
    },
    { amount: '0', currency: 'USD', from: '2025-08-29', source: 'Executive Order 14324 of 30 July 2025: suspended' },
    {
      amount: '0',
      currency: 'USD',
      from: '2025-05-02',
      origins: ['CN', 'HK'],
      source: 'Executive Order 14256 of 2 April 2025: suspended for China and Hong Kong',
    },
    { amount: '800', currency: 'USD', from: '2016-03-10', ...NOT_FOR_EXCISE, source: '19 U.S.C. 1321(a)(2)(C)' },
  ],
  EU: [
    {
      amount: null,
      dutyAbove: '150',
      currency: 'EUR',
      from: '2026-07-01',
      source:
        'Regulation (EU) 2026/382: the relief of Regulation (EC) No 1186/2009 has ended; until 1 July 2028 goods of distance ' +
        'sales up to 150 EUR pay 3 EUR an item instead of the duty',
    },
    {
      amount: '150',
      currency: 'EUR',
      from: '2010-01-01',
      ...NOT_FOR_EXCISE,
      source: 'Regulation (EC) No 1186/2009, relief for consignments of negligible value',
    },
  ],
  GB: [
    {
      amount: '135',
      currency: 'GBP',
      from: '2021-01-01',
      ...NOT_FOR_EXCISE,
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
  /** Digits. */
  hsCode: string;
  destination: string;
  origin: string;
  date: string;
  /** Value of the goods in another currency, or null where no rate is stored. */
  valueIn: (currency: string) => Decimal | null;
}

/** @returns the threshold below which goods pay no duty at a date, as far as a source is recorded; VAT is another matter */
export function deMinimisOf({ hsCode, destination, origin, date, valueIn }: DeMinimisRequest): DeMinimis {
  const rules = THRESHOLDS[scheduleOf(destination)] ?? [];
  const state = customsState(origin);
  const rule = rules.find(({ from, origins }) => from <= date && (origins === undefined || origins.includes(state)));
  if (rule === undefined) return { threshold: null, currency: null, dutyWaived: null, source: null };
  const { amount, currency, source, dutyAbove } = rule;
  if (amount === null) {
    const isAbove = dutyAbove !== undefined && valueIn(currency)?.gt(dutyAbove) === true;
    return { threshold: null, currency, dutyWaived: isAbove ? false : null, source };
  }
  if (amount === NO_RELIEF) return { threshold: 0, currency, dutyWaived: false, source };
  const value = valueIn(currency);
  const below = value?.lte(amount) ?? null;
  const { conditionFor = [''] } = rule;
  const condition = conditionFor.some((digits) => hsCode.startsWith(digits)) ? rule.condition : undefined;
  return {
    threshold: Number(amount),
    currency,
    // Carrier and contents of a consignment are not always known; then it is not known whether it is free.
    dutyWaived: below === true && condition !== undefined ? null : below,
    source: condition === undefined ? source : `${source}: ${condition}`,
  };
}
