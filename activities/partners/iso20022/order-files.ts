import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { faultCode } from '../../../lib/fault-code';
import type { Carrier } from './carrier';
import { checkPrepared, listNames, hasCode, syncDirectory, writeSynced, type Folder } from './directory';

const COPY = 'message.xml';
const TOKEN = /^token-.*\.xml$/;
/** Takes the place of the token while a carrier gives a message its final name: what follows is the name that it has until then. */
const LEAVING = 'leaving-';

function newToken(): string {
  return `token-${randomUUID()}.xml`;
}

/** A message about a payment: the number of an attempt to order it, `c` for its cancellation, `r` for its recall. */
export interface OrderName {
  instructionId: string;
  part: string;
}

/** @returns the name of a message, of its file and of what is in it: at most 35 characters */
function messageName({ instructionId, part }: OrderName): string {
  return `${instructionId}-${part}`;
}

/** Where a message is: `ready`, its token is here; `leaving`, a carrier has it; `gone`, it is out; `absent`, it was never prepared. */
type Place =
  | { kind: 'ready'; file: string }
  | { kind: 'leaving'; file: string; temporary: string }
  | { kind: 'gone' }
  | { kind: 'absent' };

/** `not_put_out`: provably, because of a fault before it. `unknown`: the file system does not say. */
export type PutOut =
  | { kind: 'put_out' }
  | { kind: 'too_late' }
  | { kind: 'not_put_out'; fault: unknown }
  | { kind: 'unknown'; fault: unknown };

/** Where a message is that may go on, or why none may. */
type Ready = Exclude<Place, { kind: 'absent' }> | Extract<PutOut, { kind: 'too_late' | 'not_put_out' }>;

const ATTEMPT = /^[0-9]+$/;

/**
 * Puts messages into a directory from which a bank takes them, each at most once, over any number of processes.
 *
 * A message has a directory of its own in `orders`, which appears by one rename with all that is in it: a copy, and a token,
 * which is the file that the bank gets. Putting it out is one rename of the token into `out`. So the directory tells at any
 * moment what is so: while the token is there the message is not out; once it is gone, it is, whatever the bank did with the
 * file since. Whoever says that a message is not out first gives its token another name, so that a process that is held
 * up in the middle of putting it out does not find it when it goes on.
 *
 * With a carrier the message is uploaded first; then the token gets a name that says under which name it waits there. From then
 * on each later call completes the rename.
 * Source: docs/GAPS.md#P19
 */
export class OrderFiles {
  constructor(
    private readonly directory: string,
    private readonly partnerId: string,
    private readonly carrier: Carrier | null = null,
  ) {}

  /** @returns the mark of the directory. @throws NotPrepared, and what the file system says */
  mark(): Promise<string> {
    return checkPrepared(this.directory, this.partnerId);
  }

  /** @returns why nothing may be put out under that mark; null where it may */
  async faultOfMark(mark: string): Promise<string | null> {
    try {
      return (await this.mark()) === mark ? null : 'DIRECTORY_REPLACED';
    } catch (fault) {
      return faultCode(fault);
    }
  }

  private at(folder: Folder, ...names: string[]): string {
    return path.join(this.directory, folder, ...names);
  }

  private order({ instructionId, part }: OrderName, ...names: string[]): string {
    return this.at('orders', instructionId, part, ...names);
  }

  /** Where the file of an order is: not prepared, ready, about to leave with a temporary name, or gone. */
  private async placeOf(name: OrderName): Promise<Place> {
    const files = await listNames(this.order(name));
    if (files === null) return { kind: 'absent' };
    const file = files.find((one) => TOKEN.test(one));
    if (file !== undefined) return { kind: 'ready', file };
    const leaving = files.find((one) => one.startsWith(LEAVING));
    if (leaving === undefined) return { kind: 'gone' };
    return { kind: 'leaving', file: leaving, temporary: leaving.slice(LEAVING.length) };
  }

