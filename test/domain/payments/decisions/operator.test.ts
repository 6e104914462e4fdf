import { allowedDecisions, decideOperator, type OperatorRequest } from '../../../../domain/payments/decisions/operator';
import type { KeptDecision } from '../../../../domain/payments/review/operator-decision';
import type { Cancellation, PaymentState } from '../../../../domain/payments/instruction/state';
import { PAYMENT_STATUSES } from '../../../../domain/payments/instruction/status';
import { AT, dispatchIn, SENT_AT, sentPayment, takenPayment, unsentPayment } from '../../../support/payment-states';

const REQUESTED: Cancellation = { status: 'requested', reason: null, requestedAt: SENT_AT.toISOString() };
const URGE = { topic: 'changed', disposition: 'operator', reportId: null, retry: true };

const request = (overrides: Partial<OperatorRequest> = {}): OperatorRequest => ({
  decision: 'give_up',
  reason: 'the bank called',
  partnerReference: null,
  by: 'usr_1',
  requestId: 'req_1',
  at: AT,
  ...overrides,
});

const decide = (state: PaymentState, overrides: Partial<OperatorRequest>) => decideOperator(state, request(overrides));

/** Source: docs/GAPS.md#P10 */
describe('what an operator may decide about a pending payment', () => {
  it.each([
    ['never sent', unsentPayment(), ['try_now', 'give_up']],
    ['in a call', sentPayment('sending'), ['delivered', 'try_now']],
    ['in doubt', sentPayment('unknown'), ['delivered', 'never_received', 'try_now', 'give_up']],
    [
      'that its partner took, by what others know',
      sentPayment('delivered'),
      ['delivered', 'never_received', 'try_now', 'give_up'],
    ],
    [
      'that its partner reports on',
      unsentPayment({ isClaimed: true }),
      ['delivered', 'never_received', 'try_now', 'give_up'],
    ],
    ['that its partner has not', sentPayment('not_delivered'), ['delivered', 'try_now', 'give_up']],
  ])('%s', (_name, state, expected) => {
    expect(allowedDecisions(state, AT)).toEqual(expected);
  });

  it('before its value date: to give it up, never to send it', () => {
    const releaseAt = new Date(AT.getTime() + 1);
    expect(allowedDecisions(unsentPayment({ releaseAt }), AT)).toEqual(['give_up']);
    expect(allowedDecisions(unsentPayment({ releaseAt: AT }), AT)).toEqual(['try_now', 'give_up']);
  });

  /** Or their word may be about a call before it, and the payment would be sent again beside one that arrived. */
  it('for half a minute after a call: not what its partner may have said before it', () => {
    const endedBefore = (ms: number) =>
      sentPayment(dispatchIn('unknown', { sends: 2, endedAt: new Date(AT.getTime() - ms) }));
    expect(allowedDecisions(endedBefore(29_999), AT)).toEqual(['delivered', 'try_now', 'give_up']);
    expect(allowedDecisions(endedBefore(30_000), AT)).toContain('never_received');
    expect(() => decide(endedBefore(29_999), { decision: 'never_received' })).toThrow(
      'its last call has just ended; ask the partner half a minute later, and decide then',
    );
  });

  it.each(PAYMENT_STATUSES.filter((status) => status !== 'pending'))('nothing once it is %s', (status) => {
    expect(allowedDecisions(takenPayment(status), AT)).toEqual([]);
  });

  it.each([
    ['delivered', unsentPayment(), 'it was never sent'],
    ['never_received', unsentPayment(), 'it was never sent'],
    [
      'never_received',
      sentPayment('sending'),
      'a call to the partner is under way; once it has ended, or when it is tried now, more is known',
    ],
    ['never_received', sentPayment('not_delivered'), 'the partner is known not to have it, and it is sent again'],
    ['try_now', unsentPayment({ releaseAt: new Date(AT.getTime() + 1) }), 'its value date has not come'],
    [
      'give_up',
      sentPayment('sending'),
      'a call to the partner is under way; once it has ended, or when it is tried now, more is known',
    ],
    ['give_up', takenPayment('accepted'), "it is no longer pending, and only its partner's reports decide"],
  ] as const)('%s is refused with the reason', (decision, state, reason) => {
    expect(() => decide(state, { decision })).toThrow(
      expect.objectContaining({
        code: 'INVALID_TRANSITION',
        message: `This decision does not fit the payment: ${reason}.`,
        extra: { current: state.status, allowed: allowedDecisions(state, AT) },
      }),
    );
  });
});

