import { type Command, InvalidArgumentError } from 'commander';
import { WORKER_QUEUES, type WorkerQueue } from '../workflows/queues';

function queueList(text: string): WorkerQueue[] {
  return text.split(',').map((name) => {
    const queue = WORKER_QUEUES.find((candidate) => candidate === name.trim());
    if (queue === undefined) throw new InvalidArgumentError(`It must be of ${WORKER_QUEUES.join(', ')}.`);
    return queue;
  });
}

/** Adds `corridor serve api|worker|all`: the processes of a deployment, with settings from the environment. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .argument('<what>', 'api, worker or all')
    .option('--queues <list>', `task queues of the worker: ${WORKER_QUEUES.join(', ')} (default: all)`, queueList)
    .action(async (what: string, options: { queues?: WorkerQueue[] }) => {
      if (!['api', 'worker', 'all'].includes(what)) program.error('serve needs api, worker or all');
      const { serve } = await import('./serve-processes.js');
      await serve(what, options.queues ?? WORKER_QUEUES);
    });
}
