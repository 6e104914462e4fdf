import type { VNode } from 'preact';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import { Moment, StatusBadge, type Column } from '../parts';
import { useWords } from '../words/use-words';

/** When the next attempt is made, or that it is due. */
export function NextAttempt({
  of: { next_attempt_at: at, is_due: isDue },
  none,
}: {
  of: DeliveryRow;
  none: string;
}): VNode {
  const { ladder } = useWords().webhooks;
  return at === null || isDue ? <>{at === null ? none : ladder.next}</> : <Moment at={at} />;
}

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
      cell: (row) => <NextAttempt of={row} none="" />,
    },
  };
}
