import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { cpuMsOf } from '../../../lab/benches/cpu';

const HAS_PROC = existsSync('/proc/self/stat');
const SPENT_MS = 300;
const SPENDER = path.join(__dirname, '../..', 'fixtures', 'spend-cpu.cjs');

it('counts the time of a process and of its children, those that have ended included', async () => {
  if (!HAS_PROC) {
    expect(cpuMsOf(process.pid)).toBeNaN();
    return;
  }
  const before = cpuMsOf(process.pid);
  const child = fork(SPENDER, [String(SPENT_MS)]);
  await once(child, 'message');
  const own = cpuMsOf(child.pid ?? 0);
  expect(own).toBeGreaterThanOrEqual(SPENT_MS * 0.9);
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  expect(cpuMsOf(process.pid) - before).toBeGreaterThanOrEqual(own);
});
