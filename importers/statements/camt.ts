import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ImportRefused } from '../../domain/imports/drafts';
import type { ParsedStatement, StatementEntry } from '../../domain/payments/settlement/statements';
import type { ImportFile } from '../importer';
import { EntryReader, MAX_ENTRIES } from './camt-entry';

/** A day of a busy account; read as a stream, so that memory holds entries alone. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
/** Deeper than the schemas nest. */
const MAX_DEPTH = 32;
/** Between two tags stands a text of the schemas: none is longer than some thousand characters. */
const MAX_TEXT_BYTES = 64 * 1024;

/** Document, message, statement, entry. */
const ENTRY_DEPTH = 4;

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:(camt\.05[34])\.001\.\d{2}$/;

class StatementReader {
  private readonly path: string[] = [];
  private text = '';
  private textBytes = 0;
  private message: ParsedStatement['message'] | null = null;
  private messageId: string | null = null;
  private entry: EntryReader | null = null;
  private readonly entries: StatementEntry[] = [];
  private readonly parser = new SaxesParser({ xmlns: true, position: true });

  constructor(private readonly name: string) {
    const { parser } = this;
    parser.on('error', (fault) => this.refuse(`is no well-formed XML: ${fault.message}`));
    // Entities can only be declared there, and no bank message has any.
    parser.on('doctype', () => this.refuse('has a DTD, which no bank message has.'));
    parser.on('opentag', (tag) => this.open(tag));
    parser.on('text', (part) => (this.text += part));
    parser.on('cdata', (part) => (this.text += part));
    parser.on('closetag', () => this.close());
  }

  refuse(reason: string): never {
    throw new ImportRefused(`${this.name}, line ${this.parser.line}: ${reason}`);
  }

  write(chunk: string): void {
    this.textBytes += chunk.length;
    this.parser.write(chunk);
    if (this.textBytes > MAX_TEXT_BYTES + chunk.length) this.refuse('has a text that no schema allows.');
  }

  finish(): ParsedStatement {
    this.parser.close();
    const { message, messageId, entries } = this;
    if (message === null) this.refuse('is empty.');
    if (messageId === null) this.refuse('has no GrpHdr/MsgId.');
    return { message, messageId, entries };
  }

  private open({ local, uri, attributes }: SaxesTagNS): void {
    this.textBytes = 0;
    this.text = '';
    if (this.path.length === 0) this.begin(local, uri);
    if (this.path.length >= MAX_DEPTH) this.refuse(`nests deeper than ${MAX_DEPTH} elements.`);
    this.path.push(local);
    if (local === 'Ntry' && this.path.length === ENTRY_DEPTH) {
      if (this.entries.length >= MAX_ENTRIES) this.refuse(`has more than ${MAX_ENTRIES} entries.`);
      this.entry = new EntryReader(this.parser.line, (reason) => this.refuse(reason));
    } else this.entry?.open(local, attributes['Ccy']?.value ?? null);
  }

  private begin(local: string, uri: string): void {
    const known = NAMESPACE.exec(uri)?.[1];
    if (local !== 'Document' || (known !== 'camt.053' && known !== 'camt.054')) {
      this.refuse('is no camt.053 or camt.054 of ISO 20022.');
    }
    this.message = known;
  }

  private close(): void {
    this.textBytes = 0;
    const local = this.path.pop() ?? '';
    const text = this.text.trim();
    this.text = '';
    if (this.entry !== null && local === 'Ntry') {
      this.entries.push(...this.entry.finish());
      if (this.entries.length > MAX_ENTRIES) this.refuse(`has more than ${MAX_ENTRIES} entries.`);
      this.entry = null;
    } else if (this.entry !== null) this.entry.close(local, text);
    else if (local === 'MsgId' && this.path.at(-1) === 'GrpHdr' && text !== '') this.messageId = text;
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
  const reader = new StatementReader(name);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return reader.refuse('is not UTF-8.');
    }
  };
  for await (const chunk of chunks) {
    if (chunk instanceof Uint8Array) reader.write(decode(chunk));
  }
  reader.write(decode());
  return reader.finish();
}

/** @throws ImportRefused as `readCamt`, and for a file that is too big */
export async function readCamtFile(file: ImportFile): Promise<ParsedStatement> {
  const { size } = await stat(file.path);
  if (size > MAX_FILE_BYTES) throw new ImportRefused(`${file.name} is larger than ${MAX_FILE_BYTES} bytes.`);
  return readCamt(file.name, createReadStream(file.path));
}
