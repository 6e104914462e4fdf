import type { WorkerOptions } from '@temporalio/worker';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { Logger } from 'pino';
import { openOperatorDatabase, type Database } from '../db/database';
import type { DatabaseClock } from '../db/database-clock';
import { every } from '../lib/every';
import type { Wake } from '../db/wake';
import type { Vault } from '../lib/vault';
import type { WorkerQueue } from '../workflows/contract';
import type { WorkflowClient } from '../workflows/client/workflow-client';
import type { TemporalTarget } from '../workflows/client/connection';
import { ensurePulls, type PullDays } from '../workflows/client/imports';
import { sandboxWorkflows } from '../workflows/client/sandbox';
import { ensureMaintenance } from '../workflows/client/maintenance';
import { ScreeningRulesCache } from '../db/compliance/screening-rules';
import { WatchLists } from '../db/compliance/watch-lists';
import { AuditStream, type AuditSink } from '../activities/audit-stream';
import { withHeartbeats } from '../activities/heartbeat';
import { NoticeSender, type WriteLetter } from '../activities/mail/notice-sender';
import { createMaintenanceActivities } from '../activities/maintenance';
import { createBatchActivities } from '../activities/payments/batches';
import { createBulkDecisionActivities } from '../activities/payments/bulk-decisions';
import { createPaymentActivities } from '../activities/payments/payments';
import type { Tracing } from './tracing';
import { waking } from './waking';
import { PartnerInboxes } from '../activities/partners/iso20022/inbox';
import { SftpFetching } from '../activities/partners/iso20022/sftp/fetching';
import { SftpServers } from '../activities/partners/iso20022/sftp/server';
import { createPartnerGate } from '../activities/partners/gate';
import { BankPolling } from '../activities/partners/described/polling';
import { PartnerRounds } from '../activities/partners/rounds';
import { PartnerRegistry } from '../activities/partners/registry';
import { createSandboxActivities } from '../activities/partners/sandbox-reports';
import { createImportActivities } from '../activities/importers/activities';
import type { StartFacts } from '../db/webhooks/deliveries';
import { createWebhookActivities } from '../activities/webhooks/attempts';
import type { BatchesUnderWay } from '../activities/webhooks/batches-under-way';
import { createDrillActivities } from '../activities/webhooks/drill-webhook';
import { createRecoveryActivities } from '../activities/webhooks/recover-webhook';
import { createGuardedAgents } from '../activities/webhooks/guarded-connect';
import { startDelivery } from '../workflows/client/deliveries';
import { batchPayments } from './batch-payments';
import { mailServerOf, type MailSettings } from './mail-settings';

export interface WorkerContext extends PullDays {
  database: Database;
  vault: Vault;
  workflows: WorkflowClient;
  log: Logger;
  temporal: TemporalTarget;
  /** Which release of the workflows this process runs; null: workers of all releases take each other's work. */
  workerVersion: WorkerDeploymentVersion | null;
  publicUrl: string;
  webhookTrustedOrigins: readonly string[];
  webhookCaFile: string | null;
  webhookNameServers: readonly string[];
  sandboxStepDelayMs: number;
  /** As in the settings. */
  watchListMaxAgeDays?: number | undefined;
  /** As in the settings. */
  archiveAfterMonths?: number | null;
  /** Where the audit log is sent; nowhere where absent. */
  auditSink?: AuditSink | null;
  /** As in the settings. */
  mail?: MailSettings | null;
  /** Writes the text of a notice by e-mail; without it none is sent. */
  writeLetter?: WriteLetter;
  /** Where the numbers of Temporal's SDK are served, `host:port`; nowhere where absent. */
  metricsAddress?: string;
  /** What is traced of the work; nothing where absent. */
  tracing?: Tracing | null;
  instance: string;
  /** Queues that this process works on; all by default. */
  queues: readonly WorkerQueue[];
}

/** Payments get several reports within seconds; rebuilding one for each would cost more than the memory. */
const MAX_CACHED_PAYMENTS = 500;
/**
 * A workflow task owns its slot until the partner has answered the local activity in it. One partner has 40 dispatches in
 * flight at most (activities/partners/gate.ts), so that one that hangs leaves as many slots as the SDK gives a whole
 * worker by default, and half as many more. Waiting costs no processor time, and cached payments are more than that.
 */
const PAYMENT_TASK_SLOTS = 100;
/** How often banks are visited: a file is read at the second look that finds it unchanged. */
const BANKS_VISITED_MS = 2_000;
/** How often new entries of the audit log are looked for. */
const AUDIT_SENT_MS = 5_000;
/** How often people whose mail may be due are looked at. */
const NOTICES_SENT_MS = 60_000;
/** How long Temporal may be without its Schedules before they are made again. */
const SCHEDULES_CHECKED_MS = 60_000;

/**
 * Batches of first attempts, and retries, that wait for receivers at a time: a hanging one holds a socket and little else,
 * and its sender four of these at most.
 */
const WEBHOOK_WORKER_OPTIONS = {
  maxCachedWorkflows: 200,
  maxConcurrentActivityTaskExecutions: 400,
} satisfies Partial<WorkerOptions>;

/** What a queue needs in a worker process. */
interface QueueWork {
  activities: object;
  options?: Partial<WorkerOptions>;
  /** Runs once the worker polls; a failure does not keep it from working. */
  onStart?: () => Promise<unknown>;
  /** Runs after the worker has stopped. */
  close?: () => Promise<void>;
}

interface QueueContext extends WorkerContext {
  /** Tells the relays that an activity has written something for them: they would find it within three seconds. */
  wake: Wake;
  clock: DatabaseClock;
  /** Batches of first attempts that this process makes: its relay signals no sender that has one under way. */
  batches: BatchesUnderWay;
}

