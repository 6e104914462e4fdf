import { median } from './statistics';
import type { Stage } from './stage';

/** How long a run may take: under 3 minutes, under 10, or as long as 10,000 payments need. */
export const PACES = ['quick', 'default', 'long'] as const;
export type Pace = (typeof PACES)[number];

/** A promise about a figure: `at_least` for rates and shares, `at_most` for times and sizes. */
export interface Bound {
  kind: 'at_least' | 'at_most';
  value: number;
}

/**
 * One figure beside its floor, which was measured in the same run on the same machine.
 * The bounds are about ours divided by the floor, or about ours itself where there is no floor.
 */
export interface BenchRow {
  operation: string;
  /** Unit of both figures, such as `per s` or `ms`. */
  unit: string;
  /** Which floor, such as `F1`; null for a figure that stands alone. */
  floorName: string | null;
  floor: number | null;
  ours: number;
  ratio: number | null;
  must: Bound | null;
  aim: Bound | null;
}

export interface BenchTable {
  title: string;
  rows: BenchRow[];
  /** What a reader must know to judge the figures, in sentences. */
  notes: string[];
}

export interface BenchContext {
  pace: Pace;
  /** What the benchmarks stand on, each part started when it is first asked for. */
  stage: Stage;
  /** Tells the person who waits what goes on. */
  say: (line: string) => void;
}

/** What a benchmark may run on beside packages and the build. Source: scripts/setup.mjs */
export const NEEDS = ['postgres', 'temporal', 'temporal-server', 'chromium'] as const;
export type Need = (typeof NEEDS)[number];

/** One benchmark of `npm run bench`. */
export interface BenchModule {
  name: string;
  /** What is set up for it; absent: everything. */
  needs?: readonly Need[];
  /** Whether it runs on a stage of its own, with Temporal and the processes of `npm start`. */
  hasOwnStage?: true;
  /** One sentence for `npm run bench -- --help`. */
  describe: string;
  run(context: BenchContext): Promise<BenchTable>;
}

export type Verdict = 'aim met' | 'must met' | 'missed' | 'shown';

export const atLeast = (value: number): Bound => ({ kind: 'at_least', value });
export const atMost = (value: number): Bound => ({ kind: 'at_most', value });

function keeps(value: number, { kind, value: limit }: Bound): boolean {
  return kind === 'at_least' ? value >= limit : value <= limit;
}

/** @returns what a row's figure says about its promise; a figure that was not had keeps none */
export function verdictOf(row: BenchRow): Verdict {
  const judged = row.floor === null ? row.ours : (row.ratio ?? NaN);
  if (row.must === null) return 'shown';
  if (!keeps(judged, row.must)) return 'missed';
  return row.aim !== null && keeps(judged, row.aim) ? 'aim met' : 'must met';
}

/** One round each of floor and ours, taken right after each other. */
export interface Round {
  floor: number;
  ours: number;
}

/**
 * Measures floor and ours alternately, so that whatever else the machine does meets both alike.
 * @returns the rounds, in order
 */
export async function alternate(
  count: number,
  floor: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) rounds.push({ floor: await floor(), ours: await ours() });
  return rounds;
}

/** What a row is called and promised; the figures come from the rounds. */
export type RowLabel = Pick<BenchRow, 'operation' | 'unit' | 'must' | 'aim'> & { floorName: string };

/** A row of medians; the ratio is the median of the rounds' own ratios. */
export function rowOf(label: RowLabel, rounds: readonly Round[]): BenchRow {
  return {
    ...label,
    floor: median(rounds.map((round) => round.floor)),
    ours: median(rounds.map((round) => round.ours)),
    ratio: median(rounds.map((round) => round.ours / round.floor)),
  };
}

/** A row whose figure stands alone, or beside a floor that was measured elsewhere in this run. */
export function plainRow(label: Omit<BenchRow, 'floorName' | 'floor' | 'ratio'>): BenchRow {
  return { ...label, floorName: null, floor: null, ratio: null };
}
