import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { instructionOf } from '../../../domain/payments/iso20022/status-codes';
import { INVENTED } from '../inventions';
import { bookingNotice, cancellationAnswer, statusReport, type FiledStatus } from './bank-messages';
import { Ledger, type LedgerEntry } from './ledger';
import { scriptOf, type FirstAnswer, type PartnerScript } from './script';

const LOOK_MS = 200;
const LATE_MS = 6_000;
const AFTER_DEADLINE_MS = 12_000;
/** Longer than the pause between two looks of a worker, which takes a file that did not change between them. */
const HALF_MS = 3_000;
const AMOUNT = /<InstdAmt Ccy="([A-Z]{3})">([0-9.]+)</;
const END_TO_END_ID = /<EndToEndId>([^<]+)</;
const ORIGINAL_ID = /<OrgnlEndToEndId>([^<]+)</;

/** How long an order lies before the bank looks at it. */
const DELAYS: Partial<Record<FirstAnswer, number>> = {
  late_but_accepted: LATE_MS,
  unavailable_but_accepted: LATE_MS,
  accepted_after_the_deadline: AFTER_DEADLINE_MS,
  hang: AFTER_DEADLINE_MS,
};

/** What becomes of an order; that money came back is no status of it. */
type Step = FiledStatus | 'returned';

interface Order {
  entry: LedgerEntry;
  messageId: string;
  /** Decimal text. */
  amount: string;
  currency: string;
  script: PartnerScript;
}

/**
 * A bank that takes orders from a directory and reports by files: late, in disorder, twice, in pieces and with rubbish between
 * them, and truthful about what it has taken. It takes every file that appears, so that a payment that is put out twice is
 * taken twice.
 */
export class FileBank {
  readonly name = 'north';
  readonly ledger = new Ledger(this.name);
  readonly directory = mkdtempSync(path.join(tmpdir(), 'corridor-bank-'));
  /** What it was asked although nothing of record asks for it. */
  readonly uncalledFor: string[] = [];
  private readonly taken = mkdtempSync(path.join(tmpdir(), 'corridor-bank-taken-'));
  private readonly orders = new Map<string, Order>();
  private readonly stopping = new AbortController();
  /** What it has begun, all of which ends once it falls silent. */
  private readonly running: Promise<void>[] = [];
  private files = 0;

  constructor(
    private readonly seed: number,
    /** Number of the intent that has an amount: nothing else of a client's request is in every order. */
    private readonly intentOf: (amount: number) => number,
  ) {}

  /** From then on it takes what is put out, once the directory is prepared. */
  open(): void {
    this.running.push(this.lookOn());
  }

  fallSilent(): void {
    this.stopping.abort();
  }

  async close(): Promise<void> {
    this.fallSilent();
    await Promise.all(this.running);
    for (const folder of [this.directory, this.taken]) rmSync(folder, { recursive: true, force: true });
  }

  private async pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private async lookOn(): Promise<void> {
    const out = path.join(this.directory, 'out');
    while (!this.stopping.signal.aborted) {
      // An order comes before its cancellation, whatever their names.
      const names = readdirSync(out).sort(
        (one, other) => Number(isCancellationRequest(one)) - Number(isCancellationRequest(other)),
      );
      for (const name of names) this.take(name);
      await this.pause(LOOK_MS);
    }
  }

  private take(name: string): void {
    this.files += 1;
    const place = path.join(this.taken, `${this.files}-${name}`);
    renameSync(path.join(this.directory, 'out', name), place);
    const message = readFileSync(place, 'utf8');
    if (message.includes(INVENTED)) this.uncalledFor.push(`${this.name} was sent ${name}`);
    else if (isCancellationRequest(name))
      this.running.push(this.answer(name, instructionOf(ORIGINAL_ID.exec(message)?.[1] ?? '') ?? ''));
    else this.accept(name, message);
  }

