import { execFile } from 'node:child_process';
import path from 'node:path';

/** The built drill: its processes are those of a deployment, which load compiled modules. */
const DRILLS = path.join(__dirname, '..', '..', 'dist', 'chaos', 'drills', 'main.js');
const LIMIT_MS = 400_000;
/** How long a create takes on a busy machine is for the drill to show. */
const MUST_BE_ZERO = [
  'requests that failed',
  'acknowledged payments that the partner does not have',
  'payments that the partner has twice',
];

function runDrill(): Promise<string> {
  return new Promise((resolve) => {
    const args = [DRILLS, 'rolling-restart', '--quick'];
    execFile(process.execPath, args, { timeout: LIMIT_MS }, (_fault, output, told) => resolve(`${told}\n${output}`));
  });
}

it(
  'restarts two APIs and two workers in turn, and nobody notices',
  async () => {
    const output = await runDrill();
    const found = MUST_BE_ZERO.map((what) => new RegExp(`^${what} +(\\d+)$`, 'm').exec(output)?.[1] ?? output);
    expect(found).toEqual(MUST_BE_ZERO.map(() => '0'));
  },
  LIMIT_MS + 10_000,
);
