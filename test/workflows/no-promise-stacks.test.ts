import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const PRELOADED = path.join(__dirname, '..', '..', 'dist', 'activities', 'no-promise-stacks.js');

/** Counts the promises that a hook hears of, in the main thread and in a thread like those that run workflows. */
const COUNT = `
  const { Worker, isMainThread, parentPort } = require('node:worker_threads');
  const { promiseHooks } = require('node:v8');
  let heard = 0;
  const stop = promiseHooks.createHook({ init() { heard += 1; } });
  for (let promise = 0; promise < 3; promise += 1) void Promise.resolve(promise);
  stop();
  if (isMainThread) new Worker(process.argv[1], { eval: true, argv: process.argv }).on('message', (there) => {
    console.log(JSON.stringify({ here: heard > 0, there: there > 0 }));
  });
  else parentPort.postMessage(heard);`;

async function count(flags: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', COUNT, COUNT]);
  return JSON.parse(stdout);
}

describe('what a worker process loads first', () => {
  it('spares the threads of workflows the notes about promises, and nothing else', async () => {
    expect(await count([])).toEqual({ here: true, there: true });
    expect(await count(['--require', PRELOADED])).toEqual({ here: true, there: false });
  });
});
