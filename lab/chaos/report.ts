import type { Verdict } from './judges';
import type { Recovery } from './recovery';
import { describeFault, type Plan } from './schedule';

/** Findings of one promise that are shown; the rest are counted. */
const SHOWN = 8;

/** Rows in columns, the first one of them left-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function seconds(milliseconds: number): string {
  return Number.isFinite(milliseconds) ? (milliseconds / 1000).toFixed(1) : 'none';
}

function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ what, findings }) => [what, String(findings.length)]);
  return table([['must be zero', 'found'], ...rows]);
}

/** How soon payments went on after the faults of each kind, with a heading. */
export function recoveryRows(recoveries: readonly Recovery[]): string[][] {
  const heading = ['seconds after the fault', 'faults', 'accepted', 'max', 'all moved', 'max'];
  const rows = recoveries.map(({ kind, count, acceptedMs, movedMs }) => [
    kind,
    String(count),
    seconds(acceptedMs.median),
    seconds(acceptedMs.max),
    seconds(movedMs.median),
    seconds(movedMs.max),
  ]);
  return [heading, ...rows];
}

/** The first findings with their title; empty where there is none. */
export function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const more = lines.length > SHOWN ? [`  and ${lines.length - SHOWN} more`] : [];
  return [`${title}:`, ...lines.slice(0, SHOWN).map((line) => `  ${line}`), ...more].join('\n');
}

/** How to run the same plan again, and what it does. */
function reproduction({ seed, payments, runMs, faultList, faults, without, reach = 'http' }: Plan): string {
  const command = `npm run chaos -- --seed ${seed} --payments ${payments} --minutes ${runMs / 60_000} --faults ${faults} --reach ${reach}`;
  const left = without.length === 0 ? '' : ` --without ${without.join(',')}`;
  return [`The same again: ${command}${left}`, ...faultList.map((fault) => `  ${describeFault(fault)}`)].join('\n');
}

export interface Outcome {
  plan: Plan;
  verdicts: readonly Verdict[];
  recoveries: readonly Recovery[];
  waiting: readonly string[];
  /** Answers of the API by status. */
  answers: ReadonlyMap<number, number>;
  accepted: number;
  /** What clients and operators did besides, in words. */
  work: string;
  /** How many of those the second partner took. */
  wentOver: number;
}

export function hasPassed({ verdicts }: Outcome): boolean {
  return verdicts.every(({ findings }) => findings.length === 0);
}

/** @returns such as `200: 452, 503: 47` */
export function countsByStatus(answers: Outcome['answers']): string {
  const counts = [...answers].sort(([a], [b]) => a - b);
  return counts.map(([status, count]) => `${status}: ${count}`).join(', ');
}

/** The whole outcome as text; with a way to reproduce it when a promise was broken. */
export function renderOutcome(outcome: Outcome): string {
  const { plan, verdicts, recoveries, waiting, answers, accepted, work, wentOver } = outcome;
  return [
    `Seed ${plan.seed}: ${plan.payments} payments, ${accepted} accepted by partners (${wentOver} by the second), ${plan.faultList.length} faults.`,
    `${work}.`,
    `Answers of the API: ${countsByStatus(answers)}.`,
    verdictTable(verdicts),
    table(recoveryRows(recoveries)),
    list('Waiting for a reason on record', waiting),
    ...verdicts.map(({ what, findings }) => list(what, findings)),
    hasPassed(outcome) ? '' : reproduction(plan),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
