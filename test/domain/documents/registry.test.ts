import {
  checkContent,
  completeContent,
  DOCUMENT_TYPES,
  DocumentRequest,
  localeOf,
  needsAgreements,
  numberOf,
} from '../../../domain/documents/registry';
import { INVOICE_BODY, SAMPLES } from '../../documents/support/samples';

const FACTS = { today: '2026-03-02', agreements: [], invoiceFormat: 'pdf' as const };

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

describe('the types of documents', () => {
  const parse = (body: object) => DocumentRequest.parse(JSON.parse(JSON.stringify(body)));
  const words = (body: unknown) =>
    DocumentRequest.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it('are the five of the specification', () => {
    expect(DOCUMENT_TYPES).toEqual([
      'commercial_invoice',
      'packing_list',
      'certificate_of_origin',
      'bill_of_lading',
      'proforma_invoice',
    ]);
    expect(DOCUMENT_TYPES.filter(needsAgreements)).toEqual(['certificate_of_origin']);
  });

  it('name each other where another one is asked for, and the data that are missing beside it', () => {
    expect(words({ type: 'letter' })).toEqual([
      ['type', `must be one of ${DOCUMENT_TYPES.join(', ')}`],
      ['data', 'must be an object'],
    ]);
    expect(words({ type: 'letter', data: {} })).toHaveLength(1);
    expect(words('text')).toEqual([['', 'must be an object']]);
  });

  it('have numbers and languages of their own', () => {
    expect([numberOf(parse(INVOICE_BODY)), localeOf(parse(INVOICE_BODY))]).toEqual(['INV-2026-001', 'en']);
    expect(localeOf(parse(SAMPLES['packing_list-arabic'] ?? {}))).toBe('ar');
  });

  it('are checked as they were sent; what has no type is not', () => {
    expect(checkContent({ type: 'packing_list', data: { price: 1 } }, FACTS).faults).toHaveLength(1);
    expect(checkContent({ type: 'letter', data: { price: 1 } }, FACTS)).toEqual({ faults: [], warnings: [] });
    expect([needsAgreements('letter'), needsAgreements(7)]).toEqual([false, false]);
  });

  it('are completed where the service knows more', () => {
    const bill = parse({
      ...SAMPLES['bill_of_lading-one'],
      data: { ...SAMPLES['bill_of_lading-one']?.data, issueDate: undefined },
    });
    expect(completeContent(bill, FACTS)).toMatchObject({ type: 'bill_of_lading', data: { issueDate: '2026-03-02' } });
    const invoice = parse(INVOICE_BODY);
    expect(completeContent(invoice, FACTS)).toEqual(invoice);
  });
});
