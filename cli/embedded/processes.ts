import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { PortTaken } from './ports';
import { type Account } from './run-as';

/** Lines of a server's output kept for the message of a failed start. */
const KEPT_LINES = 20;
const ASK_LIMIT_MS = 5_000;
const POLL_MS = 50;

/** Receives one line of a server's output at a time, without its line end. */
export type Log = (line: string) => void;

export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process has ended, with how: "code 1" or "signal SIGKILL". */
  readonly ended: Promise<string>;
  /** How it ended, or null while it runs. */
  ending(): string | null;
  /** Its last lines of output, for messages. */
  lastLines(): string;
  /** Sends the signals in turn, each with time to work, until the process has ended. */
  stop(steps: readonly StopStep[]): Promise<void>;
}

export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The user to run as; null for the one who asks. */
  readonly account: Account | null;
  readonly log: Log;
  /** Sent when this process ends without stopping the server. */
  readonly exitSignal: NodeJS.Signals;
}

/**
 * Starts a server in a process group of its own: Ctrl-C in the terminal reaches only us, and we stop the server when
 * our own requests have ended.
 * @throws Error when the program cannot be started
 */
export async function launch({ program, args, cwd, env, account, log, exitSignal }: Launch): Promise<ServerProcess> {
  const user = account === null ? {} : { uid: account.uid, gid: account.gid };
  const child = spawn(program, [...args], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...user });
  await waitForStart(child, program);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} has no process number.`);

  const lines: string[] = [];
  const keepAndLog = (line: string): void => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    log(line);
  };
  createInterface({ input: child.stdout }).on('line', keepAndLog);
  createInterface({ input: child.stderr }).on('line', keepAndLog);

  const killAtExit = (): void => {
    child.kill(exitSignal);
  };
  process.on('exit', killAtExit);
  let ending: string | null = null;
  const ended = new Promise<string>((resolve) => {
    // "close" comes after the last line of output, so lastLines() is complete then.
    child.once('close', (code, signal) => {
      process.off('exit', killAtExit);
      ending = signal === null ? `code ${code ?? 0}` : `signal ${signal}`;
      resolve(ending);
    });
  });
  return {
    pid,
    ended,
    ending: () => ending,
    lastLines: () => lines.join('\n'),
    async stop(steps) {
      for (const { signal, waitMs } of steps) {
        if (ending !== null) return;
        child.kill(signal);
        await waitAtMost(ended, waitMs);
      }
    },
  };
}

/** Waits until a process has started. */
function waitForStart(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`${program} cannot be started: ${cause.message}`, { cause })));
  });
}

async function waitAtMost(ended: Promise<unknown>, limitMs: number): Promise<void> {
  const stop = new AbortController();
  try {
    await Promise.race([ended, delay(limitMs, undefined, { signal: stop.signal })]);
  } finally {
    stop.abort();
  }
}

export interface Readiness {
  readonly server: ServerProcess;
  /** Used in messages, such as "Postgres". */
  readonly name: string;
  readonly limitMs: number;
  /** Resolves when the server answers and rejects while it does not. */
  readonly probe: () => Promise<void>;
}

/**
 * Polls until a server answers.
 * @throws PortTaken when it ends because another program has its port
 * @throws Error with the server's last lines when it ends otherwise, or does not answer within the limit
 */
export async function waitUntilReady({ server, name, limitMs, probe }: Readiness): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const ending = server.ending();
    if (ending !== null) {
      const Fault = /address already in use/i.test(server.lastLines()) ? PortTaken : Error;
      throw new Fault(`${name} ended with ${ending} while starting:\n${server.lastLines()}`);
    }
    try {
      await probe();
      return;
    } catch (cause) {
      if (Date.now() > deadline) {
        throw new Error(
          `${name} does not answer after ${limitMs / 1000} s; where this machine is only busy, start again:\n${server.lastLines()}`,
          { cause },
        );
      }
    }
    await waitAtMost(server.ended, POLL_MS);
  }
}

const identitySchema = z.object({ pid: z.number().int().positive(), startedAt: z.string() });
/** The file's own path is part of it: a copy of a data folder says nothing about the server of the original. */
const claimSchema = z.object({ file: z.string(), launcher: identitySchema, server: identitySchema });
export type Identity = z.infer<typeof identitySchema>;

/** A process's number and start time, since numbers are reused; null when there is no such process. */
export function identify(pid: number): Identity | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie has ended: it only waits for its parent to ask how.
      return fields[0] === 'Z' ? null : { pid, startedAt: fields[19] ?? '' };
    }
    const startedAt = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { timeout: ASK_LIMIT_MS }).toString();
    return startedAt.trim() === '' ? null : { pid, startedAt: startedAt.trim() };
  } catch {
    return null;
  }
}

/** @returns whether that very process runs, and not another one of its number */
export function isRunning(known: Identity): boolean {
  return identify(known.pid)?.startedAt === known.startedAt;
}

function readClaim(file: string): z.infer<typeof claimSchema> | null {
  try {
    const claim = claimSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return claim.file === file ? claim : null;
  } catch {
    // Absent, or cut off by a crash: then it says nothing about a running server.
    return null;
  }
}

/**
 * Makes sure that no server of an earlier run still uses some data. A server whose launcher was killed is stopped; one
 * whose launcher lives is a running service.
 * @param file where {@link recordServer} writes its note
 * @throws Error when the data are in use
 */
export async function stopOrphan(file: string, name: string, steps: readonly StopStep[]): Promise<void> {
  const claim = readClaim(file);
  if (claim === null || !isRunning(claim.server)) return;
  if (isRunning(claim.launcher)) {
    throw new Error(
      `${name} already runs on these data (process ${claim.server.pid}, started by process ${claim.launcher.pid}). Stop that one first.`,
    );
  }
  for (const { signal, waitMs } of steps) {
    process.kill(claim.server.pid, signal);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (!isRunning(claim.server)) return;
      await delay(POLL_MS);
    }
  }
}

/** Records the launcher and the server of some data; {@link stopOrphan} reads that before the next start. */
export function recordServer(file: string, serverPid: number): void {
  const launcher = identify(process.pid);
  const server = identify(serverPid);
  if (launcher === null || server === null) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ file, launcher, server }), { mode: 0o600 });
}

/** Forgets a server that was stopped in order. */
export function forgetServer(file: string): void {
  rmSync(file, { force: true });
}
