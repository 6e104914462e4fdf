import fc from 'fast-check';
import { Exact } from '../../../../domain/money';
import type { LandedCostRequest } from '../../../../domain/tariffs/answer/landed-cost';
import { landedCostOfItems, shareAmount, type ShareBy } from '../../../../domain/tariffs/answer/landed-cost-items';
import { planQuote } from '../../../../domain/tariffs/answer/plan';
import { quoteRequest, ratedLine, referenceOf, scheduleOfLines, vatRate } from '../../../support/tariff-facts';

const REFERENCE = referenceOf({
  schedules: new Map([
    ['US', [scheduleOfLines([ratedLine('61091000', 10), ratedLine('64029931', 6)])]],
    ['GB', [scheduleOfLines([ratedLine('61091000', 12)], { name: 'GB' })]],
    ['EU', [scheduleOfLines([ratedLine('610910', 12), ratedLine('910211', 4)], { name: 'EU' })]],
  ]),
  vat: new Map([
    ['US', [vatRate('0')]],
    ['GB', [vatRate('20')]],
    ['DE', [vatRate('20')]],
  ]),
});

const ITEM: LandedCostRequest = {
  ...quoteRequest({ value: 1_000, weight: 1, unit: 'kg' }),
  freight: 100,
  insurance: 0,
  incoterm: 'FOB',
  transport: 'air',
  claimPreference: false,
  distanceSale: null,
};

function costOf(items: Partial<LandedCostRequest>[], shareBy: ShareBy = 'value') {
  const requests = items.map((item) => ({ ...ITEM, ...item }));
  return landedCostOfItems(REFERENCE, requests, shareBy, (request) => planQuote(REFERENCE, request));
}

function itemized(items: Partial<LandedCostRequest>[], shareBy: ShareBy = 'value') {
  const cost = costOf(items, shareBy);
  if (cost.kind !== 'items') throw new Error(cost.kind);
  const amounts = (name: string) => cost.items.map(({ lines }) => lines.find((line) => line.name === name)?.amount);
  return { cost, amounts };
}

it('parts of an amount add up to it, whatever the weights', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 10_000_000 }), (given, cents) => {
      const amount = new Exact(cents).div(100);
      const parts = shareAmount(
        amount,
        given.map((weight) => new Exact(weight)),
        2,
      );
      expect(parts.reduce((sum, part) => sum.plus(part), new Exact(0)).eq(amount)).toBe(true);
      expect(parts.every((part) => part.gte(0) && part.decimalPlaces() <= 2)).toBe(true);
    }),
  );
});

/** Worked by hand. Source: docs/GAPS.md#H9 */
describe('what the items of one consignment cost', () => {
  const two = [{ value: 1_000 }, { hsCode: '64029931', value: 3_000 }];

  it('has freight shared by value, and one fee of the entry', () => {
    const { cost, amounts } = itemized(two);
    expect(amounts('Freight')).toEqual([25, 75]);
    expect(amounts('Duty')).toEqual([100, 180]);
    // 4,000 x 0.3464 % = 13.86, at least 33.58: one quarter and the rest. By air there is no harbor fee.
    expect(amounts('Merchandise processing fee')).toEqual([8.4, 25.18]);
    expect(cost).toMatchObject({ total: null, atLeast: 4_413.58, atMost: null, totalWithoutRecoverable: null });
  });

  it('has freight and fees shared by weight, in whatever unit', () => {
    const weighed = [
      { ...two[0], weight: 500, unit: 'g' as const },
      { ...two[1], weight: 1.5 },
    ];
    expect(itemized(weighed, 'weight').amounts('Freight')).toEqual([25, 75]);
    const even = two.map((item) => ({ ...item, weight: 2 }));
    expect(itemized(even, 'weight').amounts('Freight')).toEqual([50, 50]);
    expect(itemized(even, 'weight').amounts('Merchandise processing fee')).toEqual([16.79, 16.79]);
  });

  it('compares thresholds with the whole', () => {
    const small = { destination: 'GB', currency: 'GBP', value: 100 };
    expect(itemized([small]).amounts('Duty')).toEqual([0]);
    expect(itemized([small, small]).cost.items.map(({ deMinimis }) => deMinimis?.dutyWaived)).toEqual([false, false]);
  });

  it('has the duty of each item for each classification, however many pieces and lines it has', () => {
    const sale = { destination: 'DE', currency: 'EUR', date: '2026-12-01', freight: 0, distanceSale: true, value: 30 };
    const shirt = { ...sale, hsCode: '610910' };
    const watch = { ...sale, hsCode: '91021100' };
    expect(itemized([shirt, watch]).amounts('Duty')).toEqual([3, 3]);
    // 60 and 6, and 20 % of VAT.
    expect(itemized([shirt, watch]).cost).toMatchObject({ total: 79.2, atMost: 79.2, because: [] });
    expect(itemized([shirt, shirt]).amounts('Duty')).toEqual([3, 0]);
    expect(itemized([shirt, shirt]).cost).toMatchObject({ total: 75.6 });
    // Two codes of one subheading are one item of six digits, and two of ten: 3 to 6 EUR.
    const { cost } = itemized([shirt, { ...shirt, hsCode: '6109100090' }]);
    expect(cost).toMatchObject({ total: null, atLeast: 75.6, atMost: 79.2 });
    // Together they are above 150 EUR.
    const dear = itemized([shirt, watch, { ...watch, value: 91 }]).cost;
    expect(dear.items.map(({ lines }) => lines[3]?.rate)).toEqual([12, 4, 4]);
    expect(dear.total).toBeNull();
  });

  it('names the item of which something is open, and has no total', () => {
    const { cost } = itemized([{ value: 1_000 }, { value: 1_000, date: '2026-02-01' }]);
    expect(cost).toMatchObject({
      total: null,
      atMost: null,
      because: [
        expect.stringMatching(/^items\.0: anti-dumping/),
        expect.stringMatching(/^items\.1: what chapter/),
        expect.stringMatching(/^items\.1: anti-dumping/),
      ],
    });
  });

  it('is not said while an item cannot be answered: each is named by its index', () => {
    const refused = costOf([{}, { hsCode: '99999999' }, { origin: 'US' }]);
    expect(refused).toMatchObject({
      kind: 'refused_items',
      refused: [
        { index: 1, reason: { kind: 'unknown_code' } },
        { index: 2, reason: { kind: 'domestic' } },
      ],
    });
    expect(costOf([{ value: 10, incoterm: 'CIF', freight: 50 }])).toMatchObject({
      refused: [{ index: 0, reason: { kind: 'freight_exceeds_value' } }],
    });
  });
});
