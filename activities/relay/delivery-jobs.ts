import type { OutboxItem } from '../../db/outbox';
import { formBurst } from '../../db/webhooks/bursts';
import { readStartFacts, type StartFacts } from '../../db/webhooks/deliveries';
import { KEPT, type Job, type RelayContext } from './jobs';

/** With no more than so many due at once, each delivery begins by itself. Source: docs/GAPS.md#W10 */
export const DUE_BEFORE_BURSTS = 16;
/** Deliveries of one burst at most. Source: docs/GAPS.md#W10 */
export const BURST_SIZE = 50;

interface DueDelivery extends StartFacts {
  item: OutboxItem;
}

/**
 * A first attempt that nobody waits for. What leaves a burst says how many attempts it has behind it, and is not put in
 * another. Nor is what was taken before: a start that got no answer may have arrived, and its workflow makes the attempt.
 */
function mayTravelInBurst({ test, item }: DueDelivery): boolean {
  return !test && item.attempts === 1 && item.payload['attemptsMade'] === undefined;
}

/** What a burst attempts waits in its own workflow; the burst may have made a retry before that begins. */
function startJob({ item, test, nextAttemptAt, inBurst, ...facts }: DueDelivery, { workflows }: RelayContext): Job {
  const made = item.payload['attemptsMade'];
  const attemptsMade = Math.max(facts.attemptsMade, typeof made === 'number' ? made : 0);
  const due = attemptsMade === 0 || nextAttemptAt === null ? {} : { dueAtMs: nextAttemptAt.getTime() };
  const start = { ...facts, deliveryId: item.subject, attemptsMade, once: test, ...due };
  return { items: [item], run: () => workflows.startDelivery(inBurst ? { ...start, inBurst } : start) };
}

/** The order to start the burst takes the place of the orders to start its deliveries, and is carried out at once. */
function burstJob(webhookId: string, deliveries: readonly DueDelivery[], { database, workflows }: RelayContext): Job {
  const job: Job = {
    items: deliveries.map(({ item }) => item),
    async run() {
      const formed = await formBurst(database, webhookId, job.items);
      job.items = formed === null ? [] : [formed.item];
      if (formed === null) return KEPT;
      const { burstId, item } = formed;
      return workflows.startBurst({ burstId, accountId: item.accountId, webhookId });
    },
  };
  return job;
}

/** Parts of about the same size, since each costs the same. */
function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const parts = Math.ceil(items.length / size);
  return Array.from({ length: parts }, (_, index) =>
    items.slice(Math.ceil((index * items.length) / parts), Math.ceil(((index + 1) * items.length) / parts)),
  );
}

/**
 * Starts deliveries, each in a workflow of its own, or in bursts of one subscription each when many are due at once. An
 * item whose row is gone or whose delivery is over has nothing left to do.
 * Source: docs/GAPS.md#W10
 */
export async function deliveryJobs(items: OutboxItem[], context: RelayContext): Promise<Job[]> {
  const ids = items.map(({ subject }) => subject);
  const facts = await readStartFacts(context.database, ids);
  const due: DueDelivery[] = [];
  const gone: OutboxItem[] = [];
  for (const item of items) {
    const found = facts.get(item.subject);
    if (found === undefined) gone.push(item);
    else due.push({ ...found, item });
  }
  const firsts = due.filter(mayTravelInBurst);
  const groups = new Map<string, DueDelivery[]>();
  if (firsts.length > DUE_BEFORE_BURSTS) {
    for (const each of firsts) groups.set(each.webhookId, [...(groups.get(each.webhookId) ?? []), each]);
  }
  const bursts = [...groups].flatMap(([webhookId, group]) =>
    chunksOf(group, BURST_SIZE)
      .filter((chunk) => chunk.length > 1)
      .map((chunk) => ({ webhookId, chunk })),
  );
  const inBursts = new Set(bursts.flatMap(({ chunk }) => chunk));
  const jobs = [
    ...gone.map((item) => ({ items: [item], run: () => Promise.resolve() })),
    ...bursts.map(({ webhookId, chunk }) => burstJob(webhookId, chunk, context)),
    ...due.filter((each) => !inBursts.has(each)).map((each) => startJob(each, context)),
  ];
  // The accounts take turns in the order of the items; what leads a job speaks for it.
  const places = new Map(items.map((item, place) => [item, place]));
  const placeOf = ({ items: [first] }: Job): number => (first === undefined ? 0 : (places.get(first) ?? 0));
  return jobs.sort((one, other) => placeOf(one) - placeOf(other));
}
