import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Directories below the one that is shared with the bank. `out`: the bank takes files from it; `in`: it puts files there.
 * `archive` and `refused`: what was read. `orders`: proof of what was put out. `preparing`: what is being written.
 */
export const FOLDERS = ['out', 'in', 'archive', 'refused', 'orders', 'preparing'] as const;
export type Folder = (typeof FOLDERS)[number];

/** Names the partner whose directory it is: an empty mount point, or a directory of another partner, has another one. */
const MARK = '.corridor-partner';
const COPY = 'message.xml';
const TOKEN = /^token-.*\.xml$/;

/** The directory is not the one that was prepared for the partner; nothing in it proves anything. */
class NotPrepared extends Error {
  readonly code = 'DIRECTORY_NOT_PREPARED';
}

function hasCode(fault: unknown, ...codes: string[]): boolean {
  return fault instanceof Error && 'code' in fault && codes.includes(String(fault.code));
}

function newToken(): string {
  return `token-${randomUUID()}.xml`;
}

/** @returns the names in a directory; null where there is none */
async function entriesOf(directory: string): Promise<string[] | null> {
  try {
    return await readdir(directory);
  } catch (fault) {
    if (hasCode(fault, 'ENOENT')) return null;
    throw fault;
  }
}

/** Makes what was created, renamed or removed in a directory outlast a loss of power. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeSynced(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx', 0o640);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws NotPrepared unless the directory was prepared for that partner */
export async function checkPrepared(directory: string, partnerId: string): Promise<void> {
  const mark = await readFile(path.join(directory, MARK), 'utf8').catch((fault: unknown) => {
    if (hasCode(fault, 'ENOENT', 'ENOTDIR')) return null;
    throw fault;
  });
  if (mark?.trim() !== partnerId) throw new NotPrepared(`${directory} is not prepared for ${partnerId}`);
}

/**
 * Makes the directories of a partner; one that is there already stays as it is.
 * @throws NotPrepared for a directory of another partner
 */
export async function prepareDirectory(directory: string, partnerId: string): Promise<void> {
  for (const folder of FOLDERS) await mkdir(path.join(directory, folder), { recursive: true });
  try {
    await writeSynced(path.join(directory, MARK), `${partnerId}\n`);
  } catch (fault) {
    if (!hasCode(fault, 'EEXIST')) throw fault;
  }
  await syncDirectory(directory);
  await checkPrepared(directory, partnerId);
}

/** A message about a payment: the number of an attempt to order it, `c` for its cancellation, `r` for its recall. */
export interface OrderName {
  instructionId: string;
  part: string;
}

/** @returns the name of a message, of its file and of what is in it: at most 35 characters */
export function messageName({ instructionId, part }: OrderName): string {
  return `${instructionId}-${part}`;
}

/** `not_put_out`: provably, because of a fault before it. `unknown`: the file system does not say. */
export type PutOut =
  | { kind: 'put_out' }
  | { kind: 'too_late' }
  | { kind: 'not_put_out'; fault: unknown }
  | { kind: 'unknown'; fault: unknown };

const ATTEMPT = /^[0-9]+$/;

/**
 * Puts messages into a directory from which a bank takes them, each at most once, over any number of processes.
 *
 * A message has a directory of its own in `orders`, which appears by one rename with all that is in it: a copy, and a token,
 * which is the file that the bank gets. Putting it out is one rename of the token into `out`. So the directory tells at any
 * moment what is so: while the token is there the message is not out; once it is gone, it is, whatever the bank did with the
 * file since. Whoever says that a message is not out first gives its token another name, so that a process that is held
 * up in the middle of putting it out does not find it when it goes on.
 * Source: docs/GAPS.md#P19
 */
export class OrderFiles {
  constructor(
    private readonly directory: string,
    private readonly partnerId: string,
  ) {}

  private at(folder: Folder, ...names: string[]): string {
    return path.join(this.directory, folder, ...names);
  }

  private order({ instructionId, part }: OrderName, ...names: string[]): string {
    return this.at('orders', instructionId, part, ...names);
  }

  /** @returns the token of a message; `gone`: it is out; `absent`: the message was never prepared */
  private async token(name: OrderName): Promise<{ file: string } | 'gone' | 'absent'> {
    const files = await entriesOf(this.order(name));
    if (files === null) return 'absent';
    const file = files.find((one) => TOKEN.test(one));
    return file === undefined ? 'gone' : { file };
  }

