import {
  comparableReference,
  MOST_CANDIDATES,
  paymentSettledBy,
  type PayeesPayment,
} from '../../../../domain/payments/settlement/payee-reference';
import type { StatementEntry } from '../../../../domain/payments/settlement/statements';

const ENTRY: StatementEntry = {
  line: 3,
  references: ['B-1'],
  amount: '1250.50',
  currency: 'USD',
  direction: 'debit',
  isBooked: true,
  isReturn: false,
  reasonCode: null,
  bookedOn: '2026-11-20',
};
const PAYMENT: PayeesPayment = {
  id: 'instr_1',
  status: 'submitted',
  dispatchedAt: new Date('2026-11-20T09:00:00Z'),
  amount: '1250.5',
  currency: 'USD',
};

/** Source: ISO 11649 */
it.each([
  ['RF18 5390 0754 7034', 'RF18539007547034'],
  ['RF18539007547034', 'RF18539007547034'],
  [' Invoice 10 01 ', 'Invoice 10 01'],
  ['RF00 1', 'RF00 1'],
])('compares %j as %j', (reference, expected) => expect(comparableReference(reference)).toBe(expected));

/** Source: docs/GAPS.md#statements */
describe('an entry with a reference of the payee', () => {
  it('is of the only payment that it can be of', () => {
    expect(paymentSettledBy(ENTRY, [PAYMENT])).toBe('instr_1');
    expect(paymentSettledBy(ENTRY, [PAYMENT, { ...PAYMENT, id: 'instr_2', status: 'failed' }])).toBe('instr_1');
  });

  it('is of none where it can be of two, or there are too many to look at', () => {
    expect(paymentSettledBy(ENTRY, [PAYMENT, { ...PAYMENT, id: 'instr_2', status: 'settled' }])).toBeNull();
    const failed = Array.from({ length: MOST_CANDIDATES }, () => ({ ...PAYMENT, status: 'failed' as const }));
    expect(paymentSettledBy(ENTRY, [PAYMENT, ...failed.slice(1)])).toBe('instr_1');
    expect(paymentSettledBy(ENTRY, [PAYMENT, ...failed])).toBeNull();
    expect(paymentSettledBy(ENTRY, [])).toBeNull();
  });

  it.each([{ isBooked: false }, { isReturn: true }, { direction: 'credit' as const }])(
    'is of none where it is no booked debit: %j',
    (overrides) => expect(paymentSettledBy({ ...ENTRY, ...overrides }, [PAYMENT])).toBeNull(),
  );

  it.each([
    { amount: '1250.49' },
    { currency: 'EUR' },
    { status: 'failed' as const },
    { status: 'cancelled' as const },
    { dispatchedAt: null },
    { dispatchedAt: new Date('2026-11-22T00:00:00Z') },
  ])('is of no payment that it cannot settle: %j', (overrides) =>
    expect(paymentSettledBy(ENTRY, [{ ...PAYMENT, ...overrides }])).toBeNull(),
  );

  it('may be booked on a date that is a day behind the dispatch, in another zone, or on none', () => {
    const dispatchedAt = new Date('2026-11-21T23:59:59Z');
    expect(paymentSettledBy(ENTRY, [{ ...PAYMENT, dispatchedAt }])).toBe('instr_1');
    expect(paymentSettledBy({ ...ENTRY, bookedOn: null }, [{ ...PAYMENT, dispatchedAt }])).toBe('instr_1');
  });
});
