import type { Provenance } from './schedule';

const AT_THE_BORDER = ['anti-dumping and countervailing duties', 'safeguard measures and tariff quotas'] as const;
const EVERYWHERE = [
  'excise duties',
  'reduced and regional VAT or sales tax rates',
  'fees of brokers and carriers',
] as const;

/** What a schedule's answers leave out beside that. */
const BY_SCHEDULE: Readonly<Record<string, readonly string[]>> = {
  US: [
    'duties of chapter 99 of the United States schedule that replace a rate, and exclusions from those that add to it',
    'taxes of chapters 22 and 24 of the Internal Revenue Code',
  ],
  GB: ['authorised use and suspensions of the United Kingdom', 'preferential rates of the United Kingdom'],
  EU: ['suspensions of the European Union', 'preferential rates of the European Union'],
};

/**
 * What no answer about duties contains, said in every one of them. Source: docs/GAPS.md#H7
 * @param schedules names; empty inside a customs union, where nothing is charged at a border
 */
export function excludedFrom(schedules: Iterable<string>): string[] {
  const names = [...new Set(schedules)];
  const border = names.length === 1 && names[0] === '' ? [] : AT_THE_BORDER;
  return [...border, ...EVERYWHERE, ...names.flatMap((name) => BY_SCHEDULE[name] ?? [])];
}

/** Sources of an answer, and what is missing from it. */
export interface Coverage {
  /** Whether nothing is missing and nothing is left out. */
  complete: boolean;
  missing: string[];
  sources: Provenance[];
  excluded: string[];
}

/**
 * The coverage of an answer: its sources, each once, and what it lacks.
 * @param missing what is not known, in words; empty where nothing is missing
 * @param excluded what answers of this kind leave out
 */
export function coverageOf(
  sources: readonly Provenance[],
  missing: readonly string[] = [],
  excluded: readonly string[] = [],
): Coverage {
  const distinct = new Map(sources.map((source) => [`${source.title} ${source.edition} ${source.validFrom}`, source]));
  return {
    complete: missing.length === 0 && excluded.length === 0,
    missing: [...new Set(missing)],
    sources: [...distinct.values()],
    excluded: [...excluded],
  };
}
