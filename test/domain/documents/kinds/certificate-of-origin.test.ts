import { certificateOfOrigin, CertificateOfOriginData } from '../../../../domain/documents/kinds/certificate-of-origin';
import { checkContent, DocumentRequest } from '../../../../domain/documents/registry';
import { findOriginAgreement } from '../../../../domain/documents/rules/agreements';
import type { Agreement } from '../../../../domain/tariffs/schedule/agreements';
import { SAMPLES } from '../../../documents/support/samples';
import { agreementOf } from '../../../support/tariff-facts';

describe('agreements', () => {
  const member = (country: string, joinedOn: string, founding = true) => ({ country, joinedOn, founding });
  const facts = {
    title: 'Title',
    status: 'Active',
    source: '',
    sourceUrl: null,
    bilateral: false,
    symbols: {},
    expiredOn: null,
    conditions: {},
  };
  const common = { ...facts, effectiveDate: '2018-12-30', customsUnion: false, exceptions: [] };
  const known: Agreement[] = [
    {
      ...common,
      name: 'CPTPP',
      members: [member('VN', '2019-01-14'), member('CA', '2018-12-30'), member('GB', '2024-12-15', false)],
      exceptions: [{ country: 'GB', partner: 'CA', appliesFrom: null, note: 'is not recorded' }],
    },
    { ...common, name: 'EU Single Market', members: [member('DE', '1993-01-01')] },
    { ...common, name: 'Korea FTA', members: [member('KR', '2012-03-15'), member('US', '2012-03-15')] },
  ];
  const origin = (agreement: string, from: string, to: string, issueDate: string) => {
    const sample = JSON.parse(JSON.stringify(SAMPLES['certificate_of_origin-one'])) as { data: { consignee: object } };
    const consignee = { ...sample.data.consignee, country: to };
    const data = { ...sample.data, agreement, originCountry: from, consignee, issueDate };
    const request = DocumentRequest.parse({ type: 'certificate_of_origin', data });
    return checkContent(request, { today: '2026-03-02', agreements: known, invoiceFormat: 'pdf' });
  };

  it('count who acceded, from that day on', () => {
    expect(origin('CPTPP', 'GB', 'VN', '2025-01-02').faults).toEqual([]);
    expect(origin('CPTPP', 'GB', 'VN', '2024-12-14').faults).toMatchObject([{ field: 'originCountry' }]);
  });
  it('tell of a pair for which nothing is recorded', () => {
    const { faults, warnings: told } = origin('cptpp', 'GB', 'CA', '2025-01-02');
    expect(faults).toEqual([]);
    expect(told).toContainEqual({ field: 'agreement', code: 'agreement', message: 'is not recorded' });
  });
  it.each(['EU', 'EU Single Market', 'European single market'])('are found as %s', (name) => {
    expect(findOriginAgreement(known, name)?.name).toBe('EU Single Market');
  });
  it('are those that tariffs know', () => expect(origin('Korea FTA', 'KR', 'US', '2025-01-02').faults).toEqual([]));
  it('are not guessed', () => {
    expect(origin('ATLANTIS', 'KR', 'US', '2025-01-02').faults).toMatchObject([{ field: 'agreement' }]);
  });
});

