import { execFile } from 'node:child_process';
import path from 'node:path';

/** The built drill: its processes are those of a deployment, which load compiled modules. */
const DRILLS = path.join(__dirname, '..', '..', 'dist', 'lab', 'drills', 'main.js');
const LIMIT_MS = 400_000;
/** How long a create takes on a busy machine is for the drill to show. */
const MUST_BE_ZERO = [
  'requests that failed',
  'acknowledged payments that the partner does not have',
  'payments that the partner has twice',
];

function runDrill(...asked: string[]): Promise<string> {
  return new Promise((resolve) => {
    const args = [DRILLS, ...asked, '--quick'];
    execFile(process.execPath, args, { timeout: LIMIT_MS }, (_fault, output, told) => resolve(`${told}\n${output}`));
  });
}

/** How often something happened that must not; the whole output where it does not say. */
function foundIn(output: string, what: string): string {
  return new RegExp(`^${what} +(\\d+)$`, 'm').exec(output)?.[1] ?? output;
}

it(
  'restarts two APIs and two workers in turn without a failed request',
  async () => {
    const output = await runDrill('rolling-restart');
    expect(MUST_BE_ZERO.map((what) => foundIn(output, what))).toEqual(MUST_BE_ZERO.map(() => '0'));
  },
  LIMIT_MS + 10_000,
);

it(
  'moves an account between two cells under load, each create at the partner once',
  async () => {
    const output = await runDrill('cells');
    expect(output).toContain('must be zero');
    expect(/^must be zero[^]*/m.exec(output)?.[0].match(/ [1-9]\d*$/gm) ?? []).toEqual([]);
    expect(foundIn(output, 'intents that the partner has twice')).toBe('0');
  },
  LIMIT_MS + 10_000,
);

it(
  'finds what is paid twice where an account moves without its idempotency keys',
  async () => {
    const output = await runDrill('cells', '--forget-keys');
    expect(Number(foundIn(output, 'intents that the partner has twice'))).toBeGreaterThan(0);
  },
  LIMIT_MS + 10_000,
);

it(
  'restores Postgres to an earlier moment, and nothing is paid twice',
  async () => {
    const output = await runDrill('restored');
    expect(output).toContain('must be zero');
    expect(/^must be zero[^]*/m.exec(output)?.[0].match(/ [1-9]\d*$/gm) ?? []).toEqual([]);
    expect(foundIn(output, 'payments sent again')).toBe('0');
  },
  LIMIT_MS + 10_000,
);
