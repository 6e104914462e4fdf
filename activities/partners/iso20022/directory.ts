import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Directories below the one that is shared with the bank. `out`: the bank takes files from it; `in`: it puts files there.
 * `archive` and `refused`: what was read. `orders`: proof of what was put out. `preparing`: what is being written.
 */
const FOLDERS = ['out', 'in', 'archive', 'refused', 'orders', 'preparing'] as const;
/** One of these directories. */
export type Folder = (typeof FOLDERS)[number];

/**
 * Names the partner whose directory it is, and the directory: an empty mount point, or a directory of another partner, has
 * another one. It is written once.
 */
const MARK = '.corridor-partner';

/** The directory is not the one that was prepared for the partner; nothing in it proves anything. */
class NotPrepared extends Error {
  readonly code = 'DIRECTORY_NOT_PREPARED';
}

/** @returns whether it is a fault of the file system with one of the codes, such as `ENOENT` */
export function hasCode(fault: unknown, ...codes: string[]): boolean {
  return fault instanceof Error && 'code' in fault && codes.includes(String(fault.code));
}

/** The names in a directory; null where it does not exist. */
export async function listNames(directory: string): Promise<string[] | null> {
  try {
    return await readdir(directory);
  } catch (fault) {
    if (hasCode(fault, 'ENOENT')) return null;
    throw fault;
  }
}

/** Syncs a directory, so that created, renamed and removed files survive a loss of power. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes and syncs a new file, so that it survives a loss of power.
 * @throws where there is one of that name
 */
export async function writeSynced(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o640);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The mark of a prepared directory: the content of its file, and the file's inode, which a copy does not have.
 * @throws NotPrepared unless the directory was prepared for that partner
 */
export async function checkPrepared(directory: string, partnerId: string): Promise<string> {
  const notPrepared = new NotPrepared(`${directory} is not prepared for ${partnerId}`);
  const file = await open(path.join(directory, MARK), 'r').catch((fault: unknown) => {
    throw hasCode(fault, 'ENOENT', 'ENOTDIR') ? notPrepared : fault;
  });
  try {
    const [partner, random = ''] = (await file.readFile('utf8')).trim().split(' ');
    if (partner !== partnerId) throw notPrepared;
    return `${random}@${(await file.stat({ bigint: true })).ino}`;
  } finally {
    await file.close();
  }
}

/**
 * Creates the directories of a partner; existing ones are kept.
 * @throws NotPrepared for a directory of another partner
 */
export async function prepareDirectory(directory: string, partnerId: string): Promise<void> {
  for (const folder of FOLDERS) await mkdir(path.join(directory, folder), { recursive: true });
  try {
    await writeSynced(path.join(directory, MARK), `${partnerId} ${randomUUID()}\n`);
  } catch (fault) {
    if (!hasCode(fault, 'EEXIST')) throw fault;
  }
  await syncDirectory(directory);
  await checkPrepared(directory, partnerId);
}
