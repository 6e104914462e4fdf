import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, open, readdir, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { openSettings } from '../../../domain/payments/dispatch/adapters';
import { isUnavailable } from '../../../domain/errors';
import { ImportRefused } from '../../../domain/imports/drafts';
import { clearFlagOf, flagPartnerFile, partnerFile } from '../../../db/operator-flags';
import type { RetriedFile, VisitedPartner } from '../../../db/payments/dispatch/partners';
import type { Database } from '../../../db/database';
import type { Wake } from '../../../db/wake';
import { faultCode } from '../../../lib/fault-code';
import type { Vault } from '../../../lib/vault';
import type { PartnerVisitor } from '../rounds';
import { applyCancellationAnswer, applyStatement, applyStatusReport, type ApplyContext, type Stray } from './apply';
import { readBankFile } from './bank-file';
import { checkPrepared } from './directory';
import { isExamined } from './examined';
import { MAX_FILE_BYTES, storedName, UNFINISHED } from './inbox-files';

export interface InboxContext {
  database: Database;
  vault: Vault;
  log: Logger;
  /** Tells the relays of what was written for them. */
  wake: Wake;
  /** How often a file must be seen without a change before it is refused, or flagged: a bank may still be writing it. */
  looksBeforeRefusal?: number;
}

/** No link is followed, and a pipe is not waited for: whoever writes into `in` may put a file's name on something else. */
const OPENED = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Longer files are in the archive; the evidence of a report has as much of them. */
const MAX_EVIDENCE_BYTES = 64 * 1024;
const LOOKS_BEFORE_REFUSAL = 15;
/** Strays that are named to people, of one file. */
const NAMED_STRAYS = 20;

interface Seen {
  /** Size and time of the last change. */
  as: string;
  looks: number;
}

interface InboxFile {
  name: string;
  path: string;
  size: number;
  changedAtMs: number;
  looks: number;
}

type Chunks = AsyncIterable<unknown>;

function contentOf(handle: FileHandle): Chunks {
  return handle.createReadStream({ start: 0, autoClose: false });
}

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of contentOf(handle)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** @returns the beginning of a file, as much of it as is evidence of its reports */
async function evidenceOf(handle: FileHandle): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAX_EVIDENCE_BYTES), 0, MAX_EVIDENCE_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

function listStrays(strays: readonly Stray[]): string {
  const lines = strays.slice(0, NAMED_STRAYS).map(({ line, reason }) => `line ${line} ${reason}`);
  if (strays.length > NAMED_STRAYS) lines.push(`and ${strays.length - NAMED_STRAYS} further ones`);
  return `${lines.join('; ')}. Everything else of the file was applied.`;
}

/**
 * Reads what banks put into the directories of their partners: status reports, statements and notifications. A file is read when
 * two looks in a row find it unchanged. An applied file is moved to `archive`; any other one to `refused`, with the reason in a
 * file beside it and a flag of its own for operators, who may have it read again. Several processes may read the same directory: applying a file again changes
 * nothing, and the first to move it has moved it.
 * Source: docs/GAPS.md#P19
 */
export class PartnerInboxes implements PartnerVisitor {
  readonly adapter = 'iso20022';
  private readonly seen = new Map<string, Seen>();
  /** Partners whose files the laboratory read at the last look. */
  private readonly examined = new Set<string>();

  constructor(private readonly context: InboxContext) {}

  /** Reads the files that have come, and logs a fault of the directory. @throws when the database does not answer */
  async visit(partner: VisitedPartner): Promise<void> {
    const settings = openSettings('iso20022', partner.config);
    if (settings.kind === 'faulty') return;
    const { directory } = settings.config;
    try {
      await checkPrepared(directory, partner.id);
      // The laboratory never reads the directory of a live partner.
      if (partner.environment === 'test' && (await this.isExamined(partner.id, directory))) return;
      for (const retry of partner.retries ?? []) await this.putBack(directory, retry);
      for (const file of await this.ready(directory)) await this.tryTo(partner.id, directory, file);
    } catch (fault) {
      this.context.log.warn(
        { partnerId: partner.id, reason: faultCode(fault) },
        'the files of a partner could not be read',
      );
    }
  }

  /** Puts a file into `in` again from where it was moved to, unless one of its name waits there. */
  private async putBack(directory: string, { kind, subject, target }: RetriedFile): Promise<void> {
    const folder = kind === 'partner_file_refused' ? 'refused' : 'archive';
    const moved = path.join(directory, folder, path.basename(target));
    const name = subject.slice(subject.indexOf('/') + 1);
    try {
      await link(moved, path.join(directory, 'in', path.basename(name)));
      await rm(moved);
      await rm(`${moved}.reason.txt`, { force: true });
    } catch (fault) {
      // One of its name is read first; a later visit puts this one back.
      if (faultCode(fault) === 'EEXIST') return;
      // One that is gone was dealt with by hand, or by another process.
      if (faultCode(fault) !== 'ENOENT') throw fault;
    }
    await clearFlagOf(this.context.database, subject, kind);
  }

  /** @returns whether the laboratory reads the files, which the log has once for each examination */
  private async isExamined(partnerId: string, directory: string): Promise<boolean> {
    if (!(await isExamined(directory))) {
      this.examined.delete(partnerId);
      return false;
    }
    if (!this.examined.has(partnerId))
      this.context.log.info({ partnerId }, 'the laboratory reads the files of a partner in place of its inbox');
    this.examined.add(partnerId);
    return true;
  }

