import { existsSync } from 'node:fs';
import path from 'node:path';
import { NativeConnection, type WorkerOptions } from '@temporalio/worker';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import { DatabaseClock, describeOffset } from '../db/database-clock';
import { isTalking } from '../db/health';
import { listen } from '../db/listener';
import { createWake } from '../db/wake';
import { flagWorkerClock } from '../db/worker-clocks';
import { QUEUES, type WorkerQueue } from '../workflows/contract';
import { connectionOptions, documentsNamespaceOf } from '../workflows/client/connection';
import { installRuntime, showClockOffset } from '../activities/runtime';
import { BatchesUnderWay } from '../activities/webhooks/batches-under-way';
import { Relay } from '../activities/relay/relay';
import { isReachable } from '../workflows/client/probe';
import { QUEUE_WORK, type WorkerContext } from './queue-work';
import { waitFor } from './wait-for';
import { workersWith } from './workflow-threads';

/** Whether a worker process can do its work. */
export interface WorkerHealth {
  isReady: boolean;
  /** Whether it has received SIGTERM: it takes no more work. */
  isEnding: boolean;
  /** Whether Temporal answers. */
  temporal: boolean;
  /** Whether the database has given an answer within the last minute. */
  database: boolean;
  /** State of each queue's worker as the SDK names it, such as `RUNNING`. */
  queues: Record<string, string>;
  /** By how much the clock of the process is ahead of Postgres'; beyond 2 s either way it sends nothing to a partner. */
  clockOffsetSeconds: number;
  /** When the relay looked at the outbox last; null before the first time, and where documents alone are made. */
  relayLookedAt: Date | null;
}

export interface RunningWorkers {
  health(): Promise<WorkerHealth>;
  /** Stops polling, lets what runs finish, within a bound. */
  stop(): Promise<void>;
}

/**
 * Workflows of one queue held in memory, about 0.2 MB each; a further one is rebuilt from its history when it is
 * needed. Deliveries and documents mostly end in the task that they begin in.
 */
const MAX_CACHED_WORKFLOWS = 100;
/**
 * Queues whose workflows share one thread, because each takes 20 MB: of them only webhooks have much work, and no payment waits
 * for any of them.
 */
const SHARING: readonly WorkerQueue[] = ['webhooks', 'sandbox', 'imports', 'maintenance', 'documents'];
/** A killed worker's tasks are given to another one after this instead of the default 10 s. */
const STICKY_TIMEOUT_MS = 2_000;
/** The outbox is looked at every three seconds; a Postgres that is slow for a while is no fault of the relay. */
const RELAY_SILENCE_MS = 120_000;
const SHUTDOWN_GRACE_MS = 6_000;

/** The path of the bundle of workflows, which the build has made. */
function workflowBundle(): string {
  const beside = path.join(__dirname, '..', 'workflow-bundle.js');
  return existsSync(beside) ? beside : path.join(__dirname, '..', 'dist', 'workflow-bundle.js');
}

/**
 * For how long the code of workflows may keep its thread, also while a worker loads it. With the default of 5 s a worker
 * ends as it starts on a busy or throttled machine. The SDK takes the option, and its type does not name it.
 */
const ISOLATE_EXECUTION_TIMEOUT_MS = 60_000;

/**
 * By default the SDK compresses its calls to Temporal, and the server its answers. They are small, and a compressor is set up
 * anew for each: a tenth of the worker's CPU for a payment.
 */
const WITHOUT_COMPRESSION = { grpcCompression: { codec: 'none' } } as const;

/** Settings that all workers share. */
export const COMMON_WORKER_OPTIONS = {
  isolateExecutionTimeout: ISOLATE_EXECUTION_TIMEOUT_MS,
  maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
  stickyQueueScheduleToStartTimeout: STICKY_TIMEOUT_MS,
  shutdownGraceTime: SHUTDOWN_GRACE_MS,
  shutdownForceTime: SHUTDOWN_GRACE_MS * 2,
} satisfies Partial<WorkerOptions> & { isolateExecutionTimeout: number };

/**
 * What makes a process a release of its own; nothing where it has no version. Running workflows follow the current release:
 * a payment may wait a year for its value date, and the sender of a busy subscription never ends, so a pinned one would
 * stand still once the workers of its release are stopped. All of them are replayed (test/workflows/replay.test.ts).
 * It is a matter of the worker alone: a workflow that says it itself is refused by the server where no worker is versioned.
 * Source: docs/OPERATIONS.md, "Upgrades"
 */
export function deploymentOptions(version: WorkerDeploymentVersion | null): Partial<WorkerOptions> {
  if (version === null) return {};
  return {
    workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: 'AUTO_UPGRADE' },
  };
}

/**
 * A process that prints documents and does nothing else has a browser beside it, and may read few tables: the outbox is
 * left to the others.
 */