describe('a payment that the partner has, as an operator established', () => {
  it('is submitted as of the dispatch', () => {
    const { result, change } = decide(sentPayment('unknown'), { decision: 'delivered', partnerReference: 'P-9' });
    expect(result).toEqual({
      decision: 'delivered',
      reason: 'the bank called',
      partnerReference: 'P-9',
      by: 'usr_1',
      at: AT.toISOString(),
      status: 'submitted',
      sends: 1,
    });
    expect(change?.plan.history).toMatchObject([
      { status: 'submitted', effectiveAt: SENT_AT, message: 'Established by an operator', reportId: null },
    ]);
    expect(change).toMatchObject({
      at: AT,
      partnerReference: 'P-9',
      dispatch: { state: 'delivered', endedAt: AT, deniedAt: null, refusal: null },
      operatorDecision: result,
      settledFlags: ['payment_blocked', 'silence', 'partner_denies', 'partner_moved', 'workflow_ahead'],
      messages: [URGE],
      audit: {
        actor: 'usr_1',
        act: 'payment.decided',
        requestId: 'req_1',
        detail: { decision: 'delivered', reason: 'the bank called', previousStatus: 'pending', status: 'submitted' },
      },
    });
  });
});

/** Source: docs/OPERATIONS.md, "Backups and restore" */
describe('a decision about a payment whose dispatch is not on record, and that its partner reports on', () => {
  const claimed = unsentPayment({ isClaimed: true });

  it.each([
    ['delivered', 'delivered', 'submitted'],
    ['never_received', 'not_delivered', 'pending'],
    ['give_up', 'not_delivered', 'failed'],
  ] as const)('%s puts it on record as %s', (decision, state, status) => {
    const { change } = decide(claimed, { decision });
    expect(change).toMatchObject({ dispatch: { kind: 'recover', attempt: 1, state }, plan: { status } });
  });

  it('has the partner asked to stop what is given up', () => {
    expect(decide(claimed, { decision: 'give_up' }).change).toMatchObject({
      messages: [{ topic: 'stop' }, URGE],
      cases: [{ kind: 'given_up' }],
    });
    expect(decide(sentPayment('delivered'), { decision: 'give_up' }).change?.messages).toContainEqual({
      topic: 'stop',
    });
  });

  it('sends what the partner took only where it is said that it never received it', () => {
    const { change } = decide(sentPayment('delivered'), { decision: 'never_received' });
    expect(change?.dispatch).toMatchObject({ kind: 'update', state: 'not_delivered' });
    expect(decide(sentPayment('delivered'), { decision: 'try_now' }).change?.dispatch).toBeUndefined();
  });
});

describe('a payment that the partner never received, as an operator established', () => {
  it('is sent again', () => {
    const { result, change } = decide(sentPayment('unknown'), { decision: 'never_received' });
    expect(result.status).toBe('pending');
    expect(change).toMatchObject({
      at: AT,
      plan: { status: 'pending', history: [] },
      dispatch: {
        state: 'not_delivered',
        fault: 'never received, established by an operator',
        deniedAt: null,
        refusal: null,
      },
      settledFlags: ['payment_blocked', 'silence', 'partner_denies', 'partner_moved', 'workflow_ahead'],
      messages: [URGE],
    });
    expect(change?.cancellation).toBeUndefined();
  });

  it('is cancelled when the client wants it back', () => {
    const { change } = decide(sentPayment('unknown', { cancellation: REQUESTED }), { decision: 'never_received' });
    expect(change).toMatchObject({
      plan: { status: 'cancelled' },
      cancellation: { status: 'cancelled' },
      dispatch: { state: 'not_delivered' },
    });
  });
});

