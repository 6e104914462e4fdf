import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { withCheckoutLock } from './cache.mjs';
import { SetUpError } from './failure.mjs';
import { PROJECT_DIRECTORY, inProject } from './project.mjs';
import { say, showing } from './progress.mjs';
import { run } from './run.mjs';

const INSTALL_LIMIT_MS = 15 * 60 * 1000;
const OLDEST_NODE_MAJOR = 20;

function markerFile() {
  return inProject('node_modules', '.corridor-lock-hash');
}

function wantedHash() {
  return createHash('sha256')
    .update(readFileSync(inProject('package-lock.json')))
    .digest('hex');
}

function isMarked(hash) {
  return existsSync(markerFile()) && readFileSync(markerFile(), 'utf8').trim() === hash;
}

function readPackages(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(Object.entries(packages ?? {}).filter(([location]) => location !== ''));
}

/**
 * Whether an earlier `npm install` or `npm ci` already put exactly the locked versions in place. npm writes down what
 * it installed in node_modules/.package-lock.json; optional packages of other platforms are rightly missing there.
 */
function isInstalledAlready() {
  const installedFile = inProject('node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = readPackages(installedFile);
  const locked = readPackages(inProject('package-lock.json'));
  for (const [location, entry] of locked) {
    const present = installed.get(location);
    if (present === undefined) {
      if (!entry.optional) return false;
      continue;
    }
    if (present.version !== entry.version || present.integrity !== entry.integrity) return false;
    if (!existsSync(inProject(location))) return false;
  }
  return [...installed.keys()].every((location) => locked.has(location));
}

/** npm tells its own place to the scripts it runs; without it, the one on PATH is used. */
function npmCommand() {
  const file = process.env.npm_execpath;
  return file?.endsWith('.js') ? { command: process.execPath, first: [file] } : { command: 'npm', first: [] };
}

async function runNpm(...args) {
  const { command, first } = npmCommand();
  const always = ['--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  await run(command, [...first, ...args, ...always], { cwd: PROJECT_DIRECTORY, limitMs: INSTALL_LIMIT_MS });
}

/**
 * `npm ci` wants every optional package of every platform in the lock file, and refuses the whole where the registry
 * had not yet got one of them when the lock was made. `npm install` takes the locked versions too, and asks only for
 * the packages of this platform; without saving, it leaves both files as they are.
 */
async function install() {
  try {
    await runNpm('ci');
  } catch (error) {
    if (!error.message.includes('EUSAGE')) throw error;
    say('package-lock.json lacks packages of other platforms, so npm install takes the place of npm ci.');
    await runNpm('install', '--no-save');
  }
}

/**
 * Installs the locked npm packages unless they are in place.
 * @throws SetUpError when Node is too old or npm fails
 */
export async function ensurePackages() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE_MAJOR) {
    throw new SetUpError(`Node ${process.versions.node} is too old: install Node ${OLDEST_NODE_MAJOR} or later.`);
  }
  const hash = wantedHash();
  if (isMarked(hash)) return;
  const title = 'Installing npm packages';
  await withCheckoutLock('packages', title, async () => {
    if (isMarked(hash)) return;
    if (!isInstalledAlready()) {
      try {
        await showing({ title, expectation: 'about 1 minute, once' }, install);
      } catch (error) {
        throw new SetUpError(`npm packages cannot be installed: ${error.message}`, { cause: error });
      }
    }
    writeFileSync(markerFile(), `${hash}\n`);
  });
}
