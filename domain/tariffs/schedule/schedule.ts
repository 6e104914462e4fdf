import { codeAndParents, type AskedCode } from '../../hs-codes/code';
import { partitionPoint } from '../../partition-point';
import type { AdditionalDuty } from './additional-duties';
import type { Rate } from './duty';
import type { SpecialRate } from './us-duty';

/** A line of a schedule that bears a rate. */
export interface RatedLine {
  code: string;
  /** Statistical units as the schedule writes them. */
  unit: string | null;
  rate: Rate;
  preferences: readonly SpecialRate[];
  /** What origins without most favoured nation treatment pay; null where the schedule has no such column. */
  columnTwo: Rate | null;
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

/** One edition of a schedule in memory: its rated lines, sorted by code. */
export interface Schedule {
  name: string;
  provenance: Provenance;
  /** Calendar date on which its publisher was last found to publish the same edition; null where nobody has looked. */
  confirmedOn: string | null;
  averageTariff: number | null;
  /** Duties of chapter 99 that come on top of a line's own rate. */
  additional: readonly AdditionalDuty[];
  codes: readonly string[];
  lines: ReadonlyMap<string, RatedLine>;
}

/** How the lines relate to the code that was asked for. */
export type Relation = 'line' | 'parent_line' | 'children' | 'previous_edition' | 'later_edition';

/** Lines that say what a code costs, and how they relate to it. */
export interface FoundLines {
  relation: Relation;
  lines: RatedLine[];
}

/** @returns the rated lines whose codes begin with the prefix */
function linesUnder(schedule: Schedule, prefix: string): RatedLine[] {
  const found: RatedLine[] = [];
  const first = partitionPoint(schedule.codes.length, (at) => (schedule.codes[at] ?? '') < prefix);
  for (let at = first; at < schedule.codes.length; at += 1) {
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

/**
 * The lines that say what a code costs: the code, else the longest parent that bears a rate, else its children;
 * where schedule and code are of different editions of the nomenclature, the codes that stand for this one there.
 * Source: docs/GAPS.md#H3
 */
export function findLines(schedule: Schedule, asked: AskedCode): FoundLines | null {
  const linesOf = (codes: readonly string[]): RatedLine[] =>
    codes.flatMap((other) => find(schedule, other)?.lines ?? []);
  // A subheading that was replaced must not be taken for its heading.
  const later = schedule.lines.has(asked.code) ? [] : linesOf(asked.successors);
  if (later.length > 0) return { relation: 'later_edition', lines: later };
  const direct = find(schedule, asked.code) ?? find(schedule, asked.known);
  if (direct !== null) return direct;
  const former = linesOf(asked.predecessors);
  return former.length === 0 ? null : { relation: 'previous_edition', lines: former };
}
