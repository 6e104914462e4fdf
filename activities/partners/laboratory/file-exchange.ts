import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { endToEndIdOf } from '../../../domain/payments/iso20022/bank-reference';
import { MessageRefused, type MessageFault } from '../../../domain/payments/iso20022/message-refused';
import { instructionOf, requestedInstructionOf } from '../../../domain/payments/iso20022/status-codes';
import { faultCode } from '../../../lib/fault-code';
import { readBankFile, type BankFile } from '../iso20022/bank-file';
import { ExaminedDirectory } from '../iso20022/examined';
import { storedName, UNFINISHED } from '../iso20022/inbox-files';
import type { PartnerAdapter, PartnerOrder } from '../port';
import { PartnerFault, type Bench } from './bench';
import {
  answeredOrders,
  areStray,
  namedOrders,
  type Exchanged,
  type PlacedOrder,
  type SeenFile,
} from './file-evidence';
import { fullOrder, unpayableOrder, unusualOrder } from './unusual-orders';

/** Milliseconds. */
export interface FileWaits {
  /** Between two looks at `in`. */
  lookMs: number;
  /** How long answers are awaited. */
  answersMs: number;
  /** The exchange ends before, once all is answered and no file came for so long. */
  quietMs: number;
}

/** @throws MessageRefused for an unknown code: certification demands known ones, although an inbox would skip them */
function requireKnownCodes(name: string, read: BankFile): BankFile {
  const refuse = ({ line, code }: { line: number; code: string }, what: string, fault: MessageFault): never => {
    throw new MessageRefused(`${name}, line ${line}: has the ${what} ${code}, which is not known.`, fault);
  };
  const status = read.kind === 'status' && read.report.transactions.find((one) => one.status === null);
  if (status) refuse(status, 'status', 'unknown_status');
  const answer = read.kind === 'cancellation' && read.answered.decisions.find((one) => one.answer === null);
  if (answer) refuse(answer, 'answer', 'unknown_answer');
  return read;
}

/** Where files are exchanged, and how the time passes meanwhile. */
export interface ExchangePlace {
  directory: string;
  waits: FileWaits;
  pause: (ms: number) => Promise<unknown>;
  nowMs: () => number;
  /** Called after the orders are out, and whenever files about them have been read. */
  onProgress?: ((progress: ExchangeProgress) => void) | undefined;
}

/** How far the answers of a bank have come. */
export interface ExchangeProgress {
  orders: number;
  /** Orders that have an outcome. */
  answered: number;
  /** Files about the orders. */
  files: number;
}

/** Orders that are put out at the same moment. */
const BURST = 6;
/** A server's first handshake may take longer than a later one, and than one call may. */
const TRIES = 3;
/** Answers of a bank to some orders are no longer than this; a longer file is left to the inbox. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** A file in `in`, as it was at the last look. */
interface Look {
  ino: number;
  size: number;
  changedAtMs: number;
  looks: number;
  isRead: boolean;
}

/** The orders of an exchange, with different amounts except for two equal ones. */
function ordersFor(bench: Pick<Bench, 'order' | 'random' | 'newId'>): PlacedOrder[] {
  let amount = 0;
  const placedOrder = (role: PlacedOrder['role'], order: PartnerOrder = bench.order()): PlacedOrder => {
    amount += 1;
    return { role, order: { ...order, amount } };
  };
  const equal = placedOrder('equal');
  return [
    placedOrder('plain'),
    equal,
    { role: 'equal', order: { ...bench.order(), amount: equal.order.amount } },
    placedOrder('optional', fullOrder(bench)),
    placedOrder('unusual', unusualOrder(bench)),
    placedOrder('unpayable', unpayableOrder(bench)),
    placedOrder('cancelled'),
    ...Array.from({ length: BURST }, () => placedOrder('burst')),
  ];
}

/** Codes of the file system, of servers of SFTP and of directories; other faults are ours, and no report may name them. */
const PLACE_CODE = /^(E(?!RR_)[A-Z0-9_]+|SFTP_[A-Z_]+|DIRECTORY_NOT_PREPARED)$/;

/** @returns the fault of the partner's directory or server with that code; null for another code */
function placeFault(fault: string, words: string, code: string): PartnerFault | null {
  return PLACE_CODE.test(code) ? new PartnerFault(fault, `${words}: ${code}.`) : null;
}

/**
 * Puts an order where the bank gets it.
 * @throws PartnerFault if the partner's settings do not allow it
 */
