import { codeAndParents } from '../hs-codes/code';
import type { Rate } from './duty';
import type { SpecialRate } from './us-duty';

/** A line of a schedule that bears a rate. */
export interface RatedLine {
  code: string;
  description: string;
  unit: string | null;
  rate: Rate;
  preferences: readonly SpecialRate[];
}

/** Where the numbers of an answer come from. Source: docs/GAPS.md#H7 */
export interface Provenance {
  title: string;
  publisher: string;
  licence: string;
  edition: string;
  validFrom: string | null;
  nomenclature: string | null;
  importedAt: string;
  url: string | null;
}

/** One schedule in memory: its rated lines, sorted by code. */
export interface Schedule {
  name: string;
  provenance: Provenance;
  averageTariff: number | null;
  codes: readonly string[];
  lines: ReadonlyMap<string, RatedLine>;
}

/** How the lines relate to the code that was asked for. */
export type Relation = 'line' | 'parent_line' | 'children' | 'previous_edition';

export interface FoundLines {
  relation: Relation;
  lines: RatedLine[];
}

function firstAtOrAfter(codes: readonly string[], code: string): number {
  let low = 0;
  let high = codes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((codes[middle] ?? '') < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @returns the rated lines whose codes begin with the prefix */
function linesUnder(schedule: Schedule, prefix: string): RatedLine[] {
  const found: RatedLine[] = [];
  for (let at = firstAtOrAfter(schedule.codes, prefix); at < schedule.codes.length; at += 1) {
    const code = schedule.codes[at] ?? '';
    if (!code.startsWith(prefix)) break;
    const line = schedule.lines.get(code);
    if (line !== undefined) found.push(line);
  }
  return found;
}

function find(schedule: Schedule, code: string): FoundLines | null {
  const exact = schedule.lines.get(code);
  if (exact !== undefined) return { relation: 'line', lines: [exact] };
  for (const parent of codeAndParents(code).slice(1)) {
    const line = schedule.lines.get(parent);
    if (line !== undefined) return { relation: 'parent_line', lines: [line] };
  }
  const children = linesUnder(schedule, code);
  return children.length === 0 ? null : { relation: 'children', lines: children };
}

export interface AskedCode {
  /** Digits as asked for. */
  code: string;
  /** The longest known parent in the nomenclature. */
  known: string;
  /** Codes of the older edition that this code replaced. */
  predecessors: readonly string[];
}

/**
 * The lines that say what a code costs: the code, else the longest parent that bears a rate, else its children;
 * where the schedule is of an older edition, the code that this one replaced.
 * Source: docs/GAPS.md#H3
 */
export function findLines(schedule: Schedule, { code, known, predecessors }: AskedCode): FoundLines | null {
  const direct = find(schedule, code) ?? find(schedule, known);
  if (direct !== null) return direct;
  const lines = predecessors.flatMap((old) => find(schedule, old)?.lines ?? []);
  return lines.length === 0 ? null : { relation: 'previous_edition', lines };
}
