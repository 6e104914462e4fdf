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
        },
        {
          line: 10,
          references: [B, '6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d'],
          status: 'failed',
          code: 'RJCT',
          reasonCode: 'AC04',
          message: 'Account closed & gone',
          bankReference: null,
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

  it('has no time that says no zone', async () => {
    expect((await read(pain002('M', { group: 'ACTC', createdAt: '2026-11-26T08:00:00' }))).createdAt).toBeNull();
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['broken', whole.slice(0, -40), /^status\.xml, line \d+: is no well-formed XML/],
    ['empty', '', /^status\.xml, line 1: is/],
    ['a statement', whole.replace('pain.002.001.12', 'camt.053.001.08'), /line 2: is no pain.002 or pacs.002/],
    ['in another encoding', Buffer.from([...Buffer.from(whole.slice(0, 60)), 0xff]), /is not UTF-8/],
    ['with a DTD', whole.replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'), /has a DTD/],
    ['with a status that is not known', whole.replace('ACSP', 'XXXX'), /line 9: has the status XXXX/],
    ['without a name', whole.replace('<MsgId>S-1</MsgId>', ''), /has no GrpHdr\/MsgId/],
  ])('that is %s is refused with line and reason', async (_what, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason);
  });
});
