import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { recordedHistories } from '../support/history';
import { workflowBundle } from '../support/time-skipping';

const COMPILED = path.join(__dirname, '..', '..', 'dist', 'process');
const THREAD = JSON.stringify(path.join(COMPILED, 'workflow-thread.js'));

/** Runs code in a thread that has loaded what the threads of workflows load, and prints what it posts. */
const inThread = (code: string): string => `
  const { Worker } = require('node:worker_threads');
  const thread = new Worker(${JSON.stringify(code)}, { eval: true });
  thread.on('message', (message) => { console.log(JSON.stringify(message)); thread.terminate(); });`;

/** Whether the SDK notes promises, and whether a promise still knows the store that it was made in. */
const LISTEN = `
  require(${THREAD});
  const { globalHandlers } = require('@temporalio/worker/lib/workflow/vm-shared');
  const { AsyncLocalStorage } = require('node:async_hooks');
  globalHandlers.install();
  const storage = new AsyncLocalStorage();
  storage.run('kept', async () => { await null; return storage.getStore(); }).then((store) =>
    require('node:worker_threads').parentPort.postMessage({ notes: globalHandlers.promiseHookInstalled === true, store }));`;

/** Activates workflows that never end: one in a call, one in what follows it. */
const LOOP = `
  require(${THREAD});
  const { BaseVMWorkflow } = require('@temporalio/worker/lib/workflow/vm-shared');
  const { createContext, Script } = require('node:vm');
  const activator = { info: {}, mutateWorkflowInfo() {}, addKnownFlags() {}, hasFlag: () => true };
  const faults = ['for (;;);', 'Promise.resolve().then(() => { for (;;); })'].map((code) => {
    const context = createContext({}, { microtaskMode: 'afterEvaluate' });
    const call = (name, source) => {
      context.__temporal_args = [{}, name, []];
      return new Script(source).runInContext(context, { timeout: 50 });
    };
    call('initRuntime', '0');
    const module = { activate: () => call('activate', code), tryUnblockConditions: () => call('tryUnblockConditions', '0') };
    try {
      new BaseVMWorkflow('run', context, activator, module).activate({ timestamp: {}, jobs: [] });
    } catch (fault) {
      return fault.code;
    }
  });
  require('node:worker_threads').parentPort.postMessage(faults);`;

/** Loaded before the other: writes down each activation and each call into the context of workflows, and whether it has a limit. */
const RECORD = `
  const { writeSync } = require('node:fs');
  const { Script } = require('node:vm');
  const { runInContext, runInThisContext } = Script.prototype;
  Script.prototype.runInThisContext = function (options) {
    if (options?.timeout !== undefined) writeSync(1, 'activation limited\\n');
    return runInThisContext.call(this, options);
  };
  Script.prototype.runInContext = function (context, options) {
    const name = context.__temporal_args?.[1];
    if (name) writeSync(1, name + ' ' + (options.timeout === undefined ? 'unlimited' : 'limited') + '\\n');
    return runInContext.call(this, context, options);
  };`;

const REPLAY = `
  const { workersWith } = require(${JSON.stringify(path.join(COMPILED, 'workflow-threads.js'))});
  const [workflowBundle, history] = JSON.parse(process.argv[1]);
  workersWith().runReplayHistory({ workflowBundle }, history, 'replayed');`;

const run = async (...args: string[]): Promise<string> => (await promisify(execFile)(process.execPath, args)).stdout;

/** @returns the calls that the SDK makes into the context of workflows to replay a history, in their order */
async function callsOfReplay(name: string): Promise<string[]> {
  const history = recordedHistories().find((recorded) => recorded.name.endsWith(name))?.history;
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-calls-'));
  try {
    const recorder = path.join(folder, 'record.cjs');
    writeFileSync(recorder, RECORD);
    const stdout = await run('--require', recorder, '-e', REPLAY, JSON.stringify([workflowBundle(), history]));
    return stdout.split('\n').filter((line) => line.endsWith('limited'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a thread that runs workflows', () => {
  it('writes down no stacks of promises, and keeps their stores', async () => {
    expect(JSON.parse(await run('-e', inThread(LISTEN)))).toEqual({ notes: false, store: 'kept' });
  });

  it('limits each activation as a whole, and none of its calls', async () => {
    const calls = await callsOfReplay('delivery-retried');
    expect(calls.slice(0, 6)).toEqual([
      'initRuntime unlimited',
      'activation limited',
      'initialize unlimited',
      'activate unlimited',
      'tryUnblockConditions unlimited',
      'concludeActivation unlimited',
    ]);
    expect(new Set(calls.filter((call) => call.endsWith(' limited')))).toEqual(new Set(['activation limited']));
    const count = (name: string): number => calls.filter((call) => call.startsWith(name)).length;
    expect(count('activation')).toBe(count('concludeActivation'));
  });

  it('leaves no loop in the code of a workflow running', async () => {
    expect(JSON.parse(await run('-e', inThread(LOOP)))).toEqual(Array(2).fill('ERR_SCRIPT_EXECUTION_TIMEOUT'));
  });

  it('stores the bundle with one byte a character', () => {
    expect(readFileSync(workflowBundle().codePath, 'utf8')).not.toMatch(/[\u0100-\uffff]/);
  });
});
