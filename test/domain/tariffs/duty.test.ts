import { adValoremRate, opaqueRate, plainDecimal } from '../../../domain/tariffs/duty';

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
