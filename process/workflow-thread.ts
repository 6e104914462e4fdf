/**
 * What a thread that runs workflows loads: the SDK's own file for it, without two habits that cost a third of the thread's
 * time and for which the SDK has no setting.
 * Source: docs/internal/decisions/0022-workflow-threads.md
 */
import vm, { type Context, type RunningScriptOptions } from 'node:vm';
import { BaseVMWorkflow, globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared';
import '@temporalio/worker/lib/workflow/workflow-worker-thread';

/** Calls of the SDK into the context of workflows, outside their activations, in which none of their code runs. */
const WITHOUT_WORKFLOW_CODE: readonly unknown[] = ['initRuntime', 'dispose'];
/** Where the script that has the time limit finds the activation that it runs. */
const ACTIVATION = 'corridor.activation';

/** How the SDK hands a call over to the context. */
interface WorkflowContext extends Context {
  __temporal_args?: readonly unknown[];
}

type RunInContext = (this: vm.Script, context: WorkflowContext, options?: RunningScriptOptions) => unknown;
type Activation = ReturnType<BaseVMWorkflow['activate']>;

// The SDK writes down the call stack of every promise, for the "Call Stack" view of the Temporal UI. Without the hook it
// does as on a runtime that has none.
Reflect.set(globalHandlers, 'setPromiseHook', () => undefined);

/** The limit that the SDK sets for a call; it makes a workflow's runtime before it activates it. */
let limitMs: number | undefined;
let isActivating = false;

// The SDK limits the time of each call into the context of workflows, and for each such call Node starts a thread and
// waits for its end. An activation makes four such calls and more, one after the other without a pause: one limit serves
// all of them.
const runInContext = Reflect.get(vm.Script.prototype, 'runInContext') as RunInContext;
vm.Script.prototype.runInContext = function (context: WorkflowContext, options = {}) {
  limitMs = options.timeout ?? limitMs;
  const isLimited = !isActivating && !WITHOUT_WORKFLOW_CODE.includes(context.__temporal_args?.[1]);
  return runInContext.call(this, context, isLimited ? options : { ...options, timeout: undefined });
};

const limited = new vm.Script(`globalThis[Symbol.for('${ACTIVATION}')]()`);
const activate = Reflect.get(BaseVMWorkflow.prototype, 'activate');
BaseVMWorkflow.prototype.activate = function (activation): Activation {
  Reflect.set(globalThis, Symbol.for(ACTIVATION), () => activate.call(this, activation));
  isActivating = true;
  try {
    return limited.runInThisContext({ timeout: limitMs }) as Activation;
  } finally {
    isActivating = false;
    Reflect.deleteProperty(globalThis, Symbol.for(ACTIVATION));
  }
};
