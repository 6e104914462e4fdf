import { areOthersClear, comparedParties } from '../../../domain/compliance/compared';

const BENEFICIARY = { name: 'Quillon Zhadrek', countries: ['DE', 'KP', 'KP'] };
const BANK = { name: 'Banque B', countries: ['FR'], isBank: true };
const DEBTOR = { name: 'Maria Lopez', countries: ['US'] };

describe('what a receipt says by party', () => {
  it('is first who resembles an entry, and then who is clear', () => {
    const found = [
      { party: 'debtor' as const, entry: 'S-2' },
      { party: 'debtor' as const, entry: 'S-3' },
    ];
    expect(comparedParties({ parties: [BENEFICIARY, BANK, DEBTOR], countries: [], found })).toEqual([
      { party: 'debtor', name: 'Maria Lopez', countries: [], entries: ['S-2', 'S-3'] },
      { party: 'beneficiary', name: 'Quillon Zhadrek', countries: [], entries: [] },
      { party: 'bank', name: 'Banque B', countries: [], entries: [] },
    ]);
  });

  it('names blocked countries with the party whose they are, each once', () => {
    const [first, second] = comparedParties({ parties: [DEBTOR, BENEFICIARY], countries: ['KP'], found: [] });
    expect(first).toMatchObject({ name: 'Quillon Zhadrek', countries: ['KP'] });
    expect(second).toMatchObject({ name: 'Maria Lopez', countries: [] });
  });

  it('is about the beneficiary where nobody else was compared', () => {
    const found = [{ party: null, entry: 'S-2' }];
    expect(comparedParties({ parties: [DEBTOR], countries: [], found })).toMatchObject([
      { party: 'beneficiary', entries: ['S-2'] },
    ]);
  });

  it('leaves open who of several it is where the receipt does not say it', () => {
    const found = [{ party: null, entry: 'S-2' }];
    const compared = comparedParties({ parties: [BENEFICIARY, BANK], countries: [], found });
    expect(compared).toMatchObject([
      { party: null, name: null, entries: ['S-2'] },
      { party: 'beneficiary', entries: [] },
      { party: 'bank', entries: [] },
    ]);
    expect(areOthersClear(compared)).toBe(false);
    expect(areOthersClear(compared.slice(1))).toBe(true);
  });

  it('has no names once they were erased', () => {
    const found = [{ party: 'bank' as const, entry: 'S-2' }];
    expect(comparedParties({ parties: null, countries: ['KP'], found })).toEqual([
      { party: 'bank', name: null, countries: [], entries: ['S-2'] },
    ]);
  });
});
