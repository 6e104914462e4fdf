import { decideKnown, decideNeverReceived } from '../../../../domain/payments/decisions/inquiry';
import type { Cancellation, Dispatch, PaymentState } from '../../../../domain/payments/instruction/state';
import {
  AT,
  dispatchIn,
  reportOf,
  SENT_AT,
  sentPayment,
  takenPayment,
  unsentPayment,
} from '../../../support/payment-states';

const CALL = { attempt: 1, sends: 1 };
const REQUESTED: Cancellation = { status: 'requested', reason: null, requestedAt: AT.toISOString() };
const before = (seconds: number): Date => new Date(AT.getTime() - seconds * 1000);
const deny = (state: PaymentState, call = CALL, askedAt = AT) =>
  decideNeverReceived(state, { call, at: askedAt, destination: '1' }, AT);

/** Two denials at least 5 s apart, the second at least 10 s after the last call ended. Source: docs/GAPS.md#P14 */
describe('a partner that never received a payment', () => {
  const unknown = (overrides: Partial<Dispatch>) =>
    sentPayment(dispatchIn('unknown', { endedAt: before(60), ...overrides }));
  const proven = { deniedAt: before(5), endedAt: before(10) };

  it('contradicts who knows that it took it, and is sent nothing', () => {
    const taken = sentPayment(dispatchIn('delivered', proven));
    expect(deny(taken)).toEqual({ result: 'contradicts', change: null });
  });

  it('is asked again after its first denial, which is kept', () => {
    const { result, change } = deny(unknown({}));
    expect(result).toBe('ask_again');
    expect(change).toMatchObject({
      at: AT,
      dispatch: { state: 'unknown', endedAt: before(60), deniedAt: AT },
      plan: { status: 'pending', events: [] },
    });
  });

  it('takes a call that is still open for one that ends as late as a call can', () => {
    expect(deny(sentPayment('sending')).change?.dispatch).toMatchObject({
      state: 'unknown',
      endedAt: before(-14),
      deniedAt: AT,
    });
  });

  it.each([
    ['5 s and 10 s', before(5), before(10), 'send_again'],
    ['less than 5 s after the first denial', before(4.999), before(60), 'ask_again'],
    ['less than 10 s after the call', before(60), before(9.999), 'ask_again'],
  ])('is believed the second time: %s', (_name, deniedAt, endedAt, outcome) => {
    const { result, change } = deny(unknown({ deniedAt, endedAt }));
    expect(result).toBe(outcome);
    expect(change === null).toBe(outcome === 'ask_again');
  });

  it.each([
    ['another address', '1', '2'],
    ['a destination that may have changed meanwhile', '1', null],
    ['another directory', '1/a', '1/b'],
    ['a directory, of a call to one that is not known', '1', '1/a'],
    ['a destination that is not on record', null, '1'],
  ])('proves nothing where it was asked at %s', (_name, sent, asked) => {
    const state = unknown({ ...proven, destination: sent });
    const denied = decideNeverReceived(state, { call: CALL, at: AT, destination: asked }, AT);
    expect(denied).toEqual({ result: 'elsewhere', change: null });
    expect(decideNeverReceived(unknown(proven), { call: CALL, at: AT, destination: '1' }, AT).result).toBe(
      'send_again',
    );
  });

  it('is sent it again, under the same attempt', () => {
    expect(deny(unknown(proven)).change).toMatchObject({
      at: AT,
      dispatch: { attempt: 1, state: 'not_delivered', fault: 'never received', deniedAt: null, sends: 1 },
      plan: { status: 'pending', events: [] },
    });
  });

  it('has rejected it when it said so before', () => {
    const { result, change } = deny(unknown({ ...proven, refusal: 'account closed' }));
    expect(result).toBe('moved');
    expect(change?.plan.history).toMatchObject([
      { status: 'failed', effectiveAt: AT, message: 'account closed', reportId: null },
    ]);
    expect(change?.dispatch).toMatchObject({ state: 'rejected', fault: 'account closed', refusal: null });
  });

  it('is not sent again what the client wants back', () => {
    const { result, change } = deny({ ...unknown(proven), cancellation: REQUESTED });
    expect(result).toBe('moved');
    expect(change).toMatchObject({
      at: AT,
      plan: { status: 'cancelled' },
      cancellation: { status: 'cancelled' },
      dispatch: { state: 'not_delivered' },
    });
  });

  it('is believed by when it was asked, not by when it answered', () => {
    expect(deny(unknown(proven), CALL, before(1))).toEqual({ result: 'ask_again', change: null });
  });

  it.each([
    ['attempt', { attempt: 2, sends: 1 }],
    ['call', { attempt: 1, sends: 2 }],
  ])('says nothing of a later %s', (_name, call) => {
    expect(deny(unknown(proven), call)).toEqual({ result: 'ask_again', change: null });
  });

  it('may be sent what provably was not delivered, and what was never sent', () => {
    expect(deny(sentPayment('not_delivered'))).toEqual({ result: 'send_again', change: null });
    expect(deny(unsentPayment())).toEqual({ result: 'send_again', change: null });
    expect(deny(sentPayment('rejected', { partnerId: 'ptn_2' }))).toEqual({ result: 'send_again', change: null });
  });
});

