import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Supervised, type ProcessEnd } from '../../cli/supervisor';
import { closeAtEnd } from '../support/closing';

const LIMIT_MS = 60_000;

/**
 * Stands for the program, which is compiled elsewhere, so that loading it fails: ends with 3 until it was started so often,
 * then it is ready and stays.
 */
const PROGRAM = `
  const { readFileSync, writeFileSync } = require('node:fs');
  const starts = Number(readFileSync(process.env.STARTS, 'utf8')) + 1;
  writeFileSync(process.env.STARTS, String(starts));
  if (starts < Number(process.env.READY_AT)) process.exit(3);
  process.on('uncaughtException', () => undefined);
  setInterval(() => undefined, 1000);
  process.send('ready');`;

function supervise(readyAt: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-supervisor-'));
  const file = (name: string) => path.join(folder, name);
  writeFileSync(file('program.js'), PROGRAM);
  writeFileSync(file('starts'), '0');
  const ends: ProcessEnd[] = [];
  const supervised = new Supervised({
    name: 'worker',
    args: [],
    flags: ['--require', file('program.js')],
    env: { ...process.env, STARTS: file('starts'), READY_AT: String(readyAt) },
    logFile: file('worker.log'),
    onStart: () => undefined,
    onRestart: (end) => ends.push(end),
  });
  closeAtEnd(async () => {
    await supervised.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { supervised, ends, starts: () => Number(readFileSync(file('starts'), 'utf8')) };
}

describe('a process that ends while it starts', () => {
  it(
    'is started again, and each end is told',
    async () => {
      const { supervised, ends, starts } = supervise(3);
      await supervised.start();
      expect(starts()).toBe(3);
      expect(ends).toMatchObject([1, 2].map(() => ({ reason: 'exit code 3', wasReady: false })));
    },
    LIMIT_MS,
  );

  it(
    'is given up after five starts, with the place of its log',
    async () => {
      const { supervised, ends, starts } = supervise(Infinity);
      await expect(supervised.start()).rejects.toThrow(
        /^The worker ended while it started \(exit code 3\); its log is \S+worker\.log\.$/,
      );
      expect([starts(), ends.length]).toEqual([5, 4]);
    },
    LIMIT_MS,
  );
});
