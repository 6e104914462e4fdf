import type { VNode } from 'preact';
import type { Backlog, Topic } from '../../db/outbox';
import { Moment } from '../parts';

const WORK: Record<Topic, string> = {
  'payment.start': 'Instructions to be submitted',
  'payment.signal': 'Reports not yet delivered to workflows',
  'payment.cancel': 'Cancellations not yet delivered to workflows',
  'payment.stop': 'Requests to partners to stop payments that have ended here',
  'payment.recall': 'Recalls to be sent to partners',
  'payment.rescreen': 'Open payments to be screened again',
  'payment.redate': 'Waiting payments to be dated again',
  'payment.link': 'Resubmissions to be linked',
  'payment.batch': 'Batches to be started, or told of their cancellation',
  'payment.bulk_decision': 'Bulk decisions to be started',
  'payment.conditions': 'Conditions of payments to be judged',
  'payment.statement': 'Bank statements to be compared',
  'webhook.send': 'Webhook deliveries to be sent',
  'delivery.start': 'Workflows of tests and of webhook deliveries that wait for a retry',
  'delivery.signal': 'Changes of subscriptions for waiting deliveries',
  'webhook.changed': 'Changes of subscriptions to be told to their waiting deliveries',
  'webhook.recover': 'Events that a subscription missed',
  'webhook.drill': 'Drills of webhook receivers to be started',
  'event.broadcast': 'Events for every account',
  'document.start': 'Documents to be rendered',
  'document.announce': 'Events of finished documents to be written',
  'document.compare': 'Papers of shipments to be compared',
};

function workOf(topic: string): string {
  const known = Object.entries(WORK).find(([name]) => name === topic);
  return known === undefined ? `Items of the unknown kind ${topic}` : known[1];
}

/** Work that the relay has not yet handed to Temporal. */
export function WaitingWork({ backlog }: { backlog: readonly Backlog[] }): VNode {
  if (backlog.length === 0) return <p class="empty">Temporal has accepted everything.</p>;
  return (
    <ul>
      {backlog.map(({ topic, items, since }) => (
        <li key={topic}>
          {workOf(topic)}: {items}, the oldest since <Moment at={since} />
        </li>
      ))}
    </ul>
  );
}
