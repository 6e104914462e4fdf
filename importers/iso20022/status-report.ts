import {
  isOrder,
  statusOfCode,
  type ParsedStatusReport,
  type ReportedTransaction,
} from '../../domain/payments/iso20022/status-codes';
import { MessageParser, type MessageReader } from './message-parser';

/** A report about a day of a busy account. */
const MAX_TRANSACTIONS = 100_000;
/** A date and time that says its zone, of the years in which reports are made. */
const ZONED = /^2[01]\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const NO_REFERENCE = new Set(['NOTPROVIDED', 'NONREF', '']);
/** What Postgres and the schema of a report have room for. */
const MAX_MESSAGE = 1_000;
const REASON_CODE = /^[A-Za-z0-9_.:-]{1,35}$/;

/** Elements with a status: the group, a payment information, a transaction. */
const SCOPES = new Set(['OrgnlGrpInfAndSts', 'OrgnlPmtInfAndSts', 'TxInfAndSts']);
const STATUS = new Set(['GrpSts', 'PmtInfSts', 'TxSts']);
const REFERENCES = new Set([
  'OrgnlMsgId',
  'OrgnlPmtInfId',
  'OrgnlInstrId',
  'OrgnlEndToEndId',
  'OrgnlTxId',
  'OrgnlUETR',
]);

