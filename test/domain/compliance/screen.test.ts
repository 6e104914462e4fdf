import { NameIndex } from '../../../domain/compliance/name-index';
import { screenedParties, screenParties, screenParty } from '../../../domain/compliance/screen';

const index = new NameIndex();
for (let at = 0; at < 12; at += 1) {
  const names = [{ name: 'Zhadrekov Quillon', isWeak: at === 11 }];
  index.add('imp_1', { entryId: String(at), kind: 'person', names });
}
const weak = new NameIndex();
weak.add('imp_2', { entryId: '1', kind: 'person', names: [{ name: 'Zhadrekov Quillon', isWeak: true }] });
const RULES = { editions: ['imp_1'], hasOfficialList: true, index, blockedCountries: new Set(['KP', 'IR']) };
const NOBODY = { name: 'Maria Lopez', countries: [] };
const LISTED = { name: 'Quillon Zhadrekov', countries: [] };

describe('whom a payment is screened for', () => {
  const beneficiary = { name: 'B', country: 'DE', bankAccount: { country: 'FR' }, address: { country: 'IT' } };

  it('is the beneficiary with all its countries', () => {
    expect(screenedParties({ beneficiary })).toEqual([{ name: 'B', countries: ['DE', 'FR', 'IT'] }]);
  });

  it('is its bank too where that is named, with the country of the account', () => {
    const bankAccount = { country: 'FR', bankName: ' Banque B ' };
    const parties = screenedParties({
      beneficiary: { ...beneficiary, bankAccount },
      debtor: { name: 'D', country: 'US' },
    });
    expect(parties.slice(1)).toEqual([
      { name: 'Banque B', countries: ['FR'], isBank: true },
      { name: 'D', countries: ['US'] },
    ]);
    const evidence = { dateOfBirth: '1970-05-01', identifiers: [{ type: 'passport', number: 'G 1' }] };
    expect(screenedParties({ beneficiary: { ...beneficiary, ...evidence } })[0]).toMatchObject({
      dateOfBirth: '1970-05-01',
      identifiers: ['G 1'],
    });
    const nameless = { ...beneficiary, bankAccount: { country: 'FR', bankName: ' ' } };
    expect(screenedParties({ beneficiary: nameless })).toHaveLength(1);
  });

  it('is the debtor too where there is one, with the countries that it has', () => {
    const parties = screenedParties({ beneficiary, debtor: { name: 'D', country: 'US', address: {} } });
    expect(parties[1]).toEqual({ name: 'D', countries: ['US'] });
  });
});

