import type Decimal from 'decimal.js';
import { Exact } from '../../money';
import type { ReferenceData } from '../schedule/reference-data';
import type { Provenance } from '../schedule/schedule';

interface Found {
  rate: Decimal;
  validOn: string;
  /** What an answer says of it; null where nothing is known of the list that it stands in. */
  source: Provenance | null;
}

const ONE = new Exact(1);

/** The stored rate of a pair: of the day, else of the nearest day before, else of the first day after, else null. */
function findStoredRate(reference: ReferenceData, base: string, quote: string, date: string): Found | null {
  const rates = reference.exchangeRates.get(`${base}>${quote}`) ?? [];
  const found = rates.find(({ validOn }) => validOn <= date) ?? rates.at(-1);
  if (found === undefined) return null;
  const { exchangeSource: list } = reference;
  const title = `1 ${base} is ${found.rate} ${quote}`;
  const source = list === null ? null : { ...list, title: `${list.title}: ${title}`, validFrom: found.validOn };
  return { rate: new Exact(found.rate), validOn: found.validOn, source };
}

/** Whether one rate is preferred for the date: the latest up to it, else the first after it. */
function isNearer(one: Found, other: Found, date: string): boolean {
  if (one.validOn > date && other.validOn > date) return one.validOn < other.validOn;
  return one.validOn <= date && (other.validOn > date || one.validOn > other.validOn);
}

/** The rate stored for the pair, or the inverse of the other direction if it is nearer. Source: docs/GAPS.md#H3 */
function find(reference: ReferenceData, from: string, to: string, date: string): Found | null {
  const direct = findStoredRate(reference, from, to, date);
  const inverse = findStoredRate(reference, to, from, date);
  if (inverse === null || (direct !== null && !isNearer(inverse, direct, date))) return direct;
  return { ...inverse, rate: ONE.div(inverse.rate) };
}

/** Conversions of amounts on a day for one answer, which names every rate that it used. Source: docs/GAPS.md#H7 */
export class Conversions {
  private used: Provenance[] | null = null;

  /** @param date ISO calendar date of the import */
  constructor(
    private readonly reference: ReferenceData,
    private readonly date: string,
  ) {}

  /** @returns units of one currency for one of the other from the rates stored, or null */
  rate(from: string, to: string): Decimal | null {
    if (from === to) return ONE;
    const found = find(this.reference, from, to, this.date);
    if (found === null) return null;
    if (found.source !== null) (this.used ??= []).push(found.source);
    return found.rate;
  }

  /** Where the rates come from that were used, each once. */
  get sources(): readonly Provenance[] {
    if (this.used === null) return [];
    return [...new Map(this.used.map((source) => [source.title, source])).values()];
  }
}
