import { readPain001 } from '../../../importers/batches/pain001';
import type { DomainError } from '../../../domain/errors';
import { FileSummary, type FileRow } from '../../../domain/payments/batches/file-row';
import { creditTransfer, pain001 } from '../../support/pain001';

async function read(text: string | Buffer, ignored = new FileSummary()): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of readPain001(typeof text === 'string' ? Buffer.from(text) : text, ignored)) rows.push(row);
  return rows;
}

async function refusal(text: string): Promise<string> {
  const fault: unknown = await read(text).catch((caught: unknown) => caught);
  const [detail] = (fault as DomainError).details ?? [];
  return `${detail?.code} ${detail?.message}`;
}

/** Source: docs/GAPS.md#P18 */
describe('a batch as pain.001', () => {
  it('has a row for each transaction, with its line, and names what is not read', async () => {
    const ignored = new FileSummary();
    const rows = await read(pain001([creditTransfer(), creditTransfer({ id: 'order-2' })]), ignored);
    expect(rows.map(({ line }) => line)).toEqual([5, 10]);
    expect(rows[1]?.item).toMatchObject({
      amount: 12.5,
      currency: 'EUR',
      clientReference: 'order-2',
      beneficiary: { name: 'Nordwind Handels GmbH', bankAccount: { country: 'DE' } },
    });
    expect(ignored.list()).toEqual(['PmtInf/Dbtr/Nm']);
  });

  it('may be of version 03, and larger than what is read at once', async () => {
    const many = Array.from({ length: 200 }, (_, index) => creditTransfer({ id: `order-${index}` }));
    const rows = await read(pain001(many, { version: '03' }));
    expect(rows.map(({ item }) => (item as { clientReference: string }).clientReference)).toEqual(
      many.map((_, index) => `order-${index}`),
    );
  });

  it.each(['04', '08', '10', '12'])('may be of version %s', async (version) => {
    expect(await read(pain001([creditTransfer()], { version }))).toHaveLength(1);
  });

  it('may stand in an envelope beside a header, and has leading zeros in its count', async () => {
    const [declaration = '', document = ''] = pain001([creditTransfer()], { header: '<NbOfTxs>001</NbOfTxs>' }).split(
      /\n(?=<Document)/,
    );
    const deep = '<To><FIId><FinInstnId><BICFI>DEUTDEFF</BICFI></FinInstnId></FIId></To>';
    const header = `<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><BizMsgIdr>B</BizMsgIdr>${deep}</AppHdr>`;
    const ignored = new FileSummary();
    const rows = await read(`${declaration}\n<RequestPayload>${header}${document}</RequestPayload>`, ignored);
    expect(rows).toMatchObject([{ item: { clientReference: 'order-1' } }]);
    expect(ignored.list()).toEqual(['PmtInf/Dbtr/Nm']);
    expect(await refusal(`${declaration}\n<A>${document}${document}</A>`)).toMatch(/^pain001 has several documents/);
    expect(await refusal('<A><B/></A>')).toMatch(/^pain001 is no pain\.001/);
  });

  it.each([
    ['ISO-8859-1', 'latin1'],
    ['UTF-16', 'utf16le'],
  ] as const)('is read in the encoding that it declares: %s', async (declared, encoding) => {
    const text = pain001([creditTransfer().replace('Nordwind', 'Müller')]).replace('UTF-8', declared);
    const bytes = Buffer.from(encoding === 'utf16le' ? `\uFEFF${text}` : text, encoding);
    expect(await read(bytes)).toMatchObject([{ item: { beneficiary: { name: 'Müller Handels GmbH' } } }]);
  });

  it('agrees with its totals', async () => {
    const two = [creditTransfer({ amount: '0.10' }), creditTransfer({ amount: '0.20' })];
    expect(await read(pain001(two, { header: '<NbOfTxs>2</NbOfTxs><CtrlSum>0.3</CtrlSum>' }))).toHaveLength(2);
    expect(await refusal(pain001(two, { header: '<NbOfTxs>3</NbOfTxs>' }))).toBe(
      'count does not agree: the message has 2 transactions and says 3 (NbOfTxs)',
    );
    expect(await refusal(pain001(two, { header: '<CtrlSum>0.31</CtrlSum>' }))).toBe(
      'control_sum does not agree: the message has amounts of 0.3 and says 0.31 (CtrlSum)',
    );
    expect(await read(pain001(two, { group: '<NbOfTxs>2</NbOfTxs><CtrlSum>0.3</CtrlSum>' }))).toHaveLength(2);
    expect(await refusal(pain001(two, { group: '<NbOfTxs>1</NbOfTxs>' }))).toBe(
      'count does not agree: the PmtInf that ends in line 15 has 2 transactions and says 1 (NbOfTxs)',
    );
    expect(await refusal(pain001(two, { group: '<CtrlSum>0.31</CtrlSum>' }))).toBe(
      'control_sum does not agree: the PmtInf that ends in line 15 has amounts of 0.3 and says 0.31 (CtrlSum)',
    );
  });

  it.each([
    ['<Document/>', /^pain001 is no pain\.001/],
    ['<a', /^pain001 is no well-formed XML/],
    ['<!DOCTYPE x [<!ENTITY e "x">]><Document/>', /^pain001 has a DTD/],
    [pain001([]), /^too_small/],
    [pain001([`<CdtTrfTxInf><Nm>${'x'.repeat(9_000)}</Nm></CdtTrfTxInf>`]), /^pain001 has a text/],
    [pain001([`${'<a>'.repeat(40)}${'</a>'.repeat(40)}`]), /^pain001 nests deeper/],
    [pain001([`<${'a'.repeat(65)}/>`]), /^pain001 has an element name that no schema has \(line 5\)/],
    [
      pain001([creditTransfer({ more: `<RmtInf>\n${'<Ustrd/>'.repeat(2_000)}</RmtInf>` })]),
      /^pain001 has more than 2000 elements in one part of the message \(line 10\)/,
    ],
    [pain001(Array.from({ length: 2_001 }, () => '<PmtTpInf>x</PmtTpInf>')), /^pain001 has more than 2000 elements/],
    [pain001(Array.from({ length: 10_001 }, () => '<CdtTrfTxInf></CdtTrfTxInf>')), /^too_big/],
  ])('is refused where it is no such message', async (text, expected) => {
    expect(await refusal(text)).toMatch(expected);
  });
});
