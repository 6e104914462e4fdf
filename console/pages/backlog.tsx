import type { VNode } from 'preact';
import type { Backlog, Topic } from '../../db/outbox';
import { Moment } from '../parts';

const WORK: Record<Topic, string> = {
  'payment.start': 'Instructions to be submitted',
  'payment.signal': 'Reports that workflows have not seen',
  'payment.cancel': 'Cancellations that workflows have not seen',
  'payment.stop': 'Payments that have ended here, whose partners are to be asked to stop',
  'payment.recall': 'Recalls of which the partners are to be asked',
  'payment.rescreen': 'Open payments that are screened again',
  'payment.redate': 'Payments that wait and are dated again',
  'payment.link': 'Payments that were instructed again',
  'payment.statement': 'Bank statements whose entries are compared',
  'delivery.start': 'Webhook deliveries to be started',
  'waiting.start': 'Workflows of webhook deliveries that wait for a retry',
  'delivery.burst': 'Bursts of webhook deliveries to be started',
  'delivery.signal': 'Changes of subscriptions for waiting deliveries',
  'webhook.changed': 'Changes of subscriptions to be told to their waiting deliveries',
  'webhook.recover': 'Events that a subscription missed',
  'event.broadcast': 'Events that every account gets',
  'document.start': 'Documents to be rendered',
  'document.announce': 'Outcomes of documents whose event is to be written',
};

function workOf(topic: string): string {
  const known = Object.entries(WORK).find(([name]) => name === topic);
  return known === undefined ? `Work of the unknown kind ${topic}` : known[1];
}

/** What the relay has still to hand to Temporal. */
export function WaitingWork({ backlog }: { backlog: readonly Backlog[] }): VNode {
  if (backlog.length === 0) return <p class="empty">Temporal has taken everything.</p>;
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
