import { decideUnproven, proofBy } from '../../../../domain/payments/settlement/proof';
import type { Booking } from '../../../../domain/payments/settlement/booking';
import { AT, takenPayment } from '../../../support/payment-states';

const DEBIT: Booking = {
  ...{ partnerId: 'ptn_1', kind: 'debit', account: null, references: ['B-1'] },
  ...{ amount: '1250.50', currency: 'USD', bookedOn: '2026-11-20', seenIn: 'f:1' },
};
const taken = (booking: Booking) => ({ bookings: [booking], index: 0, isNew: true });
const shown = { reference: 'B-1', amount: '1250.50', currency: 'USD', bookedOn: '2026-11-20' };

/** Source: docs/GAPS.md#P25 */
describe('what the books of a bank say of a payment', () => {
  it('proves it by a debit as instructed, and contradicts it by any other', () => {
    const payment = takenPayment('processing');
    expect(proofBy(payment, taken(DEBIT), AT)).toEqual({
      proof: { state: 'proved', booking: shown, at: AT.toISOString() },
    });
    expect(proofBy(payment, taken({ ...DEBIT, amount: '1250' }), AT).proof?.state).toBe('contradicted');
    expect(proofBy(payment, taken({ ...DEBIT, currency: 'EUR' }), AT).proof?.state).toBe('contradicted');
    expect(proofBy(payment, taken({ ...DEBIT, currency: 'EUR' }), AT, []).proof?.state).toBe('proved');
    expect(proofBy(payment, taken({ ...DEBIT, kind: 'return' }), AT)).toEqual({});
  });

  it('never becomes a proof again by a further debit', () => {
    const proof = { state: 'contradicted' as const, booking: shown, at: AT.toISOString() };
    expect(proofBy(takenPayment('processing', { proof }), taken(DEBIT), AT)).toEqual({});
    expect(proofBy(takenPayment('processing', { proof: { ...proof, state: 'proved' } }), taken(DEBIT), AT)).toEqual({});
  });

  it('opens a case about what is not booked in time, once, and about nothing that is over', () => {
    const { change } = decideUnproven(takenPayment('settled'), AT);
    expect(change).toMatchObject({ proof: { state: 'overdue' }, cases: [{ kind: 'booking_overdue' }] });
    const proof = { state: 'overdue' as const, booking: null, at: AT.toISOString() };
    expect(decideUnproven(takenPayment('settled', { proof }), AT).change).toBeNull();
    expect(decideUnproven(takenPayment('failed'), AT).change).toBeNull();
    expect(decideUnproven(takenPayment('returned'), AT).change).toBeNull();
  });
});
