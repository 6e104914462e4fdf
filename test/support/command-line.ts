import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format } from 'node:util';
import type { Readable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { runCommand, sayFault } from '../../cli/program';
import { closeAtEnd } from './closing';

const MAIN = path.join(__dirname, '..', '..', 'dist', 'cli', 'main.js');

/** What became of a command. */
export interface Typed {
  /** Exit code. */
  code: number;
  /** Standard output, trimmed. */
  text: string;
  /** Its lines, without empty ones. */
  lines: string[];
  /** The last line as JSON; empty where it is none. */
  said: Record<string, unknown>;
  /** Standard error. */
  fault: string;
}

function typedOf(code: number, stdout: string, fault: string): Typed {
  const text = stdout.trim();
  const lines = text.split('\n').filter((line) => line !== '');
  const last = lines.at(-1) ?? '';
  return { code, text, lines, said: last.startsWith('{') ? (JSON.parse(last) as Record<string, unknown>) : {}, fault };
}

/** The commands of this process share its console and environment: each waits for those before it. */
let turn: Promise<unknown> = Promise.resolve();

async function runHere(args: string[], env: NodeJS.ProcessEnv): Promise<Typed> {
  let stdout = '';
  let stderr = '';
  const writeOut = (text: string): void => void (stdout += text);
  const writeErr = (text: string): void => void (stderr += text);
  const spies = [
    jest.spyOn(console, 'log').mockImplementation((...values) => writeOut(`${format(...values)}\n`)),
    jest.spyOn(console, 'error').mockImplementation((...values) => writeErr(`${format(...values)}\n`)),
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => (writeOut(String(text)), true)),
  ];
  const own = { env: process.env, exitCode: process.exitCode };
  Object.assign(process, { env, exitCode: undefined });
  try {
    const program = new Command('corridor').exitOverride().configureOutput({ writeOut, writeErr });
    const ended = await runCommand(program, args).then(
      () => Number(process.exitCode ?? 0),
      (fault: unknown) => {
        if (fault instanceof CommanderError) return fault.exitCode;
        sayFault(fault);
        return 1;
      },
    );
    return typedOf(ended, stdout, stderr);
  } finally {
    Object.assign(process, own);
    for (const spy of spies) spy.mockRestore();
  }
}

/** `corridor` as an operator types it, with a folder of its own. */
export class CommandLine {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'corridor-cli-'));
  private readonly env: NodeJS.ProcessEnv;

  /** @param settings `DATABASE_URL` and what the test is about; there is no Temporal unless they name one */
  constructor(settings: Record<string, string>) {
    const usual = { TEMPORAL_ADDRESS: '127.0.0.1:1', DATA_KEY: randomBytes(32).toString('base64') };
    closeAtEnd(() => rmSync(this.folder, { recursive: true, force: true }));
    this.env = { ...process.env, ...usual, ...settings };
  }

  /** One that goes on until something ends it: the file's end at the latest. */
  spawn(...args: string[]): ChildProcessByStdio<null, Readable, null> {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    const command = spawn(process.execPath, [MAIN, ...this.typed(args)], { env: this.env, stdio });
    closeAtEnd(() => command.kill('SIGKILL'));
    return command;
  }

  private typed(args: string[]): string[] {
    return ['--data-dir', this.folder, ...args];
  }

  /** A command in this process, after those that run in it: its work is what is tested. */
  run(...args: string[]): Promise<Typed> {
    const command = turn.then(() => runHere(this.typed(args), { ...this.env }));
    turn = command.catch(() => undefined);
    return command;
  }

  /** A command in a process of its own, which takes a second of a core: the process is what is tested. */
  runProcess(...args: string[]): Promise<Typed> {
    return new Promise((resolve) => {
      execFile(process.execPath, [MAIN, ...this.typed(args)], { env: this.env }, (error, stdout, fault) => {
        // One that a signal ended has no code.
        resolve(typedOf(error === null ? 0 : typeof error.code === 'number' ? error.code : NaN, stdout, fault));
      });
    });
  }
}