function zonedTime(text: string): string | null {
  return ZONED.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** What one scope says for itself. */
class Scope {
  readonly references = new Set<string>();
  readonly words: string[] = [];
  status: string | null = null;
  reasonCode: string | null = null;
  bankReference: string | null = null;
  /** Whether something below it has a status of its own, which goes before this one's. */
  isRefined = false;
  /** What is below it without a status, and has this one's. */
  readonly open: Scope[] = [];

  /** @param messageName kind of the message that the status is of, as far as what is around it says */
  constructor(
    readonly name: string,
    readonly line: number,
    public messageName: string | null,
  ) {}

  /** Takes from what is around it what it does not say for itself. */
  inherit(around: Scope): void {
    this.status ??= around.status;
    this.reasonCode ??= around.reasonCode;
    if (this.words.length === 0) this.words.push(...around.words);
    // Where others below it have another status, it does not say which payment this one is about.
    if (!around.isRefined) for (const reference of around.references) this.references.add(reference);
  }

  close(local: string, text: string, above: string): void {
    if (REFERENCES.has(local) && (above === this.name || above === 'OrgnlGrpInf')) {
      if (!NO_REFERENCE.has(text)) this.references.add(text);
    } else if (local === 'OrgnlMsgNmId' && !NO_REFERENCE.has(text)) this.messageName = text;
    else if (STATUS.has(local) && above === this.name) this.status = text === '' ? null : text;
    else if ((local === 'Cd' || local === 'Prtry') && above === 'Rsn') this.reasonCode ??= text;
    else if (local === 'AddtlInf' && above === 'StsRsnInf' && text !== '') this.words.push(text);
    else if (local === 'AcctSvcrRef' && above === this.name && text !== '') this.bankReference = text;
  }
}

class StatusReader implements MessageReader {
  private message: ParsedStatusReport['message'] | null = null;
  private messageId: string | null = null;
  private createdAt: string | null = null;
  private readonly scopes: Scope[] = [];
  private readonly transactions: ReportedTransaction[] = [];
  /** The group's own status counts where the message has no other. */
  private group: Scope | null = null;

  constructor(private readonly parser: MessageParser) {}

  begin(message: string | null): void {
    if (message !== 'pain.002' && message !== 'pacs.002') {
      return this.parser.refuse('is no pain.002 or pacs.002 of ISO 20022.', 'unknown_message');
    }
    this.message = message;
  }

  open(local: string): void {
    if (!SCOPES.has(local)) return;
    const messageName = local === 'OrgnlGrpInfAndSts' ? null : (this.group?.messageName ?? null);
    this.scopes.push(new Scope(local, this.parser.line, messageName));
  }

  close(local: string, text: string, above: string): void {
    const scope = this.scopes.at(-1);
    if (scope?.name === local) {
      this.scopes.pop();
      this.finishScope(scope);
    } else if (scope !== undefined) scope.close(local, text, above);
    else if (above !== 'GrpHdr') return;
    else if (local === 'MsgId' && text !== '') this.messageId = text;
    else if (local === 'CreDtTm') this.createdAt = zonedTime(text);
  }

  private finishScope(scope: Scope): void {
    if (scope.name === 'OrgnlGrpInfAndSts') {
      // Several groups in one message are several orders, each with its status.
      this.reportGroup();
      this.group = scope;
      return;
    }
    const around = this.scopes.at(-1) ?? this.group;
    if (around !== null && (scope.isRefined || scope.status !== null)) around.isRefined = true;
    if (scope.status !== null) this.reportOpenScopes(scope);
    else around?.open.push(...this.openOf(scope));
    if ((around?.open.length ?? 0) > MAX_TRANSACTIONS) this.refuseLength();
  }

  /** @returns what has the status of the scope: what is below it without one, else itself, unless others speak for it */
  private openOf(scope: Scope): Scope[] {
    if (scope.open.length === 0) return scope.isRefined ? [] : [scope];
    for (const inner of scope.open) inner.inherit(scope);
    return scope.isRefined ? scope.open.filter(({ references }) => references.size > 0) : scope.open;
  }

  /** Reports a status for every transaction under the scope that has none of its own. */
  private reportOpenScopes(scope: Scope): void {
    // Such as `PART` of a group, of whose transactions others have a status: it says nothing of these.
    if (scope.status === null || (scope.isRefined && statusOfCode(scope.status) === null)) return;
    for (const one of this.openOf(scope)) this.addOne(one);
  }

  private refuseLength(): never {
    return this.parser.refuse(`has more than ${MAX_TRANSACTIONS} transactions.`);
  }

  private reportGroup(): void {
    const { group } = this;
    this.group = null;
    if (group !== null) this.reportOpenScopes(group);
  }

  /** Adds a transaction's status, if it has one, to the report. */
  private addOne({ line, references, status: code, reasonCode, words, bankReference, messageName }: Scope): void {
    if (code === null) return;
    if (this.transactions.length >= MAX_TRANSACTIONS) this.refuseLength();
    const message = words.join(' ').replace(/[\p{Cc}\p{Cs}]/gu, ' ');
    this.transactions.push({
      line,
      references: [...references],
      status: statusOfCode(code),
      code,
      reasonCode: reasonCode !== null && REASON_CODE.test(reasonCode) ? reasonCode : null,
      message: message === '' ? null : Array.from(message).slice(0, MAX_MESSAGE).join(''),
      bankReference,
      otherMessage: messageName === null || isOrder(messageName) ? null : messageName,
    });
  }

  finish(): ParsedStatusReport {
    this.reportGroup();
    const { message, messageId, createdAt, transactions } = this;
    if (message === null) return this.parser.refuse('is empty.', 'broken_xml');
    if (messageId === null) return this.parser.refuse('has no GrpHdr/MsgId.', 'no_message_id');
    return { message, messageId, createdAt, transactions };
  }
}

/**
 * Reads a bank's status report as it comes; it stores nothing. A transaction's own status goes before that of its payment
 * information, and that before the group's; one without a status has that of what is around it.
 * @param name what a refusal calls it
 * @throws ImportRefused naming line and reason for what is no such message, or is broken: then nothing of it counts
 * Source: ISO 20022, pain.002.001 (CustomerPaymentStatusReport) and pacs.002.001 (FIToFIPaymentStatusReport)
 */
export async function readStatusReport(name: string, chunks: AsyncIterable<unknown>): Promise<ParsedStatusReport> {
  const parser = new MessageParser(name);
  const reader = new StatusReader(parser);
  await parser.read(chunks, reader);
  return reader.finish();
}
