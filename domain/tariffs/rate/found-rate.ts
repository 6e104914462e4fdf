import type { FieldFault } from '../../errors';
import { askedCode, resolveNode } from '../../hs-codes/nomenclature';
import { inCustomsUnion, scheduleOf, shareTariff } from '../schedule/countries';
import { scheduleAt } from '../schedule/editions';
import type { ReferenceData } from '../schedule/reference-data';
import { resolveMfn, type ResolvedRate } from './resolve-rate';
import { findLines, type FoundLines, type Provenance, type Schedule } from '../schedule/schedule';

/** What a quote is asked for. */
export interface QuoteRequest {
  /** Digits, 4 to 10. */
  hsCode: string;
  origin: string;
  destination: string;
  /** Major units, > 0. */
  value: number;
  currency: string;
  weight: number | null;
  unit: string | null;
  /** ISO calendar date of the import. */
  date: string;
}

/** Goods of a request, wherever they go. */
export type ConsignedGoods = Omit<QuoteRequest, 'destination'>;

/** @returns the request for the goods at one destination */
export function requestTo(destination: string, goods: ConsignedGoods): QuoteRequest {
  const { hsCode, origin, value, currency, weight, unit, date } = goods;
  return { hsCode, origin, destination, value, currency, weight, unit, date };
}

/** Why no duty can be said; never a zero in its place. Source: docs/GAPS.md#H4 */
export type Unavailable =
  | { kind: 'unknown_code' }
  | { kind: 'domestic' }
  | { kind: 'no_schedule' }
  /** The date is before the oldest edition that is loaded. */
  | { kind: 'before_editions'; validFrom: string; sources: Provenance[] }
  | { kind: 'no_rate'; nomenclature: string | null; sources: Provenance[] }
  /** The origin pays column 2 of the United States, of which the lines have none. Source: docs/GAPS.md#H9 */
  | { kind: 'no_column_two'; sources: Provenance[] }
  | { kind: 'not_computable'; rate: ResolvedRate; sources: Provenance[] }
  | { kind: 'input_missing'; faults: FieldFault[]; expression: string | null; sources: Provenance[] };

/** No duty between two members of the customs union. */
export const UNION_RATE: ResolvedRate = {
  percent: '0',
  duty: { parts: [{ type: 'percent', percent: '0' }] },
  expression: null,
  basis: 'customs_union',
  range: null,
  lines: 0,
  nonAdValoremLines: 0,
  lineCode: null,
};

/** The general rate of the goods, with the edition and the lines that it comes from; none inside the customs union. */
export interface FoundRate {
  rate: ResolvedRate;
  schedule: Schedule | null;
  lines: FoundLines | null;
}

/** The general rate of goods at the date, or why there is none. Source: docs/GAPS.md#H3, #H4 */
export function findRate(reference: ReferenceData, request: QuoteRequest): FoundRate | Unavailable {
  const { hsCode, origin, destination, date } = request;
  const at = scheduleAt(reference, scheduleOf(destination), date);
  const schedule = at.kind === 'edition' ? at.schedule : null;
  const asked = askedCode(reference.nomenclature, hsCode);
  const lines = schedule === null ? null : findLines(schedule, asked);
  if (lines === null && resolveNode(reference.nomenclature, hsCode) === null) return { kind: 'unknown_code' };
  if (origin === destination) return { kind: 'domestic' };
  if (inCustomsUnion(origin, destination)) return { rate: UNION_RATE, schedule: null, lines: null };
  if (at.kind === 'not_loaded' || shareTariff(origin, destination)) return { kind: 'no_schedule' };
  if (at.kind === 'before_editions') {
    const { provenance } = at.oldest;
    return { kind: 'before_editions', validFrom: provenance.validFrom ?? date, sources: [provenance] };
  }
  if (lines !== null) return { rate: resolveMfn(lines), schedule: at.schedule, lines };
  const { provenance } = at.schedule;
  return { kind: 'no_rate', nomenclature: provenance.nomenclature, sources: [provenance] };
}
