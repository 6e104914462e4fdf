import type { Worker as Thread } from 'node:worker_threads';
import type { Logger } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import type { CompiledWorkerOptions } from '@temporalio/worker/lib/worker-options';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface';
import type { WorkflowBundleWithSourceMapAndFilename } from '@temporalio/worker/lib/workflow/workflow-worker-thread/input';
import type * as Product from '../../process/workflow-threads';
import { memberOf } from '../../domain/unknown-value';

const { workersWith: workersOfProduct } = jest.requireActual<typeof Product>('../../process/workflow-threads');

/** A thread without a worker, with all workflows loaded. */
interface IdleThread {
  creator: WorkflowCreator;
  code: string;
  activityNames: string;
}

const IDLE = Symbol.for('corridor idle threads');

/** Of this process: on a class of a package, which its test files share. */
function idleThreads(): IdleThread[] {
  const known = Reflect.get(Worker, IDLE) as IdleThread[] | undefined;
  if (known !== undefined) return known;
  const none: IdleThread[] = [];
  Reflect.set(Worker, IDLE, none);
  return none;
}

/** Lets the process end while the thread is idle. */
function unref(creator: WorkflowCreator): void {
  (memberOf(creator, 'workerThreadClients', '0', 'workerThread') as Thread).unref();
}

/**
 * In place of `workersWith` of process/workflow-threads.ts: the next stack has the threads of one that was stopped. A
 * thread that loads the workflows costs more than all else that a stack starts.
 */
export const workersWith: typeof workersOfProduct = (sharing) =>
  class extends workersOfProduct(sharing) {
    protected static override async createWorkflowCreator(
      bundle: WorkflowBundleWithSourceMapAndFilename,
      options: CompiledWorkerOptions,
      logger: Logger,
    ): Promise<WorkflowCreator> {
      if (sharing?.taskQueues.has(options.taskQueue) === true)
        return super.createWorkflowCreator(bundle, options, logger);
      const wanted = { code: bundle.code, activityNames: [...options.activities.keys()].sort().join() };
      const idle = idleThreads();
      const at = idle.findIndex(
        ({ code, activityNames }) => code === wanted.code && activityNames === wanted.activityNames,
      );
      const [found] = at === -1 ? [] : idle.splice(at, 1);
      const creator = found?.creator ?? (await super.createWorkflowCreator(bundle, options, logger));
      unref(creator);
      return {
        createWorkflow: (workflow) => creator.createWorkflow(workflow),
        destroy: () => Promise.resolve(void idle.push({ ...wanted, creator })),
      };
    }
  };
