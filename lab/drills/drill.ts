import { setTimeout as delay } from 'node:timers/promises';
import { list, table } from '../chaos/report';
import { makePlan, type Plan } from '../chaos/schedule';
import { stopAll, type SiteTools, type Stop } from '../chaos/site';

export interface DrillContext {
  tools: SiteTools;
  /** Shorter, with less load: still the same steps. */
  isQuick: boolean;
  /** Size of the table of the drill `upgrade`; null: its own. */
  events: number | null;
  /** Whether the drill `cells` leaves something out that its verdicts must find. */
  forgetsKeys: boolean;
  /** Shows how far it is. */
  say: (line: string) => void;
}

/** Something that must not have happened, and each time that it did, in words. */
export interface MustBeZero {
  what: string;
  findings: readonly string[];
}

export interface DrillOutcome {
  /** Under which conditions it ran, in a line. */
  conditions: string;
  /** Figures of each step, with a heading. */
  rows: readonly (readonly string[])[];
  verdicts: readonly MustBeZero[];
}

/** A planned operation, or a failure, that is rehearsed under load on a service of its own. */
export interface Drill {
  name: string;
  describe: string;
  /** Why it cannot run here; null when it can. */
  refusal?: () => string | null;
  run(context: DrillContext): Promise<DrillOutcome>;
}

/** What a drill has started, to be stopped in the reverse order. */
export type Stops = Stop[];

/** Runs a drill and stops what it has started, also where it fails. */
export function stoppingAll(rehearse: (context: DrillContext, stops: Stops) => Promise<DrillOutcome>): Drill['run'] {
  return async (context) => {
    const stops: Stops = [];
    try {
      return await rehearse(context, stops);
    } finally {
      await stopAll(stops);
    }
  };
}

/** @returns a verdict for each of these, by what must not have happened */
export function verdictsFrom(found: Readonly<Record<string, readonly string[]>>): MustBeZero[] {
  return Object.entries(found).map(([what, findings]) => ({ what, findings }));
}

const LOOK_MS = 200;

/** Waits until something holds. @returns whether it does, at the latest after the limit */
export async function until(holds: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const limit = performance.now() + limitMs;
  while (performance.now() < limit) {
    if (await holds()) return true;
    await delay(LOOK_MS);
  }
  return holds();
}

export const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

/** No faults and right clocks: what happens is the drill's. */
export const QUIET_PLAN: Plan = {
  ...makePlan({ seed: 1, payments: 0, runMs: 1_000, faults: 0, without: [], standstillMs: [1, 1] }),
  clockShiftMs: 0,
};

export function hasPassed({ verdicts }: DrillOutcome): boolean {
  return verdicts.every(({ findings }) => findings.length === 0);
}

/** The outcome as text. */
export function renderDrill({ name, describe }: Drill, { conditions, rows, verdicts }: DrillOutcome): string {
  const judged = [['must be zero', 'found'], ...verdicts.map(({ what, findings }) => [what, String(findings.length)])];
  const found = verdicts.map(({ what, findings }) => list(what, findings)).filter((part) => part !== '');
  return [`${name}: ${describe}`, conditions, table(rows), table(judged), ...found].join('\n\n');
}
