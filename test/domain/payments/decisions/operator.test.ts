import { allowedDecisions } from '../../../../domain/payments/decisions/operator';
import type { Dispatch, DispatchState, PaymentState } from '../../../../domain/payments/state';
import { PAYMENT_STATUSES } from '../../../../domain/payments/status';

const NOW = new Date('2026-11-20T10:00:00Z');

function dispatchIn(state: DispatchState): Dispatch {
  const known = { attempt: 1, partnerId: 'ptn_1', sends: 1, endedAt: NOW, deniedAt: null, refusal: null };
  return { ...known, state, startedAt: NOW };
}

const PENDING: PaymentState = {
  id: 'instr_1',
  version: 1,
  accountId: 'acc_1',
  clientReference: null,
  submittedAt: NOW,
  amount: '1250.5',
  currency: 'USD',
  feeEstimated: '5',
  expectedDate: '2026-11-20',
  partnerId: 'ptn_1',
  status: 'pending',
  eventSequence: 0,
  historyStatuses: [],
  waiting: [],
  releaseAt: null,
  complianceHold: null,
  waitingReason: null,
  cancellation: null,
  dispatch: null,
  dispatchedAt: null,
  operatorDecision: null,
  knownToPartner: true,
  endedByPartnerAt: null,
  settlementHash: null,
  repeat: null,
};

/** Source: docs/GAPS.md#P10 */
describe('what an operator may decide about a pending payment', () => {
  it.each([
    ['never sent', null, ['try_now', 'give_up']],
    ['in a call', 'sending', ['delivered', 'try_now']],
    ['in doubt', 'unknown', ['delivered', 'never_received', 'try_now', 'give_up']],
    ['that its partner has not', 'not_delivered', ['delivered', 'try_now', 'give_up']],
  ] as const)('%s', (_name, state, expected) => {
    const dispatch = state === null ? null : dispatchIn(state);
    expect(allowedDecisions({ ...PENDING, dispatch }, NOW)).toEqual(expected);
  });

  it('before its value date: to give it up, never to send it', () => {
    const releaseAt = new Date(NOW.getTime() + 1);
    expect(allowedDecisions({ ...PENDING, releaseAt }, NOW)).toEqual(['give_up']);
    expect(allowedDecisions({ ...PENDING, releaseAt: NOW }, NOW)).toEqual(['try_now', 'give_up']);
  });

  it.each(PAYMENT_STATUSES.filter((status) => status !== 'pending'))('nothing once it is %s', (status) => {
    expect(allowedDecisions({ ...PENDING, status, dispatch: dispatchIn('delivered') }, NOW)).toEqual([]);
  });
});
