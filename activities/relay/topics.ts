import type { Database } from '../../db/database';
import { NO_ACCOUNT, TOPICS, type LaneName, type OutboxItem, type Topic } from '../../db/outbox';
import { readPaymentFacts } from '../../db/payments/dispatch/start-facts';
import { continueChange, readConcerned } from '../../db/webhooks/changes';
import { readStartFacts } from '../../db/webhooks/deliveries';
import { paymentStatusOf } from '../../domain/payments/instruction/status';
import type { ReportNotice } from '../../workflows/contract';
import { startDrillWorkflow } from '../../workflows/client/drills';
import { startRecoveryWorkflow } from '../../workflows/client/recoveries';
import { startBatch } from '../../workflows/client/batches';
import { startBulkDecisionWorkflow } from '../../workflows/client/bulk-decisions';
import { startDocument } from '../../workflows/client/documents';
import { startRescreening } from '../../workflows/client/maintenance';
import { signalOrResume } from '../payments/resume-payment';
import { each, ITEM_SETTLED_BY_JOB, type Job, type JobsOf, type RelayContext } from './jobs';
import { TASKS, type TaskTopic } from './tasks';
import { recallPayment, startPayment, stopPayment } from '../../workflows/client/payments';
import { signalSubscriptionChanged, startDelivery, wakeSender } from '../../workflows/client/deliveries';

/** Makes jobs for topics whose items of one subject are handled in one call. */
function eachSubject(run: (subject: string, items: OutboxItem[], context: RelayContext) => Promise<unknown>): JobsOf {
  return (items, context) => {
    const subjects = new Map<string, OutboxItem[]>();
    for (const item of items) subjects.set(item.subject, [...(subjects.get(item.subject) ?? []), item]);
    return [...subjects].map(([subject, group]) => ({ items: group, run: () => run(subject, group, context) }));
  };
}

/** Makes jobs for topics that need facts of the row; an item whose row is gone is finished. */
function eachWithFacts<Facts>(
  read: (database: Database, subjects: string[]) => Promise<Map<string, Facts>>,
  run: (facts: Facts, item: OutboxItem, context: RelayContext) => Promise<unknown>,
): JobsOf {
  return async (items, context) => {
    const subjects = items.map(({ subject }) => subject);
    const facts = await read(context.database, subjects);
    return items.map((item) => {
      const found = facts.get(item.subject);
      return { items: [item], run: async () => found !== undefined && run(found, item, context) };
    });
  };
}

function noticeOf({ payload }: OutboxItem): ReportNotice | null {
  const { reportId, status, disposition = 'applied', version, retry, at } = payload;
  const known = paymentStatusOf(status);
  const reported = paymentStatusOf(payload['reported']);
  if (known === undefined || typeof version !== 'number' || typeof disposition !== 'string') return null;
  return {
    reportId: typeof reportId === 'string' ? reportId : null,
    status: known,
    disposition,
    version,
    ...(retry === true ? { retry } : {}),
    ...(reported !== undefined && typeof at === 'string' ? { reported, at } : {}),
  };
}