  private async prepareOnce(name: OrderName, content: string): Promise<void> {
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

  /** Renames the token of a message. @returns false if it has no such name any more */
  private async move(name: OrderName, file: string, to: string): Promise<boolean> {
    try {
      await rename(this.order(name, file), to);
      return true;
    } catch (fault) {
      if (hasCode(fault, 'ENOENT')) return false;
      throw fault;
    }
  }

  /** Prepares a message unless it is prepared. @returns its place, or why it must not be put out */
  private async ready(name: OrderName, content: () => string, mayBegin: () => boolean): Promise<Ready> {
    try {
      await this.mark();
      if ((await this.placeOf(name)).kind === 'absent') {
        if (!mayBegin()) return { kind: 'too_late' };
        await this.prepareOnce(name, content());
      }
      const place = await this.placeOf(name);
      if (place.kind === 'absent') throw new Error('a message that was prepared is not there');
      return place.kind !== 'ready' || mayBegin() ? place : { kind: 'too_late' };
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
    switch (ready.kind) {
      case 'too_late':
      case 'not_put_out':
        return ready;
      case 'gone':
        return { kind: 'put_out' };
      case 'leaving':
        return this.putOutUnlessFault(() => this.finish(name, ready));
      case 'ready':
        return this.carrier === null
          ? this.moveOut(name, ready.file)
          : this.carryOut(name, { token: ready.file, carrier: this.carrier, mayBegin });
    }
  }

  private async putOutUnlessFault(work: () => Promise<void>): Promise<PutOut> {
    try {
      await work();
      return { kind: 'put_out' };
    } catch (fault) {
      return { kind: 'unknown', fault };
    }
  }

  /** Moves an order to `out`; what cannot be moved is reported as out already, too late, not out or unknown. */
  private async moveOut(name: OrderName, token: string): Promise<PutOut> {
    try {
      if (!(await this.move(name, token, this.at('out', `${messageName(name)}.xml`)))) {
        // Somebody else moved it: out, or to say that it is not out.
        return { kind: (await this.placeOf(name)).kind === 'gone' ? 'put_out' : 'too_late' };
      }
    } catch (fault) {
      const isOut = await this.isOut(name).catch(() => null);
      if (isOut === null) return { kind: 'unknown', fault };
      return isOut ? { kind: 'put_out' } : { kind: 'not_put_out', fault };
    }
    await Promise.allSettled([syncDirectory(this.at('out')), syncDirectory(this.order(name))]);
    return { kind: 'put_out' };
  }

  /** Uploads a message, marks it as leaving, and lets it go. */
  private async carryOut(
    name: OrderName,
    { token, carrier, mayBegin }: { token: string; carrier: Carrier; mayBegin: () => boolean },
  ): Promise<PutOut> {
    let temporary: string;
    try {
      temporary = await carrier.upload(`${messageName(name)}.xml`, await readFile(this.order(name, COPY)));
    } catch (fault) {
      return { kind: 'not_put_out', fault };
    }
    const discard = (): void => void carrier.discard(temporary).catch(() => undefined);
    if (!mayBegin()) {
      discard();
      return { kind: 'too_late' };
    }
    try {
      if (!(await this.move(name, token, this.order(name, LEAVING + temporary)))) {
        const place = await this.placeOf(name);
        // A file system over a network may have done it, and deny it when it is asked again.
        if (place.kind !== 'leaving' || place.temporary !== temporary) discard();
        if (place.kind === 'leaving') return await this.putOutUnlessFault(() => this.finish(name, place));
        return { kind: place.kind === 'gone' ? 'put_out' : 'too_late' };
      }
      await syncDirectory(this.order(name));
    } catch (fault) {
      // It may be marked: then it goes out once somebody asks for it.
      return { kind: 'unknown', fault };
    }
    return this.putOutUnlessFault(() => this.finish(name, { file: LEAVING + temporary, temporary }));
  }

  /** Gives an uploaded message its final name at the server and removes its token. @throws where that is not known */
  private async finish(name: OrderName, { file, temporary }: { file: string; temporary: string }): Promise<void> {
    if (this.carrier === null)
      throw new Error('the message is leaving by SFTP, but the partner no longer has that transport');
    const { size } = await stat(this.order(name, COPY));
    await this.carrier.release(temporary, `${messageName(name)}.xml`, size);
    await rm(this.order(name, file), { force: true });
    await syncDirectory(this.order(name));
  }

  /** Whether a message is out; one that is not gets a new token, so that a process with the old one cannot put it out. */
  private async isOut(name: OrderName): Promise<boolean> {
    for (;;) {
      const place = await this.placeOf(name);
      if (place.kind === 'gone') return true;
      if (place.kind === 'absent') return false;
      if (place.kind === 'leaving') {
        await this.finish(name, place);
        return true;
      }
      if (!(await this.move(name, place.file, this.order(name, newToken())))) continue;
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
    await this.mark();
    const parts = (await listNames(this.at('orders', instructionId))) ?? [];
    for (const part of parts.filter((one) => ATTEMPT.test(one))) {
      const name = { instructionId, part };
      if (await this.isOut(name)) return name;
    }
    return null;
  }
}
