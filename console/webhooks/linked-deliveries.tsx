import type { ComponentChildren, VNode } from 'preact';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import { Table } from '../parts';
import { useWords } from '../words/use-words';
import { useDeliveryColumns } from './delivery-columns';

/** The deliveries of the events of one thing, on its page. */
export function LinkedDeliveries(parts: {
  deliveries: readonly DeliveryRow[];
  empty: ComponentChildren;
  at: (path: string) => string;
}): VNode {
  const { deliveries, empty, at } = parts;
  const { title } = useWords().payment.deliveries;
  const { event, status, attempts, next } = useDeliveryColumns(at);
  return <Table name={title} rows={deliveries} empty={empty} columns={[event, status, attempts, next]} />;
}
