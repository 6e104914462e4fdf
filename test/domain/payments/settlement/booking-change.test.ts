import type { Booking } from '../../../../domain/payments/settlement/booking';
import {
  bookingDiscrepancies,
  changeByBooking,
  contradictionCase,
  REPEATED,
} from '../../../../domain/payments/settlement/booking-change';
import { AT, takenPayment } from '../../../support/payment-states';

const KNOWN = { statementId: 'stm_1', line: 3, partnerId: 'ptn_1' };
const booking = (kind: Booking['kind'], more: Partial<Booking> = {}): Booking => ({
  ...{ partnerId: 'ptn_1', kind, account: null, references: [], amount: '1250.50', currency: 'USD' },
  ...{ bookedOn: null, seenIn: 'f:1' },
  ...more,
});
const taken = (...bookings: Booking[]) => ({ bookings, index: bookings.length - 1, isNew: true });
const [DEBIT, BACK] = [booking('debit'), booking('return')];
const undone = (reverses: number | null) => booking('reversal', { reverses, isReturn: false });

/** Source: docs/GAPS.md#P22 */
describe('a booking', () => {
  it('contradicts as a second debit, and as a reversal of a return or of nothing', () => {
    expect(bookingDiscrepancies(taken(DEBIT))).toEqual([]);
    expect(bookingDiscrepancies(taken(DEBIT, DEBIT))).toEqual([REPEATED]);
    expect(bookingDiscrepancies(taken(DEBIT, DEBIT, undone(1)))).toEqual([]);
    expect(bookingDiscrepancies(taken(DEBIT, BACK, undone(1)))).toMatchObject([{ type: 'reversal', actual: 'return' }]);
    expect(bookingDiscrepancies(taken(DEBIT, DEBIT, undone(null)))).toMatchObject([{ actual: 'none' }]);
  });

  it('that is known changes nothing, and one that another file has as well opens no case', () => {
    const proof = { state: 'proved' as const, booking: null, at: AT.toISOString() };
    const state = takenPayment('settled', { bookings: [DEBIT], proof });
    expect(changeByBooking(state, { bookings: state.bookings, index: 0, isNew: false }, KNOWN, AT)).toBeNull();
    const again = { ...taken(DEBIT, DEBIT), isNew: false };
    expect(changeByBooking(state, again, KNOWN, AT)).toMatchObject({ bookings: [DEBIT, DEBIT], cases: [] });
  });

  it('ends the case of a repeated debit where the last one is taken back', () => {
    const state = takenPayment('settled');
    const change = changeByBooking(state, taken(DEBIT, DEBIT, undone(1)), KNOWN, AT);
    expect(change).toMatchObject({ plan: { status: 'settled' }, cases: [], closedCases: ['statement_contradicts'] });
    const one = changeByBooking(state, taken(DEBIT, DEBIT, DEBIT, undone(1)), KNOWN, AT);
    expect(one?.closedCases).toEqual([]);
    const second = changeByBooking(state, taken(DEBIT, DEBIT), KNOWN, AT);
    expect(second?.cases).toEqual([contradictionCase(state, KNOWN, [REPEATED])]);
  });

  it('of more that came back changes the sum, and ends the case of what was short', () => {
    const part = booking('return', { amount: '50' });
    const state = takenPayment('returned', { returned: { amount: '50', currency: 'USD' } });
    const rest = booking('return', { amount: '1200.50' });
    expect(changeByBooking(state, taken(DEBIT, part, rest), KNOWN, AT)).toMatchObject({
      plan: { status: 'returned', returned: { amount: '1250.5', currency: 'USD' } },
      notices: [{ type: 'payment.return_changed', object: { returned: { amount: 1250.5, shortfall: 0 } } }],
      cases: [],
      closedCases: ['return_mismatch'],
    });
    expect(changeByBooking(state, taken(DEBIT, part, part), KNOWN, AT)).toMatchObject({
      plan: { returned: { amount: '100' } },
      cases: [{ kind: 'return_mismatch', detail: { discrepancies: [{ type: 'return_short' }] } }],
      closedCases: [],
    });
  });
});