  private async prepare(name: OrderName, content: string): Promise<void> {
    const prepared = this.at('preparing', `${messageName(name)}.${randomUUID()}`);
    await mkdir(prepared);
    try {
      await writeSynced(path.join(prepared, COPY), content);
      await writeSynced(path.join(prepared, newToken()), content);
      await syncDirectory(prepared);
      await mkdir(this.at('orders', name.instructionId), { recursive: true });
      await rename(prepared, this.order(name));
    } catch (fault) {
      await rm(prepared, { recursive: true, force: true });
      // It was prepared before: a directory that is not empty is never replaced.
      if (!hasCode(fault, 'ENOTEMPTY', 'EEXIST')) throw fault;
    }
    await syncDirectory(this.at('orders', name.instructionId));
    await syncDirectory(this.at('orders'));
  }

  /** @returns whether the token was there under that name; then it is there no more */
  private async move(name: OrderName, file: string, to: string): Promise<boolean> {
    try {
      await rename(this.order(name, file), to);
      return true;
    } catch (fault) {
      if (hasCode(fault, 'ENOENT')) return false;
      throw fault;
    }
  }

  /** @returns the token, where the message is not out and may still be put out */
  private async ready(
    name: OrderName,
    content: () => string,
    mayBegin: () => boolean,
  ): Promise<PutOut | { file: string }> {
    try {
      await checkPrepared(this.directory, this.partnerId);
      if ((await this.token(name)) === 'absent') {
        if (!mayBegin()) return { kind: 'too_late' };
        await this.prepare(name, content());
      }
      const token = await this.token(name);
      if (token === 'absent') throw new Error('a message that was prepared is not there');
      if (token === 'gone') return { kind: 'put_out' };
      return mayBegin() ? token : { kind: 'too_late' };
    } catch (fault) {
      return { kind: 'not_put_out', fault };
    }
  }

  /**
   * Puts a message out unless it is out. It never rejects.
   * @param content builds the message; not called where an earlier try has prepared it
   * @param mayBegin asked at the last moment
   */
  async putOut(name: OrderName, content: () => string, mayBegin: () => boolean): Promise<PutOut> {
    const ready = await this.ready(name, content, mayBegin);
    if ('kind' in ready) return ready;
    try {
      if (!(await this.move(name, ready.file, this.at('out', `${messageName(name)}.xml`)))) {
        // Somebody else moved it: out, or to say that it is not out.
        return { kind: (await this.token(name)) === 'gone' ? 'put_out' : 'too_late' };
      }
    } catch (fault) {
      const isOut = await this.isOut(name).catch(() => null);
      if (isOut === null) return { kind: 'unknown', fault };
      return isOut ? { kind: 'put_out' } : { kind: 'not_put_out', fault };
    }
    await Promise.allSettled([syncDirectory(this.at('out')), syncDirectory(this.order(name))]);
    return { kind: 'put_out' };
  }

  /** @returns whether a message is out; when it is not, whoever is about to put it out is kept from it */
  private async isOut(name: OrderName): Promise<boolean> {
    for (;;) {
      const token = await this.token(name);
      if (token === 'gone') return true;
      if (token === 'absent') return false;
      if (!(await this.move(name, token.file, this.order(name, newToken())))) continue;
      await syncDirectory(this.order(name));
      return false;
    }
  }

  /** @returns what was prepared, where its copy is still kept; else null */
  async copyOf(name: OrderName): Promise<string | null> {
    return readFile(this.order(name, COPY), 'utf8').catch((fault: unknown) => {
      if (hasCode(fault, 'ENOENT')) return null;
      throw fault;
    });
  }

  /**
   * @returns the order of a payment that is out; null when none is: then whoever is about to put one out is kept
   *   from it
   * @throws NotPrepared, and what the file system says
   */
  async findOrder(instructionId: string): Promise<OrderName | null> {
    await checkPrepared(this.directory, this.partnerId);
    const parts = (await entriesOf(this.at('orders', instructionId))) ?? [];
    for (const part of parts.filter((one) => ATTEMPT.test(one))) {
      const name = { instructionId, part };
      if (await this.isOut(name)) return name;
    }
    return null;
  }
}
