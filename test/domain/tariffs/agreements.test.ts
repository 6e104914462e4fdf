import { applies, membersOf, type Agreement } from '../../../domain/tariffs/agreements';

const pact: Agreement = {
  name: 'Pact',
  title: 'A pact',
  status: 'Active',
  effectiveDate: '2020-01-01',
  source: 'its text',
  sourceUrl: null,
  customsUnion: false,
  bilateral: false,
  members: [
    { country: 'AU', joinedOn: '2020-01-01', founding: true },
    { country: 'CA', joinedOn: '2020-01-01', founding: true },
    { country: 'GB', joinedOn: '2024-12-15', founding: false },
  ],
  exceptions: [
    { country: 'GB', partner: 'AU', appliesFrom: '2024-12-24', note: '' },
    { country: 'GB', partner: 'CA', appliesFrom: null, note: '' },
  ],
  symbols: {},
  expiredOn: null,
  conditions: {},
};

describe('agreements', () => {
  it.each([
    ['AU', 'CA', '2020-01-01', true],
    ['AU', 'CA', '2019-12-31', false],
    ['GB', 'AU', '2024-12-23', false],
    ['AU', 'GB', '2024-12-24', true],
    ['GB', 'CA', '2026-01-01', false],
    ['US', 'CA', '2026-01-01', false],
    ['CA', 'CA', '2026-01-01', false],
  ])('between %s and %s on %s: %s', (origin, destination, date, expected) => {
    expect(applies(pact, origin, destination, date)).toBe(expected);
  });

  it('count founding members apart from those who acceded', () => {
    expect(membersOf(pact)).toEqual({ members: ['AU', 'CA'], accessions: [{ country: 'GB', date: '2024-12-15' }] });
  });
});
