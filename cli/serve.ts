import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { openDatabase } from '../db/database';
import { openVault } from '../db/vault';
import { connectEngine } from '../workflows/client';
import { startWorkers, WORKER_QUEUES, type WorkerQueue } from '../activities/worker';
import { startApi } from '../api/server';
import { consolePages } from '../console/console-pages';
import { createLogger } from '../api/logger';
import { readSettings, type Settings } from '../api/settings';

type Stop = () => Promise<void>;

const DEFAULT_SANDBOX_DELAY_MS = 400;

function queueList(text: string): WorkerQueue[] {
  return text.split(',').map((name) => {
    const queue = WORKER_QUEUES.find((candidate) => candidate === name.trim());
    if (queue === undefined) throw new InvalidArgumentError(`It must be of ${WORKER_QUEUES.join(', ')}.`);
    return queue;
  });
}

async function startWorkerProcess(settings: Settings, queues: readonly WorkerQueue[]): Promise<Stop> {
  const log = createLogger(settings.logLevel, settings.instance);
  const database = openDatabase(settings.databaseUrl);
  const engine = connectEngine(settings.temporalAddress, settings.temporalNamespace, settings.instance);
  const delay = Number(process.env['SANDBOX_STEP_DELAY_MS'] ?? DEFAULT_SANDBOX_DELAY_MS);
  const workers = await startWorkers({
    ...settings,
    database,
    vault: openVault(settings.dataKey),
    engine,
    log,
    queues,
    sandboxStepDelayMs: Number.isFinite(delay) ? delay : DEFAULT_SANDBOX_DELAY_MS,
  });
  log.info({ queues }, 'the workers run');
  return async () => {
    await workers.stop();
    await engine.close();
    await database.close();
  };
}

/** Ends the process cleanly on the first signal; a second one ends it at once. */
function stopOnSignal(stops: Stop[]): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    Promise.all(stops.map((each) => each())).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** `corridor serve api|worker|all`: the processes of a deployment. Settings come from the environment. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Run the API, the workers with their relay, or both in one process')
    .argument('<what>', 'api, worker or all')
    .option('--queues <list>', `task queues of the worker: ${WORKER_QUEUES.join(', ')} (default: all)`, queueList)
    .action(async (what: string, options: { queues?: WorkerQueue[] }) => {
      if (!['api', 'worker', 'all'].includes(what)) program.error('serve needs api, worker or all');
      const settings = readSettings(process.env);
      const stops: Stop[] = [];
      stopOnSignal(stops);
      if (what !== 'api') stops.push(await startWorkerProcess(settings, options.queues ?? WORKER_QUEUES));
      if (what !== 'worker') {
        const api = await startApi(settings, createLogger(settings.logLevel, settings.instance), consolePages);
        stops.push(() => api.stop());
      }
      process.send?.('ready');
    });
}
