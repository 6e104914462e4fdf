import { deliveryJobs } from '../../activities/relay/delivery-jobs';
import type { RelayContext } from '../../activities/relay/jobs';
import type { OutboxItem } from '../../db/outbox';

function itemOf(id: number, accountId: string): OutboxItem {
  const subject = `dlv_${id}`;
  const order = { topic: 'delivery.start', payload: {}, attempts: 1, traceparent: null };
  return { ...order, id: String(id), lease: `lease-${id}`, subject, accountId };
}

/** What the relay reads of deliveries: all of an account go to one of its subscriptions in turn. */
function contextOf(items: readonly OutboxItem[], subscriptions: number): RelayContext {
  const facts = items.map(({ subject, accountId }, at) => ({
    ...{ id: subject, accountId, eventType: 'shipment.created', webhookId: `${accountId}/${at % subscriptions}` },
    ...{ test: false, nextAttemptAt: null, inBurst: false, attemptsMade: 0 },
  }));
  const database = { query: () => Promise.resolve(facts) };
  return { database } as unknown as RelayContext;
}

describe('what the relay does about deliveries that it took together', () => {
  it('goes on with accounts in turn, whatever is in bursts', async () => {
    const many = Array.from({ length: 400 }, (_, at) => itemOf(at, 'busy'));
    const [first, ...others] = many;
    const one = itemOf(1_000, 'quiet');
    const items = [...(first === undefined ? [] : [first]), one, ...others];
    const jobs = await deliveryJobs(items, contextOf(items, 4));
    expect(jobs.length).toBeGreaterThan(8);
    expect(jobs.findIndex((job) => job.items.includes(one))).toBe(1);
    expect(jobs.flatMap((job) => job.items)).toHaveLength(items.length);
  });

  it('puts 2 to 50 of one subscription into a burst, in parts of about the same size', async () => {
    const items = Array.from({ length: 101 }, (_, at) => itemOf(at, 'busy'));
    const jobs = await deliveryJobs(items, contextOf(items, 1));
    expect(jobs.map((job) => job.items.length)).toEqual([34, 34, 33]);
  });
});
