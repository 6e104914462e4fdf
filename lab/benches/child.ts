import { fork } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

const READY_MS = 60_000;
/** Longer than a worker's own limits for ending cleanly. */
const STOP_MS = 15_000;
const KIB = 1024;

export interface ChildOptions {
  /** For messages and the name of the log. */
  name: string;
  /** Compiled module below dist/. */
  module: string;
  args: string[];
  /** Flags of Node itself. */
  flags?: readonly string[];
  env: Record<string, string>;
  /** Folder for its output. */
  logDirectory: string;
  /** Folder for a CPU profile, written when it ends; null for none. */
  profileDirectory: string | null;
}

/** A Node process of ours that says `ready` over its channel when it can be used. */
export interface Child {
  pid: number;
  /** Resident memory in bytes, or NaN where the system does not tell. */
  residentBytes(): number;
  stop(): Promise<void>;
}

/** @returns bytes of memory that a process holds; NaN where /proc is not to be had */
function residentBytesOf(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib ?? NaN) * KIB;
  } catch {
    return NaN;
  }
}

/**
 * Starts a process and waits until it is ready.
 * @throws Error naming its log when it ends before that or takes longer than a minute
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name, module, args, flags = [], env, logDirectory, profileDirectory } = options;
  const logFile = path.join(logDirectory, `${name}.log`);
  const log = openSync(logFile, 'a', 0o600);
  const profile =
    profileDirectory === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.join(profileDirectory, name)}`];
  // A group of its own: Ctrl-C reaches the benchmark, which then ends its children in order.
  const child = fork(path.join(__dirname, '..', '..', module), args, {
    env: { ...process.env, WATCH_LIST_PULL_DAYS: '0', ...env },
    execArgv: [...flags, ...profile],
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  void ended.then(() => process.off('exit', killAtExit));
  await new Promise<void>((resolve, reject) => {
    const fail = (): void => reject(new Error(`The ${name} did not start:\n${readFileSync(logFile, 'utf8')}`));
    const timer = setTimeout(fail, READY_MS);
    child.once('message', () => resolve(clearTimeout(timer)));
    child.once('error', reject);
    void ended.then(fail);
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    residentBytes: () => residentBytesOf(pid),
    async stop() {
      const insist = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(insist);
    },
  };
}