async function putOut(adapter: PartnerAdapter, { order }: PlacedOrder): Promise<void> {
  // Under one name it goes out once, however often it is tried.
  let result = await adapter.submit(order);
  for (let tries = 1; result.kind !== 'taken' && tries < TRIES; tries += 1) result = await adapter.submit(order);
  if (result.kind === 'taken') return;
  const code = 'fault' in result ? result.fault : result.kind;
  const words = 'An order could not be put out';
  throw placeFault('not_put_out', words, code) ?? new Error(`${words}: ${code}`);
}

/**
 * Puts a request to cancel where the bank gets it.
 * @throws PartnerFault if that fails
 */
async function putRequestOut(adapter: PartnerAdapter, { order }: PlacedOrder): Promise<void> {
  try {
    await adapter.cancel(order.instructionId);
  } catch (fault) {
    throw placeFault('not_put_out', 'A request to cancel could not be put out', faultCode(fault)) ?? fault;
  }
}

/** Puts all orders of an exchange out, a burst of them at once, and then the request to cancel. */
async function putAllOut(bench: Pick<Bench, 'adapter'>, orders: readonly PlacedOrder[]): Promise<void> {
  const adapter = bench.adapter();
  const burst = orders.filter(({ role }) => role === 'burst');
  for (const one of orders) if (!burst.includes(one)) await putOut(adapter, one);
  await Promise.all(burst.map((one) => putOut(adapter, one)));
  const cancelled = orders.find(({ role }) => role === 'cancelled');
  if (cancelled !== undefined) await putRequestOut(adapter, cancelled);
}

/** One exchange of files with a bank: orders go out, and what the bank writes is read in place of the inboxes. */
export class FileExchange {
  private readonly found = new Map<string, Look>();
  /** Of a file that stays in `in` and is read again after a change, the last content counts. */
  private readonly files = new Map<string, SeenFile & { path: string; size: number }>();
  private readonly grown = new Set<string>();
  private readonly writtenInPlace = new Set<string>();
  private readonly mark: ExaminedDirectory;
  private orders: readonly PlacedOrder[] = [];
  private lastFileAtMs = 0;

  constructor(private readonly place: ExchangePlace) {
    this.mark = new ExaminedDirectory(place.directory);
  }

  /** @throws PartnerFault where the directory or the server cannot be used */
  async run(bench: Pick<Bench, 'adapter' | 'order' | 'random' | 'newId'>): Promise<Exchanged> {
    const { waits, pause, nowMs } = this.place;
    try {
      await this.mark.hold(nowMs());
      await this.look((look) => (look.isRead = true));
      this.orders = ordersFor(bench);
      await putAllOut(bench, this.orders);
      const endMs = nowMs() + waits.answersMs;
      this.lastFileAtMs = nowMs();
      this.reportProgress();
      while (nowMs() < endMs && !this.isAnsweredAndQuiet(nowMs())) {
        await pause(waits.lookMs);
        await this.mark.hold(nowMs());
        const lastFileAtMs = this.lastFileAtMs;
        await this.look((look, name) => this.take(look, name));
        if (this.lastFileAtMs !== lastFileAtMs) this.reportProgress();
      }
      return await this.completeEvidence();
    } catch (fault) {
      if (fault instanceof PartnerFault) throw fault;
      throw placeFault('directory_unusable', 'The directory could not be used', faultCode(fault)) ?? fault;
    } finally {
      await this.mark.release().catch(() => undefined);
    }
  }

  private get evidence(): { orders: readonly PlacedOrder[]; files: SeenFile[] } {
    return { orders: this.orders, files: [...this.files.values()] };
  }

  /** Whether each order has an outcome and no further file came for a while. */
  private isAnsweredAndQuiet(nowMs: number): boolean {
    return (
      nowMs - this.lastFileAtMs >= this.place.waits.quietMs &&
      answeredOrders(this.evidence).length === this.orders.length
    );
  }

  /** Passes the counts of orders, outcomes and files to `onProgress` of the place, if it has one. */
  private reportProgress(): void {
    const [orders, answered, files] = [this.orders.length, answeredOrders(this.evidence).length, this.files.size];
    this.place.onProgress?.({ orders, answered, files });
  }

  private at(...names: string[]): string {
    return path.join(this.place.directory, ...names);
  }

