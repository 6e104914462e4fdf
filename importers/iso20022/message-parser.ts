import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DECLARATION_BYTES, xmlDecoder } from '../xml-encoding';
import { MessageRefused, type MessageFault } from '../../domain/payments/iso20022/message-refused';

/** Deeper than the schemas nest. */
const MAX_DEPTH = 32;
/** Between two tags stands a text of the schemas: none is longer than some thousand characters. */
const MAX_TEXT_BYTES = 64 * 1024;
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3})\.\d{3}\.\d{2}$/;

/** Elements around a document in an envelope. */
const MAX_AROUND = 3;

/** What is made of a message while it is read. */
export interface MessageReader {
  /** @param message kind of the document, such as `camt.053`; null for a document of anything else */
  begin(message: string | null): void;
  /** An element below `Document` begins. @param depth 1 for the message itself */
  open(local: string, depth: number, currency: string | null): void;
  /** It ends. @param text trimmed; @param above the element around it */
  close(local: string, text: string, above: string): void;
}

/** Reads one message of ISO 20022 as it comes, whatever it is. */
export class MessageParser {
  private readonly path: string[] = [];
  /** Depth of the document in its envelope; null before it, and behind it. */
  private documentAt: number | null = null;
  private hasDocument = false;
  private text = '';
  private textBytes = 0;
  private readonly parser = new SaxesParser({ xmlns: true, position: true });

  /** @param name what a refusal calls it */
  constructor(private readonly name: string) {}

  /** Line of the file that is being read, from 1. */
  get line(): number {
    return this.parser.line;
  }

  /** @throws MessageRefused naming file, line and reason */
  refuse(reason: string, fault: MessageFault = 'file_unreadable'): never {
    throw new MessageRefused(`${this.name}, line ${this.line}: ${reason}`, fault);
  }

  private open(reader: MessageReader, { local, uri, attributes }: SaxesTagNS): void {
    this.textBytes = 0;
    this.text = '';
    const depth = this.path.length;
    if (depth >= MAX_DEPTH) this.refuse(`nests deeper than ${MAX_DEPTH} elements.`);
    if (this.documentAt !== null) reader.open(local, depth - this.documentAt, attributes['Ccy']?.value ?? null);
    else if (local === 'Document' && depth <= MAX_AROUND) this.beginDocument(reader, uri);
    this.path.push(local);
  }

  /** Begins the reader with the name of the message; refuses a second document. Headers and envelopes are passed over. */
  private beginDocument(reader: MessageReader, uri: string): void {
    if (this.hasDocument) this.refuse('has several documents: each message needs a file of its own.');
    this.hasDocument = true;
    this.documentAt = this.path.length;
    reader.begin(NAMESPACE.exec(uri)?.[1] ?? null);
  }

  private close(reader: MessageReader): void {
    this.textBytes = 0;
    const local = this.path.pop() ?? '';
    const text = this.text.trim();
    this.text = '';
    const at = this.documentAt;
    if (at !== null && this.path.length > at) reader.close(local, text, this.path.at(-1) ?? '');
    else if (this.path.length === at) this.documentAt = null;
    else if (this.path.length === 0 && !this.hasDocument) reader.begin(null);
  }

  private parseChunk(chunk: string): void {
    this.textBytes += chunk.length;
    this.parser.write(chunk);
    if (this.textBytes > MAX_TEXT_BYTES + chunk.length) this.refuse('has a text that no schema allows.');
  }

  /** @throws MessageRefused naming line and reason for what is broken, or what the reader refuses */
  async read(chunks: AsyncIterable<unknown>, reader: MessageReader): Promise<void> {
    const { parser } = this;
    parser.on('error', (fault) => this.refuse(`is no well-formed XML: ${fault.message}`, 'broken_xml'));
    // Entities can only be declared there, and no bank message has any.
    parser.on('doctype', () => this.refuse('has a DTD, which no bank message has.', 'has_dtd'));
    parser.on('opentag', (tag) => this.open(reader, tag));
    parser.on('text', (part) => (this.text += part));
    parser.on('cdata', (part) => (this.text += part));
    parser.on('closetag', () => this.close(reader));
    let decoder: TextDecoder | null = null;
    let waiting = Buffer.alloc(0);
    const decode = (bytes: Uint8Array, stream: boolean): string => {
      decoder ??= xmlDecoder(bytes) ?? this.refuse('declares an encoding that is not known.', 'not_utf8');
      try {
        return decoder.decode(bytes, { stream });
      } catch {
        return this.refuse(`is not ${decoder.encoding.toUpperCase()}, which it is by its declaration.`, 'not_utf8');
      }
    };
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array)) continue;
      waiting = Buffer.concat([waiting, chunk]);
      if (decoder === null && waiting.length < DECLARATION_BYTES) continue;
      this.parseChunk(decode(waiting, true));
      waiting = Buffer.alloc(0);
    }
    this.parseChunk(decode(waiting, false));
    parser.close();
  }
}
