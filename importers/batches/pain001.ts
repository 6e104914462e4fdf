import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Exact } from '../../domain/money';
import type { FileRow, FileSummary } from '../../domain/payments/batches/file-row';
import { toCreation, messageOf, type Leaf } from '../../domain/payments/batches/pain001';
import { MAX_FILE_ROWS } from '../../domain/payments/batches/status';
import { slicesOf, tooManyRows, unreadable } from './batch-file';
import { xmlDecoder } from '../xml-encoding';

/** Deeper than the schema nests. */
const MAX_DEPTH = 32;
/** No text of the schema is longer. */
const MAX_TEXT = 8 * 1024;
/** No name of the schema is half as long. */
const MAX_NAME = 64;
/** Leaves of a transaction, of what its group says of all of them, or of the header: more than any bank takes. */
const MAX_LEAVES = 2_000;

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.(0[3-9]|1[0-2])$/;
/** Elements around a document in an envelope. */
const MAX_AROUND = 3;
const [PAYMENT, TRANSACTION] = ['Document/CstmrCdtTrfInitn/PmtInf', 'Document/CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf'];
const GROUP = 'Document/CstmrCdtTrfInitn/GrpHdr';

/** Leaves of a part of the message by their paths. */
class Part {
  readonly leaves = new Map<string, Leaf[]>();
  private count = 0;

  /** @returns false when the part has as many leaves as it may */
  add(path: string, leaf: Leaf): boolean {
    const same = this.leaves.get(path);
    if (same === undefined) this.leaves.set(path, [leaf]);
    else same.push(leaf);
    this.count += 1;
    return this.count <= MAX_LEAVES;
  }
}

/** Transactions of the message, or of one group of them, and the sum of their amounts. */
class Totals {
  count = 0;
  private sum = new Exact(0);

  add(amount: unknown): void {
    this.count += 1;
    if (typeof amount === 'number') this.sum = this.sum.plus(amount);
  }

  /** @returns how they differ from what a part of the message says of them, with the fault's code, or null */
  differenceFrom({ leaves }: Part): [code: string, difference: string] | null {
    const said = (member: string): string | undefined => leaves.get(member)?.[0]?.text;
    const [number, sum] = [said('NbOfTxs'), said('CtrlSum')];
    if (number !== undefined && !(/^\d{1,15}$/.test(number) && Number(number) === this.count))
      return ['count', `has ${this.count} transactions and says ${number.slice(0, 20)} (NbOfTxs)`];
    if (sum === undefined || (/^\d{1,18}(\.\d{1,17})?$/.test(sum) && this.sum.equals(sum))) return null;
    return ['control_sum', `has amounts of ${this.sum.toFixed()} and says ${sum.slice(0, 40)} (CtrlSum)`];
  }
}

const NO_MESSAGE = 'is no pain.001 of ISO 20022 of the versions 03 to 12';

/** An element that is open. */
interface Open {
  path: string;
  currency: string | null;
  text: string;
  isLeaf: boolean;
  line: number;
}

class Pain001Reader {
  /** Rows that are read and not yet handed on. */
  rows: FileRow[] = [];
  private readonly totals = new Totals();
  private readonly group = new Part();
  private payment = new Part();
  private paymentTotals = new Totals();
  private transaction: Part | null = null;
  private transactionLine = 0;
  private readonly open: Open[] = [];
  private hasDocument = false;
  private isInDocument = false;
  private readonly parser = new SaxesParser({ xmlns: true, position: true });

  constructor(private readonly summary: FileSummary) {
    const { parser } = this;
    parser.on('error', (fault) => this.refuse(`is no well-formed XML: ${fault.message}`));
    // Entities can only be declared there, and no bank message has any.
    parser.on('doctype', () => this.refuse('has a DTD, which no bank message has'));
    parser.on('opentag', (tag) => this.beginElement(tag));
    parser.on('text', (text) => this.addText(text));
    parser.on('cdata', (text) => this.addText(text));
    parser.on('closetag', () => this.endElement());
  }

  write(text: string): void {
    this.parser.write(text);
  }

  /** Ends the file: refuses one without payments or with other totals, and records the message's members. */
  checkAndSummarise(): void {
    this.parser.close();
    if (!this.hasDocument) this.refuse(NO_MESSAGE);
    if (this.totals.count === 0) throw unreadable('too_small', 'must have at least one CdtTrfTxInf');
    this.checkTotals(this.totals, this.group, 'the message');
    this.summary.message = messageOf(this.group.leaves);
  }

  private refuse(reason: string): never {
    throw unreadable('pain001', `${reason} (line ${this.parser.line})`);
  }

  private addText(text: string): void {
    const top = this.open.at(-1);
    if (top === undefined) return;
    top.text += text;
    if (top.text.length > MAX_TEXT) this.refuse('has a text that no schema allows');
  }