  /** Looks at each file of `in`. */
  private async look(take: (look: Look, name: string) => unknown): Promise<void> {
    const names = await readdir(this.at('in'));
    for (const name of this.found.keys()) if (!names.includes(name)) this.found.delete(name);
    for (const name of names) {
      const status = await lstat(this.at('in', name)).catch(() => null);
      if (status === null || !status.isFile()) continue;
      const { ino, size, mtimeMs: changedAtMs } = status;
      const known = this.found.get(name);
      const isSame = known?.ino === ino && known.size === size && known.changedAtMs === changedAtMs;
      const look = isSame ? known : { ino, size, changedAtMs, looks: 0, isRead: false };
      if (!isSame && known?.ino === ino) (known.looks > 1 ? this.grown : this.writtenInPlace).add(name);
      look.looks += 1;
      this.found.set(name, look);
      await take(look, name);
    }
  }

  /** Reads a file as an inbox does: once two looks find it unchanged. */
  private async take(look: Look, name: string): Promise<void> {
    if (UNFINISHED.test(name) || look.isRead || look.looks < 2 || look.size > MAX_ANSWER_BYTES) return;
    look.isRead = true;
    const content = await readFile(this.at('in', name)).catch(() => null);
    if (content === null) return;
    const hash = createHash('sha256').update(content).digest('hex');
    const read = await readBankFile(name, content, async function* () {
      yield await Promise.resolve(content);
    })
      .then((read) => requireKnownCodes(name, read))
      .catch((fault: unknown) => {
        if (!(fault instanceof MessageRefused)) throw fault;
        return { kind: 'unreadable' as const, fault: fault.fault, reason: fault.message };
      });
    const isOurs = read.kind === 'unreadable' ? this.isMentionedIn(content) : this.isAboutUs(read);
    if (!isOurs) return;
    this.lastFileAtMs = this.place.nowMs();
    const stays = read.kind === 'unreadable' || !this.isAboutUsAlone(read);
    const file = stays ? this.at('in', name) : this.at('archive', storedName(hash, name));
    if (!stays) await rename(this.at('in', name), file);
    // The same file may come again: each coming counts.
    const key = stays ? `${name}:${look.ino}` : `${name}:${this.files.size}`;
    this.files.set(key, { name, hash, read, path: file, size: look.size });
  }

  /** Whether a text, in whatever encoding, has an id or the UETR of an order. */
  private isMentionedIn(content: Buffer): boolean {
    const text = content.toString('latin1').replaceAll('\0', '');
    const hasName = ({ instructionId, uetr }: PartnerOrder): boolean =>
      [instructionId, endToEndIdOf(instructionId), uetr].some((name) => text.includes(name));
    return this.orders.some(({ order }) => hasName(order));
  }

  /** The references in each item of a message: a status, a decision or an entry. */
  private namesIn(read: BankFile): string[][] {
    switch (read.kind) {
      case 'status':
        return read.report.transactions.map(({ references }) => references);
      case 'cancellation':
        return read.answered.decisions.map(({ references }) => references);
      case 'statement':
        return read.statement.entries.map(({ references }) => references);
      default:
        return read satisfies never;
    }
  }

  /** Whether a file names an order, or reports on an unknown payment. */
  private isAboutUs(read: BankFile): boolean {
    const names = this.namesIn(read);
    if (names.some((references) => this.isOurs(references))) return true;
    return read.kind !== 'statement' && names.some((references) => areStray(references));
  }

  /** Whether a file names the orders of this exchange alone; any other one is left to the inbox. */
  private isAboutUsAlone(read: BankFile): boolean {
    return this.namesIn(read).every((references) => {
      const ids = references.flatMap(
        (reference) => requestedInstructionOf(reference) ?? instructionOf(reference) ?? [],
      );
      return this.isOurs(references) && ids.every((id) => this.orders.some(({ order }) => order.instructionId === id));
    });
  }

  private isOurs(references: readonly string[]): boolean {
    return namedOrders(this.orders, references).length > 0;
  }

  /** The evidence, with the files that grew after they were read and the temporary names that were left. */
  private async completeEvidence(): Promise<Exchanged> {
    for (const { name, path: file, size } of this.files.values()) {
      const status = await stat(file).catch(() => null);
      if (status !== null && status.size !== size) this.grown.add(name);
    }
    const temporary: string[] = [];
    for (const [name, { looks, size }] of this.found) {
      if (!UNFINISHED.test(name) || looks < 2 || size > MAX_ANSWER_BYTES) continue;
      const content = await readFile(this.at('in', name)).catch(() => null);
      if (content !== null && this.isMentionedIn(content)) temporary.push(name);
    }
    const { grown, writtenInPlace } = this;
    return { ...this.evidence, grown: [...grown], writtenInPlace: [...writtenInPlace], temporary };
  }
}
