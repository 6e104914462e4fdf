import fc from 'fast-check';
import type { ConsignmentParts } from '../../../../domain/shipments/file/facts';
import { boundFindings, findingsOf, MAX_FINDINGS } from '../../../../domain/shipments/file/findings';
import { consistentPapers, partsOf, type Papers } from './consignment';

type Seed = [rule: string, source: string, change: (papers: Papers) => unknown];

const set = (target: object, member: string, value: unknown): void => void Reflect.set(target, member, value);
/** Each text is its own hash. */
const found = (parts: ConsignmentParts) => findingsOf(parts, (text) => text);
const first = (data: Record<string, unknown>, list: string): object => (data[list] as object[])[0] ?? {};

/** One disagreement each, in the second of two sources. */
const SEEDS: readonly Seed[] = [
  ['currency', 'shp_1', ({ shipment }) => set(shipment, 'currency', 'EUR')],
  ['currency', 'instr_1', ({ payment }) => set(payment, 'currency', 'EUR')],
  ['amount', 'shp_1', ({ shipment }) => set(shipment, 'value', 4999)],
  ['amount', 'instr_1', ({ payment }) => set(payment, 'amount', 5000.01)],
  ['seller', 'doc_bill', ({ bill }) => set(bill['shipper'] as object, 'name', 'Delta Trading Ltd')],
  ['seller', 'instr_1', ({ payment }) => set(payment, 'payee', 'Somebody Else Ltd')],
  ['buyer', 'shp_1', ({ shipment }) => set(shipment, 'buyer', 'Another Buyer GmbH')],
  [
    'consignee',
    'doc_certificate',
    ({ certificate }) => set(certificate['consignee'] as object, 'name', 'Another GmbH'),
  ],
  ['destination', 'shp_1', ({ shipment }) => set(shipment, 'destination_country', 'FR')],
  ['origin', 'doc_certificate', ({ certificate }) => set(certificate, 'originCountry', 'CN')],
  ['invoice_number', 'doc_packing', ({ packing }) => set(packing, 'invoiceNumber', 'INV-2026-002')],
  ['hs_codes', 'shp_1', ({ shipment }) => set(shipment, 'hs_code', '6105.10')],
  ['quantity', 'doc_certificate', ({ certificate }) => set(first(certificate, 'items'), 'quantity', 999)],
  ['gross_weight', 'doc_bill', ({ bill }) => set(first(bill, 'goods'), 'grossWeight', 701)],
  ['net_weight', 'doc_packing', ({ packing }) => set(first(packing, 'packages'), 'netWeight', 641)],
  ['packages', 'doc_packing', ({ packing }) => set(first(packing, 'packages'), 'quantity', 21)],
  ['containers', 'doc_bill', ({ bill }) => set(bill, 'containers', [{ number: 'CSQU3054383' }])],
  ['port_of_loading', 'doc_bill', ({ bill }) => set(bill, 'portOfLoading', 'Hai Phong')],
  ['port_of_discharge', 'doc_bill', ({ bill }) => set(bill, 'portOfDischarge', 'Rotterdam')],
  ['vessel', 'doc_bill', ({ bill }) => set(bill, 'vessel', 'MV Other Star')],
  ['voyage', 'doc_bill', ({ bill }) => set(bill, 'voyage', '027W')],
  ['departure_date', 'doc_bill', ({ bill }) => set(bill, 'shippedOnBoardDate', '2026-03-03')],
  ['freight', 'doc_bill', ({ bill }) => set(bill, 'freight', 'collect')],
  ['account', 'instr_1', ({ payment }) => set(payment, 'accountNumber', 'GB33BUKB20201555555556')],
  ['payment_reference', 'instr_1', ({ payment }) => set(payment, 'reference', 'RF26 0000 0000 0001')],
  ['payment_date', 'instr_1', ({ payment }) => set(payment, 'expectedDate', '2026-03-16')],
];

