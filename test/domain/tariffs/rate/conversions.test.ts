import { Conversions } from '../../../../domain/tariffs/rate/conversions';
import { provenance, referenceOf } from '../../../support/tariff-facts';

const list = provenance({ title: 'Exchange rates' });
const REFERENCE = referenceOf({
  exchangeRates: new Map([
    [
      'USD>EUR',
      [
        { rate: '0.8', validOn: '2026-07-01' },
        { rate: '0.9', validOn: '2026-06-01' },
      ],
    ],
  ]),
  exchangeSource: list,
});

const NAMED = { ...list, title: 'Exchange rates: 1 USD is 0.8 EUR', validFrom: '2026-07-01' };

describe('a rate of exchange', () => {
  it.each([
    ['USD', 'EUR', '0.8', [NAMED]],
    ['EUR', 'USD', '1.25', [NAMED]],
    ['USD', 'JPY', null, []],
    ['JPY', 'JPY', '1', []],
  ])('from %s to %s is %s, and is named where it was used', (from, to, rate, sources) => {
    const conversions = new Conversions(REFERENCE, '2026-07-01');
    expect(conversions.rate(from, to)?.toFixed() ?? null).toBe(rate);
    expect(conversions.sources).toEqual(sources);
  });

  it.each([
    ['2026-07-31', '0.8'],
    ['2026-06-30', '0.9'],
    ['2026-05-31', '0.9'],
  ])('on %s is %s: the one of the nearest day before, and before all the first one', (date, rate) => {
    expect(new Conversions(REFERENCE, date).rate('USD', 'EUR')?.toFixed()).toBe(rate);
  });

  describe('that is stored in both directions', () => {
    const reference = referenceOf({
      exchangeRates: new Map([
        [
          'EUR>USD',
          [
            { rate: '1.25', validOn: '2026-11-20' },
            { rate: '1.6', validOn: '2026-03-01' },
          ],
        ],
        [
          'USD>EUR',
          [
            { rate: '0.7', validOn: '2026-11-20' },
            { rate: '0.9', validOn: '2026-01-02' },
          ],
        ],
      ]),
      exchangeSource: list,
    });

    it.each([
      ['2026-11-24', '0.7', '1.25'],
      ['2026-11-20', '0.7', '1.25'],
      ['2026-11-19', '0.625', '1.6'],
      ['2026-03-01', '0.625', '1.6'],
      ['2026-02-28', '0.9', '1.1111111111'],
      ['2026-01-01', '0.9', '1.1111111111'],
    ])('on %s is that of the nearest day, as it is stored where both are of one day: %s, %s', (date, there, back) => {
      const conversions = new Conversions(reference, date);
      expect(conversions.rate('USD', 'EUR')?.toFixed()).toBe(there);
      expect(conversions.rate('EUR', 'USD')?.toDecimalPlaces(10).toFixed()).toBe(back);
    });

    it('names the one that it took, with its day', () => {
      const conversions = new Conversions(reference, '2026-03-02');
      conversions.rate('USD', 'EUR');
      expect(conversions.sources).toEqual([
        { ...list, title: 'Exchange rates: 1 EUR is 1.6 USD', validFrom: '2026-03-01' },
      ]);
    });
  });

  it('is named once, and not where nothing is known of its list', () => {
    const conversions = new Conversions(REFERENCE, '2026-07-02');
    conversions.rate('USD', 'EUR');
    conversions.rate('EUR', 'USD');
    expect(conversions.sources).toEqual([NAMED]);
    const unknown = new Conversions({ ...REFERENCE, exchangeSource: null }, '2026-07-02');
    expect([unknown.rate('USD', 'EUR')?.toFixed(), unknown.sources]).toEqual(['0.8', []]);
  });
});
