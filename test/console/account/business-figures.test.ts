import {
  endsOf,
  groupIntoSpans,
  sumOpenAndSettled,
  timeToSettleQuantile,
} from '../../../console/account/business-figures';
import type { PaymentDay, PaymentGroup } from '../../../db/payments/review/payment-days';

const group = (over: Partial<PaymentGroup>): PaymentGroup => ({
  ...{ currency: 'EUR', country: 'DE', status: 'settled', count: 1, amount: 10 },
  ...over,
});

const day = (date: string, times: [number, number][] = []): PaymentDay => ({
  ...{ day: date, groups: [group({})] },
  times: new Map(times),
});

describe('days that stand together', () => {
  it('are whole from the last on, with the payments and times of all', () => {
    const days = [day('2026-11-18', [[3, 1]]), day('2026-11-19', [[3, 2]]), day('2026-11-20')];
    expect(groupIntoSpans(days, 2)).toEqual([
      { first: '2026-11-18', last: '2026-11-18', groups: [group({})], times: new Map([[3, 1]]) },
      { first: '2026-11-19', last: '2026-11-20', groups: [group({}), group({})], times: new Map([[3, 2]]) },
    ]);
  });
});

describe('how payments ended', () => {
  it('counts neither what is under way nor what was cancelled', () => {
    const statuses = ['settled', 'failed', 'returned', 'cancelled', 'pending', 'processing'] as const;
    expect(endsOf(statuses.map((status) => group({ status })))).toEqual({ settled: 1, failed: 2 });
  });

  it('sums what was settled or is under way, the most payments first', () => {
    const groups = [
      group({ currency: 'USD', count: 2 }),
      group({ currency: 'USD', status: 'processing', count: 1, amount: 5 }),
      group({ currency: 'USD', status: 'returned', count: 9 }),
      group({ count: 4, amount: 7 }),
    ];
    expect(sumOpenAndSettled(groups, ({ currency }) => currency)).toEqual([
      { name: 'EUR', count: 4, amount: 7 },
      { name: 'USD', count: 3, amount: 15 },
    ]);
  });
});

describe('the time that a share of the payments kept', () => {
  const times = new Map([
    [40, 5],
    [10, 94],
    [20, 1],
  ]);

  it.each([
    [0.5, 10],
    [0.95, 20],
    [0.96, 40],
  ])('is for %d that of bucket %d', (part, bucket) => {
    expect(timeToSettleQuantile(times, part)).toBeCloseTo(1.05 ** (bucket + 0.5));
  });

  it('is none where nothing was settled', () => {
    expect(timeToSettleQuantile(new Map(), 0.5)).toBeNull();
  });
});