describe('a screening', () => {
  it('says by what it was made', () => {
    expect(screenParty(NOBODY, RULES)).toEqual({
      decision: 'clear',
      algorithm: 'names-9',
      editions: ['imp_1'],
      blockedCountries: ['IR', 'KP'],
      countries: [],
      candidates: [],
    });
  });

  it('blocks a listed name, whoever of the payment has it', () => {
    expect(screenParties([NOBODY, LISTED], RULES).decision).toBe('blocked');
    expect(screenParties([NOBODY, NOBODY], RULES).decision).toBe('clear');
  });

  it('asks for a review of a listed name in a text, and never blocks it', () => {
    const text = { name: `Charter of ${LISTED.name}, March`, countries: [], isText: true };
    const { decision, candidates } = screenParties([NOBODY, text], RULES);
    expect(decision).toBe('review');
    expect(candidates[0]).toMatchObject({ party: 'text', score: 1 });
    const payment = {
      beneficiary: { name: 'B', country: 'DE' },
      purpose: { description: 'Charter' },
      remittance: { text: 'Invoice 1' },
    };
    expect(screenedParties(payment).slice(1)).toEqual([
      { name: 'Charter', countries: [], isText: true },
      { name: 'Invoice 1', countries: [], isText: true },
    ]);
  });

  it('holds a bank for less common likeness alone, and blocks it like anybody', () => {
    const near = { name: 'Quillon Zhadrek', countries: [] };
    expect(screenParty(near, RULES).decision).toBe('review');
    expect(screenParty({ ...near, isBank: true }, RULES).decision).toBe('clear');
    expect(screenParty({ ...LISTED, isBank: true }, RULES).decision).toBe('blocked');
  });

  describe('of a name that very many have', () => {
    const common = new NameIndex();
    const facts = { countries: ['China'], birthDates: ['1970-05-01'], identifiers: ['G1234567'] };
    for (const [entryId, name] of [
      ['1', 'ZHANG, Wei'],
      ['2', 'Mohammed Ali Hassan'],
    ] as const)
      common.add('imp_4', { entryId, kind: 'person', names: [{ name, isWeak: false }], ...facts });
    const decision = (party: object) =>
      screenParty({ name: 'Wei Zhang', countries: ['DE'], ...party }, { ...RULES, index: common });

    it('is left to a person, unless something else agrees', () => {
      expect(decision({})).toMatchObject({ decision: 'review', candidates: [{ score: 1, evidence: [] }] });
      expect(decision({ name: 'Mohammed Ali Hassan' }).decision).toBe('review');
      expect(decision({ countries: ['DE', 'CN'] })).toMatchObject({
        decision: 'blocked',
        candidates: [{ evidence: ['country'] }],
      });
      expect(decision({ dateOfBirth: '1970-05-01' }).decision).toBe('blocked');
      expect(decision({ identifiers: ['g 123 4567'] }).decision).toBe('blocked');
    });

    it('is left to a person where the date of birth is another one, unless an identifier agrees', () => {
      const other = { countries: ['CN'], dateOfBirth: '1999-01-01' };
      expect(decision(other)).toMatchObject({
        decision: 'review',
        candidates: [{ evidence: ['country', 'other_date_of_birth'] }],
      });
      expect(decision({ ...other, identifiers: ['G1234567'] }).decision).toBe('blocked');
    });

    it('is nothing where it is only alike, whatever agrees', () => {
      expect(decision({ name: 'Wei Zhang Zhadrekov', countries: ['CN'], dateOfBirth: '1970-05-01' }).decision).not.toBe(
        'blocked',
      );
    });
  });

  it('does not block a rare name where the date of birth is another one', () => {
    const rare = new NameIndex();
    const names = [{ name: 'Zhadrekov Quillon', isWeak: false }];
    rare.add('imp_5', { entryId: '1', kind: 'person', names, birthDates: ['1970'] });
    const decision = (dateOfBirth: string) =>
      screenParty({ ...LISTED, dateOfBirth }, { ...RULES, index: rare }).decision;
    expect([decision('1970-01-01'), decision('1971-01-01'), decision('1990-01-01')]).toEqual([
      'blocked',
      'blocked',
      'review',
    ]);
  });

  it('leaves a weak alias to a person', () => {
    expect(screenParty(LISTED, { ...RULES, index: weak })).toMatchObject({
      decision: 'review',
      candidates: [{ entryId: '1', isWeak: true }],
    });
  });

  it('blocks a country, and names it once', () => {
    const party = { name: 'Maria Lopez', countries: ['DE', 'KP', 'KP'] };
    expect(screenParty(party, RULES)).toMatchObject({ decision: 'blocked', countries: ['KP'], candidates: [] });
  });

  it('leaves a name that is only alike to a person', () => {
    expect(screenParty({ name: 'Quillon Zhadrekov Mikhail', countries: [] }, RULES).decision).toBe('review');
  });

  it('keeps of each entry the name that is most alike, the most alike entry first', () => {
    const two = new NameIndex();
    const names = ['Zhadrekov Quillon Tesh', 'Zhadrekov Quillon'].map((name) => ({ name, isWeak: false }));
    two.add('imp_3', { entryId: 'several', kind: 'person', names });
    two.add('imp_3', { entryId: 'other', kind: 'person', names: [{ name: 'Ombrasko Drovnik Krell', isWeak: false }] });
    const near = { name: 'Ombrasko Drovnik', countries: [] };
    const { candidates } = screenParties([near, LISTED], { ...RULES, index: two });
    expect(candidates.map(({ entryId, name, party }) => [entryId, name, party])).toEqual([
      ['several', 'Zhadrekov Quillon', 'debtor'],
      ['other', 'Ombrasko Drovnik Krell', 'beneficiary'],
    ]);
  });

  it('keeps ten entries of each party, each once, and says whose they are', () => {
    const { candidates } = screenParties([NOBODY, LISTED, { ...LISTED, isBank: true }], RULES);
    const entriesOf = (role: string) => candidates.filter(({ party }) => party === role).map(({ entryId }) => entryId);
    expect(['beneficiary', 'debtor', 'bank'].map((role) => new Set(entriesOf(role)).size)).toEqual([0, 10, 10]);
    expect(candidates).toHaveLength(20);
  });
});