describe('a denial of a payment that is pending no more', () => {
  it.each(['submitted', 'accepted', 'processing', 'settled', 'returned'] as const)(
    'contradicts what is %s',
    (status) => {
      expect(deny(takenPayment(status))).toEqual({ result: 'contradicts', change: null });
    },
  );

  it('says nothing of what its partner took after it was asked', () => {
    const dispatch = dispatchIn('delivered', { endedAt: before(1) });
    const state = takenPayment('accepted', { dispatch });
    expect(deny(state, CALL, before(2))).toEqual({ result: 'moved', change: null });
    expect(deny(state, CALL, before(1))).toEqual({ result: 'contradicts', change: null });
  });

  it.each([
    ['failed', takenPayment('failed'), CALL],
    ['cancelled', takenPayment('cancelled'), CALL],
    ['of another attempt', takenPayment('accepted'), { attempt: 2, sends: 1 }],
    ['not on record as delivered', takenPayment('accepted', { dispatch: dispatchIn('unknown') }), CALL],
    ['never sent', unsentPayment({ status: 'accepted' }), CALL],
  ])('says nothing of what is %s', (_name, state, call) => {
    expect(deny(state, call)).toEqual({ result: 'moved', change: null });
  });
});

describe('a partner that knows a payment', () => {
  const report = reportOf('accepted', { kind: 'inquiry' });

  it('says so by a report like any other', () => {
    expect(decideKnown(sentPayment('unknown'), report, AT).change).toMatchObject({
      report: { kind: 'inquiry' },
      plan: { status: 'accepted' },
      dispatch: { state: 'delivered' },
    });
  });

  const repeat = {
    id: 'rep_0',
    bodyHash: 'hash',
    status: 'accepted' as const,
    disposition: 'applied' as const,
    recordedAt: AT,
  };

  it('changes nothing when it repeats itself', () => {
    expect(decideKnown(takenPayment('accepted', { repeat }), report, AT)).toEqual({ result: null, change: null });
  });

  it('has it, whatever of it has to wait', () => {
    const returned = reportOf('returned', { kind: 'inquiry' });
    expect(decideKnown(sentPayment('unknown'), returned, AT).change).toMatchObject({
      report: { kind: 'inquiry' },
      plan: { disposition: 'waiting', status: 'submitted' },
      dispatch: { state: 'delivered' },
    });
  });

  it('has it when it repeats what was kept without that, which is not kept again', () => {
    const kept = { ...repeat, status: 'returned', disposition: 'waiting' } as const;
    const waiting = [{ reportId: 'rep_0', status: 'returned' as const, effectiveAt: AT, message: null }];
    const state = sentPayment('unknown', { repeat: kept, waiting });
    const { change } = decideKnown(state, reportOf('returned', { kind: 'inquiry' }), AT);
    expect(change).toMatchObject({
      at: AT,
      plan: { status: 'submitted', history: [{ effectiveAt: SENT_AT, reportId: null }], resolved: [] },
      dispatch: { state: 'delivered', endedAt: AT, deniedAt: null },
    });
    expect(change?.report).toBeUndefined();
    const left = sentPayment('unknown', { repeat: kept, partnerId: 'ptn_2' });
    expect(decideKnown(left, reportOf('returned', { kind: 'inquiry' }), AT)).toEqual({ result: null, change: null });
  });
});