/** The call to Temporal of each topic that is no task; one without an entry does not compile. */
const CALLS: Record<Exclude<Topic, TaskTopic>, JobsOf> = {
  [TOPICS.startPayment]: eachWithFacts(readPaymentFacts, (facts, _item, { workflows }) =>
    startPayment(workflows, facts),
  ),
  [TOPICS.signalPayment]: eachSubject((instructionId, items, context) => {
    const notices = items.map(noticeOf).filter((notice) => notice !== null);
    return signalOrResume(context, instructionId, { signal: 'reports', notices });
  }),
  [TOPICS.cancelPayment]: each(async (item, context) => {
    const notice = noticeOf(item);
    if (notice !== null) await signalOrResume(context, item.subject, { signal: 'cancellation', notice });
  }),
  [TOPICS.stopPayment]: eachWithFacts(
    readPaymentFacts,
    ({ instructionId, partnerName }, { payload }, { workflows }) => {
      const { partnerId } = payload;
      if (typeof partnerId !== 'string') return stopPayment(workflows, { instructionId, partnerName });
      return stopPayment(workflows, { instructionId, partnerName: 'An earlier partner', partnerId });
    },
  ),
  [TOPICS.recallPayment]: eachWithFacts(readPaymentFacts, ({ instructionId, partnerName }, _item, { workflows }) =>
    recallPayment(workflows, { instructionId, partnerName }),
  ),
  [TOPICS.rescreen]: eachSubject((_subject, _items, { workflows }) => startRescreening(workflows)),
  [TOPICS.sendFirsts]: eachSubject(async (webhookId, [first], { workflows, batches }) => {
    const signal = (): Promise<void> => wakeSender(workflows, { webhookId, accountId: first?.accountId ?? NO_ACCOUNT });
    if (!batches.covers(webhookId, signal)) await signal();
  }),
  [TOPICS.startDelivery]: eachWithFacts(readStartFacts, (start, _item, { workflows }) =>
    startDelivery(workflows, start),
  ),
  [TOPICS.signalDelivery]: eachSubject((deliveryId, _items, { workflows }) =>
    signalSubscriptionChanged(workflows, deliveryId),
  ),
  [TOPICS.webhookChanged]: each(async (item, { database, workflows }) => {
    const { subject: webhookId, accountId, payload } = item;
    if (payload['after'] === undefined) await wakeSender(workflows, { webhookId, accountId }, { isChanged: true });
    const ids = await readConcerned(database, item);
    await Promise.all(ids.map((id) => signalSubscriptionChanged(workflows, id)));
    return (await continueChange(database, item, ids)) ? undefined : ITEM_SETTLED_BY_JOB;
  }),
  [TOPICS.recoverWebhook]: each(({ subject, accountId }, { workflows }) =>
    startRecoveryWorkflow(workflows, { recoveryId: subject, accountId }),
  ),
  [TOPICS.drillWebhook]: each(({ subject, accountId }, { workflows }) =>
    startDrillWorkflow(workflows, { drillId: subject, accountId }),
  ),
  [TOPICS.workBatch]: each(({ subject, accountId }, { workflows }) =>
    startBatch(workflows, { batchId: subject, accountId }),
  ),
  [TOPICS.decideInBulk]: each(({ subject }, { workflows }) => startBulkDecisionWorkflow(workflows, subject)),
  [TOPICS.startDocument]: each(({ subject }, { workflows }) => startDocument(workflows, subject)),
};

const JOBS: Record<Topic, JobsOf> = { ...CALLS, ...TASKS };

const ALL_TOPICS = Object.values(TOPICS);

/** The jobs for items, and the items of topics that this version of the program does not know. */
export async function jobsOf(
  items: readonly OutboxItem[],
  context: RelayContext,
): Promise<{ jobs: Job[]; unknown: OutboxItem[] }> {
  const jobs: Job[] = [];
  for (const topic of ALL_TOPICS) {
    const mine = items.filter((item) => item.topic === topic);
    if (mine.length > 0) jobs.push(...(await JOBS[topic](mine, context)));
  }
  return { jobs, unknown: items.filter(({ topic }) => !ALL_TOPICS.some((known) => known === topic)) };
}

export interface LaneSettings {
  name: LaneName;
  /** Items taken at a time: enough to coalesce. */
  batch: number;
  /** Of them of one account at most; the next account follows. */
  ofOneAccount: number;
  /** Calls to Temporal at a time. */
  concurrency: number;
}

/** Money goes first: it has the most calls, and no other lane's work comes before it. */
export const LANES: readonly LaneSettings[] = [
  { name: 'payments', batch: 64, ofOneAccount: 16, concurrency: 8 },
  { name: 'documents', batch: 16, ofOneAccount: 16, concurrency: 2 },
  // Few calls, each of which wakes a sender: while Temporal is slow to answer, what is due gathers for one call. An event to
  // many subscriptions leaves each only its share of a take.
  { name: 'deliveries', batch: 1_200, ofOneAccount: 1_000, concurrency: 4 },
];
