import type Decimal from 'decimal.js';
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

/** On what a schedule's duties are charged: the goods up to the ship (FOB), or up to the border with freight (CIF). */
export interface ValuationRule {
  basis: 'FOB' | 'CIF';
  /** First day for which the rule is recorded. */
  from: string;
  source: string;
}

/**
 * By schedule, the latest first. Each member of the World Trade Organization chooses by law whether freight and insurance
 * belong to the value: its Agreement on the implementation of article VII, article 8(2).
 */
const RULES: Readonly<Record<string, readonly ValuationRule[]>> = {
  AU: [{ basis: 'FOB', from: '1995-01-01', source: 'Customs Act 1901, section 161(2)(e)' }],
  BR: [{ basis: 'CIF', from: '2009-02-06', source: 'Decree No. 6.759 of 5 February 2009, article 77' }],
  CA: [
    {
      basis: 'FOB',
      from: '1995-01-01',
      source: 'Customs Act, section 48(5): transport from the place of direct shipment is left out',
    },
  ],
  CN: [
    {
      basis: 'CIF',
      from: '2024-12-01',
      source: "Tariff Law of the People's Republic of China: transport and insurance before unloading are counted in",
    },
    {
      basis: 'CIF',
      from: '2004-01-01',
      source:
        'Regulations on Import and Export Duties, State Council Decree No. 392: transport and insurance before ' +
        'unloading are counted in',
    },
  ],
  EU: [
    {
      basis: 'CIF',
      from: '2016-05-01',
      source:
        'Regulation (EU) No 952/2013, value of goods for customs purposes: transport and insurance up to the border are ' +
        'counted in',
    },
  ],
  GB: [
    {
      basis: 'CIF',
      from: '2021-01-01',
      source:
        'Taxation (Cross-border Trade) Act 2018, section 16; Customs (Import Duty) (EU Exit) Regulations 2018, ' +
        'regulation 111(1)(c)',
    },
  ],
  IN: [
    {
      basis: 'CIF',
      from: '2007-10-10',
      source: 'Customs Act, 1962, section 14; Customs Valuation Rules, 2007, rule 10(2)',
    },
  ],
  JP: [{ basis: 'CIF', from: '1995-01-01', source: 'Customs Tariff Act (Act No. 54 of 1910), article 4(1)(i)' }],
  KR: [{ basis: 'CIF', from: '2001-01-01', source: 'Customs Act, article 30(1)6' }],
  MX: [{ basis: 'CIF', from: '1996-04-01', source: 'Ley Aduanera, articles 64 and 65' }],
  US: [{ basis: 'FOB', from: '1980-07-01', source: '19 U.S.C. 1401a(b)(4)(A)' }],
};

/** @returns how customs of a schedule value goods at a date, or null where no rule is recorded */
export function valuationRule(schedule: string, date: string): ValuationRule | null {
  return RULES[schedule]?.find(({ from }) => from <= date) ?? null;
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

/** Takes freight and insurance out of a price that covers them. */
export function partsOfPrice({ value, freight, insurance, incoterm }: Price): PriceParts {
  const covers = COVERS[incoterm];
  const inside = (amount: Decimal | null, covered: boolean): Decimal => (covered ? (amount ?? NOTHING) : NOTHING);
  const goods = value.minus(inside(freight, covers.freight)).minus(inside(insurance, covers.insurance));
  const said = (name: string, amount: Decimal | null, covered: boolean): string[] => {
    if (amount !== null) return [];
    const effect = covered ? `the price under ${incoterm} covers it and it is not taken out` : 'it is counted as none';
    return [`"${name}" is not given: ${effect}`];
  };
  return {
    goods,
    freight: freight ?? NOTHING,
    insurance: insurance ?? NOTHING,
    missing: [
      ...said('freight', freight, covers.freight),
      ...said('insurance', insurance, covers.insurance),
      ...(incoterm === 'DDP' ? ['duties and taxes that a price under DDP covers are not taken out of it'] : []),
    ],
  };
}

/** @returns the value on which duty is charged; the goods alone when no rule is recorded */
export function customsValue({ goods, freight, insurance }: PriceParts, rule: ValuationRule | null): Decimal {
  return rule?.basis === 'CIF' ? goods.plus(freight).plus(insurance) : goods;
}
