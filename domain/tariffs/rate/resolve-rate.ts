import { Exact } from '../../money';
import type { Duty } from '../schedule/duty';
import type { FoundLines, RatedLine } from '../schedule/schedule';
import type { SpecialRate } from '../schedule/us-duty';

/** Decimals kept of an average rate in percent. */
const RATE_DECIMALS = 4;

/** Different duties spelt out of one code; further ones are told of by an ellipsis. */
const EXPRESSIONS_SHOWN = 5;

/** Which lines of the schedule a rate comes from. Source: docs/GAPS.md#H3 */
export const RATE_BASES = [
  'line',
  'parent_line',
  'equal_lines',
  'average_of_lines',
  'different_lines',
  'previous_edition',
  'later_edition',
  'customs_union',
  'average_hs6',
  'average_heading',
  'average_chapter',
] as const;
/**
 * `different_lines`: several duties of which none is ad valorem, so that no average says anything. `average_hs6` and so on:
 * averages that statistics publish for the subheading, heading or chapter. Source: docs/GAPS.md#H10
 */
export type RateBasis = (typeof RATE_BASES)[number];

/** What a code costs, in percent where that can be said, and how it was found. */
export interface ResolvedRate {
  /** Percent as decimal text; null for a duty that depends on weight or count. */
  percent: string | null;
  /** The duty to compute; null where the text cannot be computed. */
  duty: Duty | null;
  /** The schedule's text where all lines say the same, verbatim; the different texts where none is ad valorem. */
  expression: string | null;
  basis: RateBasis;
  /** Percent, lowest and highest of the ad valorem lines, where they differ. */
  range: { min: number; max: number } | null;
  /** Number of lines looked at, and how many of them are not ad valorem: an average leaves these out. */
  lines: number;
  nonAdValoremLines: number;
  /** The line's code where it is one line. */
  lineCode: string | null;
}

const AVERAGES: Readonly<Record<number, RateBasis>> = { 2: 'average_chapter', 4: 'average_heading' };

/** Whether a rate is an estimate by a published average. Source: docs/GAPS.md#H10 */
export function isEstimate({ basis }: Pick<ResolvedRate, 'basis'>): boolean {
  return basis === 'average_hs6' || Object.values(AVERAGES).includes(basis);
}

/** How a rate was found: a line, a parent, equal lines, or an average. */
function basisOf(found: FoundLines, equal: boolean): RateBasis {
  if (found.isAverage) {
    const digits = found.relation === 'children' ? 4 : (found.lines[0]?.code.length ?? 0);
    return AVERAGES[digits] ?? 'average_hs6';
  }
  if (found.relation === 'children') return equal ? 'equal_lines' : 'average_of_lines';
  return found.relation;
}

/** @returns simple average in percent, 4 decimals half up */
function average(percents: readonly string[]): string {
  const sum = percents.reduce((total, percent) => total.plus(percent), new Exact(0));
  return sum.div(percents.length).toDecimalPlaces(RATE_DECIMALS).toString();
}

function distinctExpressions(lines: readonly RatedLine[]): string {
  const texts = [...new Set(lines.map(({ rate }) => rate.expression))];
  const shown = texts.slice(0, EXPRESSIONS_SHOWN);
  return [...shown, ...(texts.length > shown.length ? ['…'] : [])].join('; ');
}

function rangeOf(percents: readonly string[]): { min: number; max: number } | null {
  const values = percents.map(Number);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return values.length === 0 || min === max ? null : { min, max };
}

/**
 * The most favoured nation rate of a code from the lines found for it.
 * Source: docs/GAPS.md#H3
 */
export function resolveMfn(found: FoundLines): ResolvedRate {
  return resolveRate(found);
}

/**
 * The column 2 rate of a code, which origins without most favoured nation treatment pay.
 * @returns null where the schedule has no such column, or not for all of the lines
 */
export function resolveColumnTwo(found: FoundLines): ResolvedRate | null {
  const lines = found.lines.flatMap((line) => (line.columnTwo === null ? [] : [{ ...line, rate: line.columnTwo }]));
  return lines.length < found.lines.length ? null : resolveRate({ ...found, lines });
}

/** The rate of the lines found: theirs if all are equal, else the average of the percentages with their range. */
function resolveRate(found: FoundLines): ResolvedRate {
  const [first] = found.lines;
  const equal = found.lines.every(({ rate }) => rate.expression === first?.rate.expression);
  const percents = found.lines.flatMap(({ rate }) => (rate.adValorem === null ? [] : [rate.adValorem]));
  const base = {
    basis: basisOf(found, equal),
    lines: found.lines.length,
    nonAdValoremLines: found.lines.length - percents.length,
    lineCode: found.lines.length === 1 ? (first?.code ?? null) : null,
  };
  if (first !== undefined && equal) {
    const { rate } = first;
    return { ...base, percent: rate.adValorem, duty: rate.duty, expression: rate.expression, range: null };
  }
  if (percents.length === 0) {
    const expression = distinctExpressions(found.lines);
    return { ...base, basis: 'different_lines', percent: null, duty: null, expression, range: null };
  }
  const percent = average(percents);
  const duty: Duty = { parts: [{ type: 'percent', percent }] };
  return { ...base, percent, duty, expression: null, range: rangeOf(percents) };
}

/**
 * Sentences on what a resolved rate leaves open.
 * @param schedule the schedule's name, such as `US`
 * @param code as asked for
 */
export function rateGaps(rate: ResolvedRate, schedule: string, code: string): string[] {
  const { basis, lines, nonAdValoremLines, percent } = rate;
  const of = `lines of the schedule of ${schedule} for ${code}`;
  if (basis === 'different_lines') {
    return [`the ${lines} ${of} have different duties of which none is ad valorem: name a line of the schedule`];
  }
  if (percent === null || nonAdValoremLines === 0) return [];
  return [`${nonAdValoremLines} of the ${lines} ${of} are not ad valorem and are left out of the average`];
}

function specialOf(line: RatedLine, symbols: readonly string[]): SpecialRate | null {
  const listed = line.preferences.filter(({ programs }) => programs.some((program) => symbols.includes(program)));
  return listed.find(({ adValorem }) => adValorem !== null) ?? listed[0] ?? null;
}

/** What a line grants to an agreement. */
export interface PreferentialRate {
  percent: string | null;
  duty: Duty | null;
  expression: string | null;
}

/**
 * The rate of a preference program over the lines found; a line that does not list the program counts with its general
 * rate.
 * @param symbols the program's symbols in the schedule, such as `S` and `S+`
 * @returns null where no line grants the program anything
 */
export function resolvePreference(found: FoundLines, symbols: readonly string[]): PreferentialRate | null {
  const specials = found.lines.map((line) => ({ line, special: specialOf(line, symbols) }));
  if (specials.every(({ special }) => special === null)) return null;
  const rates = specials.map(({ line, special }) => special ?? line.rate);
  const [first] = rates;
  if (first !== undefined && rates.every(({ expression }) => expression === first.expression)) {
    return { percent: first.adValorem, duty: first.duty, expression: first.expression };
  }
  const percents = rates.flatMap(({ adValorem }) => (adValorem === null ? [] : [adValorem]));
  if (percents.length < rates.length) return { percent: null, duty: null, expression: null };
  const percent = average(percents);
  return { percent, duty: { parts: [{ type: 'percent', percent }] }, expression: null };
}