function carriesOutbox(queues: readonly WorkerQueue[]): boolean {
  return queues.some((queue) => queue !== 'documents');
}

/**
 * Measures the process' clock against Postgres', logs a large offset, and flags it if the worker sends to partners.
 * @returns a function that stops it
 */
async function followClock({ database, queues, instance, log }: WorkerContext, clock: DatabaseClock) {
  const sends = queues.includes('payments');
  // One that is taken down may be of a process that had the same name before.
  let mayBeFlagged = true;
  const reportClock = async (): Promise<void> => {
    showClockOffset(clock.offsetMs() / 1000);
    if (!sends) return;
    const { isOff } = clock;
    if (isOff) log.error({ offset: describeOffset(clock.offsetMs()) }, 'the clock is off: no payment is sent');
    if (isOff || mayBeFlagged) await flagWorkerClock(database, instance, clock);
    mayBeFlagged = isOff;
  };
  return clock.follow(reportClock, (fault) =>
    log.warn({ fault }, 'the clock could not be compared with that of Postgres'),
  );
}

/** The class of workers for queues; workers of queues in `SHARING` share a thread. */
function workersFor(work: readonly { queue: WorkerQueue; activities: object }[]): ReturnType<typeof workersWith> {
  const sharing = work.filter(({ queue }) => SHARING.includes(queue));
  return workersWith({
    taskQueues: new Set(sharing.map(({ queue }) => QUEUES[queue])),
    activityNames: new Set(sharing.flatMap(({ activities }) => Object.keys(activities))),
  });
}

/** Runs the workers of the chosen queues and a relay until `stop` is called. */
export async function startWorkers(context: WorkerContext): Promise<RunningWorkers> {
  installRuntime(context.log, context.metricsAddress);
  const connection = await waitFor(
    { name: 'Temporal', address: context.temporal.address },
    () => NativeConnection.connect({ ...connectionOptions(context.temporal), ...WITHOUT_COMPRESSION }),
    context,
  );
  const traced = (await context.tracing?.workers()) ?? { workflowBundle: { codePath: workflowBundle() } };
  const onFault = (fault: unknown): void => context.log.warn({ fault }, 'the relays could not be notified; they poll');
  const wake = createWake(context.database, onFault, carriesOutbox(context.queues));
  const clock = new DatabaseClock(context.database);
  const batches = new BatchesUnderWay(context.log);
  const endClock = await followClock(context, clock);
  const work = await Promise.all(
    context.queues.map(async (queue) => ({
      queue,
      ...(await QUEUE_WORK[queue]({ ...context, wake, clock, batches })),
    })),
  );
  const QueueWorker = workersFor(work);
  const workers = await Promise.all(
    work.map(({ queue, activities, options }) =>
      QueueWorker.create({
        ...COMMON_WORKER_OPTIONS,
        ...options,
        ...deploymentOptions(context.workerVersion),
        connection,
        namespace: queue === 'documents' ? documentsNamespaceOf(context.temporal) : context.temporal.namespace,
        taskQueue: QUEUES[queue],
        identity: `${context.instance}/${queue}`,
        ...traced,
        activities,
      }),
    ),
  );
  // Before a worker takes work: it would be cut off where this fails.
  const listener = carriesOutbox(context.queues) ? await listen(context.database.directUrl) : null;
  const runs = workers.map((worker) => worker.run());
  for (const { queue, onStart } of work) {
    onStart?.().catch((fault: unknown) => context.log.warn({ fault, queue }, 'a queue is not fully ready'));
  }
  const relay = listener === null ? null : new Relay({ ...context, wake, batches });
  if (listener !== null) relay?.start(listener);
  const startedAt = new Date();
  let isEnding = false;
  return {
    async health() {
      const [temporal, database] = await Promise.all([isReachable(context.workflows), isTalking(context.database)]);
      const queues = Object.fromEntries(
        work.map(({ queue }, index) => [queue, workers[index]?.getState() ?? 'FAILED']),
      );
      const isRunning = Object.values(queues).every((state) => state === 'RUNNING');
      const lookedAt = relay?.lastLook ?? null;
      const isCarrying = relay === null || Date.now() - (lookedAt ?? startedAt).getTime() < RELAY_SILENCE_MS;
      const isReady = !isEnding && isRunning && isCarrying && temporal && database;
      const clockOffsetSeconds = clock.offsetMs() / 1000;
      return { isReady, isEnding, temporal, database, queues, clockOffsetSeconds, relayLookedAt: lookedAt };
    },
    async stop() {
      isEnding = true;
      endClock();
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.allSettled([relay?.stop(), ...runs]);
      await Promise.allSettled(work.map(({ close }) => close?.() ?? Promise.resolve()));
      await connection.close();
      await listener?.close();
    },
  };
}
