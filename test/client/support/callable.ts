import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { closeAtEnd } from '../../support/closing';

const PACKAGE = path.join(__dirname, '..', '..', '..', 'client', 'python');
const PYTHON_CALLS = path.join(__dirname, 'call.py');
/** The oldest that the package takes. */
const OLDEST = '(3, 11)';

/** What a call ended with: its answer, or the exception with its members. */
export interface Outcome {
  answer?: unknown;
  fault?: { type: string; message: string } & Record<string, unknown>;
}

/** Calls a member of what a program knows, such as `client.payments.create`. */
export type Call = (call: string, args?: readonly unknown[], named?: object) => Promise<Outcome>;

/** Why the Python client cannot be run on this machine, or null where it can. */
export function missingPython(): string | null {
  const check = `import sys; sys.exit(sys.version_info < ${OLDEST})`;
  const { status, error } = spawnSync('python3', ['-c', check]);
  if (error !== undefined) return 'there is no python3 on this machine';
  return status === 0 ? null : 'python3 of this machine is older than 3.11';
}

/** Bytes as an argument. */
export const bytes = (body: Buffer | string): { bytes: string } => ({ bytes: Buffer.from(body).toString('base64') });

/** A program that keeps its clients between calls, one a line of JSON; it ends with the file. */
export function startCallable(command: string, args: string[], options: { cwd?: string; env?: object } = {}): Call {
  const env = { ...process.env, ...options.env };
  const child = spawn(command, args, { ...options, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  closeAtEnd(() => {
    child.stdin.end();
    return ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (call, given = [], named = {}) => {
    child.stdin.write(`${JSON.stringify({ call, args: given, named })}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`${command} has ended`);
    return JSON.parse(String(value)) as Outcome;
  };
}

/** The client of Python as it is in the project, or with another interpreter, as that has it. */
export function startPython(settings: object, python?: string): Call {
  const env = { PYTHONDONTWRITEBYTECODE: '1', ...(python === undefined ? { PYTHONPATH: PACKAGE } : {}) };
  return startCallable(python ?? 'python3', [PYTHON_CALLS, JSON.stringify(settings)], { env });
}
