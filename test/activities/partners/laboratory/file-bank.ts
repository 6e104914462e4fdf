import { appendFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDirectory } from '../../../../activities/partners/iso20022/directory';
import { closeAtEnd } from '../../../support/closing';

/** What a bank does wrong. */
export type FileBankFault =
  | 'writes Latin-1'
  | 'writes half a message'
  | 'writes a DTD'
  | 'writes another message'
  | 'writes reports without a MsgId'
  | 'has a status of its own'
  | 'has an answer of its own'
  | 'names orders by its own number'
  | 'names two orders in one status'
  | 'names the wrong message'
  | 'forgets an order of many'
  | 'says nothing'
  | 'rejects what it paid'
  | 'rejects without a reason'
  | 'rejects all'
  | 'rejects an equal order'
  | 'rejects a burst'
  | 'rejects addresses'
  | 'goes on writing'
  | 'keeps temporary names'
  | 'cancels in words'
  | 'books twice'
  | 'books another amount'
  | 'books credits'
  | 'books two orders in one entry'
  | 'books what it rejected';

/** What departs from advice, and fails nothing. */
export type FileBankHabit =
  | 'writes in place'
  | 'writes each file twice'
  | 'reuses the MsgId'
  | 'writes times without a zone'
  | 'reports an earlier step late'
  | 'pays any currency'
  | 'rejects foreign names'
  | 'answers no cancellation'
  | 'books nothing';

interface Order {
  id: string;
  uetr: string;
  amount: string;
  currency: string;
  name: string;
  hasAddress: boolean;
  isCancelled: boolean;
  /** How many times the bank has worked on it. */
  steps: number;
}

const elementOf = (message: string, name: string): string =>
  new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(message)?.[1] ?? '';

