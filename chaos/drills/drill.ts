import { table } from '../report';
import type { SiteTools } from '../site';

export interface DrillContext {
  tools: SiteTools;
  /** Shorter, with less load: still the same steps. */
  isQuick: boolean;
  /** Shows how far it is. */
  say: (line: string) => void;
}

/** Something that must not have happened, and how often it did. */
export interface MustBeZero {
  what: string;
  found: number;
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

export function hasPassed({ verdicts }: DrillOutcome): boolean {
  return verdicts.every(({ found }) => found === 0);
}

/** The outcome as text. */
export function renderDrill({ name, describe }: Drill, { conditions, rows, verdicts }: DrillOutcome): string {
  const judged = [['must be zero', 'found'], ...verdicts.map(({ what, found }) => [what, String(found)])];
  return [`${name}: ${describe}`, conditions, table(rows), table(judged)].join('\n\n');
}
