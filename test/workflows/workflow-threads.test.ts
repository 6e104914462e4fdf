import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { recordedHistories } from '../support/history';
import { workflowBundle } from '../support/time-skipping';

const PRELOADED = path.join(__dirname, '..', '..', 'dist', 'activities', 'workflow-threads.js');

/**
 * Tells what the main thread, and a thread like those that run workflows, hear of promises, and whether the latter
 * knows the store that a promise was made in.
 */
const LISTEN = `
  const { AsyncLocalStorage } = require('node:async_hooks');
  const { Worker, isMainThread, parentPort } = require('node:worker_threads');
  const { promiseHooks } = require('node:v8');
  let heard = false;
  promiseHooks.createHook({ init() { heard = true; }, settled() {} });
  const storage = new AsyncLocalStorage();
  const kept = storage.run('kept', async () => { await null; return storage.getStore(); });
  if (isMainThread) new Worker(process.argv[1], { eval: true, argv: process.argv }).on('message', (there) => {
    console.log(JSON.stringify({ here: heard, ...there }));
  });
  else kept.then((store) => parentPort.postMessage({ there: heard, store }));`;

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
  const { Worker } = require('@temporalio/worker');
  const [workflowBundle, history] = JSON.parse(process.argv[1]);
  Worker.runReplayHistory({ workflowBundle, debugMode: false }, history, 'replayed');`;

/** Ends a loop in a call that runs workflow code, in a thread like those of workflows. */
const LOOP = `
  const { createContext, Script } = require('node:vm');
  const { Worker, isMainThread } = require('node:worker_threads');
  if (isMainThread) new Worker(process.argv[1], { eval: true });
  else try {
    const context = createContext({ __temporal_args: [{}, 'activate', []] });
    new Script('for (;;);').runInContext(context, { timeout: 50 });
  } catch (fault) {
    console.log(fault.code);
  }`;

async function listen(flags: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', LISTEN, LISTEN]);
  return JSON.parse(stdout);
}

/** @returns the calls that the SDK makes into the context of workflows to replay a history, in their order */
async function callsOfReplay(name: string): Promise<string[]> {
  const history = recordedHistories().find((recorded) => recorded.name.endsWith(name))?.history;
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-calls-'));
  try {
    const recorder = path.join(folder, 'record.cjs');
    writeFileSync(recorder, RECORD);
    const flags = ['--require', recorder, '--require', PRELOADED];
    const input = JSON.stringify([workflowBundle(), history]);
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', REPLAY, input]);
    return stdout.split('\n').filter((line) => line.endsWith('limited'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('what a worker process loads first', () => {
  it('spares the threads of workflows the notes about promises, and nothing else', async () => {
    expect(await listen([])).toEqual({ here: true, there: true, store: 'kept' });
    expect(await listen(['--require', PRELOADED])).toEqual({ here: true, there: false, store: 'kept' });
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
    const { stdout } = await promisify(execFile)(process.execPath, ['--require', PRELOADED, '-e', LOOP, LOOP]);
    expect(stdout.trim()).toBe('ERR_SCRIPT_EXECUTION_TIMEOUT');
  });
});
