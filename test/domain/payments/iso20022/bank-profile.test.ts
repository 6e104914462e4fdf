import { readFacts } from '../../../../domain/facts/read-facts';
import { BankRule, PROFILE_NAMES } from '../../../../domain/facts/bank-profiles';
import { profileReader, ruleOf } from '../../../../domain/payments/iso20022/bank-profile';

const CHECKED = { source: ['bank'], checkedAt: '2026-11-28' };
const cutTo = (length: number) => ({ kind: 'cut', lengths: { Nm: length } });
const FACTS = readFacts(
  {
    kind: 'bank-profiles',
    sources: { bank: 'A bank' },
    facts: [
      { key: 'every/zone', value: { kind: 'zone', zone: 'UTC' }, from: null, ...CHECKED },
      { key: 'every/names', value: cutTo(140), from: null, ...CHECKED },
      { key: 'sepa/zone', value: { kind: 'zone', zone: 'Europe/Berlin' }, from: null, ...CHECKED },
      { key: 'sepa/names', value: cutTo(70), from: null, until: '2026-11-15', ...CHECKED },
      { key: 'sepa/names', value: cutTo(35), from: '2026-11-15', ...CHECKED },
    ],
  },
  BankRule,
);

function lengthAt(profile: 'sepa' | 'generic', moment: string, members = {}): number | undefined {
  const read = profileReader({ profile, profileMembers: members }, FACTS);
  return ruleOf(read(new Date(moment)), 'cut')?.lengths['Nm'];
}

/** Source: docs/GAPS.md#P23 */
describe('the profile of a bank', () => {
  it('changes at midnight of its zone, and not before', () => {
    expect(lengthAt('sepa', '2026-11-14T22:59:59Z')).toBe(70);
    expect(lengthAt('sepa', '2026-11-14T23:00:00Z')).toBe(35);
    const read = profileReader({ profile: 'sepa' }, FACTS);
    const lengths = ['2026-11-14T22:59:59Z', '2026-11-14T23:00:00Z', '2026-11-14T22:00:00Z'].map(
      (moment) => ruleOf(read(new Date(moment)), 'cut')?.lengths['Nm'],
    );
    expect(lengths).toEqual([70, 35, 70]);
  });

  it('has the members of every profile where it has none of its own', () => {
    expect(lengthAt('generic', '2026-11-14T23:00:00Z')).toBe(140);
  });

  it('has the members of the partner before its own, and none that the partner takes away', () => {
    expect(lengthAt('sepa', '2026-11-20T00:00:00Z', { names: cutTo(50) })).toBe(50);
    expect(lengthAt('sepa', '2026-11-20T00:00:00Z', { names: null })).toBeUndefined();
    const zone = { kind: 'zone', zone: 'America/New_York' };
    expect(lengthAt('sepa', '2026-11-15T04:59:59Z', { zone })).toBe(70);
    expect(lengthAt('sepa', '2026-11-15T05:00:00Z', { zone })).toBe(35);
  });

  it('ships for every name, with a zone and a message that cancels', () => {
    for (const profile of PROFILE_NAMES) {
      const read = profileReader({ profile })(new Date('2026-11-28T12:00:00Z'));
      expect([ruleOf(read, 'zone'), ruleOf(read, 'cancellation')]).not.toContain(null);
    }
  });
});
