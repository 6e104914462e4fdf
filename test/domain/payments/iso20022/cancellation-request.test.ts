import {
  orderedIn,
  writeCancellationRequest,
  type CancellationRequest,
} from '../../../../domain/payments/iso20022/cancellation-request';
import { messageBy, schemaFaults } from '../../../support/iso20022';

const ID = 'instr_01jzzzzzzzzzzzzzzzzzzzzzzz';
const REQUEST: CancellationRequest = {
  instructionId: ID,
  part: 'c',
  createdAt: new Date('2026-03-02T10:00:00.000Z'),
  order: {
    messageId: 'ZZZZZZZZZZZZZZ01',
    definition: 'pacs.008.001.08',
    instrId: 'ZZZZZZZZZZZZZZ01',
    endToEndId: 'INSTR01JZZZZZZZZZZZZZZZZZZZZZZZ',
    uetr: '6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d',
  },
  reasonCode: 'CUST',
  reason: null,
};
const ASKING = { name: 'Example Trading GmbH', bic: 'COBADEFFXXX' };

function written(definition: string, change: Partial<CancellationRequest> = {}, asking: object = {}): string {
  const message = messageBy(definition === 'camt.055.001.05' ? 'sepa' : 'generic');
  return writeCancellationRequest({ ...REQUEST, ...change }, { ...ASKING, ...asking }, { definition, message });
}

/** Source: docs/GAPS.md#P19, docs/GAPS.md#P23 */
describe('a request to cancel an order', () => {
  it('of a bank is a camt.056 that names the payment and the message that ordered it, with the reason', async () => {
    const plain = written('camt.056.001.08');
    const long = written('camt.056.001.08', { reasonCode: 'DUPL', reason: 'x'.repeat(250) });
    const interbank = written('camt.056.001.08', {}, { instructingBic: 'EXAMDEFFXXX' });
    expect(await schemaFaults('camt.056.001.08', plain, long, interbank)).toEqual([]);
    expect(plain).toContain('<Assgnmt><Id>ZZZZZZZZZZZZZZIC</Id>');
    expect(plain).toContain('<OrgnlMsgId>ZZZZZZZZZZZZZZ01</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>');
    expect(plain).toContain('<OrgnlUETR>6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d</OrgnlUETR>');
    expect(plain).toContain('<CxlRsnInf><Rsn><Cd>CUST</Cd></Rsn></CxlRsnInf>');
    expect(interbank).toContain('<Assgnr><Agt><FinInstnId><BICFI>EXAMDEFFXXX</BICFI></FinInstnId></Agt></Assgnr>');
    expect(long.match(/<AddtlInf>/g)).toHaveLength(3);
  });

  it('of a customer is a camt.055, which fits the schema of the German banks by their profile', async () => {
    const order = { ...REQUEST.order, definition: 'pain.001.001.09' };
    const request = written('camt.055.001.05', { order, part: 'r', reasonCode: 'DUPL' });
    expect(await schemaFaults('camt.055.001.05', request)).toEqual([]);
    expect(request).toContain('<OrgnlPmtInfId>ZZZZZZZZZZZZZZ01</OrgnlPmtInfId>');
    expect(request).not.toContain('UETR');
    expect(written('camt.055.001.08', { order })).toContain('<OrgnlUETR>');
  });
});

it('an order that left with other references is cancelled by these', () => {
  const copy = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><MsgId>${ID}-1</MsgId><InstrId>${ID}</InstrId><EndToEndId>${ID}</EndToEndId></Document>`;
  const unsaid = { instructionId: ID, attempt: '2', definition: 'pacs.008.001.08' };
  expect(orderedIn(copy, unsaid)).toEqual({
    messageId: `${ID}-1`,
    definition: 'pain.001.001.09',
    instrId: ID,
    endToEndId: ID,
    uetr: null,
  });
  expect(orderedIn(null, unsaid)).toEqual({
    messageId: 'ZZZZZZZZZZZZZZ02',
    definition: 'pacs.008.001.08',
    instrId: 'ZZZZZZZZZZZZZZ02',
    endToEndId: REQUEST.order.endToEndId,
    uetr: null,
  });
});
