import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { identify } from '../../cli/embedded/processes';
import { findFreePort } from '../../cli/embedded/ports';
import { DataDir, type RunFile } from '../../cli/place';
import { closeAtEnd } from '../support/closing';
import { eventually } from '../support/builders';

const MAIN = path.join(__dirname, '..', '..', 'dist', 'cli', 'main.js');
const LIMIT_MS = 480_000;

interface Start {
  child: ChildProcess;
  /** Waits for a line that holds the words. */
  said(words: string): Promise<string>;
}

describe('corridor up', () => {
  let folder: string;
  let dataDir: DataDir;
  let port: number;

  function up(args: string[], environment: NodeJS.ProcessEnv = {}): Start {
    const lines: string[] = [];
    const waiting = new Set<() => void>();
    const child = spawn(process.execPath, [MAIN, 'up', '--port', String(port), '--data-dir', dataDir.path, ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
    const said = (words: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find((line) => line.includes(words));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        child.once('exit', () => reject(new Error(`It ended before it said "${words}":\n${lines.join('\n')}`)));
        look();
      });
    closeAtEnd(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    });
    return { child, said };
  }

  function readRun(): RunFile {
    const run = dataDir.readRun();
    if (run === null) throw new Error('run.json is not there');
    return run;
  }

  async function isReady(): Promise<boolean> {
    const answer = await fetch(`${readRun().baseUrl}/readyz`).catch(() => null);
    const body: unknown = answer?.ok === true ? await answer.json() : null;
    return JSON.stringify(body).includes('"ready"');
  }

  const kill = (pid: number | undefined): void => void process.kill(pid ?? 0, 'SIGKILL');

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'corridor-up-'));
    closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    dataDir = new DataDir(path.join(folder, 'data'));
    port = await findFreePort();
  });

  it(
    'outlives a story that misses a beat, the death of its servers, and leaves nothing behind when it is killed',
    async () => {
      // The partner's first report comes after an hour: the story cannot come out.
      const first = up([], { SANDBOX_STEP_DELAY_MS: '3600000' });
      expect(await first.said('The story failed')).toContain('settlement did not happen within');
      expect(await first.said("--account 'Demonstration'")).toContain(
        `npx corridor --data-dir ${dataDir.path} users create`,
      );
      await first.said('Ctrl-C stops everything');
      expect(await isReady()).toBe(true);

      kill(readRun().pids['postgres']);
      await first.said('Postgres ended (signal SIGKILL) and is restarted.');
      await first.said('Postgres runs again.');
      kill(readRun().pids['temporal']);
      await first.said('Temporal ended (signal SIGKILL) and is restarted.');
      await first.said('Temporal runs again.');
      await eventually(isReady, (ready) => ready, 'the service is ready again');

      const before = readRun().pids;
      kill(before['corridor']);
      const second = up(['--no-story']);
      await second.said('Ctrl-C stops everything');
      expect(await isReady()).toBe(true);
      const now = readRun().pids;
      for (const [name, pid] of Object.entries(before)) {
        expect(now[name]).not.toBe(pid);
        expect([name, identify(pid)]).toEqual([name, null]);
      }
    },
    LIMIT_MS,
  );
});
