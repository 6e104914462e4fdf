import type { IntentRecord } from './clients';
import type { DoneFault } from './faults';
import { groupBy } from './group';
import type { FaultKind } from './schedule';

/** How long it took, after faults of one kind were over, until the service worked again. Times in milliseconds. */
export interface Recovery {
  kind: FaultKind;
  count: number;
  /** Until the next create was acknowledged. */
  acceptedMs: { median: number; max: number };
  /** Until every payment acknowledged by then had left `pending`, or was held for a reason to the end (left out). */
  movedMs: { median: number; max: number };
}

function summary(values: readonly number[]): { median: number; max: number } {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN, max: sorted.at(-1) ?? NaN };
}

function untilAccepted(intents: readonly IntentRecord[], overAt: number): number {
  const later = intents.flatMap(({ acknowledgedAt }) =>
    acknowledgedAt !== null && acknowledgedAt >= overAt ? [acknowledgedAt - overAt] : [],
  );
  return later.length === 0 ? NaN : Math.min(...later);
}

function untilMoved(intents: readonly IntentRecord[], overAt: number): number {
  const begun = intents.filter(({ acknowledgedAt }) => acknowledgedAt !== null && acknowledgedAt < overAt);
  return Math.max(0, ...begun.map(({ movedAt }) => (movedAt ?? overAt) - overAt));
}

/** @returns a row for each kind of fault that was done; NaN where nothing was created after it */
export function recoveries(done: readonly DoneFault[], intents: readonly IntentRecord[]): Recovery[] {
  return [...groupBy(done, ({ fault }) => fault.kind)].map(([kind, faults]) => ({
    kind,
    count: faults.length,
    acceptedMs: summary(faults.map(({ overAt }) => untilAccepted(intents, overAt)).filter(Number.isFinite)),
    movedMs: summary(faults.map(({ overAt }) => untilMoved(intents, overAt))),
  }));
}
