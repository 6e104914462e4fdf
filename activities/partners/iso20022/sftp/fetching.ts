import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { FileEntryWithStats } from 'ssh2';
import type { Logger } from 'pino';
import { holdPoll, takePoll } from '../../../../db/payments/dispatch/bank-polls';
import type { Partner } from '../../../../db/payments/dispatch/partners';
import { flagPartnerFile, partnerFile, raiseFlag } from '../../../../db/operator-flags';
import { openSettings } from '../../../../domain/payments/dispatch/adapters';
import { sftpSettingsOf, type SftpSettings } from '../../../../domain/payments/dispatch/adapters/iso20022-transport';
import { faultCode } from '../../../../lib/fault-code';
import type { PartnerVisitor } from '../../rounds';
import { checkPrepared } from '../directory';
import { MAX_FILE_BYTES, storedName, UNFINISHED } from '../inbox-files';
import { partnerServer, type ServerContext } from './partner-server';
import type { SftpServer } from './server';
import type { SftpSession } from './session';

export interface FetchingContext extends ServerContext {
  log: Logger;
}

/** Of a directory with more files the others come next time. */
const FILES_A_PASS = 200;
const LIST_MS = 20_000;
/** A large file may take its time: 256 MB at half a megabyte a second. */
const FILE_MS = 10 * 60_000;
const ARCHIVE_MS = 10_000;
/** How often a pass that goes on takes its turn anew; a turn is held for thirty seconds. */
const HOLD_EVERY_MS = 10_000;
/** Passes in a row without an answer, after which an operator gets to know it. */
const PASSES_BEFORE_FLAG = 10;
/** Faults of one file, after which the others are fetched all the same; any other one ends a pass. */
const FILE_FAULTS: ReadonlySet<string> = new Set([
  'SFTP_NO_SUCH_FILE',
  'SFTP_PERMISSION_DENIED',
  'SFTP_FAILURE',
  'SFTP_END_OF_FILE',
  'ENAMETOOLONG',
  'EILSEQ',
  'EINVAL',
]);
/** When such a file is tried again, unless it changes before. */
const RETRY_MS = 10 * 60_000;
const MAX_FAILED = 1_000;

interface ServerFile {
  name: string;
  size: number;
  changedAtMs: number;
}

/** What is remembered of a partner's server between two passes. */
interface Memory {
  /** Size and time of each file at the last look. */
  seen: Map<string, string>;
  /** The same of files that were fetched, or are too large, and that stay there. */
  done: Map<string, string>;
  /** The same of files that could not be fetched, for as long as they are not tried again. */
  failed: LRUCache<string, string>;
  failedPasses: number;
}

const sameness = ({ size, changedAtMs }: ServerFile): string => `${size}:${changedAtMs}`;

/** Whether a file at the server has still the size and time that were listed. */
async function isSame(session: SftpSession, from: string, { size, changedAtMs }: ServerFile): Promise<boolean> {
  const now = await session.look(from);
  return now?.size === size && now.mtime * 1_000 === changedAtMs;
}

/**
 * Whether there is a file of that name.
 * @throws other faults of the file system
 */
async function fileExists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (fault) {
    if (faultCode(fault) === 'ENOENT') return false;
    throw fault;
  }
}

/** What the bank's server says is a name, and not a way to another directory. */
function isPlainName(name: string): boolean {
  return name !== '' && !/[/\\\0]/.test(name) && !UNFINISHED.test(name);
}

function filesIn(entries: readonly FileEntryWithStats[]): ServerFile[] {
  return entries
    .filter(({ filename, attrs }) => isPlainName(filename) && (attrs.mode & constants.S_IFMT) === constants.S_IFREG)
    .map(({ filename, attrs }) => ({ name: filename, size: attrs.size, changedAtMs: attrs.mtime * 1_000 }))
    .sort((one, other) => one.changedAtMs - other.changedAtMs || (one.name < other.name ? -1 : 1));
}

/**
 * Fetches what banks put on their servers into the directories of their partners, where it is read like all files
 * (activities/partners/iso20022/inbox.ts). A file is fetched once two looks found it unchanged, put into the directory as a whole by
 * one step, and only then archived or deleted at the server: one that is fetched twice is applied once. A file that cannot be fetched
 * holds up no other. Several processes share the work, since one at a time takes the turn of a partner.
 * Source: docs/GAPS.md#P19
 */
export class SftpFetching implements PartnerVisitor {
  readonly adapter = 'iso20022';
  private readonly memories = new Map<string, Memory>();
  private isClosed = false;

  constructor(private readonly context: FetchingContext) {}

  /** Ends each pass after the file that is being fetched. */
  close(): void {
    this.isClosed = true;
  }

  async visit(partner: Partner): Promise<void> {
    const settings = openSettings('iso20022', partner.config);
    if (settings.kind === 'faulty') return;
    const sftp = sftpSettingsOf(settings.config);
    if (sftp === null || !(await takePoll(this.context.database, partner.id, sftp.pollSeconds))) return;
    const memory = this.memoryOf(partner.id);
    const hold = setInterval(() => {
      holdPoll(this.context.database, partner.id).catch(() => undefined);
    }, HOLD_EVERY_MS).unref();
    try {
      await checkPrepared(settings.config.directory, partner.id);
      await this.fetchAll(partner.id, settings.config.directory, sftp);
      memory.failedPasses = 0;
    } catch (fault) {
      memory.failedPasses += 1;
      await this.reportFailedPass(partner.id, faultCode(fault), memory.failedPasses);
    } finally {
      clearInterval(hold);
    }
  }

