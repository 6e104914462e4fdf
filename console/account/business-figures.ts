import { type PaymentDay, type PaymentGroup, SETTLED_WITHIN } from '../../db/payments/review/payment-days';
import { EXPLAINED_OUTCOMES, FINAL_STATUSES, type PaymentStatus } from '../../domain/payments/instruction/status';

/** One or more days that stand together in a chart. */
export interface Span {
  first: string;
  last: string;
  groups: readonly PaymentGroup[];
  times: ReadonlyMap<number, number>;
}

/** Groups days into spans of the given length, counted back from the last day; the first span may be shorter. */
export function groupIntoSpans(days: readonly PaymentDay[], length: number): Span[] {
  const spans: Span[] = [];
  for (let end = days.length; end > 0; end -= length) {
    const part = days.slice(Math.max(0, end - length), end);
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) continue;
    const times = new Map<number, number>();
    for (const [bucket, count] of part.flatMap((day) => [...day.times]))
      times.set(bucket, (times.get(bucket) ?? 0) + count);
    spans.unshift({ first: first.day, last: last.day, groups: part.flatMap(({ groups }) => groups), times });
  }
  return spans;
}

export function countOf(groups: readonly PaymentGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

export function countByStatus(groups: readonly PaymentGroup[], statuses: readonly PaymentStatus[]): number {
  return countOf(groups.filter(({ status }) => statuses.includes(status)));
}

/** How many arrived, and how many failed or came back; what is under way or was cancelled is neither. */
export function endsOf(groups: readonly PaymentGroup[]): { settled: number; failed: number } {
  return { settled: countByStatus(groups, ['settled']), failed: countByStatus(groups, EXPLAINED_OUTCOMES) };
}

/**
 * Quantile of the time to settlement, in seconds; null if nothing was settled.
 * @param part such as 0.95
 */
export function timeToSettleQuantile(times: ReadonlyMap<number, number>, part: number): number | null {
  const sorted = [...times].sort(([one], [other]) => one - other);
  const wanted = part * sorted.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of sorted) {
    seen += count;
    if (seen >= wanted) return SETTLED_WITHIN ** (bucket + 0.5);
  }
  return null;
}

export interface Sum {
  name: string;
  count: number;
  amount: number;
}

/**
 * Sums payments by a name, without failed, cancelled and returned ones; the name with the most payments comes first.
 */
export function sumOpenAndSettled(groups: readonly PaymentGroup[], nameOf: (group: PaymentGroup) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const group of groups.filter(({ status }) => !FINAL_STATUSES.includes(status))) {
    const name = nameOf(group);
    const { count, amount } = sums.get(name) ?? { count: 0, amount: 0 };
    sums.set(name, { name, count: count + group.count, amount: amount + group.amount });
  }
  return [...sums.values()].sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
}
