/**
 * What a thread that runs workflows loads: the SDK's own file for it, without two habits that cost a third of the thread's
 * time and for which the SDK has no setting.
 * Source: docs/internal/decisions/0022-workflow-threads.md
 */
import vm, { type Context, type RunningScriptOptions } from 'node:vm';
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared';
import '@temporalio/worker/lib/workflow/workflow-worker-thread';

/** Calls of the SDK into the context of workflows in which none of their code runs. */
const WITHOUT_WORKFLOW_CODE: readonly unknown[] = ['initRuntime', 'initialize', 'concludeActivation', 'dispose'];

/** How the SDK hands a call over to the context, and what it knows there of the workflow. */
interface WorkflowContext extends Context {
  __temporal_args?: readonly unknown[];
  __TEMPORAL_ACTIVATOR__?: { blockedConditions?: ReadonlyMap<unknown, unknown> };
}

type RunInContext = (this: vm.Script, context: WorkflowContext, options?: RunningScriptOptions) => unknown;

/** Whether a call into the sandbox may run code of the workflow, which needs a time limit. */
function mayRunWorkflowCode({ __temporal_args: call, __TEMPORAL_ACTIVATOR__: activator }: WorkflowContext): boolean {
  const name = call?.[1];
  if (name === 'tryUnblockConditions') return activator?.blockedConditions?.size !== 0;
  return !WITHOUT_WORKFLOW_CODE.includes(name);
}

// The SDK writes down the call stack of every promise, for the "Call Stack" view of the Temporal UI. Without the hook it
// does as on a runtime that has none.
Reflect.set(globalHandlers, 'setPromiseHook', () => undefined);

// The SDK limits the time of each call into the context of workflows, and for each such call Node starts a thread and
// waits for its end. A limit serves where code of a workflow may run.
const runInContext = Reflect.get(vm.Script.prototype, 'runInContext') as RunInContext;
vm.Script.prototype.runInContext = function (context: WorkflowContext, options = {}) {
  const isLimited = mayRunWorkflowCode(context);
  return runInContext.call(this, context, isLimited ? options : { ...options, timeout: undefined });
};
