import {
  cancellationAfter,
  clientCancellationPlan,
  dispatchUpdate,
  messagesAfter,
  settledAtOf,
  stateAfter,
  unchangedPlan,
  type Message,
  type PaymentChange,
} from '../../../../domain/payments/instruction/change';
import type { RouteTerms } from '../../../../domain/payments/routing/failover';
import { planTransition } from '../../../../domain/payments/instruction/plan';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import type { PaymentStatus } from '../../../../domain/payments/instruction/status';
import { AT, dispatchIn, SENT_AT, sentPayment, takenPayment, unsentPayment } from '../../../support/payment-states';

const moving = (state: PaymentState, status: PaymentStatus): PaymentChange => ({
  plan: planTransition(state, { reportId: 'rep_1', status, effectiveAt: AT, message: null }),
  at: AT,
});
const staying = (state: PaymentState, members: Partial<PaymentChange> = {}): PaymentChange => ({
  plan: unchangedPlan(state),
  at: AT,
  ...members,
});
const REQUESTED = { status: 'requested', reason: 'why', requestedAt: SENT_AT.toISOString() } as const;

describe('the state that a change leaves', () => {
  it('has the status, the history and the events of the plan, under the new version', () => {
    const before = takenPayment('accepted');
    expect(stateAfter(before, moving(before, 'settled'), 7)).toEqual({
      ...before,
      version: 7,
      lastUpdatedAt: AT,
      status: 'settled',
      eventSequence: 3,
      historyStatuses: ['submitted', 'accepted', 'settled'],
    });
  });

  it('is the state itself when nothing changes but the version, and knows of no repeat', () => {
    const repeat = {
      id: 'rep_0',
      bodyHash: '',
      status: 'accepted' as const,
      disposition: 'applied' as const,
      recordedAt: AT,
    };
    const before = takenPayment('accepted', { repeat, settlementHash: 'hash' });
    expect(stateAfter(before, staying(before), 2)).toEqual({ ...before, version: 2, repeat: null });
  });

  it('has a dispatch that was put on record again, and no report is about another one', () => {
    const before = unsentPayment({ isClaimed: true });
    const dispatch = {
      kind: 'recover',
      attempt: 1,
      destination: '1',
      state: 'delivered',
      fault: 'its workflow knows of it',
    } as const;
    expect(stateAfter(before, staying(before, { dispatch }), 2)).toMatchObject({
      isClaimed: false,
      dispatch: dispatchIn('delivered', { startedAt: AT, endedAt: AT }),
      dispatchedAt: AT,
    });
    expect(stateAfter(before, staying(before), 2).isClaimed).toBe(true);
  });

  it('waits for what was not resolved', () => {
    const waiting = ['rep_w', 'rep_x', null].map((reportId) => ({
      reportId,
      status: 'returned' as const,
      effectiveAt: AT,
      message: null,
    }));
    const before = takenPayment('processing', { waiting });
    const plan = { ...unchangedPlan(before), resolved: [{ reportId: 'rep_w', disposition: 'conflicting' as const }] };
    expect(stateAfter(before, { plan, at: AT }, 2).waiting.map(({ reportId }) => reportId)).toEqual(['rep_x', null]);
  });

  it('keeps the reason of waiting while it is pending, and none afterwards', () => {
    const before = sentPayment('unknown', { waitingReason: 'partner_slow' });
    expect(stateAfter(before, staying(before), 2).waitingReason).toBe('partner_slow');
    expect(stateAfter(before, staying(before, { waitingReason: 'blocked' }), 2).waitingReason).toBe('blocked');
    const moved = { ...moving(before, 'submitted'), waitingReason: 'blocked' };
    expect(stateAfter(before, moved, 2).waitingReason).toBeNull();
  });

  it('has what operators, compliance and a settlement decided', () => {
    const before = sentPayment('unknown');
    const operatorDecision = {
      decision: 'try_now' as const,
      reason: '',
      partnerReference: null,
      by: 'usr_1',
      at: AT.toISOString(),
      status: 'pending' as const,
      sends: 1,
    };
    const complianceHold = { state: 'review' } as const;
    const settlement = {
      bodyHash: 'hash',
      confirmedAt: AT,
      confirmation: { actualAmount: 1250.5, actualCurrency: 'USD' },
      reconciliation: { status: 'matched' as const, discrepancies: [] },
      isBooked: true,
    };
    const after = stateAfter(before, staying(before, { operatorDecision, complianceHold, settlement }), 2);
    expect(after).toMatchObject({ operatorDecision, complianceHold, settlementHash: 'hash' });
    expect(after.bookedSettlement).toEqual({ amount: '1250.5', currency: 'USD', witness: null });
  });

  it('has the route, price and date that it went over to', () => {
    const before = sentPayment('rejected');
    const reroute: RouteTerms = {
      routeId: 'rt_2',
      partnerId: 'ptn_2',
      partnerName: 'Second',
      channel: 'api',
      timeline: 'same_day',
      routeReasons: [],
      cutOffZone: 'America/New_York',
      expectedDate: '2026-11-23',
      dateExplanation: [],
      feeEstimated: '6',
      feeBreakdown: [],
      releaseAt: AT,
    };
    expect(stateAfter(before, staying(before, { reroute }), 2)).toEqual({
      ...before,
      version: 2,
      lastUpdatedAt: AT,
      partnerId: 'ptn_2',
      feeEstimated: '6',
      cutOffZone: 'America/New_York',
      expectedDate: '2026-11-23',
      releaseAt: AT,
    });
  });
});

