import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { closeAtEnd } from '../../support/closing';

const PACKAGE = path.join(__dirname, '..', '..', '..', 'client', 'python');
const CALLS = path.join(__dirname, 'call.py');
/** The oldest that the package takes. */
const OLDEST = '(3, 11)';

/** What a call ended with: its answer, or the exception with its members. */
export interface Outcome {
  answer?: unknown;
  fault?: { type: string; message: string } & Record<string, unknown>;
}

/** Calls a member of what `call.py` knows, such as `client.payments.create`. */
export type Python = (call: string, args?: readonly unknown[], named?: object) => Promise<Outcome>;

/** Why the Python client cannot be run on this machine, or null where it can. */
export function missingPython(): string | null {
  const check = `import sys; sys.exit(sys.version_info < ${OLDEST})`;
  const { status, error } = spawnSync('python3', ['-c', check]);
  if (error !== undefined) return 'there is no python3 on this machine';
  return status === 0 ? null : 'python3 of this machine is older than 3.11';
}

/** Bytes as an argument. */
export const bytes = (body: Buffer | string): { bytes: string } => ({ bytes: Buffer.from(body).toString('base64') });

/** A Python that keeps its clients between calls; it ends with the file. */
export function startPython(settings: object): Python {
  const env = { ...process.env, PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn('python3', [CALLS, JSON.stringify(settings)], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  closeAtEnd(() => {
    child.stdin.end();
    return ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (call, args = [], named = {}) => {
    child.stdin.write(`${JSON.stringify({ call, args, named })}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error('Python has ended');
    return JSON.parse(String(value)) as Outcome;
  };
}
