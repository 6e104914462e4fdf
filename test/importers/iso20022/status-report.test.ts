import { Readable } from 'node:stream';
import type { ParsedStatusReport } from '../../../domain/payments/iso20022/status-codes';
import { readStatusReport } from '../../../importers/iso20022/status-report';
import { schemaFaults } from '../../support/iso20022';
import { pain002, transactionStatus } from '../../support/pain-002';

const read = (text: string | Buffer): Promise<ParsedStatusReport> =>
  readStatusReport('status.xml', Readable.from([Buffer.from(text)]));

const A = 'instr_01jzzzzzzzzzzzzzzzzzzzzzza';
const B = 'instr_01jzzzzzzzzzzzzzzzzzzzzzzb';

/** Source of the elements: ISO 20022, pain.002.001.12 */
describe('a status report', () => {
  const transactions = [
    transactionStatus({ id: A, status: 'ACSP', reference: 'B-1' }),
    transactionStatus({
      id: B,
      uetr: '6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d',
      status: 'RJCT',
      reason: 'AC04',
      words: 'Account closed &amp; gone',
    }),
  ];
  const whole = pain002('MSG-1', { group: 'PART', payment: 'PART', transactions });

  it('is read transaction by transaction, whose statuses go before those around them', async () => {
    expect(await schemaFaults('pain.002.001.12', whole)).toEqual([]);
    expect(await read(whole)).toEqual({
      message: 'pain.002',
      messageId: 'S-1',
      createdAt: '2026-11-26T08:00:00Z',
      transactions: [
        {
          line: 7,
          references: [A],
          status: 'processing',
          code: 'ACSP',
          reasonCode: null,
          message: null,
          bankReference: 'B-1',
          otherMessage: null,
        },
        {
          line: 10,
          references: [B, '6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d'],
          status: 'failed',
          code: 'RJCT',
          reasonCode: 'AC04',
          message: 'Account closed & gone',
          bankReference: null,
          otherMessage: null,
        },
      ],
    });
  });

  it.each([
    ['the group alone', pain002(`${A}-1`, { group: 'RJCT' }), 'failed'],
    ['the payment information alone', pain002(`${A}-1`, { group: 'PART', payment: 'ACCP' }), 'accepted'],
    [
      'the group of another kind of report',
      pain002(`${A}-1`, { group: 'ACTC' }).replace('pain.002', 'pacs.002'),
      'accepted',
    ],
  ])('counts for the message of %s', async (_what, text, status) => {
    const { transactions: found } = await read(text);
    expect(found).toMatchObject([{ references: [`${A}-1`], status }]);
  });

  it.each(['2026-11-26T08:00:00', '2026-13-45T99:99:99Z', '0026-11-26T08:00:00Z', '2226-11-26T08:00:00Z'])(
    'has no time where it says %s',
    async (createdAt) => {
      expect((await read(pain002('M', { group: 'ACTC', createdAt }))).createdAt).toBeNull();
    },
  );

  const bare = (id: string, reason: string): string =>
    transactionStatus({ id, status: 'RJCT', reason }).replace('<TxSts>RJCT</TxSts>', '');
  const failed = (references: string[], reasonCode: string | null): object => ({
    references,
    status: 'failed',
    reasonCode,
  });
  const about = { group: 'RJCT', payment: 'RJCT', transactions: [bare(A, 'AC04')] };

  it.each<[string, string, object[]]>([
    ['of the payment information', pain002(`${A}-1`, { ...about, group: 'PART' }), [failed([A, `${A}-1`], 'AC04')]],
    [
      'of the group',
      pain002(`${A}-1`, about).replace('<PmtInfSts>RJCT</PmtInfSts>', ''),
      [failed([A, `${A}-1`], 'AC04')],
    ],
    [
      'of the group, through a payment information that says nothing',
      pain002(`${A}-1`, { group: 'RJCT', payment: 'RJCT' }).replace('<PmtInfSts>RJCT</PmtInfSts>', ''),
      [failed([`${A}-1`], null)],
    ],
    [
      'beside one with its own',
      pain002('M', { payment: 'RJCT', transactions: [transactionStatus({ id: A, status: 'ACSP' }), bare(B, 'AC04')] }),
      [{ references: [A], status: 'processing' }, failed([B], 'AC04')],
    ],
    [
      'that is of others',
      pain002('M', { group: 'PART', transactions: [transactionStatus({ id: A, status: 'ACSP' }), bare(B, 'AC04')] }),
      [{ references: [A], status: 'processing' }],
    ],
  ])('gives what has no status the one %s', async (_what, text, expected) => {
    expect((await read(text)).transactions).toMatchObject(expected);
  });

  it('names the message that its statuses are of, where that is no order', async () => {
    const text = pain002(`${A}-c`, { transactions: [transactionStatus({ id: A, status: 'RJCT' })] });
    const { transactions: found } = await read(text.replace('pain.001.001.09', 'camt.056.001.08'));
    expect(found).toMatchObject([{ references: [A], otherMessage: 'camt.056.001.08' }]);
  });

  it('has a code that says nothing of a payment without a status, beside the others', async () => {
    const said = ['RCVC', 'RJCT', 'PATC'].map((status) => transactionStatus({ id: A, status }));
    const { transactions: found } = await read(pain002(`${A}-1`, { transactions: said }));
    expect(found.map(({ code, status }) => [code, status])).toEqual([
      ['RCVC', null],
      ['RJCT', 'failed'],
      ['PATC', null],
    ]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['broken', whole.slice(0, -40), /^status\.xml, line \d+: is no well-formed XML/],
    ['empty', '', /^status\.xml, line 1: is/],
    ['a statement', whole.replace('pain.002.001.12', 'camt.053.001.08'), /line 2: is no pain.002 or pacs.002/],
    ['in another encoding', Buffer.from([...Buffer.from(whole.slice(0, 60)), 0xff]), /is not UTF-8/],
    ['with a DTD', whole.replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'), /has a DTD/],
    ['without a name', whole.replace('<MsgId>S-1</MsgId>', ''), /has no GrpHdr\/MsgId/],
  ])('that is %s is refused with line and reason', async (_what, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason);
  });
});