describe('the dispatch that a change leaves', () => {
  it('is the first call of the first attempt', () => {
    const before = unsentPayment();
    const after = stateAfter(before, staying(before, { dispatch: { kind: 'begin', attempt: 1, destination: '1' } }), 2);
    expect(after.dispatch).toEqual(dispatchIn('sending', { startedAt: AT }));
    expect(after.dispatchedAt).toEqual(AT);
  });

  it('is a further call of the same attempt, which began when it began', () => {
    const before = sentPayment(dispatchIn('not_delivered', { refusal: 'words', deniedAt: AT }));
    const after = stateAfter(before, staying(before, { dispatch: { kind: 'begin', attempt: 1, destination: '1' } }), 2);
    expect(after.dispatch).toEqual(dispatchIn('sending', { sends: 2, refusal: 'words' }));
    expect(after.dispatchedAt).toEqual(SENT_AT);
  });

  it('is a new attempt with the partner of now', () => {
    const before = sentPayment(dispatchIn('rejected', { refusal: 'words' }), { partnerId: 'ptn_2' });
    const after = stateAfter(before, staying(before, { dispatch: { kind: 'begin', attempt: 2, destination: '1' } }), 2);
    expect(after.dispatch).toEqual(dispatchIn('sending', { attempt: 2, partnerId: 'ptn_2', startedAt: AT }));
  });

  it('has the members that were updated', () => {
    const before = sentPayment('sending');
    const members = { state: 'unknown', sends: 3, endedAt: AT, deniedAt: AT, refusal: 'words' } as const;
    const dispatch = dispatchUpdate(dispatchIn('sending'), members);
    expect(stateAfter(before, staying(before, { dispatch }), 2).dispatch).toEqual(dispatchIn('sending', members));
    const unsent = unsentPayment();
    expect(stateAfter(unsent, staying(unsent, { dispatch }), 2)).toMatchObject({ dispatch: null, dispatchedAt: null });
  });

  it('is updated in what is named, and its fault is of this change alone', () => {
    const known = dispatchIn('unknown', { deniedAt: AT, refusal: 'words' });
    expect(dispatchUpdate(known, { sends: 0 })).toEqual({
      kind: 'update',
      destination: '1',
      attempt: 1,
      state: 'unknown',
      sends: 0,
      endedAt: SENT_AT,
      deniedAt: AT,
      refusal: 'words',
      fault: null,
    });
    expect(dispatchUpdate(known, { fault: 'timeout' })).toMatchObject({ fault: 'timeout' });
  });
});