  /** Refuses another namespace, or a second document; headers and any envelope around it are passed over. */
  private beginDocument(uri: string): void {
    if (!NAMESPACE.test(uri) || this.open.length > MAX_AROUND) this.refuse(NO_MESSAGE);
    if (this.hasDocument) this.refuse('has several documents: each message needs a file of its own');
    this.hasDocument = true;
    this.isInDocument = true;
  }

  private beginElement({ local, uri, attributes }: SaxesTagNS): void {
    const above = this.open.at(-1);
    const isDocument = local === 'Document' && !this.isInDocument;
    if (isDocument) this.beginDocument(uri);
    if (local.length > MAX_NAME) this.refuse('has an element name that no schema has');
    if (this.open.length >= MAX_DEPTH) this.refuse(`nests deeper than ${MAX_DEPTH} elements`);
    if (above !== undefined) Object.assign(above, { isLeaf: false, text: '' });
    const path = above === undefined || isDocument ? local : `${above.path}/${local}`;
    if (path === PAYMENT) {
      this.payment = new Part();
      this.paymentTotals = new Totals();
    }
    if (path === TRANSACTION) {
      this.transaction = new Part();
      this.transactionLine = this.parser.line;
    }
    const currency = attributes['Ccy']?.value ?? null;
    this.open.push({ path, currency, text: '', isLeaf: true, line: this.parser.line });
  }

  private endElement(): void {
    const closed = this.open.pop();
    if (closed === undefined) return;
    const { path, isLeaf } = closed;
    if (path === 'Document') this.isInDocument = false;
    else if (path === TRANSACTION) this.endTransaction();
    else if (path === PAYMENT)
      this.checkTotals(this.paymentTotals, this.payment, `the PmtInf that ends in line ${this.parser.line}`);
    else if (isLeaf) this.addLeaf(closed);
  }

  private addLeaf({ path, text, currency }: Open): void {
    const leaf = { text: text.trim(), currency };
    const addTo = (part: Part, prefix: string): void => {
      if (!part.add(path.slice(prefix.length + 1), leaf))
        this.refuse(`has more than ${MAX_LEAVES} elements in one part of the message`);
    };
    if (path.startsWith(`${TRANSACTION}/`) && this.transaction !== null) addTo(this.transaction, TRANSACTION);
    else if (path.startsWith(`${PAYMENT}/`)) addTo(this.payment, PAYMENT);
    else if (path.startsWith(`${GROUP}/`)) addTo(this.group, GROUP);
  }

  private endTransaction(): void {
    if (this.totals.count === MAX_FILE_ROWS) throw tooManyRows();
    const { item, faults, ignored } = toCreation(this.payment.leaves, (this.transaction ?? new Part()).leaves);
    for (const name of ignored) this.summary.add(name);
    for (const totals of [this.totals, this.paymentTotals]) totals.add(item['amount']);
    this.rows.push({ line: this.transactionLine, item, faults });
    this.transaction = null;
  }

  private checkTotals(totals: Totals, part: Part, place: string): void {
    const [code, difference] = totals.differenceFrom(part) ?? [];
    if (code !== undefined) throw unreadable(code, `does not agree: ${place} ${difference}`);
  }
}

/** A function that decodes slices of a file in its declared encoding; called without a slice it ends the decoding. */
function decoderOf(bytes: Buffer): (slice?: Buffer) => string {
  const decoder = xmlDecoder(bytes);
  if (decoder === null) throw unreadable('encoding', 'declares an encoding that is not known');
  return (slice) => {
    let text: string;
    try {
      text = decoder.decode(slice, { stream: slice !== undefined });
    } catch {
      throw unreadable('encoding', 'must be in the encoding that it declares, UTF-8 where it declares none');
    }
    if (text.includes('\0')) throw unreadable('nul', 'must not contain the NUL character');
    return text;
  };
}

/**
 * Parses the transactions of a pain.001 as bodies of creations.
 * @param summary gets the paths of ignored elements, and the names of the message
 * @throws DomainError INVALID_REQUEST with the line, for another message, a broken one, too many transactions or
 * elements, or totals that do not agree, which is known only at the end
 * Source: ISO 20022, pain.001.001.09 (CustomerCreditTransferInitiation); docs/GAPS.md#P18
 */
export async function* readPain001(bytes: Buffer, summary: FileSummary): AsyncGenerator<FileRow> {
  const decode = decoderOf(bytes);
  const reader = new Pain001Reader(summary);
  for await (const slice of slicesOf(bytes)) {
    reader.write(decode(slice));
    const { rows } = reader;
    reader.rows = [];
    yield* rows;
  }
  reader.write(decode());
  reader.checkAndSummarise();
  yield* reader.rows;
}
