import { decideWaiting } from '../../../../domain/payments/decisions/waiting';
import type { PaymentState } from '../../../../domain/payments/state';
import { WAITING_MESSAGES } from '../../../../domain/payments/waiting';
import { AT, SUBMITTED_AT, takenPayment, unsentPayment } from '../../../support/payment-states';

/** Source: docs/GAPS.md#P1 */
describe('a payment that has to wait', () => {
  const wait = (state: PaymentState) => decideWaiting(state, 'partner_outage', AT).change;

  it('begins its history when it was submitted, and says why', () => {
    const change = wait(unsentPayment());
    expect(change).toMatchObject({ at: AT, waitingReason: 'partner_outage' });
    expect(change?.plan.history).toMatchObject([
      { status: 'pending', effectiveAt: SUBMITTED_AT, message: WAITING_MESSAGES.partner_outage },
    ]);
    expect(change?.plan.events).toEqual([{ status: 'pending', previousStatus: null, sequence: 1 }]);
  });

  it('shows the newest reason, and writes its history once', () => {
    const begun = { historyStatuses: ['pending'] as const, waitingReason: 'value_date' };
    const change = wait(unsentPayment(begun));
    expect(change).toMatchObject({
      at: AT,
      waitingReason: 'partner_outage',
      plan: { status: 'pending', history: [], events: [] },
    });
    expect(wait(unsentPayment({ ...begun, waitingReason: 'partner_outage' }))).toBeNull();
  });

  it('waits for its review before all else', () => {
    expect(wait(unsentPayment({ complianceHold: { state: 'review' } }))?.waitingReason).toBe('compliance_review');
  });

  it('waits no more once it has moved', () => {
    expect(wait(takenPayment('submitted'))).toBeNull();
  });
});
