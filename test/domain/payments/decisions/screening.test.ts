import { decideScreening, type ScreeningRequest } from '../../../../domain/payments/decisions/screening';
import type { PaymentState } from '../../../../domain/payments/state';
import { AT, takenPayment, unsentPayment } from '../../../support/payment-states';

const HELD = { complianceHold: { state: 'review' }, historyStatuses: ['pending'], eventSequence: 1 } as const;

const decide = (state: PaymentState, decision: ScreeningRequest['decision']) =>
  decideScreening(state, { decision, reason: 'another person', by: 'usr_1', requestId: 'req_1', at: AT });

const audit = (act: string, decision: string) => ({
  actor: 'usr_1',
  act,
  requestId: 'req_1',
  detail: { decision, reason: 'another person' },
});

/** Source: docs/GAPS.md#P13 */
describe('the review of a held payment', () => {
  it('releases it, and it is sent at once', () => {
    const { result, change } = decide(unsentPayment(HELD), 'release');
    expect(result).toEqual({ state: 'released', reason: 'another person', by: 'usr_1', at: AT.toISOString() });
    expect(change).toEqual({
      plan: {
        disposition: 'applied',
        previousStatus: 'pending',
        status: 'pending',
        history: [],
        events: [],
        resolved: [],
      },
      at: AT,
      complianceHold: result,
      waitingReason: 'partner_slow',
      messages: [{ topic: 'changed', disposition: 'operator', reportId: null, retry: true }],
      audit: audit('payment.screening_released', 'release'),
    });
  });

  it('releases it before its value date, for which it waits', () => {
    const releaseAt = new Date(AT.getTime() + 1);
    expect(decide(unsentPayment({ ...HELD, releaseAt }), 'release').change).toMatchObject({
      waitingReason: 'value_date',
      messages: [{ retry: false }],
    });
    expect(decide(unsentPayment({ ...HELD, releaseAt: AT }), 'release').change).toMatchObject({
      waitingReason: 'partner_slow',
      messages: [{ retry: true }],
    });
  });

  it('rejects it, and the client is not told for whom it was taken', () => {
    const { result, change } = decide(unsentPayment(HELD), 'reject');
    expect(result.state).toBe('rejected');
    expect(change?.plan.history).toMatchObject([
      { status: 'failed', effectiveAt: AT, message: 'The payment cannot be made', reportId: null },
    ]);
    expect(change).toMatchObject({ complianceHold: result, audit: audit('payment.screening_rejected', 'reject') });
    expect(change?.waitingReason).toBeUndefined();
  });

  const released = { state: 'released', reason: 'first', by: 'usr_0', at: '2026-11-20T09:00:00.000Z' } as const;

  it('is answered as the first time when it is repeated', () => {
    expect(decide(takenPayment('accepted', { complianceHold: released }), 'release')).toEqual({
      result: released,
      change: null,
    });
    const rejected = { ...released, state: 'rejected' } as const;
    expect(decide(takenPayment('failed', { complianceHold: rejected }), 'reject')).toEqual({
      result: rejected,
      change: null,
    });
  });

  it.each([
    ['was never held', unsentPayment()],
    ['was decided otherwise', unsentPayment({ complianceHold: released })],
    ['is pending no more', takenPayment('cancelled', { complianceHold: { state: 'review' } })],
  ])('is refused for a payment that %s', (_name, state) => {
    expect(() => decide(state, 'reject')).toThrow(
      expect.objectContaining({
        code: 'INVALID_TRANSITION',
        message: 'The payment is not held for a compliance review.',
        extra: { current: state.status, allowed: [] },
      }),
    );
  });
});