/** Source: docs/GAPS.md#D3 */
describe('a certificate of origin', () => {
  const sample = { ...SAMPLES['certificate_of_origin-one']?.data, agreement: undefined };
  const ITEM = { marks: 'SCI/1', packages: '10 cartons', description: 'T-shirts', hsCode: '610910', grossWeight: 5 };
  const items = (...members: object[]) => ({
    items: members.map((member, at) => ({ itemNumber: at + 1, ...ITEM, ...member })),
  });
  const parse = (overrides: object) => CertificateOfOriginData.safeParse({ ...sample, ...overrides });
  const FACTS = {
    today: '2026-03-02',
    agreements: [agreementOf({ name: 'USMCA', title: 'A pact' })],
    invoiceFormat: 'pdf' as const,
  };
  const check = (overrides: object, facts = FACTS) =>
    certificateOfOrigin.check(CertificateOfOriginData.parse(parse(overrides).data), facts);

  it('has its number, and needs the agreements', () => {
    expect(certificateOfOrigin.numberOf(CertificateOfOriginData.parse(parse({}).data))).toBe('CO-2026-001');
    expect(certificateOfOrigin.needsAgreements).toBe(true);
    expect(check({})).toMatchObject({ faults: [], warnings: [] });
  });

  it('says of each line how much it is, by weight or by another quantity', () => {
    expect(parse(items({ grossWeight: undefined, quantity: 3 })).success).toBe(true);
    expect(parse(items({ grossWeight: undefined })).error?.issues).toMatchObject([
      {
        path: ['items', 0, 'grossWeight'],
        message: 'is required where there is no quantity',
        params: { code: 'required' },
      },
    ]);
    expect(parse(items({ itemNumber: 1.5 })).error?.issues).toMatchObject([{ message: 'must be a number or text' }]);
    expect(parse(items({ hsCode: '6109' })).success).toBe(false);
  });

  it('is warned of a line that is there twice', () => {
    expect(check(items({}, {}, { itemNumber: '1' })).warnings).toEqual([
      { field: 'items.2.itemNumber', code: 'duplicate', message: 'is given more than once' },
    ]);
  });

  it('is warned of another country than the exporter has, and of no issuing body', () => {
    expect(check({ originCountry: 'KH', issuingBody: undefined }).warnings).toEqual([
      { field: 'originCountry', code: 'origin_exporter', message: 'differs from the country of the exporter' },
      { field: 'issuingBody', code: 'issuing_body', message: 'without one this is a declaration of the exporter' },
    ]);
  });

  const between = (from: string, to: string, issueDate?: string) => ({
    ...{ agreement: 'usmca', originCountry: from, issueDate },
    exporter: { name: 'E', address: 'A', country: from },
    consignee: { name: 'C', address: 'A', country: to },
  });

  it('is of two members on the day of issue, which is today where none is named', () => {
    expect(check(between('MX', 'US')).faults).toEqual([]);
    expect(check(between('MX', 'US', '2020-06-30')).faults).toEqual([
      { field: 'originCountry', code: 'agreement', message: 'MX is no member of USMCA on 2020-06-30' },
      { field: 'consignee.country', code: 'agreement', message: 'US is no member of USMCA on 2020-06-30' },
    ]);
    expect(check(between('MX', 'DE')).faults).toMatchObject([{ field: 'consignee.country' }]);
  });

  it('is refused before the day from which the agreement applies between the two', () => {
    const exceptions = [{ country: 'MX', partner: 'US', appliesFrom: '2026-03-02', note: 'applies later' }];
    const facts = { ...FACTS, agreements: [agreementOf({ name: 'USMCA', exceptions })] };
    expect(check(between('MX', 'US', '2026-03-02'), facts).faults).toEqual([]);
    expect(check(between('MX', 'US', '2026-03-01'), facts).faults).toEqual([
      { field: 'agreement', code: 'agreement', message: 'applies later' },
    ]);
  });

  it('names the agreements that are known, and says where none could be checked', () => {
    expect(check({ ...between('MX', 'US'), agreement: 'Atlantis' }).faults).toEqual([
      { field: 'agreement', code: 'agreement', message: 'is not known; known are USMCA' },
    ]);
    const unchecked = {
      field: 'agreement',
      code: 'agreement',
      message: 'could not be checked, because its members are not loaded',
    };
    expect(check(between('MX', 'US'), { ...FACTS, agreements: [] }).warnings).toEqual([unchecked]);
    const empty = { ...FACTS, agreements: [agreementOf({ name: 'USMCA', members: [] })] };
    expect(check(between('MX', 'US'), empty)).toMatchObject({ faults: [], warnings: [unchecked] });
  });

  it('prints the full name of its agreement', () => {
    const complete = (overrides: object) =>
      certificateOfOrigin.complete?.(CertificateOfOriginData.parse(parse(overrides).data), FACTS).agreement;
    expect([complete({ agreement: 'usmca' }), complete({ agreement: 'Atlantis' }), complete({})]).toEqual([
      'USMCA: A pact',
      'Atlantis',
      undefined,
    ]);
  });
});
