import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ImportRefused } from '../../domain/imports/drafts';
import type { ParsedStatement, ReadEntry } from '../../domain/payments/settlement/statements';
import { MessageParser, type MessageReader } from '../iso20022/message-parser';
import type { ImportFile } from '../importer';
import { EntryReader, MAX_ENTRIES } from './camt-entry';

/** A day of a busy account; read as a stream, so that memory holds entries alone. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Document, message, statement, entry. */
const ENTRY_DEPTH = 3;

class StatementReader implements MessageReader {
  private message: ParsedStatement['message'] | null = null;
  private messageId: string | null = null;
  private entry: EntryReader | null = null;
  private readonly entries: ReadEntry[] = [];

  constructor(private readonly parser: MessageParser) {}

  begin(message: string | null): void {
    if (message !== 'camt.053' && message !== 'camt.054') {
      return this.parser.refuse('is no camt.053 or camt.054 of ISO 20022.', 'unknown_message');
    }
    this.message = message;
  }

  open(local: string, depth: number, currency: string | null): void {
    if (local === 'Ntry' && depth === ENTRY_DEPTH) {
      if (this.entries.length >= MAX_ENTRIES) this.parser.refuse(`has more than ${MAX_ENTRIES} entries.`);
      this.entry = new EntryReader(this.parser.line, (reason) => this.parser.refuse(reason));
    } else this.entry?.open(local, currency);
  }

  close(local: string, text: string, above: string): void {
    if (this.entry !== null && local === 'Ntry') {
      this.entries.push(...this.entry.finish());
      if (this.entries.length > MAX_ENTRIES) this.parser.refuse(`has more than ${MAX_ENTRIES} entries.`);
      this.entry = null;
    } else if (this.entry !== null) this.entry.close(local, text);
    else if (local === 'MsgId' && above === 'GrpHdr' && text !== '') this.messageId = text;
  }

  finish(): ParsedStatement {
    const { message, messageId, entries } = this;
    if (message === null) return this.parser.refuse('is empty.', 'broken_xml');
    if (messageId === null) return this.parser.refuse('has no GrpHdr/MsgId.', 'no_message_id');
    return { message, messageId, entries };
  }
}

/**
 * Reads a bank statement or notification as it comes; it stores nothing.
 * @param name what a refusal calls it
 * @throws ImportRefused naming line and reason for what is no such message, is broken, or has too many entries: then
 *   nothing of it counts
 * Source: ISO 20022, camt.053.001 (BankToCustomerStatement) and camt.054.001 (BankToCustomerDebitCreditNotification)
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
