import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Everybody may go through it on every system, and it outlives a run; TMPDIR may be private or of one run. */
const SHARED_TEMPORARY = '/tmp';
/** Unlike the temporary folder, this one outlives a restart of the machine. */
const SHARED_DATA = '/var/tmp';
const OTHERS_MAY_WRITE = 0o022;
const MAY_ENTER = { owner: 0o100, group: 0o010, other: 0o001 };

/** A user of this machine. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account to run Postgres as, since it refuses to run as root; null when this process is not root.
 * @throws Error when root has no such user
 */
export function postgresAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').map(parseAccount);
  for (const wanted of ['postgres', 'nobody']) {
    const account = accounts.find((candidate) => candidate?.name === wanted);
    if (account) return account;
  }
  throw new Error('Postgres does not run as root, and this machine has neither a user "postgres" nor "nobody".');
}

function parseAccount(line: string): Account | null {
  const [name, , uid, gid] = line.split(':');
  if (name === undefined || uid === undefined || gid === undefined || !/^\d+$/.test(uid) || !/^\d+$/.test(gid))
    return null;
  return { name, uid: Number(uid), gid: Number(gid) };
}

function mayEnter(folder: Stats, account: Account): boolean {
  if (folder.uid === account.uid) return (folder.mode & MAY_ENTER.owner) !== 0;
  // Node gives a program that it starts as another user no further groups, so the main one decides.
  if (folder.gid === account.gid) return (folder.mode & MAY_ENTER.group) !== 0;
  return (folder.mode & MAY_ENTER.other) !== 0;
}

/**
 * Whether a user may enter a folder and every folder above it.
 * @param directory an existing folder
 */
export function canReach(directory: string, account: Account): boolean {
  let folder = realpathSync(directory);
  for (;;) {
    if (!mayEnter(statSync(folder), account)) return false;
    const parent = path.dirname(folder);
    if (parent === folder) return true;
    folder = parent;
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Makes a folder and everything in it readable for all users. */
function openToReaders(file: string): void {
  const state = lstatSync(file);
  if (state.isSymbolicLink()) return;
  if (!state.isDirectory()) {
    chmodSync(file, (state.mode & 0o100) === 0 ? 0o644 : 0o755);
    return;
  }
  chmodSync(file, 0o755);
  for (const name of readdirSync(file)) openToReaders(path.join(file, name));
}

/** In a folder that all users write to, only a copy that root alone can change may be run. */
function isTrusted(directory: string): boolean {
  const state = lstatSync(directory, { throwIfNoEntry: false });
  return state !== undefined && state.isDirectory() && state.uid === 0 && (state.mode & OTHERS_MAY_WRITE) === 0;
}

/**
 * A copy of programs that every user may run and only root may change, made once.
 * @param directory programs and their files, such as the parent of a bin folder
 * @param key identifies the copy, such as the programs' version
 */
export function publicCopy(directory: string, key: string): string {
  const target = path.join(SHARED_TEMPORARY, `corridor-programs-${shortHash(`${realpathSync(directory)} ${key}`)}`);
  if (isTrusted(target)) return target;
  const fresh = mkdtempSync(`${target}-`);
  cpSync(directory, fresh, { recursive: true, verbatimSymlinks: true });
  openToReaders(fresh);
  try {
    renameSync(fresh, target);
    return target;
  } catch {
    if (!isTrusted(target)) {
      // Another user's folder has the name. Ours has an unpredictable one.
      return fresh;
    }
    rmSync(fresh, { recursive: true, force: true });
    return target;
  }
}

/**
 * Creates a private folder for a user's data, or reuses it.
 * @returns the folder; if the user cannot reach it, one for this path under /var/tmp, or in the temporary folder if
 * the path is in there
 * @throws Error when another user's folder is in its place
 */
export function privateFolder(directory: string, account: Account): string {
  // The folders above get the usual mode: with that of the last one, no other user could pass through them.
  mkdirSync(path.dirname(directory), { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (canReach(path.dirname(realpathSync(directory)), account)) return claimFolder(directory, account);
  const wanted = realpathSync(directory);
  const substitute = path.join(parentOfSubstitute(wanted, account), `corridor-data-${shortHash(wanted)}`);
  mkdirSync(substitute, { recursive: true, mode: 0o700 });
  return claimFolder(substitute, account);
}

/** Where a substitute folder goes: the temporary folder if the wanted one is there and the account reaches it. */
function parentOfSubstitute(wanted: string, account: Account): string {
  const temporary = realpathSync(tmpdir());
  return wanted.startsWith(`${temporary}${path.sep}`) && canReach(temporary, account) ? temporary : SHARED_DATA;
}

/**
 * Gives a folder to a user, private.
 * @throws Error when it belongs to another user
 */
function claimFolder(directory: string, account: Account): string {
  const state = lstatSync(directory);
  if (!state.isDirectory() || (state.uid !== 0 && state.uid !== account.uid)) {
    throw new Error(`${directory} belongs to another user: remove it or choose another data folder.`);
  }
  if (state.uid !== account.uid) changeOwner(directory, account);
  chmodSync(directory, 0o700);
  return directory;
}

/** Changes the owner of a file, or of a folder with its contents. */
export function changeOwner(file: string, account: Account): void {
  const isDirectory = lstatSync(file).isDirectory();
  if (isDirectory) for (const name of readdirSync(file)) changeOwner(path.join(file, name), account);
  lchownSync(file, account.uid, account.gid);
}
