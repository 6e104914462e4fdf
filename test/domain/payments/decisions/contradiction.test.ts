import { decideContradiction } from '../../../../domain/payments/decisions/contradiction';
import { decideCancellation } from '../../../../domain/payments/decisions/cancellation';
import { decideDispatch, decideWithdrawal } from '../../../../domain/payments/decisions/dispatch';
import { allowedDecisions, decideOperator } from '../../../../domain/payments/decisions/operator';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import type { FoundContradiction } from '../../../../domain/payments/review/contradiction';
import { AT, takenPayment, unsentPayment } from '../../../support/payment-states';

const FOUND: FoundContradiction = { run: 'run_1', status: null };
const NO_RUN: FoundContradiction = { run: null, status: null };
const held = (found: Partial<FoundContradiction> = {}, overrides: Partial<PaymentState> = {}) =>
  unsentPayment({ contradiction: { ...FOUND, ...found, state: 'open', at: AT.toISOString() }, ...overrides });
const WORD = { reason: 'asked the bank', partnerReference: null, by: 'user:usr_1', requestId: null, at: AT };
const audit = { actor: 'client', act: 'payment.cancel', requestId: null, detail: {} };

/** Source: docs/GAPS.md#P21 */
describe('a contradiction about a payment', () => {
  it('holds it while it is pending', () => {
    expect(decideContradiction(unsentPayment(), FOUND, AT)).toMatchObject({
      result: 'open',
      change: { contradiction: { state: 'open', run: 'run_1' }, waitingReason: 'contradiction' },
    });
    expect(decideContradiction(takenPayment('submitted'), FOUND, AT)).toEqual({ result: null, change: null });
  });

  it('is held once for a run, also after a person has decided, and again for another one', () => {
    const decided = unsentPayment({ contradiction: { ...FOUND, state: 'decided', at: AT.toISOString() } });
    expect(decideContradiction(held(), FOUND, AT)).toEqual({ result: 'open', change: null });
    expect(decideContradiction(held(), NO_RUN, AT)).toEqual({ result: 'open', change: null });
    expect(decideContradiction(decided, FOUND, AT)).toEqual({ result: 'decided', change: null });
    expect(decideContradiction(decided, { ...FOUND, run: 'run_2' }, AT).result).toBe('open');
    const { contradiction } = decided;
    expect(decideContradiction(takenPayment('submitted', { contradiction }), FOUND, AT).result).toBe('decided');
    const { contradiction: open } = held();
    expect(decideContradiction(takenPayment('submitted', { contradiction: open }), FOUND, AT).result).toBeNull();
  });

  it('lets nothing begin, nor end it: its client’s cancellation waits for a person', () => {
    const state = held();
    expect(decideDispatch(state, { partnerId: state.partnerId }, AT)).toEqual({
      result: { kind: 'contradiction' },
      change: null,
    });
    const { result, change } = decideCancellation(state, { reason: null, at: AT, audit });
    expect([result.status, result.cancellation.status, change?.plan.status]).toEqual([
      'pending',
      'requested',
      'pending',
    ]);
    const asked = held({}, { cancellation: result.cancellation });
    expect(decideWithdrawal(asked, AT)).toEqual({ result: 'not_wanted', change: null });
    expect(decideOperator(asked, { ...WORD, decision: 'give_up' }).change).toMatchObject({
      plan: { status: 'cancelled' },
      contradiction: { state: 'decided' },
      cases: [{ kind: 'given_up' }],
    });
  });

  it('is decided as sent only where it may have been', () => {
    expect(allowedDecisions(held(), AT)).toEqual(expect.arrayContaining(['delivered', 'never_received', 'give_up']));
    expect(allowedDecisions(held({ status: 'cancelled' }), AT)).toEqual(['try_now', 'give_up']);
    const unpaid = decideOperator(held({ status: 'cancelled' }), { ...WORD, decision: 'give_up' });
    expect(unpaid.change?.cases).toBeUndefined();
  });
});
