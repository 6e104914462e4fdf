import { setFlagsFromString } from 'node:v8';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkerQueue } from '../workflows/contract';
import { startTracing } from '../process/tracing';
import { requireVariable } from '../process/environment';
import { Front } from '../process/front';
import { createLogger } from '../process/logger';
import { readSettings, type Settings } from '../process/settings';
import { waitForBackends } from './stand-by';

type Stop = () => Promise<void>;

/** What runs already when the rest cannot start has this long to end in order. */
const STOP_MS = 20_000;

/**
 * How far the old generation grows beyond what is alive before it is collected again, in percent. By itself V8 lets a
 * heap of 60 MB grow to some 240 MB, most of it garbage of requests that outlived the young generation.
 */
const HEAP_GROWING_PERCENT = 25;

/**
 * Ends the process cleanly on the first signal, and at once on a second one. Also ends it when its supervisor has
 * died.
 * @param last runs after all other stops
 */
function stopOnSignal(stops: Stop[], last: Stop): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    Promise.all(stops.map((each) => each()))
      .then(last)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A supervisor that was killed cannot say so: its end closes the channel, and nothing is left to restart or stop us.
  if (process.send !== undefined) process.on('disconnect', () => (stopping ? undefined : stop()));
}

/** The port on which a worker process says how it is. */
function openProbes({ host, healthPort, publicUrl }: Settings): Promise<Front> | null {
  return healthPort === null ? null : Front.open({ host, port: healthPort, publicUrl });
}

/**
 * Runs the API, the workers or both until the process gets a signal, with settings from the environment.
 * @param what api, worker or all
 * @param queues of the workers
 */
export async function serve(what: string, queues: readonly WorkerQueue[]): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const settings = readSettings(process.env);
  // With the keys of documents alone a process could seal and open nothing else.
  if (what !== 'worker' || queues.some((queue) => queue !== 'documents')) requireVariable(process.env, 'DATA_KEY');
  const tracing = await startTracing(process.env);
  const stops: Stop[] = [];
  stopOnSignal(stops, async () => tracing?.stop());
  const isApi = what !== 'worker';
  const isWorker = what !== 'api';
  try {
    const fronts = {
      api: isApi ? await Front.open(settings) : null,
      worker: isWorker ? await openProbes(settings) : null,
    };
    const say = (reason: string): void => {
      for (const front of [fronts.api, fronts.worker]) front?.standBy(reason);
    };
    const readsMark = isApi || queues.some((queue) => queue !== 'documents');
    const log = createLogger(settings.logLevel, settings.instance);
    await waitForBackends(settings, log, { isWorker, readsMark, say });
    if (isWorker) {
      // The workers' runtime is large and native: an API process does without it, and a worker without the pages.
      const { startWorkerProcess } = await import('./serve-worker.js');
      stops.push(await startWorkerProcess(settings, queues, { front: fronts.worker, tracing }));
    }
    if (isApi) {
      const { startApiProcess } = await import('./serve-api.js');
      stops.push(await startApiProcess(settings, fronts.api, tracing));
    }
  } catch (fault) {
    const ended = Promise.allSettled(stops.map((stop) => stop())).then(() => tracing?.stop());
    // The supervisor starts this process again once it has ended, so a hanging step must not keep it.
    await Promise.race([ended.catch(() => undefined), delay(STOP_MS)]);
    throw fault;
  }
  process.send?.('ready');
}
