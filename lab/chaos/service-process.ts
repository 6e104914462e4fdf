import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Supervised } from '../../cli/supervisor';
import type { ProcessName } from './schedule';

/** Lines of a log in the message of a failed start. */
const SHOWN_LINES = 20;
/** Why a process that is started while Postgres is away ends; whoever runs it starts it again. */
export const EXPECTED_AT_START =
  /^(the connection to the database is silent|Connection terminated unexpectedly|The database cannot answer at the moment\.|(read|connect) ECONN(RESET|REFUSED).*)$/;
const CLOCK_SHIFT = path.join(__dirname, 'clock-shift.js');

export interface ServiceProcessOptions {
  name: ProcessName;
  args: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Added to its clock, until that is changed. */
  clockShiftMs: number;
}

/** An API or a worker that is started again whenever it ends, and can be killed or frozen. */
export class ServiceProcess {
  readonly name: ProcessName;
  readonly logFile: string;
  /** Ends that nobody here had asked for, in words. */
  readonly unwantedEnds: string[] = [];
  /** Whether its clock has been wrong: it must say so then, at the level `error`. */
  clockWasShifted = false;
  private readonly supervised: Supervised;
  private readonly clockFile: string;
  private pid = 0;
  private isKilled = false;

  constructor({ name, args, env, logFile, clockShiftMs }: ServiceProcessOptions) {
    this.name = name;
    this.logFile = logFile;
    this.clockFile = `${logFile}.clock`;
    this.shiftClock(clockShiftMs);
    // None gives way to another here: on a busy machine a worker that starves looks like one that is broken.
    this.supervised = new Supervised({
      name,
      args,
      flags: ['--require', CLOCK_SHIFT],
      env: { ...env, CHAOS_CLOCK_FILE: this.clockFile },
      logFile,
      onStart: (pid) => {
        this.pid = pid;
      },
      onRestart: ({ reason, wasReady }) => {
        const isExpected = this.isKilled || (!wasReady && EXPECTED_AT_START.test(this.lastLines(1)));
        if (!isExpected) this.unwantedEnds.push(`${name}: ${reason}; its last lines: ${this.lastLines(2)}`);
        this.isKilled = false;
      },
    });
    process.once('exit', () => this.signal('SIGKILL'));
  }

  /** @throws Error with the end of its log when it does not become ready */
  async start(): Promise<void> {
    try {
      await this.supervised.start();
    } catch (cause) {
      throw new Error(`${this.name} did not start:\n${this.lastLines(SHOWN_LINES)}`, { cause });
    }
  }

  /** Ends it without a word, as a crash would. */
  kill(): void {
    this.isKilled = this.signal('SIGKILL');
  }

  freeze(): void {
    this.signal('SIGSTOP');
  }

  resume(): void {
    this.signal('SIGCONT');
  }

  /** Its clock is wrong by so much from now on, also once it is started again. */
  shiftClock(byMs: number): void {
    this.clockWasShifted ||= byMs !== 0;
    writeFileSync(this.clockFile, String(byMs));
  }

  async stop(): Promise<void> {
    this.resume();
    await this.supervised.stop();
  }

  private lastLines(count: number): string {
    return readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  }

  private signal(signal: NodeJS.Signals): boolean {
    try {
      return this.pid !== 0 && process.kill(this.pid, signal);
    } catch {
      // It has ended and is about to be started again.
      return false;
    }
  }
}
