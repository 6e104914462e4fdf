import { ImportRefused } from '../../../../domain/imports/drafts';
import { MessageRefused } from '../../../../domain/payments/iso20022/message-refused';

describe('the refusal of a message', () => {
  it('is a refusal of an import that names its fault', () => {
    const refusal = new MessageRefused('a.xml: line 3 has a document type definition.', 'has_dtd');
    expect(refusal).toBeInstanceOf(ImportRefused);
    expect([refusal.message, refusal.fault]).toEqual(['a.xml: line 3 has a document type definition.', 'has_dtd']);
  });
});
