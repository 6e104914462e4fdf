import { parseEuRate } from '../../../../domain/tariffs/schedule/eu-duty';

const eur = (amount: string, unit: string, per = '1') => ({ type: 'specific', amount, currency: 'EUR', per, unit });
const percent = (text: string) => ({ type: 'percent', percent: text });

describe('rates of the United Kingdom and the European Union', () => {
  it.each([
    ['0.00%', 'free', '0', { parts: [percent('0')] }],
    ['11.50%', 'ad_valorem', '11.5', { parts: [percent('11.5')] }],
    ['16.7 EUR/100 kg', 'specific', null, { parts: [eur('16.7', 'kg', '100')] }],
    ['9 + 53.7 EUR/100 kg', 'compound', null, { parts: [percent('9'), eur('53.7', 'kg', '100')] }],
    ['7%', 'ad_valorem', '7', { parts: [percent('7')] }],
    ['3.84EUR/hl', 'specific', null, { parts: [eur('3.84', 'l', '100')] }],
    ['5 EUR/p/st', 'specific', null, { parts: [eur('5', 'item')] }],
    ['10.50 + 2 EUR/100\u00a0kg', 'compound', null, { parts: [percent('10.5'), eur('2', 'kg', '100')] }],
    ['5  EUR/kg', 'specific', null, { parts: [eur('5', 'kg')] }],
    ['5 EUR/kg MIN 1 EUR/kg', 'compound', null, { parts: [eur('5', 'kg')], minimum: [eur('1', 'kg')] }],
    ['5 EUR/kg MAX 9 EUR/kg', 'compound', null, { parts: [eur('5', 'kg')], maximum: [eur('9', 'kg')] }],
    ['3.84 EUR/hl', 'specific', null, { parts: [eur('3.84', 'l', '100')] }],
    ['35 EUR/1000 p/st', 'specific', null, { parts: [eur('35', 'item', '1000')] }],
    ['12.8 MIN 2.4 EUR/100 kg', 'compound', null, { parts: [percent('12.8')], minimum: [eur('2.4', 'kg', '100')] }],
    [
      '4.5 MIN 0.3 EUR/p/st MAX 0.8 EUR/p/st',
      'compound',
      null,
      { parts: [percent('4.5')], minimum: [eur('0.3', 'item')], maximum: [eur('0.8', 'item')] },
    ],
  ])('reads %s', (text, kind, adValorem, duty) => {
    expect(parseEuRate(text)).toEqual({ expression: text, kind, adValorem, duty });
  });

  it.each([
    '9 + EA MAX 24.2 +ADSZ',
    'EP',
    '14.00% (JUN-FEB), 0.00% (FEB-JUN)',
    '1 EUR/% vol/hl',
    '0.4 EUR/100 kg/%sacchar.',
    '11.2 MIN 22 EUR MAX 56 EUR/100 kg',
    '20.00% + 21.44 GBP/hl16.3 GBP/100kg',
  ])('keeps "%s" without computing it', (text) => {
    expect(parseEuRate(text)).toMatchObject({ expression: text, adValorem: null, duty: null });
  });

  it.each([
    ['EP', 'other'],
    ['9 + EA MAX 24.2 +ADSZ', 'other'],
    ['0.4 EUR/100 kg/%sacchar.', 'compound'],
    ['11.2 MIN 22 EUR MAX 56 EUR/100 kg', 'compound'],
    ['11.2 MAX 22 EUR', 'compound'],
    ['from 7%', 'other'],
    ['about 5 EUR/kg', 'compound'],
    ['5 EUR/kg drained', 'compound'],
    ['x 7 + 5 EUR/kg', 'compound'],
    ['', 'other'],
  ])('says of what kind %j is', (text, kind) => {
    expect(parseEuRate(text)).toEqual({ expression: text, kind, adValorem: null, duty: null });
  });

  it('is kept without the spaces around it', () => {
    expect(parseEuRate(' 7% ')).toMatchObject({ expression: '7%', adValorem: '7' });
  });
});
