import { readBatchCsv } from '../../../importers/batches/csv';
import type { DomainError } from '../../../domain/errors';
import { FileSummary, type FileRow } from '../../../domain/payments/batches/file-row';

const HEADER =
  'amount,currency,beneficiary.name,beneficiary.country,beneficiary.bankAccount.accountNumber,' +
  'beneficiary.bankAccount.country,purpose.code';
const ROW = '5,USD,"Smith, ""Jo""",US,9876543210,US,services';

async function read(text: string | Buffer, ignored = new FileSummary()): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of readBatchCsv(Buffer.from(text), ignored)) rows.push(row);
  return rows;
}

async function refusal(text: string | Buffer): Promise<string> {
  const fault: unknown = await read(text).catch((caught: unknown) => caught);
  const [detail] = (fault as DomainError).details ?? [];
  return `${detail?.field} ${detail?.code}`;
}

/** Source: docs/GAPS.md#P18 */
describe('a batch as CSV', () => {
  it('has a row for each payment, with its line', async () => {
    const ignored = new FileSummary();
    const rows = await read(`\uFEFF${HEADER},colour\r\n${ROW},red\r\n\r\n${ROW}\r\n`, ignored);
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(rows[0]?.item).toMatchObject({ amount: 5, beneficiary: { name: 'Smith, "Jo"' } });
    expect(ignored.list()).toEqual(['colour']);
  });

  it('has no row for delimiters alone, nor for an empty first line', async () => {
    const emptied = ','.repeat(6);
    const rows = await read(`\r\n${HEADER}\r\n${ROW}\r\n${emptied}\r\n${emptied}\r\n`);
    expect(rows).toHaveLength(1);
    expect(await refusal(`${HEADER}\n${emptied}\n`)).toBe('file too_small');
  });

  it('has the lines of its file, however these end', async () => {
    const rows = await read(`${HEADER}\n${ROW}\r\n${ROW}\r\n`);
    expect(rows.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('may have semicolons', async () => {
    const [row] = await read(`${HEADER.replaceAll(',', ';')}\n5;USD;Smith, Jo;US;9876543210;US;services`);
    expect(row?.item).toMatchObject({ beneficiary: { name: 'Smith, Jo' } });
  });

  it.each([
    ['', 'file too_small'],
    [HEADER, 'file too_small'],
    [`${HEADER.replace('currency', 'money')}\n${ROW}`, 'currency required'],
    [`${HEADER}\n5,"USD`, 'file csv'],
    [`${HEADER}\n${ROW}\u0000`, 'file nul'],
    [Buffer.concat([Buffer.from(`${HEADER}\n`), Buffer.from([0xff])]), 'file encoding'],
    [`${HEADER}\n5,${'x'.repeat(40_000)}`, 'file csv'],
    [`${HEADER}\n${`${ROW}\n`.repeat(10_001)}`, 'file too_big'],
  ])('is refused where it is no such file', async (text, expected) => {
    expect(await refusal(text)).toBe(expected);
  });
});
