import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { PROJECT_DIRECTORY } from './project.mjs';

/** A tool that could not be had is not tried again for this long, so that later runs start at once. */
const FAILURE_REMEMBERED_MS = 60 * 60 * 1000;

/**
 * @returns {string} the folder outside the checkout that keeps fetched and built tools
 */
export function cacheDirectory() {
  if (process.env.CORRIDOR_CACHE_DIR) return path.resolve(process.env.CORRIDOR_CACHE_DIR);
  if (process.env.XDG_CACHE_HOME) return path.join(process.env.XDG_CACHE_HOME, 'corridor');
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library', 'Caches', 'corridor');
  return path.join(os.homedir(), '.cache', 'corridor');
}

/**
 * @param {string} tool such as 'temporal-cli'
 * @param {string} version
 * @returns {string} the folder of that tool, for this platform
 */
export function cachedFolder(tool, version) {
  return path.join(cacheDirectory(), `${tool}-${version}-${process.platform}-${process.arch}`);
}

/** Removes what a process left behind that was ended in the middle of its work. Called under the folder's lock. */
function removeUnfinished(folder) {
  for (const name of readdirSync(path.dirname(folder))) {
    if (name.startsWith(`${path.basename(folder)}.making-`))
      rmSync(path.join(path.dirname(folder), name), { recursive: true, force: true });
  }
}

/**
 * Makes a folder in the cache exactly once, under a lock, in a temporary folder that is renamed when complete.
 * @param {{folder: string, title: string, make: (temporary: string) => Promise<void>}} what
 * @returns {Promise<string>} the folder
 */
export async function makeOnce({ folder, title, make }) {
  if (existsSync(folder)) return folder;
  mkdirSync(path.dirname(folder), { recursive: true });
  return withLock({ file: `${folder}.lock`, title }, async () => {
    if (existsSync(folder)) return folder;
    removeUnfinished(folder);
    const temporary = mkdtempSync(`${folder}.making-`);
    try {
      await make(temporary);
      renameSync(temporary, folder);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
    return folder;
  });
}

/**
 * Does work on the checkout itself (its packages, its build) while no other process does the same.
 * @template T
 * @param {string} subject such as 'packages'
 * @param {string} title what the holder does, for those who wait
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} what work returns
 */
export function withCheckoutLock(subject, title, work) {
  const checkout = createHash('sha256').update(PROJECT_DIRECTORY).digest('hex').slice(0, 12);
  mkdirSync(cacheDirectory(), { recursive: true });
  return withLock({ file: path.join(cacheDirectory(), `${subject}-${checkout}.lock`), title }, work);
}

function failureFile(name) {
  return path.join(cacheDirectory(), `${name}-${process.platform}-${process.arch}.unavailable`);
}

/**
 * @param {string} name of a download or build
 * @returns {boolean} whether it failed within the last hour
 */
export function failedRecently(name) {
  const state = statSync(failureFile(name), { throwIfNoEntry: false });
  return state !== undefined && Date.now() - state.mtimeMs < FAILURE_REMEMBERED_MS;
}

/**
 * @param {string} name of a download or build
 * @param {string} reason written into the file, for people
 */
export function rememberFailure(name, reason) {
  mkdirSync(cacheDirectory(), { recursive: true });
  writeFileSync(failureFile(name), `${reason}\n`);
}
