import { documentEventObject, expiryOf } from '../../../domain/documents/document';

/** Source: docs/GAPS.md#D1 */
describe('a document', () => {
  it('can be downloaded for 30 days', () => {
    expect(expiryOf(new Date('2026-02-10T12:00:00Z'))).toEqual(new Date('2026-03-12T12:00:00Z'));
  });

  it('says in its events what it is, and nothing of what it holds', () => {
    const document = {
      id: 'doc_1',
      type: 'packing_list',
      status: 'generated',
      shipmentId: null,
      sizeBytes: 5,
    } as const;
    expect(documentEventObject({ ...document, ...{ title: 'secret' } })).toEqual({
      documentId: 'doc_1',
      type: 'packing_list',
      status: 'generated',
      shipmentId: null,
      format: 'pdf',
      size: 5,
    });
  });
});
