import { decideWaiting } from '../../../../domain/payments/decisions/waiting';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import { WAITING_MESSAGES } from '../../../../domain/payments/dispatch/waiting';
import {
  approvalOf,
  AT,
  sentPayment,
  SUBMITTED_AT,
  takenPayment,
  unsentPayment,
} from '../../../support/payment-states';

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

  it('waits for approvals before anything but its review', () => {
    const approval = approvalOf();
    expect(wait(unsentPayment({ approval }))?.waitingReason).toBe('approval');
    expect(wait(sentPayment('unknown', { approval }))?.waitingReason).toBe('partner_outage');
    expect(wait(unsentPayment({ approval, complianceHold: { state: 'review' } }))?.waitingReason).toBe(
      'compliance_review',
    );
  });

  it.each([
    ['no call of it is on record', unsentPayment(), 'engine_busy'],
    ['its value date has just come', unsentPayment({ waitingReason: 'value_date' }), 'engine_busy'],
    ['its partner was called', sentPayment('sending'), 'partner_slow'],
    ['its partner may have it', sentPayment('unknown'), 'partner_slow'],
    ['its partner reports on it', unsentPayment({ isClaimed: true }), 'partner_slow'],
    ['nothing reached its partner', sentPayment('not_delivered'), 'engine_busy'],
  ])('for a slow partner only where that was called: %s', (_name, state, expected) => {
    expect(decideWaiting(state, 'partner_slow', AT).change?.waitingReason).toBe(expected);
  });

  it('keeps what the engine has said of its partner', () => {
    const waiting = { historyStatuses: ['pending'] as const, waitingReason: 'partner_outage' };
    expect(decideWaiting(sentPayment('not_delivered', waiting), 'partner_slow', AT).change).toBeNull();
  });

  it.each([
    ['its value date, which nothing holds it for', 'value_date', {}],
    ['its value date, which has come', 'value_date', { releaseAt: AT }],
    ['a review that nobody holds it for', 'compliance_review', {}],
    ['approvals that it does not need', 'approval', {}],
    ['approvals that it has', 'approval', { approval: approvalOf({ state: 'approved' }) }],
  ] as const)('does not wait for %s', (_what, reason, held) => {
    expect(decideWaiting(unsentPayment(held), reason, AT).change).toBeNull();
  });

  it('waits for its value date', () => {
    const later = { releaseAt: new Date(AT.getTime() + 1) };
    expect(decideWaiting(unsentPayment(later), 'value_date', AT).change?.waitingReason).toBe('value_date');
  });

  it('waits no more once it has moved', () => {
    expect(wait(takenPayment('submitted'))).toBeNull();
  });
});
