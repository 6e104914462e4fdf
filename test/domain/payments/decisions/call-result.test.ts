import {
  decideDelivered,
  decideRejected,
  decideUndelivered,
  type Delivery,
  type Undelivered,
} from '../../../../domain/payments/decisions/call-result';
import type { RouteTerms } from '../../../../domain/payments/routing/failover';
import type { Cancellation, PaymentState } from '../../../../domain/payments/instruction/state';
import {
  AT,
  dispatchIn,
  NEXT,
  SENT_AT,
  sentPayment,
  takenPayment,
  unsentPayment,
} from '../../../support/payment-states';

const REQUESTED: Cancellation = { status: 'requested', reason: null, requestedAt: SENT_AT.toISOString() };
const CALL = { attempt: 1, sends: 1 };

/** The payment was rerouted to a second partner, which has been sent nothing. */
const moved = (overrides: Partial<PaymentState> = {}) => sentPayment('rejected', { partnerId: 'ptn_2', ...overrides });

describe('a payment that its partner took', () => {
  const taken = (state: PaymentState, delivery: Partial<Delivery> = {}) =>
    decideDelivered(
      state,
      { ...CALL, partnerId: 'ptn_1', partnerReference: 'P-1', status: 'submitted', ...delivery },
      AT,
    ).change;

  it('is submitted as of the dispatch', () => {
    const change = taken(sentPayment('sending'));
    expect(change?.plan.history).toMatchObject([
      { status: 'submitted', effectiveAt: SENT_AT, message: null, reportId: null },
    ]);
    expect(change).toMatchObject({ at: AT, partnerReference: 'P-1', cases: [], messages: [] });
    expect(change?.dispatch).toMatchObject({ state: 'delivered', endedAt: AT, deniedAt: null, refusal: null });
  });

  it.each(['accepted', 'processing'] as const)('is submitted and %s when the partner says so at once', (status) => {
    const change = taken(sentPayment('sending'), { status });
    expect(change?.plan.history.map((entry) => [entry.status, entry.effectiveAt])).toEqual([
      ['submitted', SENT_AT],
      [status, AT],
    ]);
  });

  it('stays as a report that overtook the answer left it', () => {
    const change = taken(takenPayment('processing'));
    expect(change?.plan).toMatchObject({ disposition: 'stale', status: 'processing', history: [], events: [] });
    expect(change?.messages).toEqual([]);
  });

  it.each(['failed', 'cancelled'] as const)(
    'opens a case when it is %s here, and the partner is asked to stop',
    (status) => {
      const change = taken(sentPayment('unknown', { status }));
      const detail = { current: status, reported: 'submitted', kind: 'submission' };
      expect(change?.cases).toEqual([{ kind: 'partner_continues', reportId: null, detail }]);
      expect(change?.messages).toEqual([{ topic: 'stop' }]);
    },
  );

  it.each(['failed', 'cancelled'] as const)('stays as it is when its own report of %s overtook it', (status) => {
    const change = taken(takenPayment(status, { endedByPartnerAt: SENT_AT }), { status: 'accepted' });
    expect(change).toMatchObject({ plan: { status, events: [] }, cases: [], messages: [] });
  });

  it.each([
    ['its partner rejected it before', dispatchIn('rejected')],
    ['the report of its end may be about another call', dispatchIn('delivered', { sends: 2 })],
  ])('opens a case when %s', (_name, dispatch) => {
    const change = taken(sentPayment(dispatch, { status: 'failed', endedByPartnerAt: SENT_AT }));
    expect(change?.cases).toMatchObject([{ kind: 'partner_continues' }]);
  });

  it.each([
    ['after it went over to another', moved(), { partnerId: 'ptn_1' }],
    ['by an earlier attempt', sentPayment(dispatchIn('sending', { attempt: 2 })), {}],
    ['without any attempt on record', unsentPayment(), {}],
  ])('%s: a case opens and that partner is asked to stop', (_name, state, delivery) => {
    const change = taken(state, { status: 'accepted', ...delivery });
    const detail = { current: 'pending', reported: 'accepted', kind: 'submission', partnerId: 'ptn_1' };
    expect(change?.cases).toEqual([{ kind: 'earlier_partner', reportId: null, detail }]);
    expect(change?.messages).toEqual([{ topic: 'stop', partnerId: 'ptn_1' }]);
    expect(change).toMatchObject({ at: AT, plan: { status: 'pending', events: [] } });
    expect(change?.partnerReference).toBeUndefined();
  });
});

