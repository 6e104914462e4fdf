import { writeCamt056 } from '../../../../domain/payments/iso20022/cancellation-request';
import { schemaFaults } from '../../../support/iso20022';

const REQUEST = {
  messageId: 'instr_01jzzzzzzzzzzzzzzzzzzzzzzz-c',
  createdAt: new Date('2026-03-02T10:00:00.000Z'),
  instructionId: 'instr_01jzzzzzzzzzzzzzzzzzzzzzzz',
  orderId: 'instr_01jzzzzzzzzzzzzzzzzzzzzzzz-1',
  orderDefinition: 'pain.001.001.09',
  uetr: '6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d',
  reasonCode: 'CUST',
  reason: null,
};
const ASKING = { name: 'Example Trading GmbH', bic: 'COBADEFFXXX' };

/** Source: docs/GAPS.md#P19 */
it('names the payment and the message that ordered it, with the reason', async () => {
  const plain = writeCamt056(REQUEST, ASKING);
  const long = writeCamt056({ ...REQUEST, uetr: null, reasonCode: 'DUPL', reason: 'x'.repeat(250) }, ASKING);
  expect(await schemaFaults('camt.056.001.08', plain, long)).toEqual([]);
  expect(plain).toContain(
    '<OrgnlMsgId>instr_01jzzzzzzzzzzzzzzzzzzzzzzz-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>',
  );
  expect(plain).toContain('<OrgnlUETR>6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d</OrgnlUETR>');
  expect(plain).toContain('<CxlRsnInf><Rsn><Cd>CUST</Cd></Rsn></CxlRsnInf>');
  const interbank = writeCamt056(REQUEST, { ...ASKING, instructingBic: 'EXAMDEFFXXX' });
  expect(await schemaFaults('camt.056.001.08', interbank)).toEqual([]);
  expect(interbank).toContain('<Assgnr><Agt><FinInstnId><BICFI>EXAMDEFFXXX</BICFI></FinInstnId></Agt></Assgnr>');
  expect(long.match(/<AddtlInf>/g)).toHaveLength(3);
});