  private async reportFailedPass(partnerId: string, reason: string, failedPasses: number): Promise<void> {
    this.context.log.warn({ partnerId, reason }, 'the files of a bank could not be fetched from its server');
    if (failedPasses % PASSES_BEFORE_FLAG !== 0) return;
    const says = `The bank's SFTP server could not be read in ${PASSES_BEFORE_FLAG} attempts: ${reason}.`;
    await raiseFlag(this.context.database, partnerId, 'partner_file_refused', { says });
  }

  private flagFile(partnerId: string, name: string, says: string): Promise<void> {
    const subject = partnerFile(partnerId, name);
    return flagPartnerFile(this.context.database, subject, 'partner_file_refused', { says: `${name} ${says}` });
  }

  private memoryOf(partnerId: string): Memory {
    const known = this.memories.get(partnerId);
    if (known !== undefined) return known;
    const memory: Memory = {
      seen: new Map(),
      done: new Map(),
      failed: new LRUCache({ max: MAX_FAILED, ttl: RETRY_MS }),
      failedPasses: 0,
    };
    this.memories.set(partnerId, memory);
    return memory;
  }

  /** @returns files that two looks found unchanged and that were not fetched yet, the oldest first */
  private ready(memory: Memory, files: readonly ServerFile[]): ServerFile[] {
    const ready = files.filter((file) => {
      const as = sameness(file);
      if (memory.seen.get(file.name) !== as) return false;
      return memory.done.get(file.name) !== as && memory.failed.get(file.name) !== as;
    });
    const names = new Set(files.map(({ name }) => name));
    for (const name of memory.done.keys()) if (!names.has(name)) memory.done.delete(name);
    memory.seen = new Map(files.map((file) => [file.name, sameness(file)]));
    return ready.slice(0, FILES_A_PASS);
  }

  private async fetchAll(partnerId: string, directory: string, sftp: SftpSettings): Promise<void> {
    const server = await partnerServer(this.context, partnerId, sftp);
    const entries = await server.use(LIST_MS, (session) => session.list(sftp.in));
    const memory = this.memoryOf(partnerId);
    for (const file of this.ready(memory, filesIn(entries))) {
      if (this.isClosed) return;
      if (file.size > MAX_FILE_BYTES) {
        memory.done.set(file.name, sameness(file));
        await this.flagFile(partnerId, file.name, `on the bank's server exceeds the limit of 256 MB.`);
        continue;
      }
      try {
        const hash = await this.fetch(server, { directory, from: `${sftp.in}/${file.name}`, file });
        if (hash === null) continue;
        const stays = await this.putAway(server, sftp, { file, hash, partnerId });
        // The next file of that name may have its size and its second.
        if (stays) memory.done.set(file.name, sameness(file));
        else memory.seen.delete(file.name);
      } catch (fault) {
        const reason = faultCode(fault);
        if (!FILE_FAULTS.has(reason)) throw fault;
        memory.failed.set(file.name, sameness(file));
        this.context.log.warn({ partnerId, file: file.name, reason }, 'a file of a bank could not be fetched');
        await this.flagFile(partnerId, file.name, `on the bank's server could not be fetched: ${reason}.`);
      }
    }
  }

  /** @returns the SHA-256 of a file that is in the directory now; null where it is to be fetched later */
  private async fetch(
    server: SftpServer,
    { directory, from, file }: { directory: string; from: string; file: ServerFile },
  ): Promise<string | null> {
    const target = path.join(directory, 'in', file.name);
    // It replaces no earlier file of that name that waits to be read.
    if (await fileExists(target)) return null;
    const temporary = path.join(directory, 'preparing', `fetched.${randomUUID()}`);
    const handle = await open(temporary, 'wx+', 0o640);
    try {
      const isWhole = await server.use(FILE_MS, async (session) => {
        await session.read(from, file.size, (part, position) => handle.write(part, 0, part.length, position));
        return isSame(session, from, file);
      });
      if (!isWhole) return null;
      // Workers take a booking for as old as the file is at the bank.
      const changedAt = new Date(file.changedAtMs);
      await handle.utimes(changedAt, changedAt);
      await handle.sync();
      const hash = createHash('sha256');
      for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk as Buffer);
      // As above: another process may have put one there since.
      await link(temporary, target);
      return hash.digest('hex');
    } catch (fault) {
      if (faultCode(fault) === 'EEXIST') return null;
      throw fault;
    } finally {
      await handle.close();
      await rm(temporary, { force: true });
    }
  }

  /**
   * A file that cannot be put away at the server stays there; this process does not fetch it again.
   * @returns whether it stays; what has its name after it is gone, or in its place, is another file, which is to be fetched
   */
  private async putAway(
    server: SftpServer,
    sftp: SftpSettings,
    { file, hash, partnerId }: { file: ServerFile; hash: string; partnerId: string },
  ): Promise<boolean> {
    const from = `${sftp.in}/${file.name}`;
    const { archive } = sftp;
    try {
      return await server.use(ARCHIVE_MS, async (session) => {
        // Its name is all that a request can say of a file: the bank may have given it to another one since the last look.
        if (!(await isSame(session, from, file))) return false;
        if (archive === null) {
          await session.remove(from);
          return false;
        }
        const to = `${archive}/${storedName(hash, file.name)}`;
        try {
          await session.rename(from, to);
        } catch (fault) {
          // The same content was archived under that name before.
          if ((await session.look(to))?.size !== file.size) throw fault;
          await session.remove(from);
        }
        return false;
      });
    } catch (fault) {
      this.context.log.warn({ partnerId, reason: faultCode(fault) }, 'a file of a bank stays at its server');
      const says = `was fetched but could not be archived or deleted on the bank's server: ${faultCode(fault)}.`;
      await this.flagFile(partnerId, file.name, says);
      return true;
    }
  }
}