/** Source: docs/GAPS.md#P7 */
describe('the cancellation that a change leaves', () => {
  it('is done once the payment has ended as cancelled', () => {
    const before = takenPayment('accepted', { cancellation: REQUESTED });
    expect(cancellationAfter(before, moving(before, 'cancelled'))).toEqual({ status: 'cancelled' });
    expect(stateAfter(before, moving(before, 'cancelled'), 2).cancellation).toEqual({
      ...REQUESTED,
      status: 'cancelled',
    });
  });

  it('is done once the partner cancels that had refused it before', () => {
    const before = takenPayment('accepted', { cancellation: { ...REQUESTED, status: 'refused' } });
    expect(cancellationAfter(before, moving(before, 'cancelled'))).toEqual({ status: 'cancelled' });
    expect(stateAfter(before, moving(before, 'cancelled'), 2).cancellation).toEqual({
      ...REQUESTED,
      status: 'cancelled',
    });
    const done = takenPayment('cancelled', { cancellation: { ...REQUESTED, status: 'cancelled' } });
    expect(cancellationAfter(done, moving(done, 'accepted'))).toBeNull();
  });

  it('stays open while it has not, and refused where it was', () => {
    const before = takenPayment('accepted', { cancellation: REQUESTED });
    expect(cancellationAfter(before, moving(before, 'processing'))).toBeNull();
    expect(stateAfter(before, moving(before, 'processing'), 2).cancellation).toEqual(REQUESTED);
    const refused = takenPayment('accepted', { cancellation: { ...REQUESTED, status: 'refused' } });
    expect(cancellationAfter(refused, moving(refused, 'settled'))).toBeNull();
    const unasked = takenPayment('accepted');
    expect(cancellationAfter(unasked, moving(unasked, 'cancelled'))).toBeNull();
    expect(stateAfter(unasked, moving(unasked, 'cancelled'), 2).cancellation).toBeNull();
  });

  it.each([
    ['processing', 'settled'],
    ['settled', 'returned'],
    ['accepted', 'failed'],
  ] as const)('is refused once a payment that was %s is %s', (first, status) => {
    const before = takenPayment(first, { cancellation: REQUESTED });
    expect(cancellationAfter(before, moving(before, status))).toEqual({ status: 'refused' });
    expect(stateAfter(before, moving(before, status), 2).cancellation).toEqual({ ...REQUESTED, status: 'refused' });
  });

  it('is what the decision says of it', () => {
    const before = takenPayment('accepted', { cancellation: REQUESTED });
    const refused = staying(before, { cancellation: { status: 'refused' } });
    expect(stateAfter(before, refused, 2).cancellation).toEqual({ ...REQUESTED, status: 'refused' });
    const unasked = unsentPayment();
    expect(stateAfter(unasked, staying(unasked, { cancellation: { reason: 'why' } }), 2).cancellation).toEqual({
      status: 'requested',
      reason: 'why',
      requestedAt: '',
    });
    expect(stateAfter(unasked, staying(unasked, { cancellation: { status: 'cancelled' } }), 2).cancellation).toEqual({
      status: 'cancelled',
      reason: null,
      requestedAt: '',
    });
  });
});

/** A partner that had not the payment yet, or did not know so, has not cancelled it. Source: docs/GAPS.md#P7 */
describe('what is carried to Temporal after a change', () => {
  const wanted = sentPayment('unknown', { cancellation: REQUESTED });
  const news: Message = { topic: 'changed', disposition: 'operator', reportId: null };

  it.each(['submitted', 'accepted', 'processing'] as const)(
    'has the partner asked to cancel what it turns out to have: %s',
    (status) => {
      const change = { ...moving(wanted, status), messages: [news] };
      expect(messagesAfter(wanted, change)).toEqual([news, { topic: 'cancel' }]);
      expect(messagesAfter(wanted, moving(wanted, status))).toEqual([{ topic: 'cancel' }]);
    },
  );

  it.each(['settled', 'failed', 'cancelled'] as const)('is no question about what has ended: %s', (status) => {
    expect(messagesAfter(wanted, { ...moving(wanted, status), messages: [news] })).toEqual([news]);
  });

  it('is no question about what the partner had before, nor while it is not known to have it', () => {
    const taken = takenPayment('submitted', { cancellation: REQUESTED });
    expect(messagesAfter(taken, moving(taken, 'accepted'))).toEqual([]);
    expect(messagesAfter(wanted, staying(wanted))).toEqual([]);
  });

  it('is no question when the client wants nothing back, or was refused', () => {
    const refused = sentPayment('unknown', { cancellation: { ...REQUESTED, status: 'refused' } });
    for (const state of [sentPayment('unknown'), refused]) {
      expect(messagesAfter(state, moving(state, 'submitted'))).toEqual([]);
    }
    const now = { ...moving(wanted, 'accepted'), cancellation: { status: 'refused' as const } };
    expect(messagesAfter(wanted, now)).toEqual([]);
  });
});

describe('a plan', () => {
  it('that leaves the status as it is', () => {
    const nothing = { previousStatus: 'accepted', status: 'accepted', history: [], events: [], resolved: [] };
    expect(unchangedPlan(takenPayment('accepted'))).toEqual({ disposition: 'applied', ...nothing });
    expect(unchangedPlan(takenPayment('accepted'), 'stale')).toEqual({ disposition: 'stale', ...nothing });
  });

  it('that cancels as the client wants it', () => {
    expect(clientCancellationPlan(unsentPayment(), AT)).toMatchObject({
      status: 'cancelled',
      history: [{ status: 'cancelled', effectiveAt: AT, message: 'Cancelled by the client', reportId: null }],
    });
  });
});

describe('the moment of settlement', () => {
  it('is that of the confirmation, else of the report that settled it, else none', () => {
    const before = takenPayment('processing');
    const settlement = {
      bodyHash: '',
      confirmedAt: SENT_AT,
      confirmation: { actualAmount: 1250.5, actualCurrency: 'USD' },
      reconciliation: { status: 'matched' as const, discrepancies: [] },
      isBooked: true,
    };
    expect(settledAtOf({ ...moving(before, 'settled'), settlement })).toEqual(SENT_AT);
    expect(settledAtOf(moving(before, 'settled'))).toEqual(AT);
    expect(settledAtOf(moving(before, 'failed'))).toBeNull();
  });
});
