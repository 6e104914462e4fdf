import { messageDocument } from '../../../../domain/payments/iso20022/message-document';

it('names the definition of the message', () => {
  expect(messageDocument('pain.001.001.09', '<a/>')).toContain(
    'xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><a/>',
  );
});
