import type Decimal from 'decimal.js';
import { CUSTOMS_VALUATION } from '../../facts/customs';
import { factAt } from '../../facts/read-facts';
import { Exact } from '../../money';

/** Delivery terms of the International Chamber of Commerce, 2020. */
export const INCOTERMS = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CPT', 'CIF', 'CIP', 'DAP', 'DPU', 'DDP'] as const;
export type Incoterm = (typeof INCOTERMS)[number];

/** What the price covers beside the goods. Source: International Chamber of Commerce, Incoterms 2020, A9 and B9 */
const COVERS: Readonly<Record<Incoterm, { freight: boolean; insurance: boolean }>> = {
  EXW: { freight: false, insurance: false },
  FCA: { freight: false, insurance: false },
  FAS: { freight: false, insurance: false },
  FOB: { freight: false, insurance: false },
  CFR: { freight: true, insurance: false },
  CPT: { freight: true, insurance: false },
  CIF: { freight: true, insurance: true },
  CIP: { freight: true, insurance: true },
  DAP: { freight: true, insurance: true },
  DPU: { freight: true, insurance: true },
  DDP: { freight: true, insurance: true },
};

/** What a schedule's duties are charged on: the goods up to the ship (FOB), or up to the border with freight (CIF). */
export interface ValuationRule {
  basis: 'FOB' | 'CIF';
  /** First day for which the rule is recorded; null where the source does not say. */
  from: string | null;
  source: string;
}

/** @returns how customs of a schedule value goods at a date, or null where no rule is recorded */
export function valuationRule(schedule: string, date: string): ValuationRule | null {
  const fact = factAt(CUSTOMS_VALUATION, schedule, date);
  return fact?.value ? { basis: fact.value.basis, from: fact.from, source: fact.value.law } : null;
}

/** What is paid for goods and their transport. */
export interface Price {
  /** What is paid to the seller, major units, > 0. */
  value: Decimal;
  /** International freight and insurance, major units; null where the caller did not say. */
  freight: Decimal | null;
  insurance: Decimal | null;
  incoterm: Incoterm;
}

/** The price taken apart. Amounts in major units. */
export interface PriceParts {
  /** The goods alone; zero or less where freight and insurance are more than the price that covers them. */
  goods: Decimal;
  freight: Decimal;
  insurance: Decimal;
  /** What could not be taken apart or added, in words. */
  missing: string[];
}

const NOTHING = new Exact(0);

/** Splits a price into goods, freight and insurance, as far as its Incoterm includes them. */
export function partsOfPrice({ value, freight, insurance, incoterm }: Price): PriceParts {
  const covers = COVERS[incoterm];
  const inside = (amount: Decimal | null, covered: boolean): Decimal => (covered ? (amount ?? NOTHING) : NOTHING);
  const goods = value.minus(inside(freight, covers.freight)).minus(inside(insurance, covers.insurance));
  const noteIfMissing = (name: string, amount: Decimal | null, covered: boolean): string[] => {
    if (amount !== null) return [];
    const effect = covered ? `the price under ${incoterm} covers it and it is not taken out` : 'it is counted as none';
    return [`"${name}" is not given: ${effect}`];
  };
  return {
    goods,
    freight: freight ?? NOTHING,
    insurance: insurance ?? NOTHING,
    missing: [
      ...noteIfMissing('freight', freight, covers.freight),
      ...noteIfMissing('insurance', insurance, covers.insurance),
      ...(incoterm === 'DDP' ? ['duties and taxes that a price under DDP covers are not taken out of it'] : []),
    ],
  };
}

/** @returns the value on which duty is charged; the goods alone when no rule is recorded */
export function customsValue({ goods, freight, insurance }: PriceParts, rule: ValuationRule | null): Decimal {
  return rule?.basis === 'CIF' ? goods.plus(freight).plus(insurance) : goods;
}
