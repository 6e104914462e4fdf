/**
 * Loaded before anything else in a worker process: `node --require`, see cli/worker-flags.ts. Changes what the threads
 * that run workflows do for the SDK, where it has no setting.
 */
import v8 from 'node:v8';
import vm, { type Context, type RunningScriptOptions } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/**
 * The SDK writes down the call stack of every promise of every workflow, for the "Call Stack" view of the Temporal UI.
 * That is a third of what a workflow costs in time, and most of what a waiting one costs in memory. Ours say what they
 * wait for in a sentence, so nobody needs it.
 * Source: docs/decisions/0010-no-promise-stacks.md
 */
function leaveOutPromiseStacks(): void {
  const { createHook } = v8.promiseHooks;
  // Node calls the same function for AsyncLocalStorage, by which a workflow knows in which scope of cancellation a
  // promise was made. That hook stays: it asks what happens before and after, which the SDK's does not.
  v8.promiseHooks.createHook = (hooks) =>
    hooks.before === undefined && hooks.after === undefined ? () => undefined : createHook(hooks);
}

/** Calls of the SDK into the context of workflows in which none of their code runs. */
const WITHOUT_WORKFLOW_CODE: readonly unknown[] = ['initRuntime', 'initialize', 'concludeActivation', 'dispose'];

/** How the SDK hands a call over to the context, and what it knows there of the workflow. */
interface WorkflowContext extends Context {
  __temporal_args?: readonly unknown[];
  __TEMPORAL_ACTIVATOR__?: { blockedConditions?: ReadonlyMap<unknown, unknown> };
}

type RunInContext = (this: vm.Script, context: WorkflowContext, options?: RunningScriptOptions) => unknown;

function mayRunWorkflowCode({ __temporal_args: call, __TEMPORAL_ACTIVATOR__: activator }: WorkflowContext): boolean {
  const name = call?.[1];
  if (name === 'tryUnblockConditions') return activator?.blockedConditions?.size !== 0;
  return !WITHOUT_WORKFLOW_CODE.includes(name);
}

/**
 * The SDK ends each call into the context of workflows after a time, and Node starts a thread of its own for each such
 * call and waits for its end. Seven of nine calls for a delivery run no code that could go on for ever.
 * Source: docs/decisions/0017-time-limits-for-workflow-code.md
 */
function limitWorkflowCodeAlone(): void {
  const runs = Reflect.get(vm.Script.prototype, 'runInContext') as RunInContext;
  vm.Script.prototype.runInContext = function (context: WorkflowContext, options = {}) {
    const isLimited = mayRunWorkflowCode(context);
    return runs.call(this, context, isLimited ? options : { ...options, timeout: undefined });
  };
}

if (!isMainThread) {
  leaveOutPromiseStacks();
  limitWorkflowCodeAlone();
}
