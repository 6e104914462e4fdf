import { PROFILE_NAMES, type BankRule } from '../../../../domain/facts/bank-profiles';
import { shownProfile } from '../../../../domain/payments/iso20022/shown-profile';

const AT = new Date('2026-11-28T12:00:00Z');

/** Source: docs/GAPS.md#P23 */
describe('the rules of a bank, for people', () => {
  it.each(PROFILE_NAMES)('say what each member of %s does, and where it comes from', (profile) => {
    const shown = shownProfile({ profile }, AT);
    expect(shown.length).toBeGreaterThanOrEqual(6);
    for (const { member, from, says } of shown) {
      expect([member, ['every', profile].includes(from), says]).toEqual([
        member,
        true,
        expect.stringMatching(/^[a-z]+ /),
      ]);
    }
  });

  it('have those of the settings first, also those that are taken away', () => {
    const names: BankRule = { kind: 'cut', lengths: { Nm: 35, Ustrd: 70 } };
    const shown = shownProfile({ profile: 'sepa', profileMembers: { names, uetr: null } }, AT);
    expect(shown.slice(0, 2)).toEqual([
      { member: 'uetr', from: 'settings', says: 'is taken away' },
      { member: 'names', from: 'settings', says: 'shortens Nm to 35, Ustrd to 70' },
    ]);
    expect(shown.filter(({ member }) => member === 'uetr' || member === 'names')).toHaveLength(2);
    const other = (wanted: string) => shown.find(({ member }) => member === wanted);
    expect(other('currency')).toEqual({
      member: 'currency',
      from: 'sepa',
      says: 'takes EUR in InstdAmt/@Ccy, IntrBkSttlmAmt/@Ccy',
    });
    expect(other('zone')).toEqual({ member: 'zone', from: 'sepa', says: 'begins and ends days in Europe/Berlin' });
    expect(other('untypedReferences')?.says).toBe(
      'merges remittance whose reference has no type into 140 characters of Ustrd',
    );
  });
});
