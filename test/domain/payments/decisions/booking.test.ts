import { decideDebit, decideReturn, type BookedEntry } from '../../../../domain/payments/decisions/booking';
import type { StatementEntry } from '../../../../domain/payments/settlement/statement-entry';
import { AT, takenPayment } from '../../../support/payment-states';

const booked = (overrides: Partial<StatementEntry>, file = 'f'): BookedEntry => ({
  entry: {
    ...{ line: 3, references: [], amount: '1250.50', currency: 'USD', direction: 'debit', isBooked: true },
    ...{ isReturn: false, isReversal: false, reasonCode: null, bookedOn: '2026-11-20', account: null },
    bookingReferences: ['B-1'],
    ...overrides,
  },
  place: { partnerId: 'ptn_1', file, position: 1, otherReferences: new Set() },
  statementId: 'stm_1',
});
const KEY = { partnerId: 'ptn_1', dedupeKey: 'key:1', id: 'rep_1', bodyHash: 'h', effectiveAt: AT, requestId: null };
const SAID = { ...KEY, partnerReference: null, message: null, bankReference: null, reasonCode: null, evidence: null };
const RETURN = { ...SAID, kind: 'status', status: 'returned', returned: { amount: '50', currency: 'USD' } } as const;
const DEBIT = { ...SAID, kind: 'settlement', status: 'settled' } as const;
const BODY = { confirmedAt: AT.toISOString(), settlementReference: 'B-1', actualAmount: 1250.5, actualCurrency: 'USD' };
const BACK = { direction: 'credit', isReturn: true, amount: '50' } as const;

/** Source: docs/GAPS.md#P22 */
describe('a booking of a bank whose word is its partner’s', () => {
  it('settles by its first debit, and keeps a further one with its case', () => {
    const first = decideDebit(takenPayment('submitted'), booked({}), DEBIT, { body: BODY, at: AT });
    expect(first.change).toMatchObject({ plan: { status: 'settled' }, bookings: [{ kind: 'debit' }] });
    const bookings = first.change?.bookings ?? [];
    const state = takenPayment('settled', { settlementHash: 'h', bookings, proof: first.change?.proof ?? null });
    const again = decideDebit(state, booked({}), DEBIT, { body: BODY, at: AT });
    expect(again).toEqual({ result: null, change: null });
    const second = decideDebit(state, booked({ bookingReferences: ['B-2'] }, 'g'), DEBIT, { body: BODY, at: AT });
    expect(second.change).toMatchObject({ plan: { status: 'settled' }, cases: [{ kind: 'statement_contradicts' }] });
  });

  it('returns what a comparison has added to the bookings without telling it', () => {
    const bookings = decideReturn(takenPayment('settled'), booked(BACK), RETURN, AT).change?.bookings ?? [];
    const untold = decideReturn(takenPayment('settled', { bookings }), booked(BACK, 'g'), RETURN, AT);
    expect(untold.change).toMatchObject({ plan: { status: 'returned', returned: { amount: '50' } } });
    const told = decideReturn(takenPayment('returned', { bookings }), booked(BACK, 'g'), RETURN, AT);
    expect(told.change).toBeNull();
  });

  it('returns once for each booking, by the sum of all', () => {
    const first = decideReturn(takenPayment('settled'), booked(BACK), RETURN, AT);
    expect(first.change).toMatchObject({
      plan: { status: 'returned', returned: { amount: '50' }, events: [{ returned: { amount: '50' } }] },
      report: { returned: { amount: '50' } },
      cases: [{ kind: 'return_mismatch' }],
    });
    const bookings = first.change?.bookings ?? [];
    const state = takenPayment('returned', { returned: { amount: '50', currency: 'USD' }, bookings });
    expect(decideReturn(state, booked(BACK), RETURN, AT).change).toBeNull();
    const second = decideReturn(state, booked({ ...BACK, bookingReferences: ['B-2'] }, 'g'), RETURN, AT);
    expect(second.change).toMatchObject({
      plan: { disposition: 'duplicate', returned: { amount: '100' } },
      notices: [{ type: 'payment.return_changed' }],
    });
  });

  it('is no return where it takes back a repeated debit', () => {
    const { bookings = [] } =
      decideDebit(takenPayment('submitted'), booked({}), DEBIT, { body: BODY, at: AT }).change ?? {};
    const [one] = bookings;
    const state = takenPayment('settled', {
      bookings: one === undefined ? [] : [one, { ...one, references: ['B-2'] }],
    });
    const reversal = booked({ direction: 'credit', isReversal: true, bookingReferences: ['B-3'] });
    const { change } = decideReturn(state, reversal, RETURN, AT);
    expect(change).toMatchObject({ plan: { status: 'settled' }, closedCases: ['statement_contradicts'] });
    expect(change?.report).toBeUndefined();
    expect(() => decideReturn({ ...state, knownToPartner: false }, reversal, RETURN, AT)).toThrow();
  });
});
