import { checkContent, DocumentRequest } from '../../../../domain/documents/registry';
import { findOriginAgreement } from '../../../../domain/documents/rules/agreements';
import type { Agreement } from '../../../../domain/tariffs/agreements';
import { SAMPLES } from '../../../documents/support/samples';

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
    return checkContent(request, { today: '2026-03-02', agreements: known });
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
