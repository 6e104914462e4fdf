import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { closeAtEnd } from './closing';

const MAIN = path.join(__dirname, '..', '..', 'dist', 'cli', 'main.js');

/** Each command is a process of its own, which takes seconds on a busy machine. */
export const COMMANDS_LIMIT_MS = 180_000;

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

/** `corridor` as an operator types it, built, with a folder of its own. */
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
    const command = spawn(process.execPath, this.typed(args), { env: this.env, stdio });
    closeAtEnd(() => command.kill('SIGKILL'));
    return command;
  }

  private typed(args: string[]): string[] {
    return [MAIN, '--data-dir', this.folder, ...args];
  }

  run(...args: string[]): Promise<Typed> {
    return new Promise((resolve) => {
      execFile(process.execPath, this.typed(args), { env: this.env }, (error, stdout, fault) => {
        const text = stdout.trim();
        const lines = text.split('\n').filter((line) => line !== '');
        const last = lines.at(-1) ?? '';
        const said = last.startsWith('{') ? (JSON.parse(last) as Record<string, unknown>) : {};
        // One that a signal ended has no code.
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : NaN;
        resolve({ code, text, lines, said, fault });
      });
    });
  }
}
