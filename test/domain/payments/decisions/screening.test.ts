import { decideScreening, type ScreeningRequest } from '../../../../domain/payments/decisions/screening';
import type { PaymentState } from '../../../../domain/payments/state';
import { AT, sentPayment, takenPayment, unsentPayment } from '../../../support/payment-states';

const HELD = { complianceHold: { state: 'review' }, historyStatuses: ['pending'], eventSequence: 1 } as const;

const decide = (state: PaymentState, decision: ScreeningRequest['decision']) =>
  decideScreening(state, { decision, reason: 'another person', by: 'usr_1', requestId: 'req_1', at: AT, approvals: 1 });

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

  it('waits with a rejection until it is known whether its partner has it, and releases what is in doubt', () => {
    const inDoubt = sentPayment('unknown', HELD);
    expect(() => decide(inDoubt, 'reject')).toThrow('Whether the partner has the payment is not known yet');
    const { result, change } = decide(inDoubt, 'release');
    expect(result.state).toBe('released');
    expect(change?.waitingReason).toBeUndefined();
  });

  describe('where two operators have to agree to a release', () => {
    const proposal = { reason: 'looked at', by: 'usr_0', at: '2026-11-20T09:00:00.000Z' };
    const proposed = unsentPayment({ ...HELD, complianceHold: { state: 'review', proposal } });
    const word = { reason: 'another person', requestId: 'req_1', at: AT, approvals: 2 } as const;

    it('keeps the word of the first and sends nothing', () => {
      const { result, change } = decideScreening(unsentPayment(HELD), { ...word, decision: 'release', by: 'usr_1' });
      const kept = { reason: 'another person', by: 'usr_1', at: AT.toISOString() };
      expect(result).toEqual({ state: 'proposed', ...kept });
      expect(change).toEqual({
        plan: expect.objectContaining({ status: 'pending', history: [], events: [] }),
        at: AT,
        complianceHold: { state: 'review', proposal: kept },
        audit: audit('payment.screening_release_proposed', 'release'),
      });
    });

    it('does not take the word of one person twice', () => {
      const again = decideScreening(proposed, { ...word, decision: 'release', by: 'usr_0' });
      expect(again).toEqual({ result: { state: 'proposed', ...proposal }, change: null });
    });

    it('releases it by the word of the second, and names both', () => {
      const { result, change } = decideScreening(proposed, { ...word, decision: 'release', by: 'usr_1' });
      expect(result).toMatchObject({ state: 'released', by: 'usr_1', proposedBy: 'usr_0' });
      expect(change).toMatchObject({
        complianceHold: result,
        messages: [{ retry: true }],
        audit: audit('payment.screening_released', 'release'),
      });
    });

    it('is rejected by one alone, whoever proposed to release it', () => {
      const { result } = decideScreening(proposed, { ...word, decision: 'reject', by: 'usr_0' });
      expect(result).toEqual({ state: 'rejected', reason: 'another person', by: 'usr_0', at: AT.toISOString() });
    });
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
