import { spawnSync } from 'node:child_process';
import path from 'node:path';

const FETCH_LIMIT_MS = 5 * 60_000;

/** Whether every tool must be there: continuous integration sets it, so that no proof is left out unseen. */
const IS_COMPLETE = process.env['CORRIDOR_COMPLETE'] === '1';

/**
 * `describe` where a tool is there. Elsewhere a suite that is skipped and counted as such, or that fails by the tool's name
 * under `CORRIDOR_COMPLETE=1`.
 * @param tool as a person looks for it, such as `a browser`
 */
export function describeWith(tool: string, isHere: boolean): (name: string, tests: () => void) => void {
  if (isHere) return describe;
  if (!IS_COMPLETE) return (name, tests) => describe.skip(name, tests);
  return (name) =>
    describe(name, () => {
      it(`needs ${tool}`, () => {
        throw new Error(`${tool} is missing: under CORRIDOR_COMPLETE=1 nothing is left out`);
      });
    });
}

/**
 * A tool outside the work tree, which a script of scripts/lib/ fetches once.
 * @param script its name, and what it is told
 * @returns the tool's folder, or null: then the script has said why
 */
export function findTool(script: string, ...args: string[]): string | null {
  const file = path.join(__dirname, '..', '..', 'scripts', 'lib', `${script}.mjs`);
  const { stdout } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    timeout: FETCH_LIMIT_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return stdout.trim() === '' ? null : stdout.trim();
}
