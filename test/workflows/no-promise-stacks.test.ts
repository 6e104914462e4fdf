import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const PRELOADED = path.join(__dirname, '..', '..', 'dist', 'activities', 'no-promise-stacks.js');

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

async function listen(flags: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', LISTEN, LISTEN]);
  return JSON.parse(stdout);
}

describe('what a worker process loads first', () => {
  it('spares the threads of workflows the notes about promises, and nothing else', async () => {
    expect(await listen([])).toEqual({ here: true, there: true, store: 'kept' });
    expect(await listen(['--require', PRELOADED])).toEqual({ here: true, there: false, store: 'kept' });
  });
});
