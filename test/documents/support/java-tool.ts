import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findTool } from '../../support/tools';

const SCRIPTS = path.join(__dirname, '..', '..', '..', 'scripts');
const CHECK_LIMIT_MS = 4 * 60_000;

/** @returns the folder of veraPDF's jars, or null: then the script has said why */
export const findVeraPdf = (): string | null => findTool('verapdf');

/** @returns the folder of Mustang's jars, or null: then the script has said why */
export const findMustang = (): string | null => findTool('mustang');

/** @returns the lines that say of a file whether it passes; a validator ends with a code of its own when one fails */
async function verdicts(args: readonly string[]): Promise<string[]> {
  const run = promisify(execFile)('java', args, { timeout: CHECK_LIMIT_MS }).catch(
    (fault: { stdout?: string }) => fault,
  );
  return ((await run).stdout ?? '').split('\n').filter((line) => /^(PASS|FAIL)/.test(line));
}

/** Judges files as PDF/A or PDF/UA. @returns one line a file: `PASS …` or `FAIL …` */
export function validate(jars: string, flavour: '2b' | '3b' | 'ua1', files: readonly string[]): Promise<string[]> {
  const program = 'org.verapdf.apps.GreenfieldCliWrapper';
  return verdicts(['-cp', `${jars}/*`, program, '-f', flavour, '--format', 'text', ...files]);
}

/** Judges files as Factur-X and EN 16931. @returns one line a file: `PASS …` or `FAIL …`, with the report */
export function validateInvoices(jars: string, files: readonly string[]): Promise<string[]> {
  return verdicts(['-cp', `${jars}/*`, path.join(SCRIPTS, 'java', 'mustang', 'Validate.java'), ...files]);
}
