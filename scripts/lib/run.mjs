import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Output kept of a command, from its end: enough to show the reason of a failure, bounded for chatty builds. */
const KEPT_OUTPUT_CHARACTERS = 64 * 1024;
/** The reason stands first with some tools and last with others. */
const SHOWN_LINES = { first: 8, last: 12 };
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

// A build must not outlive the script that waits for it, however that script ends.
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});

// Node ends on a signal without running exit handlers; leaving through exit() runs them, and frees the locks too.
function leaveOnSignal(signal) {
  process.exit(128 + SIGNAL_NUMBERS[signal]);
}

function addChild(child) {
  if (children.size === 0) for (const signal of SIGNALS) process.on(signal, leaveOnSignal);
  children.add(child);
}

function removeChild(child) {
  if (children.delete(child) && children.size === 0) for (const signal of SIGNALS) process.off(signal, leaveOnSignal);
}

function shorten(text) {
  const lines = text.split('\n');
  if (lines.length <= SHOWN_LINES.first + SHOWN_LINES.last) return text;
  return [...lines.slice(0, SHOWN_LINES.first), '…', ...lines.slice(-SHOWN_LINES.last)].join('\n');
}

/**
 * Runs a command to its end without a shell.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, limitMs: number, input?: string, onOutput?: (text: string) => void}} options
 *   `input` for its standard input; none by default
 * @returns {Promise<string>} its standard output
 * @throws Error with the last lines of output when it fails, cannot be started, or passes its time limit
 */
export function run(command, args, { cwd, env, limitMs, input = '', onOutput }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'pipe' });
    addChild(child);
    // A program that does not read its input may close it.
    child.stdin.on('error', () => undefined).end(input);
    let output = '';
    let all = '';
    let timedOut = false;
    const limit = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, limitMs);
    const keep = (text, chunk) => (text + chunk).slice(-KEPT_OUTPUT_CHARACTERS);
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output = keep(output, chunk);
      all = keep(all, chunk);
      onOutput?.(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      all = keep(all, chunk);
      onOutput?.(chunk);
    });
    const finish = (error) => {
      clearTimeout(limit);
      removeChild(child);
      if (error) reject(error);
      else resolve(output);
    };
    child.on('error', (error) => finish(new Error(`${command} cannot be started: ${error.message}`, { cause: error })));
    child.on('close', (code, signal) => {
      if (code === 0) return finish(null);
      const reason = timedOut
        ? `took longer than ${Math.round(limitMs / 1000)} s`
        : `ended with ${signal ?? `code ${code}`}`;
      const shown = shorten(all.trim());
      finish(new Error(`${[command, ...args].join(' ')} ${reason}${shown ? `:\n${shown}` : ''}`));
    });
  });
}

/**
 * Runs a command in the foreground: it has this process's terminal, and gets the signals that this process gets.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} options
 * @returns {Promise<number>} its exit code; 128 + n when signal n ended it
 */
export function runForeground(command, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    const forwards = SIGNALS.map((signal) => {
      // A terminal sends these two to the child as well, and a second Ctrl-C means "at once" to many programs.
      const comesFromTerminal = process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGHUP');
      const forward = () => {
        if (!comesFromTerminal) child.kill(signal);
      };
      process.on(signal, forward);
      return () => process.off(signal, forward);
    });
    const finish = () => {
      for (const stop of forwards) stop();
    };
    child.on('error', (error) => {
      finish();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      finish();
      resolve(code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0));
    });
  });
}

/**
 * @param {string} file
 * @returns {boolean} whether it is a regular file (or a link to one) that this user may execute
 */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * @param {string} name a command's name
 * @returns {string|null} its absolute path on PATH
 */
export function findOnPath(name) {
  for (const directory of (process.env.PATH ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(directory)) continue;
    const file = path.join(directory, name);
    if (isExecutable(file)) return file;
  }
  return null;
}
