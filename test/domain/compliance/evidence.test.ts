import { comparedIdentifier, evidenceOf, factsOf } from '../../../domain/compliance/evidence';

const ENTRY = factsOf({
  countries: ['Iran', 'Korea, North', 'IR', 'undetermined'],
  birthDates: ['1954-10-07', '1956'],
  identifiers: ['A0003450'],
});
const PARTY = { countries: ['DE'] };

describe('facts of an entry', () => {
  it('have its countries as codes, each once, and none that nobody knows', () => {
    expect(ENTRY).toEqual({ countries: ['IR', 'KP'], birthDates: ['1954-10-07', '1956'], identifiers: ['A0003450'] });
    expect(factsOf({})).toEqual({ countries: [], birthDates: [], identifiers: [] });
  });
});

describe('an identifier', () => {
  it.each([
    ['a 000-345.0', 'A0003450'],
    ['１２３４５', '12345'],
    ['1234', null],
    ['unknown', null],
  ])('%s is compared as %s', (number, compared) => expect(comparedIdentifier(number)).toBe(compared));
});

/** Source: docs/GAPS.md#P13 */
describe('evidence', () => {
  it.each([
    [{}, []],
    [{ countries: ['DE', 'KP'] }, ['country']],
    [{ dateOfBirth: '1954-10-07' }, ['date_of_birth']],
    [{ dateOfBirth: '1956-01-31' }, ['date_of_birth']],
    [{ dateOfBirth: '1954-10-08' }, []],
    [{ dateOfBirth: '1958-01-31' }, []],
    [{ dateOfBirth: '1959-01-31' }, ['other_date_of_birth']],
    [{ dateOfBirth: '1951-01-31' }, ['other_date_of_birth']],
    [{ identifiers: ['x', 'a-0003450'] }, ['identifier']],
    [{ identifiers: ['A0003451'] }, []],
    [
      { countries: ['IR'], dateOfBirth: '1990-01-31', identifiers: ['A0003450'] },
      ['country', 'identifier', 'other_date_of_birth'],
    ],
  ])('of %j is %j', (party, expected) => expect(evidenceOf({ ...PARTY, ...party }, ENTRY)).toEqual(expected));

  it('is none beside an entry that says nothing', () => {
    const party = { countries: ['DE'], dateOfBirth: '1954-10-07', identifiers: ['A0003450'] };
    expect(evidenceOf(party, factsOf({}))).toEqual([]);
  });
});
