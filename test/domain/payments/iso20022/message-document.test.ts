import { text } from '../../../../domain/payments/iso20022/element';
import { messageDocument } from '../../../../domain/payments/iso20022/message-document';
import { messageBy } from '../../../support/iso20022';

const FRAME = {
  definition: 'pacs.008.001.08',
  messageId: 'M1',
  createdAt: new Date('2026-03-02T10:00:00.000Z'),
  sender: { bic: 'EXAMDEFFXXX', name: 'Example' },
  receiverBic: 'COBADEFFXXX',
};

/** Source: docs/GAPS.md#P23 */
describe('a document of ISO 20022', () => {
  it('stands alone in the namespace of its definition', () => {
    expect(messageDocument(messageBy('generic'), FRAME, text('A', 'b'))).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><A>b</A></Document>\n',
    );
  });

  it('has a business application header beside it where the profile has an envelope', () => {
    const header =
      '<RequestPayload><AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><Fr><FIId><FinInstnId><BICFI>EXAMDEFFXXX</BICFI></FinInstnId></FIId></Fr><To><FIId><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></FIId></To><BizMsgIdr>M1</BizMsgIdr><MsgDefIdr>pacs.008.001.08</MsgDefIdr><BizSvc>swift.cbprplus.02</BizSvc><CreDt>2026-03-02T10:00:00.000+00:00</CreDt></AppHdr><Document ';
    expect(messageDocument(messageBy('cbpr'), FRAME, text('A', 'b'))).toContain(header);
    const ofCustomer = { ...FRAME, sender: { bic: undefined, name: 'Example' } };
    expect(messageDocument(messageBy('cbpr'), ofCustomer, text('A', 'b'))).toContain(
      '<Fr><OrgId><Nm>Example</Nm></OrgId></Fr>',
    );
  });
});
