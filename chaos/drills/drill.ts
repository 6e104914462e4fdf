import { list, table } from '../report';
import type { SiteTools } from '../site';

export interface DrillContext {
  tools: SiteTools;
  /** Shorter, with less load: still the same steps. */
  isQuick: boolean;
  /** Size of the table of the drill `upgrade`; null: its own. */
  events: number | null;
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

export function hasPassed({ verdicts }: DrillOutcome): boolean {
  return verdicts.every(({ findings }) => findings.length === 0);
}

/** The outcome as text. */
export function renderDrill({ name, describe }: Drill, { conditions, rows, verdicts }: DrillOutcome): string {
  const judged = [['must be zero', 'found'], ...verdicts.map(({ what, findings }) => [what, String(findings.length)])];
  const found = verdicts.map(({ what, findings }) => list(what, findings)).filter((part) => part !== '');
  return [`${name}: ${describe}`, conditions, table(rows), table(judged), ...found].join('\n\n');
}
