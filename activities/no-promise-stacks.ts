/**
 * Loaded before anything else in a worker process: `node --require`, see cli/worker-flags.ts.
 *
 * The SDK writes down the call stack of every promise of every workflow, for the "Call Stack" view of the Temporal UI.
 * That is a third of what a workflow costs in time, and most of what a waiting one costs in memory. Ours say what they
 * wait for in a sentence, so nobody needs it. The SDK does without where Node has no such hook; it has no setting.
 * Source: docs/decisions/0010-no-promise-stacks.md
 */
import v8 from 'node:v8';
import { isMainThread } from 'node:worker_threads';

if (!isMainThread) v8.promiseHooks.createHook = () => () => undefined;
