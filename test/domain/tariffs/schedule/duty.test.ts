import {
  adValoremRate,
  kindOfParts,
  opaqueRate,
  parseSum,
  plainDecimal,
  type DutyPart,
} from '../../../../domain/tariffs/schedule/duty';

describe('the text of a rate', () => {
  it.each([
    ['11.50', '11.5'],
    ['0.00', '0'],
    ['00.10', '0.1'],
    ['007', '7'],
    ['0', '0'],
    ['', '0'],
    ['.5', '0.5'],
    ['100', '100'],
    ['1,234.50', '1234.5'],
    ['1,234,567', '1234567'],
    ['10.010', '10.01'],
  ])('%j has no needless zeros as %s', (text, plain) => {
    expect(plainDecimal(text)).toBe(plain);
  });

  it('is kept verbatim beside the percentage that it means', () => {
    expect(adValoremRate('6.50%', '6.50')).toEqual({
      expression: '6.50%',
      kind: 'ad_valorem',
      adValorem: '6.5',
      duty: { parts: [{ type: 'percent', percent: '6.5' }] },
    });
  });

  it('is free where it means nothing', () => {
    expect(adValoremRate('0.00%', '0.00')).toMatchObject({
      kind: 'free',
      adValorem: '0',
      duty: { parts: [{ percent: '0' }] },
    });
  });

  it('is kept where it cannot be computed', () => {
    expect(opaqueRate('see note 4')).toEqual({ expression: 'see note 4', kind: 'other', adValorem: null, duty: null });
    expect(opaqueRate('5¢/proof gallon', 'specific').kind).toBe('specific');
  });
});

describe('a rate of several summands', () => {
  const percent: DutyPart = { type: 'percent', percent: '5' };
  const perKilogram: DutyPart = { type: 'specific', amount: '2', currency: 'EUR', per: '1', unit: 'kg' };
  const parsePart = (text: string): DutyPart | null => ({ '5%': percent, '2 EUR/kg': perKilogram })[text] ?? null;

  it('is read summand by summand, or not at all', () => {
    expect(parseSum('5% + 2 EUR/kg', parsePart)).toEqual([percent, perKilogram]);
    expect(parseSum('2 EUR/kg', parsePart)).toEqual([perKilogram]);
    expect(parseSum('5% + EA', parsePart)).toBeNull();
  });

  it('is compound where it has both a percentage and money for a quantity', () => {
    expect(kindOfParts([percent, perKilogram])).toBe('compound');
    expect(kindOfParts([perKilogram, perKilogram])).toBe('specific');
  });
});
