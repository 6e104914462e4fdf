import { execFile } from 'node:child_process';
import { existsSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '../../activities/documents/browser';
import { FONT_GROUPS, fontFiles } from '../../domain/documents/layout/fonts';
import { factAges } from '../../domain/facts/age';
import { whoListens } from '../embedded/ports';
import type { DataDir } from '../place';
import { fault, ok, warning, wordsOf, type Finding } from './finding';

const SUPPORTED_NODE = 24;
const GIB = 1024 ** 3;
/** Postgres stops when its disk is full; a day of work takes less than the second figure. */
const LEAST_DISK = 0.5 * GIB;
const LITTLE_DISK = 5 * GIB;
const BROWSER_LIMIT_MS = 15_000;
const OWNER_ONLY = 0o600;
const KEY_BYTES = 32;

export function checkNode(version: string = process.versions.node): Finding {
  const major = Number(version.split('.')[0]);
  if (major === SUPPORTED_NODE) return ok('node', version);
  const todo = `Install Node ${SUPPORTED_NODE}.`;
  return major < SUPPORTED_NODE ? fault('node', version, todo) : warning('node', version, todo);
}

/** Checks that a browser can print documents. */
export async function checkChromium(): Promise<Finding> {
  const todo =
    'Debian: apt-get install chromium; or name one in PUPPETEER_EXECUTABLE_PATH. Without it no documents are made.';
  try {
    const file = await findBrowser();
    const { stdout } = await promisify(execFile)(file, ['--version'], { timeout: BROWSER_LIMIT_MS });
    return ok('chromium', `${stdout.trim()} (${file})`);
  } catch (error) {
    return fault('chromium', wordsOf(error), todo);
  }
}

/** Checks that the files of all embedded fonts exist. */
export function checkFonts(): Finding {
  try {
    const files = FONT_GROUPS.flatMap(fontFiles);
    const missing = files.filter(({ file }) => !existsSync(file));
    if (missing.length === 0) return ok('fonts', `${files.length} files`);
    return fault('fonts', `${missing.length} of ${files.length} files are missing`, 'Run npm ci.');
  } catch (error) {
    return fault('fonts', wordsOf(error), 'Run npm ci.');
  }
}

/** The folder itself may not be there before the first start: then that in which it will be. */
function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(path.dirname(folder));
}

/** Checks the free space of the data folder's disk. */
export function checkDisk(folder: string): Finding {
  const place = existingFolder(folder);
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const found = `${(free / GIB).toFixed(1)} GiB free in ${place}`;
  const todo = 'Free some space, or name another folder with --data-dir.';
  if (free < LEAST_DISK) return fault('disk', found, todo);
  return free < LITTLE_DISK ? warning('disk', found, todo) : ok('disk', found);
}

/** Facts of the world that ship: what ran out is answered as unknown. @param today ISO calendar date */
export function checkFacts(today: string): Finding {
  const ages = factAges(today);
  const due = ages.flatMap(({ kind, due: lines }) => lines.map((line) => `${kind}: ${line}`));
  if (due.length === 0) return ok('facts', ages.map(({ kind, count }) => `${kind} ${count}`).join(', '));
  return warning('facts', due.join('; '), 'Update Corridor: these facts are looked up again with each release.');
}

/** Checks that there is a valid data key: without it, sealed values are lost. */
export function checkDataKey(dataDir: DataDir, given: string | undefined): Finding {
  if (given !== undefined && given !== '') {
    const isRight = given.split(',').every((key) => Buffer.from(key, 'base64').length === KEY_BYTES);
    if (isRight) return ok('data key', 'from DATA_KEY');
    return fault('data key', 'DATA_KEY is not 32 bytes in base64', 'Make one with: openssl rand -base64 32');
  }
  const file = dataDir.file('data-key');
  if (!existsSync(file)) return warning('data key', `${file} is not there yet`, 'The first start makes it: npm start');
  if ((statSync(file).mode & 0o777) === OWNER_ONLY) return ok('data key', file);
  return warning('data key', `${file} can be read by others`, `chmod 600 ${file}`);
}

/** Whether the port of an API that is to be started here is free. */
export function checkPort(port: number): Finding {
  const owner = whoListens(port);
  if (owner === null) return ok('port', `${port} is free`);
  return warning('port', `${port} is in use by ${owner}`, 'Choose another one: npm start -- --port N');
}
