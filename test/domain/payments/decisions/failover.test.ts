import { decideFailover, isNeverSent } from '../../../../domain/payments/decisions/failover';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import { AT, dispatchIn, NEXT, sentPayment, takenPayment, unsentPayment } from '../../../support/payment-states';

const goOver = (state: PaymentState, from = 'ptn_1') => decideFailover(state, from, NEXT, AT);

/** Source: docs/GAPS.md#P10 */
describe('a payment whose partner is away', () => {
  it.each([
    ['nothing was sent', unsentPayment()],
    ['no call left', sentPayment(dispatchIn('not_delivered', { sends: 0 }))],
    ['only another partner was sent it', sentPayment('rejected', { partnerId: 'ptn_2' })],
  ])('reroutes to the next route when %s', (_name, state) => {
    const { result, change } = goOver(state, state.partnerId);
    expect(result).toBe('rerouted');
    expect(change).toMatchObject({
      at: AT,
      reroute: NEXT,
      cases: [],
      plan: { status: 'pending', events: [], resolved: [] },
    });
  });

  it.each([
    ['a call may have left', sentPayment(dispatchIn('not_delivered', { sends: 1 }))],
    ['a call is under way', sentPayment(dispatchIn('sending', { sends: 0 }))],
    ['a call is in doubt', sentPayment('unknown')],
    ['its partner reports on it', unsentPayment({ isClaimed: true })],
    ['it is pending no more', takenPayment('submitted', { dispatch: null })],
    ['it was rerouted already', unsentPayment({ partnerId: 'ptn_2' })],
    [
      'the client wants it back',
      unsentPayment({ cancellation: { status: 'requested', reason: null, requestedAt: '' } }),
    ],
  ])('stays when %s', (_name, state) => {
    expect(goOver(state)).toEqual({ result: 'stays', change: null });
  });

  it('takes with it what waited for a missing step: each report opens a case', () => {
    const waiting = [
      { reportId: 'rep_0', status: 'returned' as const, effectiveAt: AT, message: null },
      { reportId: null, status: 'returned' as const, effectiveAt: AT, message: null },
    ];
    const { change } = goOver(unsentPayment({ waiting }));
    expect(change?.plan.resolved).toEqual([{ reportId: 'rep_0', disposition: 'conflicting' }]);
    const detail = { current: 'pending', reported: 'returned', kind: 'status' };
    expect(change?.cases).toEqual([
      { kind: 'earlier_partner', reportId: 'rep_0', detail },
      { kind: 'earlier_partner', reportId: null, detail },
    ]);
  });

  it('is free again when a cancellation was refused', () => {
    const cancellation = { status: 'refused' as const, reason: null, requestedAt: '' };
    expect(goOver(unsentPayment({ cancellation })).result).toBe('rerouted');
  });

  it('was never sent while no call of the attempt left', () => {
    expect(isNeverSent(null)).toBe(true);
    expect(isNeverSent(dispatchIn('not_delivered', { sends: 0 }))).toBe(true);
    expect(isNeverSent(dispatchIn('not_delivered', { sends: 1 }))).toBe(false);
  });
});
