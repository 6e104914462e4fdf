import { existsSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker as Thread } from 'node:worker_threads';
import type { Logger } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import type { CompiledWorkerOptions } from '@temporalio/worker/lib/worker-options';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface';
import { ThreadedVMWorkflowCreator, WorkerThreadClient } from '@temporalio/worker/lib/workflow/threaded-vm';
import type { WorkflowBundleWithSourceMapAndFilename } from '@temporalio/worker/lib/workflow/workflow-worker-thread/input';

/**
 * MiB of each half of the young generation of a thread that runs workflows: with less, workflows that wait are copied more often.
 * It is a flag for the threads to come, as a limit of a thread does nothing in a process that was started with a bound for
 * its own young generation.
 */
const SEMI_SPACE_MB = 8;

/** The compiled file: a thread loads no TypeScript. */
function threadFile(): string {
  const beside = path.join(__dirname, 'workflow-thread.js');
  return existsSync(beside) ? beside : path.join(__dirname, '..', 'dist', 'process', 'workflow-thread.js');
}

interface ThreadOptions {
  workflowBundle: WorkflowBundleWithSourceMapAndFilename;
  isolateExecutionTimeoutMs: number;
  /** Local activities of other names are refused by the SDK. */
  registeredActivityNames: Set<string>;
  logger: Logger;
}

/** Code without its source map at the end, which the thread gets apart: only a debugger reads it there. */
function codeAlone({ code }: WorkflowBundleWithSourceMapAndFilename): string {
  const end = code.lastIndexOf('//# sourceMappingURL=');
  return end === -1 ? code : code.slice(0, end);
}

async function openThread({ logger, ...init }: ThreadOptions): Promise<WorkflowCreator> {
  const workflowBundle = { ...init.workflowBundle, code: codeAlone(init.workflowBundle) };
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`);
  const client = new WorkerThreadClient(new Thread(threadFile()), logger);
  await client.send({ type: 'init', ...init, workflowBundle, reuseV8Context: true, hasPatchActivationCallback: false });
  return new ThreadedVMWorkflowCreator([client]);
}

/** A thread that several workers use: it ends with the last of them. */
class SharedThread {
  private opened: Promise<WorkflowCreator> | null = null;
  private users = 0;

  async openOrShare(options: ThreadOptions): Promise<WorkflowCreator> {
    this.users += 1;
    const creator = await (this.opened ??= openThread(options));
    const destroy = async (): Promise<void> => {
      this.users -= 1;
      if (this.users === 0) await creator.destroy();
    };
    return { createWorkflow: (workflow) => creator.createWorkflow(workflow), destroy };
  }
}

/** Workers that share one thread: each thread has the whole bundle in memory. */
export interface SharingWorkers {
  taskQueues: ReadonlySet<string>;
  /** Names of the activities of all of them. */
  activityNames: ReadonlySet<string>;
}

/**
 * A class of workers whose workflows run in threads of `workflow-thread.ts`: one for each, and one for those that
 * share it.
 * @returns a class in place of the SDK's `Worker`
 */
export function workersWith(
  sharing: SharingWorkers = { taskQueues: new Set(), activityNames: new Set() },
): typeof Worker {
  const shared = new SharedThread();
  let bundle: Promise<WorkflowBundleWithSourceMapAndFilename | undefined> | null = null;
  return class extends Worker {
    /** Reads the bundle once for all workers, which run the same workflows. */
    protected static override getOrCreateBundle(options: CompiledWorkerOptions, logger: Logger) {
      return (bundle ??= super.getOrCreateBundle(options, logger));
    }

    protected static override createWorkflowCreator(
      workflowBundle: WorkflowBundleWithSourceMapAndFilename,
      { taskQueue, activities, isolateExecutionTimeoutMs }: CompiledWorkerOptions,
      logger: Logger,
    ): Promise<WorkflowCreator> {
      const options = { workflowBundle, isolateExecutionTimeoutMs, logger };
      if (!sharing.taskQueues.has(taskQueue))
        return openThread({ ...options, registeredActivityNames: new Set(activities.keys()) });
      return shared.openOrShare({ ...options, registeredActivityNames: new Set(sharing.activityNames) });
    }
  };
}
