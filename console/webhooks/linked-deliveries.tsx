import type { ComponentChildren, VNode } from 'preact';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import { Moment, StatusBadge, Table } from '../parts';
import { useWords } from '../words/use-words';

/** The deliveries of the events of one thing, on its page. */
export function LinkedDeliveries(parts: {
  deliveries: readonly DeliveryRow[];
  empty: ComponentChildren;
  at: (path: string) => string;
}): VNode {
  const { deliveries, empty, at } = parts;
  const { common, payment } = useWords();
  const { deliveries: words } = payment;
  return (
    <Table
      name={words.title}
      rows={deliveries}
      empty={empty}
      columns={[
        { name: words.event, cell: ({ id, event }) => <a href={at(`/deliveries/${id}`)}>{event}</a> },
        { name: common.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
        { name: words.attempts, isNumber: true, cell: ({ attempts }) => attempts.length },
        {
          name: words.next,
          isExtra: true,
          cell: ({ next_attempt_at: next }) => (next === null ? '' : <Moment at={next} />),
        },
      ]}
    />
  );
}
