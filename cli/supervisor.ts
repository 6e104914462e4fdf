import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { lowerPriority } from './priority';

const MAIN = path.join(__dirname, 'main.js');
/** A process that ends by itself is started again after this; it doubles up to the limit while it keeps ending. */
const RESTART_MS = 250;
const MAX_RESTART_MS = 10_000;
/** A process that ends before it was ever ready is started so often: what keeps it from starting may not pass. */
const START_TRIES = 5;
/** A process that ran this long was healthy: the pause starts again. */
const HEALTHY_MS = 30_000;
/** glibc gives each native thread of the workers' runtime an arena of its own; two are enough and save a tenth. */
const MALLOC_ARENA_MAX = '2';
/**
 * Bytes from which glibc gives a block a mapping of its own, and unmaps it when the block is freed: those of V8's compilers
 * (32 KiB) and of reads from sockets (64 KiB) otherwise lie between smaller ones that stay, and an API process is a tenth
 * larger. If none is set, glibc raises its thresholds by itself and returns less still.
 */
const MALLOC_MMAP_THRESHOLD_ = '32768';
/** What Node reads from its cache of compiled code stays in memory: 10 MB in an API process. */
const NODE_DISABLE_COMPILE_CACHE = '1';
/** MiB of each half of the young generation. With Node's own bound an API process is a third larger after some hundred payments. */
const NODE_OPTIONS = '--max-semi-space-size=4';
/** A machine that is busy with something else starts slowly; a process that cannot start ends by itself. */
const READY_MS = 15 * 60_000;
/** Longer than the processes' own limits for ending cleanly. */
const STOP_MS = 20_000;

/** A log that is beyond this at a start is put aside, in place of the one put aside before. */
const MAX_LOG_BYTES = 20 * 1024 * 1024;

/** @returns a descriptor that the process writes to by itself, whatever becomes of this one */
function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(file, `${file}.old`);
  return openSync(file, 'a', 0o600);
}

/** How a process ended by itself. */
export interface ProcessEnd {
  /** A signal or an exit code. */
  reason: string;
  /** Whether it had become ready before. */
  wasReady: boolean;
  logFile: string;
}

export interface SupervisedOptions {
  name: string;
  args: string[];
  /** Flags of Node itself. */
  flags?: readonly string[];
  /** Whether it gives way to processes that answer clients. */
  isBackground?: boolean;
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Called with the process id each time it starts. */
  onStart: (pid: number) => void;
  /** Told when it ended by itself. */
  onRestart(end: ProcessEnd): void;
}

/** Who waits until the process is ready for the first time. */
interface FirstStart {
  resolve: () => void;
  reject: (fault: Error) => void;
  triesLeft: number;
}

/** A child process that is started again whenever it ends by itself. */
export class Supervised {
  private child: ChildProcess | null = null;
  private stopping = false;
  private pauseMs = RESTART_MS;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: SupervisedOptions) {}

  /**
   * Starts it, also again after `stop`, and again where it ends before it is ready.
   * @throws Error naming the log when it does not become ready
   */
  start(): Promise<void> {
    this.stopping = false;
    return new Promise((resolve, reject) => this.launch({ resolve, reject, triesLeft: START_TRIES }));
  }

  /** Starts the process and restarts it when it ends; `first` fails if it is not ready in time or in its tries. */
  private launch(first: FirstStart): void {
    const { name, logFile } = this.options;
    const child = this.fork();
    const startedAt = Date.now();
    let wasReady = false;
    const failed = (how: string): void => first.reject(new Error(`The ${name} ${how}; its log is ${logFile}.`));
    const late = `was still starting after ${READY_MS / 60_000} minutes: this machine is busy, run npm start again`;
    const timer = setTimeout(() => failed(late), READY_MS);
    child.once('message', () => {
      wasReady = true;
      first.triesLeft = Infinity;
      clearTimeout(timer);
      first.resolve();
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      const reason = signal ?? `exit code ${code ?? 'unknown'}`;
      first.triesLeft -= 1;
      if (this.stopping || first.triesLeft === 0) return failed(`ended while it started (${reason})`);
      this.restartLater({ reason, wasReady, logFile }, Date.now() - startedAt, first);
    });
  }

  private fork(): ChildProcess {
    const { args, flags = [], isBackground = false, env, logFile, onStart } = this.options;
    const log = openLog(logFile);
    // A group of its own: Ctrl-C reaches this process, which then ends its children in order.
    const child = fork(MAIN, args, {
      execArgv: [...process.execArgv, ...flags],
      env: { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, NODE_DISABLE_COMPILE_CACHE, NODE_OPTIONS, ...env },
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    });
    closeSync(log);
    this.child = child;
    if (child.pid !== undefined) {
      if (isBackground) lowerPriority(child.pid);
      onStart(child.pid);
    }
    return child;
  }

  private restartLater(end: ProcessEnd, ranMs: number, first: FirstStart): void {
    this.pauseMs = ranMs > HEALTHY_MS ? RESTART_MS : Math.min(this.pauseMs * 2, MAX_RESTART_MS);
    this.options.onRestart(end);
    this.timer = setTimeout(() => this.launch(first), this.pauseMs);
  }

  /** Ends it: asks, waits, insists. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.timer !== null) clearTimeout(this.timer);
    const child = this.child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const insist = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      child.once('exit', () => {
        clearTimeout(insist);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }
}
