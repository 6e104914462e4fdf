/**
 * Loaded before anything else in a worker process: `node --require`, see cli/worker-flags.ts.
 *
 * The SDK writes down the call stack of every promise of every workflow, for the "Call Stack" view of the Temporal UI.
 * That is a third of what a workflow costs in time, and most of what a waiting one costs in memory. Ours say what they
 * wait for in a sentence, so nobody needs it. The SDK has no setting for it.
 * Source: docs/decisions/0010-no-promise-stacks.md
 */
import v8 from 'node:v8';
import { isMainThread } from 'node:worker_threads';

if (!isMainThread) {
  const { createHook } = v8.promiseHooks;
  // Node calls the same function for AsyncLocalStorage, by which a workflow knows in which scope of cancellation a
  // promise was made. That hook stays: it asks what happens before and after, which the SDK's does not.
  v8.promiseHooks.createHook = (hooks) =>
    hooks.before === undefined && hooks.after === undefined ? () => undefined : createHook(hooks);
}