describe('a payment that its partner rejected', () => {
  const reject = (state: PaymentState, next: RouteTerms | null = NEXT, call = CALL) =>
    decideRejected(state, call, { message: 'account closed', reasonCode: 'AC04', next }, AT);

  it('reroutes the payment to the next route', () => {
    const { result, change } = reject(sentPayment('sending'));
    expect(result).toBe('rerouted');
    expect(change).toMatchObject({ at: AT, reroute: NEXT, plan: { status: 'pending', events: [] }, cases: [] });
    expect(change?.dispatch).toMatchObject({ state: 'rejected', fault: 'account closed', endedAt: AT });
  });

  it.each([
    ['no route is left', sentPayment('sending'), null, CALL],
    ['it is not the first call', sentPayment(dispatchIn('sending', { sends: 2 })), NEXT, { attempt: 1, sends: 2 }],
  ])('fails in the words of the partner where %s', (_name, state, next, call) => {
    const { result, change } = reject(state, next, call);
    expect(result).toBe('stays');
    expect(change?.plan.history).toMatchObject([
      { status: 'failed', effectiveAt: AT, message: 'account closed', reportId: null },
    ]);
    expect(change?.dispatch).toMatchObject({ state: 'rejected' });
    expect(change?.reroute).toBeUndefined();
  });

  it('is cancelled when the client wants it back', () => {
    const { result, change } = reject(sentPayment('sending', { cancellation: REQUESTED }));
    expect(result).toBe('stays');
    expect(change).toMatchObject({
      plan: { status: 'cancelled' },
      cancellation: { status: 'cancelled' },
      dispatch: { state: 'rejected' },
    });
  });

  it('opens a case when a report of the same partner overtook the rejection', () => {
    const { result, change } = reject(takenPayment('accepted'));
    expect(result).toBe('stays');
    const detail = { current: 'accepted', reported: 'failed', kind: 'submission' };
    expect(change?.cases).toEqual([{ kind: 'conflicting_submission', reportId: null, detail }]);
    expect(change).toMatchObject({ at: AT, plan: { status: 'accepted', events: [] } });
    expect(change?.dispatch).toBeUndefined();
  });

  it.each([
    ['of another attempt', sentPayment(dispatchIn('sending', { attempt: 2 }))],
    ['of an earlier call', sentPayment(dispatchIn('sending', { sends: 2 }))],
    ['of which the outcome is known', sentPayment('delivered')],
    ['of a payment that was never sent', unsentPayment()],
    ['after its partner reported that it failed', takenPayment('failed')],
    ['after its partner cancelled it', takenPayment('cancelled')],
  ])('stays as it is by the answer %s', (_name, state) => {
    expect(reject(state)).toEqual({ result: 'stays', change: null });
  });
});

