import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const FETCH_LIMIT_MS = 5 * 60_000;
const CHECK_LIMIT_MS = 4 * 60_000;

/** @returns the folder of veraPDF's jars, or null: then the script has said why */
export function findVeraPdf(): string | null {
  const script = path.join(__dirname, '..', '..', '..', 'scripts', 'lib', 'verapdf.mjs');
  const { stdout } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    timeout: FETCH_LIMIT_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return stdout.trim() === '' ? null : stdout.trim();
}

/** @returns one line a file: `PASS …` or `FAIL …` */
export async function validate(jars: string, flavour: '2b' | 'ua1', files: readonly string[]): Promise<string[]> {
  const program = 'org.verapdf.apps.GreenfieldCliWrapper';
  const args = ['-cp', `${jars}/*`, program, '-f', flavour, '--format', 'text', ...files];
  // The validator ends with a code of its own when a file fails; its lines say which.
  const run = promisify(execFile)('java', args, { timeout: CHECK_LIMIT_MS }).catch(
    (fault: { stdout?: string }) => fault,
  );
  return ((await run).stdout ?? '').split('\n').filter((line) => /^(PASS|FAIL)/.test(line));
}
