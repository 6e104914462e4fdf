import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { endOrphans, runningSupervisor, startTimesOf } from '../../cli/orphans';
import type { RunFile } from '../../cli/place';

const children: ChildProcess[] = [];

/** A process that runs until it is ended. */
async function startProcess(): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => undefined, 1000)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  const { pid } = child;
  if (pid === undefined) throw new Error('no process');
  return Object.assign(child, { pid });
}

function runFile(pids: Record<string, number>, startTimes: Record<string, string>): RunFile {
  return {
    baseUrl: 'http://127.0.0.1:1',
    temporalUi: null,
    temporalAddress: '127.0.0.1:2',
    databaseUrl: 'postgres://127.0.0.1:3/corridor',
    apiKey: '',
    partnerKey: '',
    operatorKey: '',
    pids,
    startTimes,
  };
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('processes of a start that was killed', () => {
  it('are ended before the next start, each with a line', async () => {
    const api = await startProcess();
    const ended = once(api, 'exit');
    const lines: string[] = [];
    const pids = { corridor: 2 ** 22 + 1, api: api.pid };
    await endOrphans(runFile(pids, { corridor: '1', ...startTimesOf({ api: api.pid }) }), (line) => lines.push(line));
    expect(await ended).toEqual([null, 'SIGTERM']);
    expect(lines).toEqual([`Ending the api (pid ${api.pid}) that a start before this one left behind …`]);
  });

  it('are not confused with others that got their numbers since', async () => {
    const stranger = await startProcess();
    const lines: string[] = [];
    await endOrphans(runFile({ api: stranger.pid }, { api: '1' }), (line) => lines.push(line));
    expect(lines).toEqual([]);
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  });

  it('are somebody else’s while their supervisor runs', () => {
    const pids = { corridor: process.pid };
    expect(runningSupervisor(runFile(pids, startTimesOf(pids)))).toBe(process.pid);
    expect(runningSupervisor(runFile(pids, { corridor: '1' }))).toBeNull();
  });
});
