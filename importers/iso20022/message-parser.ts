import { SaxesParser, type SaxesTagNS } from 'saxes';
import { MessageRefused, type MessageFault } from '../../domain/payments/iso20022/message-refused';

/** Deeper than the schemas nest. */
const MAX_DEPTH = 32;
/** Between two tags stands a text of the schemas: none is longer than some thousand characters. */
const MAX_TEXT_BYTES = 64 * 1024;
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3})\.\d{3}\.\d{2}$/;

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
    if (depth === 0) reader.begin(local === 'Document' ? (NAMESPACE.exec(uri)?.[1] ?? null) : null);
    else reader.open(local, depth, attributes['Ccy']?.value ?? null);
    this.path.push(local);
  }

  private close(reader: MessageReader): void {
    this.textBytes = 0;
    const local = this.path.pop() ?? '';
    const text = this.text.trim();
    this.text = '';
    if (this.path.length > 0) reader.close(local, text, this.path.at(-1) ?? '');
  }

  private write(chunk: string): void {
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
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const decode = (bytes?: Uint8Array): string => {
      try {
        return decoder.decode(bytes, { stream: bytes !== undefined });
      } catch {
        return this.refuse('is not UTF-8.', 'not_utf8');
      }
    };
    for await (const chunk of chunks) {
      if (chunk instanceof Uint8Array) this.write(decode(chunk));
    }
    this.write(decode());
    parser.close();
  }
}
