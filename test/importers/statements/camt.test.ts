import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ParsedStatement } from '../../../domain/payments/settlement/statement-entry';
import { readCamtFile } from '../../../importers/statements/camt';
import { camt053, camtEntry } from '../../support/camt';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-camt-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(content: string | Uint8Array): Promise<ParsedStatement> {
  const file = path.join(folder, 'statement.xml');
  writeFileSync(file, content);
  return readCamtFile({ name: 'statement.xml', path: file });
}

const ENTRY = camtEntry({ references: '<EndToEndId>NOTPROVIDED</EndToEndId><AcctSvcrRef>B-1</AcctSvcrRef>' });

/** Source of the elements: ISO 20022, camt.053.001.08 */
describe('a bank statement', () => {
  it('is read transaction by transaction, with every reference and none that says nothing', async () => {
    const batch = `<Ntry><NtryRef>N-1</NtryRef><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts>
      <NtryDtls><TxDtls><Refs><UETR>u-1</UETR></Refs><Amt Ccy="EUR">10.00</Amt></TxDtls>
      <TxDtls><Refs><InstrId>i-2</InstrId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">20.00</Amt></TxAmt></AmtDtls>
        <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry>`;
    const { message, messageId, entries } = await read(camt053([ENTRY, batch]));
    expect([message, messageId]).toEqual(['camt.053', 'M-1']);
    expect(entries).toMatchObject([
      {
        references: ['B-1'],
        amount: '1250.50',
        currency: 'USD',
        direction: 'debit',
        isBooked: true,
        bookedOn: '2026-11-20',
      },
      { references: ['u-1'], amount: '10.00', direction: 'credit', isBooked: false, isReturn: false },
      { references: ['i-2'], amount: '20.00', isReturn: true, reasonCode: 'AC04' },
    ]);
  });

  it('has the balances of its accounts, and those without a figure not', async () => {
    const balance = (type: string, amount: string, direction: string): string =>
      `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount}<CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`;
    const sum = '<Amt Ccy="EUR">1204.50</Amt>';
    const stated = [balance('OPBD', sum, 'CRDT'), balance('CLBD', sum, 'DBIT'), balance('CLAV', '', 'CRDT')].join('');
    const { balances, entries } = await read(camt053([stated, ENTRY]));
    const said = { account: null, currency: 'EUR', on: '2026-11-20' };
    expect(balances).toEqual([
      { ...said, type: 'OPBD', amount: '1204.50' },
      { ...said, type: 'CLBD', amount: '-1204.50' },
    ]);
    expect(entries).toHaveLength(1);
  });

  it('that is a report of the day has its entries as announced, whatever it calls them', async () => {
    const report = camt053([ENTRY])
      .replace('camt.053', 'camt.052')
      .replace('<Stmt>', '<Rpt>')
      .replace('</Stmt>', '</Rpt>');
    expect(await read(report)).toMatchObject({ message: 'camt.052', entries: [{ isBooked: false }] });
  });

  it('has the references of the payee, structured, or as a whole line that is a creditor reference', async () => {
    const remittance = (...lines: string[]): string =>
      camtEntry({ references: '', rest: `<RmtInf>${lines.join('')}</RmtInf>` });
    const structured = (reference: string): string =>
      `<Strd><RfrdDocInf><Nb>D-1</Nb></RfrdDocInf><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`;
    const { entries } = await read(
      camt053([
        remittance(structured('INV-1001'), structured('INV-1002'), structured('INV-1001')),
        remittance('<Ustrd>RF18 5390 0754 7034</Ustrd>', '<Ustrd>RF19 5390 0754 7034</Ustrd>', '<Ustrd>INV-1</Ustrd>'),
        remittance(...Array.from({ length: 11 }, (_, index) => structured(`INV-${index}`))),
        ENTRY,
      ]),
    );
    expect(entries.map((entry) => ('fault' in entry ? [] : entry.payeeReferences))).toEqual([
      ['INV-1001', 'INV-1002'],
      ['RF18 5390 0754 7034'],
      Array.from({ length: 10 }, (_, index) => `INV-${index}`),
      [],
    ]);
  });

  it('that is a charge has no references of a payment, by its own code or that of its entry', async () => {
    const coded = (code: string) =>
      camtEntry({ references: '<EndToEndId>E-1</EndToEndId>', rest: `<BkTxCd>${code}</BkTxCd>` });
    const family = (code: string) =>
      `<Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>${code}</SubFmlyCd></Fmly></Domn>`;
    const own = (code: string) => `<Prtry><Cd>${code}</Cd><Issr>DK</Issr></Prtry>`;
    const referencesOf = async (entries: string[]) =>
      (await read(camt053(entries))).entries.map(({ references }) => references);
    const charges = [family('CHRG'), family('FEES'), own('NCHG+808+9310'), family('COMM') + own('NMSC+805')].map(coded);
    const above = camtEntry({ references: '<EndToEndId>E-1</EndToEndId>' });
    const entryCode = own('X').replace('<Issr>DK</Issr>', '');
    const within = coded(own('NMSC+808')).replace(entryCode, family('CHRG'));
    const entries = [...charges, above.replace(entryCode, family('CHRG')), within];
    expect(await referencesOf(entries)).toEqual(entries.map(() => []));
    expect(await referencesOf([family('ESCT'), own('NTRF+116+0')].map(coded))).toEqual([['E-1'], ['E-1']]);
  });

  it('knows a booking that the bank takes back', async () => {
    const credit = ENTRY.replace('DBIT', 'CRDT').replace('<Sts>', '<RvslInd>true</RvslInd><Sts>');
    const debit = ENTRY.replace('<Sts>', '<RvslInd>true</RvslInd><Sts>');
    const { entries } = await read(camt053([credit, debit, ENTRY.replace('<Sts>', '<RvslInd>false</RvslInd><Sts>')]));
    expect(entries.map(({ direction, isReturn, isReversal }) => [direction, isReturn, isReversal])).toEqual([
      ['credit', false, true],
      ['debit', false, true],
      ['debit', false, false],
    ]);
  });

  it('identifies bookings by account and the bank’s reference, else by the number of the entry on its day', async () => {
    const account = (number: string): string => `<Acct><Id><IBAN>${number}</IBAN></Id><Ownr><Nm>A</Nm></Ownr></Acct>`;
    const numbered = ENTRY.replace('<AcctSvcrRef>B-1</AcctSvcrRef>', '').replace(
      '<Ntry>',
      '<Ntry><NtryRef>7</NtryRef>',
    );
    const text = camt053([ENTRY, numbered]).replace(
      '<Id>S-1</Id>',
      `<Id>S-1</Id>${account('DE89 3704 0044 0532 0130 00')}`,
    );
    const { entries } = await read(text);
    const { entries: bare } = await read(camt053([ENTRY]));
    expect([...entries, ...bare]).toMatchObject([
      { bookingReferences: ['B-1'], account: expect.stringMatching(/^[0-9a-f]{16}$/) as string },
      { bookingReferences: ['2026-11-20/7'] },
      { bookingReferences: ['B-1'], account: null },
    ]);
  });

  it.each([
    ['an amount of no currency', ENTRY.replace('Ccy="USD"', 'Ccy="XXX"'), 'It has no Amt with a Ccy of ISO 4217.'],
    ['an amount with too many decimals', ENTRY.replace('1250.50', '1250.505'), 'Its Amt is no amount of USD.'],
    ['no direction', ENTRY.replace(/<CdtDbtInd>.*<\/CdtDbtInd>/, ''), 'It has no CdtDbtInd.'],
    ['a direction of its own', ENTRY.replace('DBIT', 'BOTH'), 'Its CdtDbtInd is neither DBIT nor CRDT.'],
    ['no status', ENTRY.replace(/<Sts>.*<\/Sts>/, ''), 'It has no Sts.'],
  ])('has an entry with %s as one that cannot be used, and all others', async (_what, broken, fault) => {
    const { entries } = await read(camt053([broken, ENTRY]));
    expect(entries).toMatchObject([{ line: 4, references: ['B-1'], amount: null, fault }, { amount: '1250.50' }]);
  });

  it('has transactions of a batch that have no amount as such, beside those that have', async () => {
    const batch = `<Ntry><Amt Ccy="EUR">900.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><NtryDtls>
      <TxDtls><Refs><EndToEndId>a</EndToEndId></Refs></TxDtls>
      <TxDtls><Refs><EndToEndId>b</EndToEndId></Refs><Amt Ccy="EUR">1.00</Amt></TxDtls></NtryDtls></Ntry>`;
    const { entries } = await read(camt053([batch, ENTRY]));
    expect(entries.map((entry) => ('fault' in entry ? entry.fault : entry.amount))).toEqual([
      'It has no Amt with a Ccy of ISO 4217.',
      '1.00',
      '1250.50',
    ]);
  });

  it.each([
    ['too many transactions', camt053([`<Ntry>${'<TxDtls/>'.repeat(100_001)}</Ntry>`]), /more than 100000 entries/],
    ['a DTD', camt053([ENTRY]).replace('<Document', '<!DOCTYPE d [<!ENTITY a "aa">]><Document'), /line 2: has a DTD/],
    ['an entity', camt053([ENTRY]).replace('B-1', '&bomb;'), /line \d+: is no well-formed XML/],
    ['an end in the middle', camt053([ENTRY]).slice(0, -40), /is no well-formed XML/],
    ['another message', camt053([ENTRY]).replace('camt.053', 'pain.001'), /is no camt\.052, camt\.053 or camt\.054/],
    ['a text without an end', camt053([ENTRY]).replace('B-1', 'x'.repeat(400_000)), /a text that no schema allows/],
    ['no statement', camt053([]).replace(/<Stmt>.*<\/Stmt>/, ''), /has no Stmt/],
    ['nothing', '', /is no well-formed XML|is empty/],
  ])('with %s is refused as a whole, with line and reason', async (_what, content, reason) => {
    await expect(read(content)).rejects.toThrow(reason);
  });

  it('that is not UTF-8 is refused', async () => {
    await expect(read(Buffer.from(camt053([ENTRY]), 'latin1').fill(0xff, 60, 62))).rejects.toThrow(/is not UTF-8/);
  });
});
