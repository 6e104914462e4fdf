import type { VNode } from 'preact';
import { isOutcome, type PaymentStatus } from '../../domain/payments/instruction/status';
import { BarRows, STATUS_COLOURS } from '../charts';
import { StatusBadge } from '../parts';
import { useWords } from '../words/use-words';

/** An entry of a payment's history, the earliest first. */
interface Entry {
  status: PaymentStatus;
  timestamp: string;
}

interface Stay {
  status: PaymentStatus;
  seconds: number;
  isGoingOn: boolean;
}

/**
 * How long a payment was in each status. A current status counts up to now, unless it is an outcome, which lasts.
 * @param history may contain repetitions of a status, which continue it
 */
export function statusDurations(history: readonly Entry[], now: Date): Stay[] {
  const stays = new Map<PaymentStatus, Stay>();
  history.forEach(({ status, timestamp }, index) => {
    const next = history[index + 1];
    const isGoingOn = next === undefined;
    if (isGoingOn && isOutcome(status)) return;
    const until = next === undefined ? now : new Date(next.timestamp);
    const seconds = Math.max(0, (until.getTime() - new Date(timestamp).getTime()) / 1000);
    stays.set(status, { status, seconds: (stays.get(status)?.seconds ?? 0) + seconds, isGoingOn });
  });
  return [...stays.values()];
}

/** Bar and list of the time in each status; null without any. */
export function StatusTimes({ history, now }: { history: readonly Entry[]; now: Date }): VNode | null {
  const { format, payment } = useWords();
  const stays = statusDurations(history, now);
  if (stays.length === 0) return null;
  const total = stays.reduce((sum, { seconds }) => sum + seconds, 0);
  const isOver = !stays.some(({ isGoingOn }) => isGoingOn);
  return (
    <>
      <h3>{payment.timeInStatus({ length: format.duration(total), isOver })}</h3>
      <BarRows
        rows={stays.map(({ status, seconds, isGoingOn }) => ({
          name: status,
          title: <StatusBadge status={status} />,
          colour: STATUS_COLOURS[status],
          value: seconds,
          said: isGoingOn ? payment.soFar({ length: format.duration(seconds) }) : format.duration(seconds),
        }))}
      />
    </>
  );
}
