import { parseTaricRate } from '../../../../domain/tariffs/schedule/taric-duty';

const percent = (text: string) => ({ type: 'percent', percent: text });
const amount = (currency: string, value: string, unit: string, per = '1') => ({
  type: 'specific',
  ...{ amount: value, currency, per, unit },
});

describe('duties as TARIC and the UK tariff write them in their data', () => {
  it.each([
    ['6.500 %', { kind: 'ad_valorem', adValorem: '6.5', duty: { parts: [percent('6.5')] } }],
    ['0.00 %', { kind: 'free', adValorem: '0', duty: { parts: [percent('0')] } }],
    ['10.200 % + 93.100 EUR DTN', { duty: { parts: [percent('10.2'), amount('EUR', '93.1', 'kg', '100')] } }],
    ['12.00 % + 147.00 GBP / 100 kg', { duty: { parts: [percent('12'), amount('GBP', '147', 'kg', '100')] } }],
    ['35.000 EUR MIL', { kind: 'specific', duty: { parts: [amount('EUR', '35', 'item', '1000')] } }],
    [
      '12.800 % MIN 2.400 EUR DTN',
      { kind: 'compound', duty: { parts: [percent('12.8')], minimum: [amount('EUR', '2.4', 'kg', '100')] } },
    ],
  ])('are read: %s', (text, rate) => expect(parseTaricRate(text)).toMatchObject(rate));

  it.each(['9.000 % + EA MAX 24.200 % + ADSZ', '0.400 EUR DTN Z', '5.000 EUR ASV'])(
    'are kept without being computed where their unit is not known: %s',
    (text) => expect(parseTaricRate(text).duty).toBeNull(),
  );
});
