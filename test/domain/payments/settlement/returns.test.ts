import {
  laterReturnCases,
  returnCases,
  returnedView,
  shortfallOf,
} from '../../../../domain/payments/settlement/returns';
import { unchangedPlan } from '../../../../domain/payments/instruction/change';
import { AT, takenPayment } from '../../../support/payment-states';

const INSTRUCTED = { amount: '1250.5', currency: 'USD', waiting: [], bookings: [], partnerId: 'ptn_1' };
const dollars = (amount: string) => ({ amount, currency: 'USD' });
const EUROS = { amount: '1250.5', currency: 'EUR' };

/** Source: docs/GAPS.md#returns */
describe('money that came back', () => {
  it.each([
    ['1250.5', '0'],
    ['1250.50', '0'],
    ['1240.25', '10.25'],
    ['1260', '-9.5'],
  ])('of %s is short by %s', (amount, shortfall) => {
    expect(shortfallOf(INSTRUCTED, dollars(amount))).toBe(shortfall);
  });

  it('in another currency is short by nothing that can be said', () => {
    expect(shortfallOf(INSTRUCTED, EUROS)).toBeNull();
    expect(returnedView(INSTRUCTED, EUROS)).toEqual({ amount: 1250.5, currency: 'EUR', shortfall: null });
    expect(returnedView(INSTRUCTED, dollars('1240.25'))).toEqual({
      amount: 1240.25,
      currency: 'USD',
      shortfall: 10.25,
    });
  });

  it.each([
    [dollars('1240.25'), { type: 'return_short', expected: '1250.5', actual: '1240.25' }],
    [dollars('1260'), { type: 'return_over', expected: '1250.5', actual: '1260' }],
    [EUROS, { type: 'return_currency', expected: 'USD', actual: 'EUR' }],
  ])('otherwise than instructed opens a case: %j', (returned, discrepancy) => {
    const plan = { ...unchangedPlan(takenPayment('settled')), returned };
    expect(returnCases(INSTRUCTED, plan, 'rep_1')).toEqual([
      { kind: 'return_mismatch', reportId: 'rep_1', detail: { returned, discrepancies: [discrepancy] } },
    ]);
  });

  it('as instructed, or of an amount that nobody named, opens none', () => {
    const plan = unchangedPlan(takenPayment('settled'));
    expect(returnCases(INSTRUCTED, { ...plan, returned: dollars('1250.50') }, 'rep_1')).toEqual([]);
    expect(returnCases(INSTRUCTED, plan, 'rep_1')).toEqual([]);
  });

  it('opens one for every report that waited and names another amount', () => {
    const returned = dollars('1250.5');
    const waiting = [null, returned, dollars('1200')].map((each, index) => ({
      reportId: `rep_${index}`,
      status: 'returned' as const,
      effectiveAt: AT,
      message: null,
      returned: each,
    }));
    const plan = { ...unchangedPlan(takenPayment('settled')), returned };
    expect(returnCases({ ...INSTRUCTED, waiting }, plan, 'rep_9')).toEqual([
      { kind: 'return_mismatch', reportId: 'rep_2', detail: { returned, reported: dollars('1200') } },
    ]);
  });
});

describe('a later report of a return', () => {
  it('opens a case where it names another amount or currency', () => {
    const returned = dollars('10');
    for (const reported of [dollars('9'), { amount: '10', currency: 'EUR' }]) {
      expect(laterReturnCases({ returned }, reported, 'rep_2')).toEqual([
        { kind: 'return_mismatch', reportId: 'rep_2', detail: { returned, reported } },
      ]);
    }
  });

  it('opens none where it says the same, or either says nothing', () => {
    const returned = dollars('10');
    expect(laterReturnCases({ returned }, dollars('10.00'), 'rep_2')).toEqual([]);
    expect(laterReturnCases({ returned: null }, dollars('9'), 'rep_2')).toEqual([]);
    expect(laterReturnCases({ returned }, null, 'rep_2')).toEqual([]);
  });
});
