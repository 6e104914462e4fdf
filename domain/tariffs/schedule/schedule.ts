import { codeAndParents, type AskedCode } from '../../hs-codes/code';
import { partitionPoint } from '../../partition-point';
import type { AdditionalDuty } from './additional-duties';
import type { Rate } from './duty';
import type { SpecialRate } from './us-duty';

/** What a line says, which many lines share. */
export interface LineTerms {
  /** Statistical units as the schedule writes them. */
  unit: string | null;
  rate: Rate;
  preferences: readonly SpecialRate[];
  /** What origins without most favoured nation treatment pay; null where the schedule has no such column. */
  columnTwo: Rate | null;
}

/** A line of a schedule that bears a rate. */
export interface RatedLine extends LineTerms {
  code: string;
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
  /** What makes its answers provisional, in words. */
  doubts: readonly string[];
  /** Whether its lines are averages that statistics publish, and no rates of a law. */
  isAverage: boolean;
  /** Duties of chapter 99 that come on top of a line's own rate. */
  additional: readonly AdditionalDuty[];
  codes: readonly string[];
  lines: ReadonlyMap<string, LineTerms>;
}

/** How the lines relate to the code that was asked for. */
export type Relation = 'line' | 'parent_line' | 'children' | 'previous_edition' | 'later_edition';

/** Lines that say what a code costs, and how they relate to it. */
export interface FoundLines {
  relation: Relation;
  isAverage: boolean;
  lines: RatedLine[];
}

function lineOf({ lines }: Schedule, code: string): RatedLine | null {
  const terms = lines.get(code);
  if (terms === undefined) return null;
  const { unit, rate, preferences, columnTwo } = terms;
  return { code, unit, rate, preferences, columnTwo };
}

/** @returns the rated lines whose codes begin with the prefix */
function linesUnder(schedule: Schedule, prefix: string): RatedLine[] {
  const found: RatedLine[] = [];
  const first = partitionPoint(schedule.codes.length, (at) => (schedule.codes[at] ?? '') < prefix);
  for (let at = first; at < schedule.codes.length; at += 1) {
    const code = schedule.codes[at] ?? '';
    if (!code.startsWith(prefix)) break;
    const line = lineOf(schedule, code);
    if (line !== null) found.push(line);
  }
  return found;
}

/**
 * The line of a code, else of its longest parent that has a rate, else those of its children; null if there is none.
 */
function findInEdition(schedule: Schedule, code: string): FoundLines | null {
  const { isAverage } = schedule;
  const exact = lineOf(schedule, code);
  if (exact !== null) return { relation: 'line', isAverage, lines: [exact] };
  for (const parent of codeAndParents(code).slice(1)) {
    const line = lineOf(schedule, parent);
    if (line !== null) return { relation: 'parent_line', isAverage, lines: [line] };
  }
  const children = linesUnder(schedule, code);
  return children.length === 0 ? null : { relation: 'children', isAverage, lines: children };
}

/**
 * The rated lines of a code: its own, else its longest parent's, else its children's. If schedule and code are of
 * different editions of the nomenclature, the lines of the codes that correspond to it.
 * Source: docs/GAPS.md#H3
 */
export function findLines(schedule: Schedule, asked: AskedCode): FoundLines | null {
  const { isAverage } = schedule;
  const linesOf = (codes: readonly string[]): RatedLine[] =>
    codes.flatMap((other) => findInEdition(schedule, other)?.lines ?? []);
  // A subheading that was replaced must not be taken for its heading.
  const later = schedule.lines.has(asked.code) ? [] : linesOf(asked.successors);
  if (later.length > 0) return { relation: 'later_edition', isAverage, lines: later };
  const direct = findInEdition(schedule, asked.code) ?? findInEdition(schedule, asked.known);
  if (direct !== null) return direct;
  const former = linesOf(asked.predecessors);
  return former.length === 0 ? null : { relation: 'previous_edition', isAverage, lines: former };
}