/** @returns what ends the sending of the audit log to the sink of the settings, if there is one */
function streamAuditLog({ auditSink, database, instance, log }: QueueContext): () => void {
  if (!auditSink) return () => undefined;
  const stream = new AuditStream({ database, sink: auditSink, instance });
  const onFault = (fault: unknown): void => log.warn({ fault }, 'the audit log could not be sent to its sink');
  return every(AUDIT_SENT_MS, () => stream.look(), onFault);
}

/**
 * Not a matter of Temporal, of which some of the notices are.
 * @returns what ends the sending of notices by e-mail, if there is a server for them
 */
function sendNotices({ mail, writeLetter, ...context }: QueueContext): () => Promise<void> {
  if (!mail?.serverUrl || writeLetter === undefined) return () => Promise.resolve();
  const { serverUrl, from } = mail;
  const sender = new NoticeSender({ ...context, mail: { server: mailServerOf(serverUrl), from }, writeLetter });
  const onFault = (fault: unknown): void => context.log.warn({ fault }, 'notices could not be sent by e-mail');
  const stop = every(NOTICES_SENT_MS, () => sender.look(), onFault);
  return () => {
    stop();
    return sender.close();
  };
}

/** How each queue's work is made; only what a process works on is made there. */
export const QUEUE_WORK: Record<WorkerQueue, (context: QueueContext) => QueueWork | Promise<QueueWork>> = {
  payments: (context) => {
    const inboxes = new PartnerInboxes(context);
    const servers = new SftpServers();
    const partners = new PartnerRegistry({ ...context, workflows: sandboxWorkflows(context.workflows), servers });
    const fetching = new SftpFetching({ ...context, servers });
    const polling = new BankPolling({ ...context, partners });
    const rounds = new PartnerRounds(context.database, [inboxes, fetching, polling]);
    const onFault = (fault: unknown): void => context.log.warn({ fault }, 'reports of partners could not be read');
    const stop = every(BANKS_VISITED_MS, () => rounds.look(), onFault);
    const watchLists = new WatchLists(context.database, context.watchListMaxAgeDays);
    const batches = createBatchActivities({ ...context, makePayment: batchPayments(context, watchLists) });
    const activities = {
      ...createPaymentActivities({
        ...context,
        partners,
        gate: createPartnerGate(context),
        watchLists,
        rules: new ScreeningRulesCache(context.database, null),
      }),
      makeBatchPayments: (batchId: string) => withHeartbeats(() => batches.makeBatchPayments(batchId)),
    };
    const options = {
      maxCachedWorkflows: MAX_CACHED_PAYMENTS,
      maxConcurrentWorkflowTaskExecutions: PAYMENT_TASK_SLOTS,
      maxConcurrentLocalActivityExecutions: PAYMENT_TASK_SLOTS,
    };
    const close = (): Promise<void> => {
      stop();
      fetching.close();
      servers.close();
      polling.close();
      return Promise.resolve();
    };
    return { activities: waking(activities, context.wake), options, close };
  },
  webhooks(context) {
    const trustedOrigins = context.webhookTrustedOrigins;
    const { webhookCaFile: caFile, webhookNameServers: nameServers } = context;
    const agents = createGuardedAgents({ caFile, nameServers });
    const start = (facts: StartFacts): Promise<void> => startDelivery(context.workflows, facts);
    const activities = {
      ...createWebhookActivities({ ...context, agents, trustedOrigins, startDelivery: start }),
      ...createDrillActivities({ ...context, agents, trustedOrigins }),
    };
    return {
      // Attempts write little for the relays, and there are many: they tell them themselves.
      activities: { ...activities, ...waking(createRecoveryActivities(context), context.wake) },
      options: WEBHOOK_WORKER_OPTIONS,
      close: () => Promise.resolve(agents.close()),
    };
  },
  sandbox: (context) => ({ activities: createSandboxActivities(context) }),
  imports(context) {
    const database = openOperatorDatabase(context.database.directUrl, (line) => context.log.info(line));
    return {
      activities: waking(createImportActivities(database, context), context.wake),
      onStart: () => ensurePulls(context.workflows, context),
      // Editions are switched one at a time, and reading a schedule takes a core.
      options: { maxConcurrentActivityTaskExecutions: 1 },
      close: () => database.close(),
    };
  },
  maintenance(context) {
    const ensure = () => ensureMaintenance(context.workflows);
    // A Temporal that lost its data lost its Schedules too, and who would bring the rest back is one of them.
    const onFault = (fault: unknown): void => context.log.warn({ fault }, 'the schedules could not be looked at');
    const stop = every(SCHEDULES_CHECKED_MS, ensure, onFault);
    const stopStream = streamAuditLog(context);
    const stopNotices = sendNotices(context);
    const close = (): Promise<void> => {
      stop();
      stopStream();
      return stopNotices();
    };
    const rules = new ScreeningRulesCache(context.database, null);
    const watchLists = new WatchLists(context.database, context.watchListMaxAgeDays);
    const activities = {
      ...createMaintenanceActivities({ ...context, rules, watchLists }),
      ...createBulkDecisionActivities(context),
    };
    return { activities: waking(activities, context.wake), onStart: ensure, close };
  },
  async documents(context) {
    // The driver of the browser and the fonts are loaded where documents are printed, and nowhere else.
    const { createDocumentWork, DOCUMENT_WORKER_OPTIONS } = await import('../activities/documents/index.js');
    const work = createDocumentWork(context);
    const activities = waking(work.activities, context.wake);
    return { activities, options: DOCUMENT_WORKER_OPTIONS, onStart: () => work.warm(), close: () => work.close() };
  },
};