const documentOf = (definition: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${definition}">${content}</Document>\n`;

/** A bank that takes orders of a directory and answers in files: each `work` is a step of each order. */
export class FileBank {
  readonly orders: Order[] = [];
  private readonly written = new Set<string>();
  private count = 0;
  /** Files that are not whole yet. */
  private readonly unfinished = new Map<string, { rest: string; looks: number }>();

  /** @param out folder from which it takes orders */
  constructor(
    readonly directory: string,
    private readonly ways: ReadonlySet<string> = new Set(),
    private readonly out = 'out',
  ) {}

  /** @param partnerId of the partner whose directory it shares */
  static async open(partnerId: string, ...ways: (FileBankFault | FileBankHabit)[]): Promise<FileBank> {
    const directory = await mkdtemp(path.join(tmpdir(), 'corridor-file-bank-'));
    closeAtEnd(() => rm(directory, { recursive: true, force: true }));
    await prepareDirectory(directory, partnerId);
    return new FileBank(directory, new Set(ways));
  }

  private is(way: FileBankFault | FileBankHabit): boolean {
    return this.ways.has(way);
  }

  private at(...names: string[]): string {
    return path.join(this.directory, ...names);
  }

  /** Takes what is in `out`, and goes one step on with each order. */
  async work(): Promise<void> {
    await this.finish();
    const names = await readdir(this.at(this.out));
    const requests: string[] = [];
    for (const name of names) {
      const message = await readFile(this.at(this.out, name), 'utf8');
      await rm(this.at(this.out, name));
      if (name.endsWith('-c.xml')) requests.push(message);
      else this.take(message);
    }
    this.orders.sort((one, other) => Number(one.amount) - Number(other.amount));
    for (const message of requests) await this.cancel(elementOf(message, 'OrgnlEndToEndId'));
    if (this.is('says nothing')) return;
    for (const order of this.orders) {
      order.steps += 1;
      await this.goOn(order);
    }
  }

  private take(message: string): void {
    const creditor = message.slice(message.indexOf('<Cdtr>'));
    this.orders.push({
      id: elementOf(message, 'EndToEndId'),
      uetr: elementOf(message, 'UETR'),
      amount: elementOf(message, 'InstdAmt') || elementOf(message, 'IntrBkSttlmAmt'),
      currency: /Ccy="([A-Z]{3})"/.exec(message)?.[1] ?? '',
      name: elementOf(creditor, 'Nm'),
      hasAddress: creditor.includes('<StrtNm>'),
      isCancelled: false,
      steps: 0,
    });
  }

  private isForgotten(order: Order): boolean {
    return this.is('forgets an order of many') && this.orders.indexOf(order) === this.orders.length - 1;
  }

  private isRejected(order: Order): boolean {
    const at = this.orders.indexOf(order);
    return (
      (order.currency === 'ZZZ' && !this.is('pays any currency')) ||
      this.is('rejects all') ||
      (this.is('rejects an equal order') && this.orders[at - 1]?.amount === order.amount) ||
      (this.is('rejects a burst') && at === this.orders.length - 1) ||
      (this.is('rejects addresses') && order.hasAddress) ||
      ((this.is('rejects foreign names') || this.is('books what it rejected')) && /[^\x20-\x7e]/.test(order.name))
    );
  }

  private async goOn(order: Order): Promise<void> {
    if (order.isCancelled && !this.is('cancels in words')) return;
    if (this.isForgotten(order)) return;
    if (this.isRejected(order)) {
      if (order.steps === 1) await this.report(order, 'RJCT');
      if (order.steps === 2 && this.is('books what it rejected')) await this.bookSome(order);
      return;
    }
    if (order.steps === 1) await this.report(order, this.is('has a status of its own') ? 'DONE' : 'ACTC');
    if (order.steps === 2) await this.report(order, 'ACSP');
    if (order.steps === 3) await this.report(order, 'ACSC');
    if (order.steps === 4 && this.is('reports an earlier step late')) await this.report(order, 'ACSP');
    if (order.steps === 4 && this.is('rejects what it paid')) await this.report(order, 'RJCT');
    if (order.steps === 4) await this.bookSome(order);
  }

  private async bookSome(order: Order): Promise<void> {
    if (this.is('books nothing') || order.currency === 'ZZZ') return;
    const [first, second] = this.orders;
    if (this.is('books two orders in one entry') && first !== undefined && second !== undefined && order === first) {
      await this.book([first, second]);
      return;
    }
    if (this.is('books two orders in one entry') && order === second) return;
    await this.book([order]);
    if (this.is('books twice') && order === first) await this.book([order]);
  }

  private async cancel(id: string): Promise<void> {
    const order = this.orders.find((one) => one.id === id);
    if (order === undefined || this.is('answers no cancellation') || this.is('says nothing')) return;
    order.isCancelled = true;
    const answer = this.is('has an answer of its own') ? 'OKAY' : 'CNCL';
    const details = `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId></TxInfAndSts>`;
    await this.write(
      documentOf(
        'camt.029.001.09',
        `<RsltnOfInvstgtn><Assgnmt><Id>R-${id.slice(-8)}</Id></Assgnmt><Sts><Conf>${answer}</Conf></Sts>
         <CxlDtls>${details}</CxlDtls></RsltnOfInvstgtn>`,
      ),
    );
  }

  private async report({ id, uetr }: Order, status: string): Promise<void> {
    this.count += 1;
    const reason =
      status !== 'RJCT' || this.is('rejects without a reason')
        ? ''
        : '<StsRsnInf><Rsn><Cd>AM11</Cd></Rsn><AddtlInf>Laboratory</AddtlInf></StsRsnInf>';
    const messageId = this.is('reuses the MsgId') ? 'S-1' : `S-${this.count}`;
    const about = this.is('names the wrong message') ? 'pain.008.001.08' : 'pain.001.001.09';
    const others = this.is('names two orders in one status') ? (this.orders.at(-1)?.uetr ?? uetr) : uetr;
    const names = this.is('names orders by its own number')
      ? `<OrgnlEndToEndId>K-${this.count}</OrgnlEndToEndId>`
      : `<OrgnlEndToEndId>${id}</OrgnlEndToEndId><OrgnlUETR>${others}</OrgnlUETR>`;
    const group = this.is('names orders by its own number') ? `K-${this.count}` : `${id}-1`;
    const now = new Date().toISOString();
    const createdAt = this.is('writes times without a zone') ? now.slice(0, 19) : now;
    await this.write(
      documentOf(
        this.is('writes another message') ? 'pain.013.001.07' : 'pain.002.001.10',
        `<CstmrPmtStsRpt><GrpHdr>${this.is('writes reports without a MsgId') ? '' : `<MsgId>${messageId}</MsgId>`}
         <CreDtTm>${createdAt}</CreDtTm></GrpHdr>
         <OrgnlGrpInfAndSts><OrgnlMsgId>${group}</OrgnlMsgId><OrgnlMsgNmId>${about}</OrgnlMsgNmId></OrgnlGrpInfAndSts>
         <OrgnlPmtInfAndSts><TxInfAndSts>${names}<TxSts>${status}</TxSts>${reason}</TxInfAndSts></OrgnlPmtInfAndSts>
         </CstmrPmtStsRpt>`,
      ),
    );
  }

  private async book(orders: readonly Order[]): Promise<void> {
    this.count += 1;
    const [{ amount, currency } = { amount: '1.00', currency: 'USD' }] = orders;
    const said = this.is('books another amount') ? '77.00' : amount;
    const direction = this.is('books credits') ? 'CRDT' : 'DBIT';
    const names = orders.map(({ id }) => `<EndToEndId>${id}</EndToEndId>`).join('');
    await this.write(
      documentOf(
        'camt.054.001.08',
        `<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>N-${this.count}</MsgId></GrpHdr><Ntfctn><Id>N</Id><Ntry>
         <Amt Ccy="${currency}">${said}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
         <NtryDtls><TxDtls><Refs>${names}</Refs></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn>`,
      ),
    );
  }

  /** Writes a file as it does: as a whole, but for what is wrong with it. */
  private async write(message: string): Promise<void> {
    const name = `answer-${this.written.size + 1}.xml`;
    const isFirst = this.written.size === 0;
    this.written.add(name);
    let content = message;
    if (this.is('writes a DTD')) content = content.replace('<Document', '<!DOCTYPE Document><Document');
    if (this.is('writes half a message') && isFirst) content = content.slice(0, content.lastIndexOf('</'));
    const bytes = this.is('writes Latin-1') ? Buffer.from(`${content}<!-- Zürich -->`, 'latin1') : Buffer.from(content);
    if (isFirst && (this.is('goes on writing') || this.is('writes in place'))) {
      const half = Math.floor(content.length / 2);
      await writeFile(this.at('in', name), content.slice(0, half));
      this.unfinished.set(name, { rest: content.slice(half), looks: this.is('goes on writing') ? 4 : 1 });
      return;
    }
    if (this.is('keeps temporary names')) return writeFile(this.at('in', `${name}.tmp`), bytes);
    await writeFile(this.at('in', `.${name}`), bytes);
    await rename(this.at('in', `.${name}`), this.at('in', name));
    if (this.is('writes each file twice') && isFirst) await writeFile(this.at('in', `copy-of-${name}`), bytes);
  }

  private async finish(): Promise<void> {
    for (const [name, file] of this.unfinished) {
      file.looks -= 1;
      if (file.looks > 0) continue;
      this.unfinished.delete(name);
      await appendFile(this.at('in', name), file.rest);
    }
  }
}
