import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { lowerPriority } from '../../cli/priority';

describe('giving way', () => {
  it('lets a process run after those that answer clients', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    lowerPriority(pid);
    expect(getPriority(pid)).toBeGreaterThan(getPriority());
    child.stdin.end();
    await once(child, 'exit');
    // One that has ended needs nothing any more.
    expect(() => lowerPriority(pid)).not.toThrow();
  });
});
