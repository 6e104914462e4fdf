import type { Provenance } from './schedule';

/** What no answer about duties contains, said in every one of them. Source: docs/GAPS.md#H7 */
export const NOT_INCLUDED = [
  'anti-dumping and countervailing duties',
  'safeguard measures',
  'additional duties of chapter 99 of the United States schedule',
  'column 2 rates of the United States',
  'excise duties',
  'tariff quotas',
  'reduced and regional VAT or sales tax rates',
  'customs and handling fees',
] as const;

/** What stands behind an answer and what is missing from it. */
export interface Coverage {
  complete: boolean;
  missing: string[];
  sources: Provenance[];
  notIncluded: string[];
}

/** @param missing what is not known here, in words; empty where all is */
export function coverageOf(sources: readonly Provenance[], missing: readonly string[] = []): Coverage {
  const distinct = new Map(sources.map((source) => [`${source.title} ${source.edition}`, source]));
  return {
    complete: missing.length === 0,
    missing: [...new Set(missing)],
    sources: [...distinct.values()],
    notIncluded: [...NOT_INCLUDED],
  };
}
