import { openDatabase } from '../db/database';
import { openVault } from '../lib/vault';
import { connectWorkflows } from '../workflows/client/workflow-client';
import { endBehindMark } from './stand-by';
import { answerProbes } from './worker-health';
import { followMark } from '../process/database-mark';
import { wholeNumber } from '../process/environment';
import type { Front } from '../process/front';
import { startWorkers } from '../process/worker';
import type { WorkerQueue } from '../workflows/contract';
import { createLogger } from '../process/logger';
import type { WriteLetter } from '../activities/mail/notice-sender';
import type { Settings } from '../process/settings';
import type { Tracing } from '../process/tracing';

const DEFAULT_SANDBOX_DELAY_MS = 400;
/** A day: a sandbox that says less often how its payments are is of no use. */
const MAX_SANDBOX_DELAY_MS = 86_400_000;

/** Words are those of the console, of which a worker without mail loads nothing. */
const writeLetter: WriteLetter = async (letter, publicUrl) =>
  (await import('../console/mail/letter.js')).writeLetter(letter, publicUrl);

/**
 * Runs the workers of the chosen queues with a relay.
 * @param front the port of its probes; null: there is none
 * @returns a function that ends them
 */
export async function startWorkerProcess(
  settings: Settings,
  queues: readonly WorkerQueue[],
  { front, tracing }: { front: Front | null; tracing: Tracing | null },
): Promise<() => Promise<void>> {
  const log = createLogger(settings.logLevel, settings.instance);
  const database = openDatabase(settings.databaseUrl, settings.databasePoolSize, settings.databaseDirectUrl);
  const vault = openVault(settings.dataKey, settings.documentsDataKey);
  const workflows = connectWorkflows(settings.temporal, settings.instance, {
    interceptors: tracing?.clients,
    // The one of a sandbox worker may be an internal one.
    publicUrl: queues.every((queue) => queue === 'sandbox') ? undefined : settings.publicUrl,
  });
  const delayMs = wholeNumber(process.env, 'SANDBOX_STEP_DELAY_MS', MAX_SANDBOX_DELAY_MS);
  const { workerMetricsPort = null } = settings;
  const workers = await startWorkers({
    ...settings,
    database,
    vault,
    workflows,
    log,
    queues,
    tracing,
    writeLetter,
    sandboxStepDelayMs: delayMs ?? DEFAULT_SANDBOX_DELAY_MS,
    ...(workerMetricsPort === null ? {} : { metricsAddress: `${settings.host}:${workerMetricsPort}` }),
  });
  const isAdvancing = queues.some((queue) => queue !== 'documents');
  const endFollowing = isAdvancing
    ? followMark({ database, workflows, log }, isAdvancing, endBehindMark(log))
    : () => undefined;
  const stop = async (): Promise<void> => {
    endFollowing();
    await workers.stop();
    await workflows.close();
    await database.close();
    await front?.close();
  };
  front?.serve(answerProbes(workers));
  log.info({ queues }, 'the workers run');
  return stop;
}