describe('a payment that an operator has tried now', () => {
  it('stays as it is, and the workflow is urged', () => {
    const { change } = decide(sentPayment('unknown'), { decision: 'try_now' });
    expect(change).toMatchObject({
      at: AT,
      plan: { status: 'pending', history: [] },
      settledFlags: ['payment_blocked', 'partner_denies', 'partner_moved', 'workflow_ahead'],
      messages: [URGE],
    });
    expect(change?.dispatch).toBeUndefined();
  });
});

describe('a payment that an operator gives up', () => {
  const FLAGS = [
    'payment_blocked',
    'silence',
    'partner_denies',
    'partner_moved',
    'cancellation_unanswered',
    'workflow_missing',
    'workflow_ahead',
  ];

  it('has failed when nothing was sent', () => {
    const { result, change } = decide(unsentPayment(), {});
    expect(result).toMatchObject({ status: 'failed', sends: 0 });
    expect(change?.plan.history).toMatchObject([
      {
        status: 'failed',
        effectiveAt: AT,
        message: 'Ended by an operator: no settlement partner has it',
        reportId: null,
      },
    ]);
    expect(change).toMatchObject({ settledFlags: FLAGS, messages: [URGE] });
    expect(change?.dispatch).toBeUndefined();
  });

  it('is cancelled when the client wants it back', () => {
    const { change } = decide(unsentPayment({ cancellation: REQUESTED }), {});
    expect(change).toMatchObject({ plan: { status: 'cancelled' }, cancellation: { status: 'cancelled' } });
    expect(change?.plan.history).toMatchObject([{ message: 'Cancelled by the client' }]);
  });

  it('is asked to be stopped where it may have arrived', () => {
    const { change } = decide(sentPayment('unknown'), {});
    expect(change).toMatchObject({
      dispatch: { state: 'not_delivered' },
      messages: [{ topic: 'stop' }, URGE],
      cases: [{ kind: 'given_up', reportId: null, detail: { current: 'pending', decision: 'give_up' } }],
    });
    const known = decide(sentPayment('not_delivered'), {}).change;
    expect(known?.messages).toEqual([URGE]);
    expect(known?.cases).toBeUndefined();
    expect(known?.dispatch).toBeUndefined();
  });
});

describe('the same decision again', () => {
  const kept: KeptDecision = {
    decision: 'give_up',
    reason: 'the bank called',
    partnerReference: null,
    by: 'usr_1',
    at: SENT_AT.toISOString(),
    status: 'failed',
    sends: 1,
  };

  it('is answered as the first time', () => {
    const failed = takenPayment('failed', { operatorDecision: kept });
    expect(decide(failed, { by: 'usr_2' })).toEqual({ result: kept, change: null });
    const sent = dispatchIn('not_delivered', { sends: 9 });
    expect(decide(takenPayment('failed', { operatorDecision: kept, dispatch: sent }), {}).change).toBeNull();
  });

  it.each([
    ['with another reason', { reason: 'another' }],
    ['with a reference', { partnerReference: 'P-9' }],
    ['of another kind', { decision: 'delivered' }],
  ] as const)('%s is a new one', (_name, overrides) => {
    expect(() => decide(takenPayment('failed', { operatorDecision: kept }), overrides)).toThrow('does not fit');
  });

  it('about a later call of a payment that is still pending is a new one', () => {
    const earlier: KeptDecision = { ...kept, decision: 'never_received', status: 'pending' };
    const again = { decision: 'never_received' } as const;
    expect(decide(sentPayment('unknown', { operatorDecision: earlier }), again)).toEqual({
      result: earlier,
      change: null,
    });
    const later = sentPayment(dispatchIn('unknown', { sends: 2 }), { operatorDecision: earlier });
    expect(decide(later, again).result).toMatchObject({ at: AT.toISOString(), sends: 2 });
    const unsent = { ...kept, status: 'pending' as const, sends: 0 };
    expect(decide(unsentPayment({ operatorDecision: unsent }), {}).change).toBeNull();
  });

  it('to try it now is asked for each time anew', () => {
    const tried: KeptDecision = { ...kept, decision: 'try_now', status: 'pending' };
    expect(decide(sentPayment('unknown', { operatorDecision: tried }), { decision: 'try_now' }).change).not.toBeNull();
  });
});