/** Source: docs/GAPS.md#S2 */
describe('the findings of a shipment', () => {
  it.each(SEEDS)('are one for one disagreement: %s of %s', (rule, source, change) => {
    const papers = consistentPapers();
    change(papers);
    expect(found(partsOf(papers)).map((finding) => [finding.rule, finding.b.source])).toEqual([[rule, source]]);
  });

  it('are those of all disagreements at once, the same each time', () => {
    const papers = consistentPapers();
    for (const [, , change] of SEEDS) change(papers);
    const findings = found(partsOf(papers));
    const names = findings.map(({ rule, b }) => `${rule} ${b.source}`);
    expect(names.toSorted()).toEqual(SEEDS.map(([rule, source]) => `${rule} ${source}`).toSorted());
    const parts = partsOf(papers);
    expect(found({ ...parts, documents: parts.documents.toReversed() })).toEqual(findings);
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
  });

  it('are none where papers agree, whatever they leave out', () => {
    const optional = ['transport', 'incoterm', 'packages', 'weights', 'bankDetails', 'dueDate', 'originCountry'];
    const others = ['transport', 'buyer', 'containers', 'invoiceNumber'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.subarray(optional),
        fc.subarray(others),
        fc.subarray([0, 1, 2, 3]),
        (scale, ofInvoice, ofPacking, without) => {
          const papers = consistentPapers(scale);
          for (const name of ofInvoice) Reflect.deleteProperty(papers.invoice, name);
          for (const name of ofPacking) Reflect.deleteProperty(papers.packing, name);
          const parts = partsOf(papers);
          const documents = parts.documents.filter((_, index) => !without.includes(index));
          expect(found({ ...parts, documents })).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('keep their id where a paper is made again, and get another where a value changes', () => {
    const papers = consistentPapers();
    set(papers.bill, 'vessel', 'MV Other Star');
    const parts = partsOf(papers);
    const [before] = found(parts);
    const again = parts.documents.map((document) => ({ ...document, id: `${document.id}_2` }));
    expect(found({ ...parts, documents: again })[0]?.id).toBe(before?.id);
    set(papers.bill, 'vessel', 'MV Third Star');
    expect(found(partsOf(papers))[0]?.id).not.toBe(before?.id);
  });

  it('have ids of their hash alone', () => {
    const papers = consistentPapers();
    set(papers.payment, 'payee', 'Somebody Else Ltd');
    const texts: string[] = [];
    const [finding] = findingsOf(partsOf(papers), (text) => `hash ${texts.push(text)}`);
    expect([finding?.id, texts]).toEqual(['fnd_hash 1', [expect.stringContaining('somebodyelseltd')]]);
  });

  it('compare the sum of several invoices, and a reference with any of them', () => {
    const papers = consistentPapers(2);
    const { documents, ...parts } = partsOf(papers);
    const [half, ...others] = partsOf(consistentPapers(1)).documents;
    if (half?.content.type !== 'commercial_invoice') throw new Error('there is no invoice');
    const data = { ...half.content.data, invoiceNumber: 'INV-2026-002' };
    const second = { id: 'doc_second', content: { ...half.content, data } };
    const whole = { ...parts, documents: [half, second, ...documents.slice(1)] };
    expect(found(whole)).toEqual([]);
    expect(found({ ...whole, documents: [half, second, ...others] }).map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['quantity', 'gross_weight', 'net_weight', 'packages']),
    );
    const [short] = found({ ...whole, shipment: { ...parts.shipment, value: 5000 } });
    expect(short).toMatchObject({
      rule: 'amount',
      a: { source: 'doc_invoice + doc_second', value: 10_000 },
      b: { value: 5000 },
    });
    const euros = { ...second, content: { ...half.content, data: { ...data, currency: 'EUR' } } };
    const mixed = found({ ...whole, documents: [half, euros, ...documents.slice(1)] });
    expect(mixed.map(({ rule, b }) => [rule, b.source])).toEqual([['currency', 'doc_second']]);
  });

  it('are bounded, and the most severe ones are shown', () => {
    const value = { source: 'doc_1', path: 'vessel', value: 'x' };
    const one = { id: 'fnd_1', rule: 'vessel' as const, severity: 'warning' as const, a: value, b: value };
    const many = [...Array.from({ length: MAX_FINDINGS + 5 }, () => one), { ...one, severity: 'error' as const }];
    const { shown, leftOut } = boundFindings(many);
    expect([shown.length, leftOut, shown[0]?.severity]).toEqual([MAX_FINDINGS, 6, 'error']);
    expect(boundFindings([one])).toEqual({ shown: [one], leftOut: 0 });
  });
});