describe('a call that delivered nothing', () => {
  const refused: Undelivered = { kind: 'not_delivered', fault: 'ECONNREFUSED', next: NEXT };
  const TIMEOUT: Undelivered = { kind: 'unknown', fault: 'timeout', refusal: null };
  const end = (state: PaymentState, outcome: Undelivered, call = CALL) => decideUndelivered(state, call, outcome, AT);

  it('and provably wrote nothing does not count, and the payment is rerouted', () => {
    const { result, change } = end(sentPayment('sending'), refused);
    expect(result).toBe('rerouted');
    expect(change).toMatchObject({ at: AT, reroute: NEXT });
    expect(change?.dispatch).toEqual({
      kind: 'update',
      attempt: 1,
      destination: '1',
      state: 'not_delivered',
      sends: 0,
      fault: 'ECONNREFUSED',
      endedAt: AT,
      deniedAt: null,
      refusal: null,
    });
  });

  it.each([
    ['no route is left', sentPayment('sending'), { ...refused, next: null }, CALL],
    [
      'an earlier call of the attempt counts',
      sentPayment(dispatchIn('sending', { sends: 2 })),
      refused,
      { attempt: 1, sends: 2 },
    ],
    ['a report overtook it', sentPayment('unknown', { status: 'accepted' }), refused, CALL],
  ] as const)('leaves the payment where it is when %s', (_name, state, outcome, call) => {
    const { result, change } = end(state, outcome, call);
    expect(result).toBe('stays');
    expect(change?.reroute).toBeUndefined();
    expect(change).toMatchObject({ at: AT, dispatch: { state: 'not_delivered', sends: call.sends - 1 } });
  });

  it.each([
    ['nothing was written', refused, 0],
    ['it was turned away', { kind: 'not_taken', fault: '429' }, 1],
  ] as const)('is cancelled when its client wants it back and %s', (_name, outcome, sends) => {
    const { result, change } = end(sentPayment('sending', { cancellation: REQUESTED }), outcome);
    expect(result).toBe('stays');
    expect(change?.reroute).toBeUndefined();
    expect(change).toMatchObject({
      at: AT,
      plan: { status: 'cancelled', history: [{ status: 'cancelled', message: 'Cancelled by the client' }] },
      cancellation: { status: 'cancelled' },
      dispatch: { state: 'not_delivered', sends },
    });
  });

  it.each([
    ['may have arrived', sentPayment('sending', { cancellation: REQUESTED }), TIMEOUT],
    ['has gone on by a report', sentPayment('unknown', { status: 'accepted', cancellation: REQUESTED }), refused],
  ] as const)('is not cancelled when its client wants it back and it %s', (_name, state, outcome) => {
    const { change } = end(state, outcome);
    expect(change?.plan.status).toBe(state.status);
    expect(change?.cancellation).toBeUndefined();
  });

  it('but was turned away without a verdict counts, and is never rerouted', () => {
    const { result, change } = end(sentPayment('sending'), { kind: 'not_taken', fault: '429' });
    expect(result).toBe('stays');
    expect(change?.dispatch).toMatchObject({
      state: 'not_delivered',
      sends: 1,
      fault: '429',
      endedAt: AT,
      refusal: null,
    });
  });

  it('and may have arrived is in doubt, with the words that would have been a rejection', () => {
    const denied = sentPayment(dispatchIn('unknown', { deniedAt: SENT_AT, refusal: 'older words' }));
    const { result, change } = end(denied, { kind: 'unknown', fault: '400 again', refusal: 'account closed' });
    expect(result).toBe('stays');
    expect(change?.dispatch).toMatchObject({
      state: 'unknown',
      sends: 1,
      fault: '400 again',
      deniedAt: null,
      refusal: 'account closed',
    });
    const silent = end(denied, { kind: 'unknown', fault: 'timeout', refusal: null });
    expect(silent.change?.dispatch).toMatchObject({ refusal: null });
  });

  it.each([
    ['of another attempt', sentPayment(dispatchIn('sending', { attempt: 2 }))],
    ['that is not the last', sentPayment(dispatchIn('sending', { sends: 2 }))],
    ['whose outcome is known', sentPayment('not_delivered')],
  ])('%s changes nothing', (_name, state) => {
    expect(end(state, refused)).toEqual({ result: 'stays', change: null });
  });

  it('ends, with the partner it was for, what reports waited for', () => {
    const waiting = [
      { reportId: 'rep_0', status: 'returned' as const, effectiveAt: AT, message: null },
      { reportId: null, status: 'returned' as const, effectiveAt: AT, message: null },
    ];
    const { change } = end(sentPayment('sending', { waiting }), refused);
    expect(change?.plan.resolved).toEqual([{ reportId: 'rep_0', disposition: 'conflicting' }]);
    const detail = { current: 'pending', reported: 'returned', kind: 'status' };
    expect(change?.cases).toEqual([
      { kind: 'earlier_partner', reportId: 'rep_0', detail },
      { kind: 'earlier_partner', reportId: null, detail },
    ]);
  });
});

/** Source: docs/GAPS.md#P1 */
