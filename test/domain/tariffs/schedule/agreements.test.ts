import {
  applies,
  exceptionOf,
  isMember,
  memberAt,
  membersOf,
  statusAt,
  type Agreement,
} from '../../../../domain/tariffs/schedule/agreements';

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
  it('have expired from the day on which they no longer held', () => {
    const granted = { ...pact, expiredOn: '2027-01-01' };
    expect(['2026-12-31', '2027-01-01'].map((date) => statusAt(granted, date))).toEqual(['Active', 'Expired']);
    expect(statusAt(pact, '2999-01-01')).toBe('Active');
  });

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

  it.each([
    ['FR', 'MC', true],
    ['GP', 'RE', true],
    ['AX', 'FI', true],
    ['DE', 'GP', true],
    ['FR', 'FR', false],
    ['FR', 'NC', false],
  ])(
    'apply inside a customs union between parts of one state too: from %s to %s: %s',
    (origin, destination, expected) => {
      const members = ['DE', 'FI', 'FR'].map((country) => ({ country, joinedOn: '1995-01-01', founding: true }));
      expect(applies({ ...pact, customsUnion: true, members }, origin, destination, '2026-01-01')).toBe(expected);
    },
  );

  it('other than customs unions do not apply between parts of one state', () => {
    expect(applies(pact, 'GB', 'JE', '2026-01-01')).toBe(false);
    expect(applies(pact, 'AU', 'JE', '2026-01-01')).toBe(true);
  });

  it('apply to nobody before they began, even to members of before', () => {
    const later = { ...pact, effectiveDate: '2021-01-01' };
    expect(applies(later, 'AU', 'CA', '2020-12-31')).toBe(false);
    expect(applies(later, 'AU', 'CA', '2021-01-01')).toBe(true);
  });

  it('apply until the day on which they no longer held', () => {
    const expired = { ...pact, expiredOn: '2025-06-01' };
    expect(applies(expired, 'AU', 'CA', '2025-05-31')).toBe(true);
    expect(applies(expired, 'AU', 'CA', '2025-06-01')).toBe(false);
    expect(applies(expired, 'AU', 'CA', '2025-06-02')).toBe(false);
  });

  it('know their members, and since when', () => {
    expect([isMember(pact, 'GB'), isMember(pact, 'US')]).toEqual([true, false]);
    expect([memberAt(pact, 'GB', '2024-12-14'), memberAt(pact, 'GB', '2024-12-15')]).toEqual([false, true]);
    expect(memberAt(pact, 'US', '2026-01-01')).toBe(false);
  });

  it('know what is agreed apart for two members, in either direction', () => {
    expect(exceptionOf(pact, 'CA', 'GB')?.appliesFrom).toBeNull();
    expect(exceptionOf(pact, 'GB', 'AU')?.appliesFrom).toBe('2024-12-24');
    expect(exceptionOf(pact, 'AU', 'CA')).toBeUndefined();
    expect(exceptionOf(pact, 'US', 'GB')).toBeUndefined();
    expect(exceptionOf(pact, 'GB', 'US')).toBeUndefined();
  });

  it('count founding members apart from those who acceded', () => {
    expect(membersOf(pact)).toEqual({ members: ['AU', 'CA'], accessions: [{ country: 'GB', date: '2024-12-15' }] });
  });
});