  /** @returns files that have not changed since the last look, the oldest first */
  private async ready(directory: string): Promise<InboxFile[]> {
    const folder = path.join(directory, 'in');
    const names = (await readdir(folder)).filter((name) => !UNFINISHED.test(name));
    const files: InboxFile[] = [];
    for (const name of names) {
      const file = path.join(folder, name);
      const status = await lstat(file).catch(() => null);
      if (status === null || !status.isFile()) continue;
      const { size, mtimeMs: changedAtMs } = status;
      const as = `${size}:${changedAtMs}`;
      const known = this.seen.get(file);
      const looks = known?.as === as ? known.looks + 1 : 1;
      this.seen.set(file, { as, looks });
      if (looks > 1) files.push({ name, path: file, size, changedAtMs, looks });
    }
    for (const file of this.seen.keys()) {
      if (path.dirname(file) === folder && !names.includes(path.basename(file))) this.seen.delete(file);
    }
    return files.sort((one, other) => one.changedAtMs - other.changedAtMs || (one.name < other.name ? -1 : 1));
  }

  private get looksBeforeRefusal(): number {
    return this.context.looksBeforeRefusal ?? LOOKS_BEFORE_REFUSAL;
  }

  /** A file that can be neither read nor moved stays, with a flag, and does not hold up the others. */
  private async tryTo(partnerId: string, directory: string, file: InboxFile): Promise<void> {
    try {
      const handle = await open(file.path, OPENED).catch((fault: unknown) => {
        // Another process has moved it.
        if (faultCode(fault) === 'ENOENT') return null;
        throw fault;
      });
      if (handle !== null) await this.take(partnerId, directory, file, handle).finally(() => handle.close());
    } catch (fault) {
      if (isUnavailable(fault)) throw fault;
      if (file.looks % this.looksBeforeRefusal !== 0) return;
      const { database, log } = this.context;
      log.error({ partnerId, file: file.name, fault }, 'a file of a partner stays where it is');
      const says = `${file.name} can be neither read nor moved: ${faultCode(fault)}.`;
      await flagPartnerFile(database, partnerFile(partnerId, file.name), 'partner_file_refused', { says });
    }
  }

  private async take(partnerId: string, directory: string, file: InboxFile, handle: FileHandle): Promise<void> {
    const { database, vault, log, wake } = this.context;
    const { name, changedAtMs } = file;
    const status = await handle.stat();
    // It was changed, or another one has its name, since it was looked at.
    if (!status.isFile() || status.mtimeMs !== changedAtMs || status.size !== file.size) return;
    const isTooLong = status.size > MAX_FILE_BYTES;
    const fileHash = isTooLong
      ? createHash('sha256').update(`${status.size}:${changedAtMs}`).digest('hex')
      : await hashOf(handle);
    const target = storedName(fileHash, name);
    const subject = partnerFile(partnerId, name);
    const refuse = async (reason: string): Promise<void> => {
      await writeFile(path.join(directory, 'refused', `${target}.reason.txt`), `${reason}\n`);
      if (!(await this.move(file, path.join(directory, 'refused', target)))) return;
      log.warn({ partnerId, file: name }, 'a file of a partner is refused');
      await flagPartnerFile(database, subject, 'partner_file_refused', { says: reason, target });
    };
    if (isTooLong) return refuse(`${name} is larger than ${MAX_FILE_BYTES} bytes.`);
    try {
      const evidence = await evidenceOf(handle);
      const receivedAt = new Date();
      const writtenAt = new Date(Math.min(changedAtMs, receivedAt.getTime()));
      const about = { database, vault, partnerId, evidence, fileHash, receivedAt, writtenAt };
      const strays = await this.readAndApply(about, name, handle).finally(wake);
      const says = `${name}: ${listStrays(strays)}`;
      if (strays.some(({ isNote }) => isNote === undefined)) return await refuse(says);
      if (strays.length > 0) await flagPartnerFile(database, subject, 'partner_file_noted', { says, target });
      await this.move(file, path.join(directory, 'archive', target));
      log.info({ partnerId, file: name }, 'a file of a partner was read');
    } catch (fault) {
      if (isUnavailable(fault)) throw fault;
      const isTold = fault instanceof ImportRefused;
      if (!isTold) log.error({ partnerId, file: name, fault }, 'a file of a partner could not be applied');
      if (file.looks < this.looksBeforeRefusal) return;
      await refuse(isTold ? fault.message : `${name} could not be applied: ${faultCode(fault)}`);
    }
  }

  private async readAndApply(context: ApplyContext, name: string, handle: FileHandle): Promise<Stray[]> {
    const file = await readBankFile(name, context.evidence, () => contentOf(handle));
    switch (file.kind) {
      case 'status':
        return applyStatusReport(context, file.report);
      case 'cancellation':
        return applyCancellationAnswer(context, file.answered);
      case 'statement':
        await applyStatement(context, file.statement);
        return [];
      default:
        return file satisfies never;
    }
  }

  /** @returns whether this process has moved it */
  private async move(file: InboxFile, target: string): Promise<boolean> {
    return rename(file.path, target).then(
      () => {
        this.seen.delete(file.path);
        return true;
      },
      (fault: unknown) => {
        if (faultCode(fault) === 'ENOENT') return false;
        throw fault;
      },
    );
  }
}
