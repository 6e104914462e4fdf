import type { DeliveryRow } from '../../db/webhooks/deliveries';
import { Moment, StatusBadge, type Column } from '../parts';
import { useWords } from '../words/use-words';

/** Columns that every table of deliveries has. */
export function useDeliveryColumns(
  at: (path: string) => string,
): Record<'event' | 'status' | 'attempts' | 'next', Column<DeliveryRow>> {
  const { common, webhooks } = useWords();
  const { deliveries: words } = webhooks;
  return {
    event: { name: words.event, cell: ({ id, event }) => <a href={at(`/deliveries/${id}`)}>{event}</a> },
    status: { name: common.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
    attempts: {
      name: words.attempts,
      isNumber: true,
      cell: ({ attempts }) => attempts.length,
    },
    next: {
      name: words.nextAttempt,
      isExtra: true,
      cell: ({ next_attempt_at: next }) => (next === null ? '' : <Moment at={next} />),
    },
  };
}
