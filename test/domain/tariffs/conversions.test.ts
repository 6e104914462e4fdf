import { Conversions } from '../../../domain/tariffs/conversions';
import { provenance, referenceOf } from '../../support/tariff-facts';

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

  it('is named once, and not where nothing is known of its list', () => {
    const conversions = new Conversions(REFERENCE, '2026-07-02');
    conversions.rate('USD', 'EUR');
    conversions.rate('EUR', 'USD');
    expect(conversions.sources).toEqual([NAMED]);
    const unknown = new Conversions({ ...REFERENCE, exchangeSource: null }, '2026-07-02');
    expect([unknown.rate('USD', 'EUR')?.toFixed(), unknown.sources]).toEqual(['0.8', []]);
  });
});
