import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ImportRefused } from '../../domain/imports/drafts';
import type { ParsedStatement, StatementBalance } from '../../domain/payments/settlement/statement-entry';
import { MessageParser, type MessageReader } from '../iso20022/message-parser';
import type { ImportFile } from '../importer';
import { BalanceReader } from './camt-balance';
import { EntryReader, MAX_ENTRIES } from './camt-entry';

/** A day of a busy account; read as a stream, so that memory holds entries alone. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Document, message, statement. */
const STATEMENT_DEPTH = 2;
/** What a statement consists of: the account first, then entries. */
const ENTRY_DEPTH = 3;
const STATEMENTS: ReadonlySet<string> = new Set(['Rpt', 'Stmt', 'Ntfctn']);

/** @returns what tells an account apart from others, without its number */
function hashOfAccount(number: string): string {
  return createHash('sha256').update(number.replaceAll(/\s/g, '').toUpperCase()).digest('hex').slice(0, 16);
}

const ELEMENTS = { 'camt.052': 'Rpt', 'camt.053': 'Stmt', 'camt.054': 'Ntfctn' } as const;
/** Of all accounts of a message. */
const MAX_BALANCES = 1_000;

class StatementReader implements MessageReader {
  private message: ParsedStatement['message'] | null = null;
  private messageId: string | null = null;
  private entry: EntryReader | null = null;
  private readonly entries: ParsedStatement['entries'] = [];
  private readonly balances: StatementBalance[] = [];
  private balance: BalanceReader | null = null;
  private hasStatement = false;
  private account: string | null = null;
  /** Between the beginning of the account and its number. */
  private isAccountNext = false;

  constructor(private readonly parser: MessageParser) {}

  begin(message: string | null): void {
    if (message !== 'camt.052' && message !== 'camt.053' && message !== 'camt.054') {
      return this.parser.refuse('is no camt.052, camt.053 or camt.054 of ISO 20022.', 'unknown_message');
    }
    this.message = message;
  }

  open(local: string, depth: number, currency: string | null): void {
    if (depth === STATEMENT_DEPTH && STATEMENTS.has(local)) {
      this.hasStatement = true;
      this.account = null;
    } else if (depth === ENTRY_DEPTH && local === 'Acct') this.isAccountNext = true;
    else if (depth === ENTRY_DEPTH && local === 'Bal') this.balance = new BalanceReader(this.account);
    else if (local === 'Ntry' && depth === ENTRY_DEPTH) {
      if (this.entries.length >= MAX_ENTRIES) this.parser.refuse(`has more than ${MAX_ENTRIES} entries.`);
      this.entry = new EntryReader(this.parser.line, this.account, (reason) => this.parser.refuse(reason));
    } else {
      this.balance?.open(local, currency);
      this.entry?.open(local, currency);
    }
  }

  close(local: string, text: string, above: string): void {
    if (this.entry !== null && local === 'Ntry') {
      this.entries.push(...this.entry.finish().map((entry) => this.asBooked(entry)));
      if (this.entries.length > MAX_ENTRIES) this.parser.refuse(`has more than ${MAX_ENTRIES} entries.`);
      this.entry = null;
    } else if (this.entry !== null) this.entry.close(local, text);
    else if (this.balance !== null && local === 'Bal') {
      const balance = this.balance.finish();
      if (balance !== null && this.balances.length < MAX_BALANCES) this.balances.push(balance);
      this.balance = null;
    } else if (this.balance !== null) this.balance.close(local, text);
    else if (this.isAccountNext && text !== '' && (local === 'IBAN' || (local === 'Id' && above === 'Othr'))) {
      this.account = hashOfAccount(text);
      this.isAccountNext = false;
    } else if (local === 'MsgId' && above === 'GrpHdr' && text !== '') this.messageId = text;
  }

  /** What a report of the day has is announced: the statement of the day books it. */
  private asBooked(entry: ParsedStatement['entries'][number]): ParsedStatement['entries'][number] {
    return this.message === 'camt.052' ? { ...entry, isBooked: false } : entry;
  }

  finish(): ParsedStatement {
    const { message, messageId, entries, balances } = this;
    if (message === null) return this.parser.refuse('is empty.', 'broken_xml');
    if (messageId === null) return this.parser.refuse('has no GrpHdr/MsgId.', 'no_message_id');
    if (!this.hasStatement) return this.parser.refuse(`has no ${ELEMENTS[message]}.`);
    return { message, messageId, entries, balances };
  }
}

/**
 * Reads a bank statement or notification as it comes; it stores nothing.
 * @param name what a refusal calls it
 * @returns also entries of which nothing can be compared, with their reason: they hide no other
 * @throws ImportRefused naming line and reason for what is no such message, is broken, has no statement, or too many entries:
 *   then nothing of it counts
 * Source: ISO 20022, camt.052.001 (BankToCustomerAccountReport), camt.053.001 (BankToCustomerStatement) and camt.054.001 (BankToCustomerDebitCreditNotification)
 */
export async function readCamt(name: string, chunks: AsyncIterable<unknown>): Promise<ParsedStatement> {
  const parser = new MessageParser(name);
  const reader = new StatementReader(parser);
  await parser.read(chunks, reader);
  return reader.finish();
}

/** @throws ImportRefused as `readCamt`, and for a file that is too big */
export async function readCamtFile(file: ImportFile): Promise<ParsedStatement> {
  const { size } = await stat(file.path);
  if (size > MAX_FILE_BYTES) throw new ImportRefused(`${file.name} is larger than ${MAX_FILE_BYTES} bytes.`);
  return readCamt(file.name, createReadStream(file.path));
}
