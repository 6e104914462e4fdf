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

/** Ends a loop in a call that runs workflow code. */
const LOOP = `
  require(${THREAD});
  const { createContext, Script } = require('node:vm');
  try {
    new Script('for (;;);').runInContext(createContext({ __temporal_args: [{}, 'activate', []] }), { timeout: 50 });
  } catch (fault) {
    require('node:worker_threads').parentPort.postMessage(fault.code);
  }`;

/** Loaded before the other: writes down each call into the context of workflows, and whether it has a limit. */
const RECORD = `
  const { writeSync } = require('node:fs');
  const { Script } = require('node:vm');
  const { runInContext } = Script.prototype;
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

  it('limits the calls in which code of a workflow runs, and no others', async () => {
    const calls = await callsOfReplay('delivery-retried');
    expect(calls.slice(0, 5)).toEqual([
      'initRuntime unlimited',
      'initialize unlimited',
      'activate limited',
      'tryUnblockConditions unlimited',
      'concludeActivation unlimited',
    ]);
    // It waits for its retry and for a change of its subscription, whichever comes first.
    expect(calls).toContain('tryUnblockConditions limited');
    expect(new Set(calls.filter((call) => call.startsWith('activate')))).toEqual(new Set(['activate limited']));
  });

  it('leaves no loop in the code of a workflow running', async () => {
    expect(JSON.parse(await run('-e', inThread(LOOP)))).toBe('ERR_SCRIPT_EXECUTION_TIMEOUT');
  });

  it('stores the bundle with one byte a character', () => {
    expect(readFileSync(workflowBundle().codePath, 'utf8')).not.toMatch(/[\u0100-\uffff]/);
  });
});
