import { checkContent, DocumentRequest } from '../../../domain/documents/registry';
import { INVOICE_BODY, SAMPLES } from '../../documents/support/samples';

const FACTS = { today: '2026-03-02', agreements: [] };

const warnings = (body: object): string[] =>
  checkContent(DocumentRequest.parse(JSON.parse(JSON.stringify(body))), FACTS).warnings.map((each) => each.code);

describe('warnings', () => {
  it('has none for the invoice of the specification', () => expect(warnings(INVOICE_BODY)).toEqual([]));
  it('tells a sea-only rule with air transport', () => {
    const data = { ...INVOICE_BODY.data, incoterm: { code: 'FOB', place: 'Da Nang' }, transport: { mode: 'air' } };
    expect(warnings({ ...INVOICE_BODY, data })).toEqual(['incoterm_mode']);
    expect(warnings({ ...INVOICE_BODY, data: { ...data, transport: { mode: 'sea' } } })).toEqual([]);
  });
  it('tells free goods', () => {
    const items = [{ ...INVOICE_BODY.data.items[0], unitPrice: 0, total: 0 }];
    expect(warnings({ ...INVOICE_BODY, data: { ...INVOICE_BODY.data, items } })).toEqual(['zero_value']);
  });
  it('finds every sample without a fault', () => {
    for (const body of Object.values(SAMPLES)) {
      expect(checkContent(DocumentRequest.parse(JSON.parse(JSON.stringify(body))), FACTS).faults).toEqual([]);
    }
  });
});

describe('parsed data', () => {
  it.each(Object.keys(SAMPLES))('of %s is read again as itself', (name) => {
    const once = DocumentRequest.parse(JSON.parse(JSON.stringify(SAMPLES[name])));
    expect(DocumentRequest.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });
});