  private accept(name: string, message: string): void {
    const instructionId = instructionOf(END_TO_END_ID.exec(message)?.[1] ?? '') ?? '';
    const [, currency = '', amount = ''] = AMOUNT.exec(message) ?? [];
    const intent = this.intentOf(Number(amount));
    const key = `${name} (file ${this.files})`;
    const { entry } = this.ledger.accept({ intent, instructionId, key, receivedAt: Date.now() });
    const script = scriptOf(this.seed, this.name, intent);
    const order = { entry, messageId: path.parse(name).name, amount, currency, script };
    this.orders.set(instructionId, order);
    this.running.push(this.proceed(order));
  }

  private async proceed(order: Order): Promise<void> {
    const { entry, script } = order;
    await this.pause(DELAYS[script.first] ?? 0);
    const settled: Step[] = script.outcome === 'returned' ? ['settled'] : [];
    const steps: Step[] =
      script.first === 'rejected' ? ['failed'] : ['accepted', 'processing', ...settled, script.outcome];
    const unreported: string[] = [];
    for (const status of steps) {
      await this.pause(script.stepMs);
      if (this.stopping.signal.aborted || entry.status === 'cancelled') break;
      entry.status = status;
      unreported.push(...messagesAbout(order, status));
      // Some banks write the reports of several steps at once, and the newest first.
      if (script.first !== 'too_many' || status === steps.at(-1))
        await this.reportAll(unreported.splice(0).reverse(), script);
    }
    await this.reportAll(unreported, script);
  }

  private async answer(name: string, instructionId: string): Promise<void> {
    const order = this.orders.get(instructionId);
    if (order === undefined || name.endsWith('-r.xml')) {
      this.uncalledFor.push(`${this.name} was sent ${name}`);
      return;
    }
    const { entry, messageId, script } = order;
    entry.cancelAskedAt ??= Date.now();
    const isInTime = entry.status === 'submitted' || entry.status === 'accepted';
    const isCancelled = isInTime && script.cancel !== 'refused';
    if (isCancelled) entry.status = 'cancelled';
    if (script.cancel === 'later') await this.pause(script.stepMs);
    await this.reportAll([cancellationAnswer({ messageId, instructionId }, isCancelled)], script);
  }

  private async reportAll(messages: readonly string[], { first, isRepeating }: PartnerScript): Promise<void> {
    for (const message of messages) {
      if (first === 'page') await this.put('<html><body>Scheduled maintenance</body></html>');
      if (first === 'reset') await this.putInPieces(message);
      else await this.put(message);
      if (isRepeating) await this.put(message);
    }
  }

  private newPlace(): string {
    this.files += 1;
    return path.join(this.directory, 'in', `${this.files}.xml`);
  }

  private async put(content: string): Promise<void> {
    const place = this.newPlace();
    await writeFile(`${place}.tmp`, content);
    await rename(`${place}.tmp`, place);
  }

  /** As a gateway does that loses its connection in the middle. */
  private async putInPieces(content: string): Promise<void> {
    const file = await open(this.newPlace(), 'w');
    try {
      await file.writeFile(content.slice(0, content.length / 2));
      await this.pause(HALF_MS);
      await file.writeFile(content.slice(content.length / 2));
    } finally {
      await file.close();
    }
  }
}

/** @returns what a bank writes about a step: only its status says that an order is underway, and only a booking that money is back */
function messagesAbout({ entry, messageId, amount, currency, script }: Order, status: Step): string[] {
  const about = { messageId, instructionId: entry.instructionId };
  if (status === 'returned') return [bookingNotice(about, { amount, currency, isReturn: true })];
  if (status !== 'settled' || script.paid === 'status') return [statusReport([about], status)];
  entry.isBooked = true;
  const booked = bookingNotice(about, { amount, currency, isReturn: false });
  return script.paid === 'booking' ? [booked] : [statusReport([about], status), booked];
}

function isCancellationRequest(name: string): boolean {
  return /-[cr]\.xml$/.test(name);
}
