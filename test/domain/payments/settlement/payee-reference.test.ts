import {
  comparableReference,
  hasPayeeReferenceAlone,
  MOST_CANDIDATES,
  paymentOfPayee,
  type PayeesPayment,
} from '../../../../domain/payments/settlement/payee-reference';
import type { StatementEntry } from '../../../../domain/payments/settlement/statement-entry';
import { newId } from '../../../../lib/ids';

const ID = newId('instruction');
const ENTRY: StatementEntry = {
  line: 3,
  references: ['B-1'],
  amount: '1250.50',
  currency: 'USD',
  direction: 'debit',
  isBooked: true,
  isReturn: false,
  isReversal: false,
  account: null,
  bookingReferences: [],
  reasonCode: null,
  bookedOn: '2026-11-20',
};
const PAYMENT: PayeesPayment = { id: 'instr_1', firstSentAt: new Date('2026-11-20T09:00:00Z') };

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
    expect(paymentOfPayee(ENTRY, [PAYMENT])).toBe('instr_1');
    const later = { id: 'instr_2', firstSentAt: new Date('2026-11-22T00:00:00Z') };
    expect(paymentOfPayee(ENTRY, [PAYMENT, later])).toBe('instr_1');
    expect(paymentOfPayee(ENTRY, [later])).toBeNull();
  });

  it('is of none where it can be of two, or there are too many to look at', () => {
    expect(paymentOfPayee(ENTRY, [PAYMENT, { ...PAYMENT, id: 'instr_2' }])).toBeNull();
    const later = Array.from({ length: MOST_CANDIDATES }, () => ({ ...PAYMENT, firstSentAt: new Date('2026-12-01') }));
    expect(paymentOfPayee(ENTRY, [PAYMENT, ...later.slice(1)])).toBe('instr_1');
    expect(paymentOfPayee(ENTRY, [PAYMENT, ...later])).toBeNull();
    expect(paymentOfPayee(ENTRY, [])).toBeNull();
  });

  it('may be booked on a date that is a day behind the dispatch, in another zone, or on none', () => {
    const firstSentAt = new Date('2026-11-21T23:59:59Z');
    expect(paymentOfPayee(ENTRY, [{ ...PAYMENT, firstSentAt }])).toBe('instr_1');
    expect(paymentOfPayee({ ...ENTRY, bookedOn: null }, [{ ...PAYMENT, firstSentAt }])).toBe('instr_1');
  });

  it.each([
    { isBooked: false },
    { isReturn: true },
    { direction: 'credit' as const },
    { references: ['B-1', ID] },
    { references: [`${ID}-2`] },
    { references: [`${ID}-r`] },
    { references: [ID.toUpperCase()] },
    { references: ['B-1', '3F2504E0-4F89-41D3-9A0C-0305E82C3301'] },
  ])('is not asked for where the entry is no booked debit, or names a payment: %j', (overrides) => {
    expect(hasPayeeReferenceAlone(ENTRY)).toBe(true);
    expect(hasPayeeReferenceAlone({ ...ENTRY, ...overrides })).toBe(false);
  });
});
