import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ParsedStatement } from '../../../domain/payments/settlement/statements';
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
    expect(entries.map(({ payeeReferences }) => payeeReferences)).toEqual([
      ['INV-1001', 'INV-1002'],
      ['RF18 5390 0754 7034'],
      Array.from({ length: 10 }, (_, index) => `INV-${index}`),
      [],
    ]);
  });

  it('knows a booking that the bank takes back', async () => {
    const credit = ENTRY.replace('DBIT', 'CRDT').replace('<Sts>', '<RvslInd>true</RvslInd><Sts>');
    const debit = ENTRY.replace('<Sts>', '<RvslInd>true</RvslInd><Sts>');
    const { entries } = await read(camt053([credit, debit, ENTRY.replace('<Sts>', '<RvslInd>false</RvslInd><Sts>')]));
    expect(entries.map(({ direction, isReturn }) => [direction, isReturn])).toEqual([
      ['credit', true],
      ['debit', false],
      ['debit', false],
    ]);
  });

  it.each([
    ['too many transactions', camt053([`<Ntry>${'<TxDtls/>'.repeat(100_001)}</Ntry>`]), /more than 100000 entries/],
    ['a DTD', camt053([ENTRY]).replace('<Document', '<!DOCTYPE d [<!ENTITY a "aa">]><Document'), /line 2: has a DTD/],
    ['an entity', camt053([ENTRY]).replace('B-1', '&bomb;'), /line \d+: is no well-formed XML/],
    ['an end in the middle', camt053([ENTRY]).slice(0, -40), /is no well-formed XML/],
    ['another message', camt053([ENTRY]).replace('camt.053', 'pain.001'), /is no camt\.053 or camt\.054/],
    ['an amount of no currency', camt053([ENTRY]).replace('Ccy="USD"', 'Ccy="XXX"'), /no Amt with a Ccy/],
    ['an amount with too many decimals', camt053([ENTRY]).replace('1250.50', '1250.505'), /no amount of USD/],
    ['an entry without a direction', camt053([ENTRY]).replace(/<CdtDbtInd>.*<\/CdtDbtInd>/, ''), /has no CdtDbtInd/],
    ['a text without an end', camt053([ENTRY]).replace('B-1', 'x'.repeat(400_000)), /a text that no schema allows/],
    ['nothing', '', /is no well-formed XML|is empty/],
  ])('with %s is refused as a whole, with line and reason', async (_what, content, reason) => {
    await expect(read(content)).rejects.toThrow(reason);
  });

  it('that is not UTF-8 is refused', async () => {
    await expect(read(Buffer.from(camt053([ENTRY]), 'latin1').fill(0xff, 60, 62))).rejects.toThrow(/is not UTF-8/);
  });
});
