import {
  isCancellationOpen,
  isEarlierPartner,
  isWithPartner,
  liveDispatch,
  type Cancellation,
} from '../../../../domain/payments/instruction/state';
import { dispatchIn, sentPayment, unsentPayment } from '../../../support/payment-states';

describe('the attempt at handing a payment over', () => {
  it('is that of the partner which the payment has now', () => {
    const state = sentPayment('delivered');
    expect(liveDispatch(state)).toBe(state.dispatch);
    expect(liveDispatch(sentPayment(dispatchIn('delivered', { partnerId: 'ptn_9' })))).toBeNull();
    expect(liveDispatch(unsentPayment())).toBeNull();
  });

  it('makes its partner the one whose word counts', () => {
    expect(isEarlierPartner(sentPayment('delivered'), 'ptn_1')).toBe(false);
    expect(isEarlierPartner(sentPayment('delivered'), 'ptn_9')).toBe(true);
    expect(isEarlierPartner(unsentPayment(), 'ptn_1')).toBe(true);
    expect(isEarlierPartner(sentPayment(dispatchIn('delivered', { partnerId: 'ptn_9' })), 'ptn_9')).toBe(true);
  });
});

it.each([
  ['sending', true],
  ['unknown', true],
  ['delivered', true],
  ['not_delivered', false],
  ['rejected', false],
] as const)('a partner has, or may have, a payment whose handing-over is %s: %s', (state, expected) => {
  expect(isWithPartner(sentPayment(state))).toBe(expected);
});

it('no partner has a payment that was never sent', () => expect(isWithPartner(unsentPayment())).toBe(false));

it('a cancellation is open while it is requested', () => {
  const withStatus = (status: Cancellation['status']) =>
    isCancellationOpen({ cancellation: { status, reason: null, requestedAt: '2026-11-20T10:00:00.000Z' } });
  expect([withStatus('requested'), withStatus('cancelled'), withStatus('refused')]).toEqual([true, false, false]);
  expect(isCancellationOpen({ cancellation: null })).toBe(false);
});
