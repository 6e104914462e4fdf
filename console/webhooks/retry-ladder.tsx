import type { VNode } from 'preact';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import { hasDelivered, RETRY_DELAYS_MS } from '../../domain/webhooks/retry';
import { Moment } from '../parts';
import { useWords, type Words } from '../words/use-words';

/** A step of the ladder: an attempt that was made or is due, or one that would follow a failure. */
interface Step {
  kind: 'good' | 'bad' | 'info' | 'next' | 'later' | 'unused';
  number: number;
  /** When it was made or is due; null where that depends on the one before. */
  at: Date | null;
  /** Pause after the failure of the one before, in seconds. */
  after: number;
}

function stateOf({
  status_code: statusCode,
  error,
  duration_ms: ended,
}: DeliveryRow['attempts'][number]): Step['kind'] {
  if (ended === null) return 'info';
  return hasDelivered({ statusCode, error }) ? 'good' : 'bad';
}

const pauseBefore = (number: number): number => (RETRY_DELAYS_MS[number - 2] ?? 0) / 1000;

/**
 * The attempts made, then the rest of the schedule: what is planned, or `unused` once it is delivered. A delivery that
 * failed finally or was cancelled has no rest, and a test has one attempt.
 */
export function ladderSteps(
  delivery: Pick<DeliveryRow, 'attempts' | 'next_attempt_at' | 'status' | 'is_test'>,
): Step[] {
  const { attempts, next_attempt_at: next, status, is_test: isTest } = delivery;
  const made = attempts.map((attempt): Step => {
    const { number, at } = attempt;
    return { kind: stateOf(attempt), number, at: new Date(at), after: pauseBefore(number) };
  });
  if (status === 'failed' || status === 'cancelled') return made;
  const most = isTest ? 1 : RETRY_DELAYS_MS.length + 1;
  const left = Array.from({ length: Math.max(0, most - made.length) }, (_, index) => made.length + index + 1);
  const planned = left.map((number, index): Step => {
    const isNext = index === 0 && next !== null;
    const kind = status === 'delivered' ? 'unused' : isNext ? 'next' : 'later';
    return { kind, number, at: kind === 'next' ? next : null, after: pauseBefore(number) };
  });
  return [...made, ...planned];
}

function whenOf({ at, after }: Step, { format, webhooks: { ladder } }: Words): VNode | string {
  if (at !== null) return <Moment at={at} />;
  return after === 0 ? ladder.soon : ladder.after({ length: format.duration(after) });
}

/** The attempts of a delivery on the retry schedule. */
export function RetryLadder({ delivery }: { delivery: DeliveryRow }): VNode {
  const words = useWords();
  return (
    <ol class="ladder">
      {ladderSteps(delivery).map((step) => (
        <li key={step.number} class={step.kind}>
          <strong>{words.webhooks.ladder[step.kind]}</strong>
          <span>{whenOf(step, words)}</span>
        </li>
      ))}
    </ol>
  );
}
