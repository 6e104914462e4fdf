import {
  decideDispatch,
  decideDoubt,
  decideLostDispatch,
  type LostDispatch,
  decideWithdrawal,
} from '../../../../domain/payments/decisions/dispatch';
import type { OperatorDecision } from '../../../../domain/payments/review/operator-decision';
import type { Cancellation, PaymentState } from '../../../../domain/payments/instruction/state';
import { AT, dispatchIn, SENT_AT, sentPayment, takenPayment, unsentPayment } from '../../../support/payment-states';

const HELD = { complianceHold: { state: 'review' } } as const;
const REQUESTED: Cancellation = { status: 'requested', reason: null, requestedAt: SENT_AT.toISOString() };
const CALL = { attempt: 1, sends: 1 };
const DECIDED = { reason: 'they looked', partnerReference: null, by: 'usr_1', status: 'pending', sends: 1 } as const;

/** The payment was rerouted to a second partner, which has been sent nothing. */
const moved = (overrides: Partial<PaymentState> = {}) => sentPayment('rejected', { partnerId: 'ptn_2', ...overrides });

/** Source: docs/GAPS.md#P10 */
describe('the right to send a payment', () => {
  const decide = (state: PaymentState, partnerId = 'ptn_1') => decideDispatch(state, { partnerId }, AT);

  it('is taken with the first call of the first attempt', () => {
    const { result, change } = decide(unsentPayment());
    expect(result).toEqual({ kind: 'send', attempt: 1, sends: 1, isFirstSend: true, takenAt: AT });
    expect(change).toMatchObject({
      at: AT,
      dispatch: { kind: 'begin', attempt: 1 },
      plan: { status: 'pending', events: [] },
    });
  });

  it('waits for a broken rule of the bank, which its history names whatever it waited for before', () => {
    const wait = (overrides: Partial<PaymentState>) =>
      decideDispatch(unsentPayment(overrides), { partnerId: 'ptn_1', brokenRules: 'amount is odd' }, AT);
    const { result, change } = wait({});
    expect(result).toEqual({ kind: 'bank_rules' });
    const message = expect.stringContaining('amount is odd') as unknown;
    expect(change).toMatchObject({ waitingReason: 'bank_rules', plan: { history: [{ status: 'pending', message }] } });
    const later = wait({ historyStatuses: ['pending'], waitingReason: 'engine_busy' }).change;
    expect(later?.plan).toMatchObject({ status: 'pending', events: [], history: [{ effectiveAt: AT, message }] });
    expect(wait({ historyStatuses: ['pending'], waitingReason: 'bank_rules' }).change).toBeNull();
  });

  it('is taken again, in the same attempt, when nothing was delivered', () => {
    const { result, change } = decide(sentPayment('not_delivered'));
    expect(result).toEqual({ kind: 'send', attempt: 1, sends: 2, isFirstSend: false, takenAt: AT });
    expect(change?.dispatch).toEqual({ kind: 'begin', attempt: 1, destination: '1' });
    expect(decide(sentPayment(dispatchIn('not_delivered', { sends: 0 }))).result).toMatchObject({ isFirstSend: true });
  });

  it('is not given to a caller that has prepared for an earlier destination of the partner', () => {
    const at = (destination: string, state = unsentPayment({ partnerGeneration: 2 })) =>
      decideDispatch(state, { partnerId: 'ptn_1', destination }, AT);
    expect(at('1')).toEqual({ result: { kind: 'partner_moved' }, change: null });
    expect(at('2/mark').change?.dispatch).toEqual({ kind: 'begin', attempt: 1, destination: '2/mark' });
    expect(at('1', sentPayment('unknown', { partnerGeneration: 2 })).result.kind).toBe('ambiguous');
  });

  it('begins a new attempt with the next partner', () => {
    expect(decide(moved(), 'ptn_2').result).toMatchObject({ kind: 'send', attempt: 2, sends: 1, isFirstSend: true });
  });

  it('is not given while an earlier call may have arrived, and a call that nobody recorded is in doubt', () => {
    const { result, change } = decide(sentPayment('sending'));
    expect(result).toEqual({ kind: 'ambiguous' });
    expect(change?.dispatch).toMatchObject({
      state: 'unknown',
      // 8.5 s until it may have written its first byte, five for the answer: it may be under way until then.
      endedAt: new Date(AT.getTime() + 14_000),
      fault: 'an earlier call was not recorded',
    });
    expect(decide(sentPayment('unknown'))).toEqual({ result: { kind: 'ambiguous' }, change: null });
  });

  it('is not given while its partner reports on it, whatever is on record and whoever wants it back', () => {
    const dispatch = { kind: 'recover', attempt: 1, destination: '1', state: 'unknown' };
    for (const more of [{}, { cancellation: REQUESTED }, HELD]) {
      const { result, change } = decide(unsentPayment({ isClaimed: true, ...more }));
      expect(result).toEqual({ kind: 'ambiguous' });
      expect(change).toMatchObject({ at: AT, dispatch, plan: { status: 'pending', events: [] } });
    }
    expect(decide(moved({ isClaimed: true }), 'ptn_2').change).toMatchObject({ dispatch: { ...dispatch, attempt: 2 } });
  });

  it('is not given once the payment has moved', () => {
    expect(decide(takenPayment('accepted'))).toEqual({ result: { kind: 'moved' }, change: null });
    expect(decide(unsentPayment(), 'ptn_0')).toEqual({ result: { kind: 'rerouted' }, change: null });
  });

  it('is not given before a review', () => {
    const complianceHold = { state: 'review' } as const;
    expect(decide(unsentPayment({ complianceHold }))).toEqual({ result: { kind: 'review' }, change: null });
    expect(decide(sentPayment('not_delivered', { complianceHold })).result.kind).toBe('review');
    const released = { state: 'released', reason: '', by: 'usr_1', at: '' } as const;
    expect(decide(unsentPayment({ complianceHold: released })).result.kind).toBe('send');
  });

  it.each([
    ['never sent', unsentPayment({ cancellation: REQUESTED })],
    ['not delivered', sentPayment('not_delivered', { cancellation: REQUESTED })],
  ])('ends as cancelled what the client wants back and was %s', (_name, state) => {
    const { result, change } = decide(state);
    expect(result).toEqual({ kind: 'moved' });
    expect(change).toMatchObject({ at: AT, plan: { status: 'cancelled' }, cancellation: { status: 'cancelled' } });
    expect(change?.dispatch).toBeUndefined();
  });

  it('leaves in doubt what the client wants back and may have arrived', () => {
    expect(decide(sentPayment('unknown', { cancellation: REQUESTED })).result.kind).toBe('ambiguous');
  });
});

/** It needs no partner, so that none keeps it waiting. Source: docs/GAPS.md#P7 */
/** Source: docs/OPERATIONS.md, "Backups and restore" */
describe('a dispatch whose record was lost', () => {
  const lost = { isTaken: true, isOfThisPartner: true, fault: 'its workflow knows of it', call: CALL };
  const decide = (state: PaymentState, more: Partial<LostDispatch> = {}) =>
    decideLostDispatch(state, { ...lost, ...more }, AT);

  it.each([
    [true, 'delivered'],
    [false, 'unknown'],
  ])('is on record again; taken: %s, so %s', (isTaken, state) => {
    const { result, change } = decide(unsentPayment(), { isTaken });
    expect(result).toBe(true);
    expect(change).toMatchObject({
      at: AT,
      dispatch: { kind: 'recover', attempt: 1, state, fault: 'its workflow knows of it' },
      plan: { status: 'pending', history: [], events: [] },
    });
  });

  it('changes nothing of what is on record, or of what is pending no more', () => {
    const unchanged = { result: false, change: null };
    for (const state of ['sending', 'unknown'] as const) expect(decide(sentPayment(state))).toEqual(unchanged);
    expect(decide(takenPayment('submitted'))).toEqual(unchanged);
    // The very call that is on record did not arrive, whoever has found that out.
    const earlier = sentPayment('not_delivered');
    expect(decide(earlier)).toEqual(unchanged);
    expect(decide(earlier, { call: { attempt: 2, sends: 9 }, isOfThisPartner: false })).toEqual(unchanged);
  });

  it('stays as a person has left it who has established since that the partner has it not', () => {
    const call = { attempt: 1, sends: 3 };
    const decided = (decision: OperatorDecision) =>
      sentPayment('not_delivered', { operatorDecision: { ...DECIDED, decision, at: AT.toISOString() } });
    const [before, after] = [new Date(AT.getTime() - 1), new Date(AT.getTime() + 1)];
    expect(decide(decided('never_received'), { call, endedAt: before }).result).toBe(false);
    expect(decide(decided('never_received'), { call, endedAt: after }).result).toBe(true);
    expect(decide(decided('never_received'), { call, endedAt: null }).result).toBe(true);
    expect(decide(decided('try_now'), { call, endedAt: before }).result).toBe(true);
  });

  it('is in doubt where what did not arrive was an earlier call of the attempt', () => {
    const earlier = sentPayment('not_delivered');
    expect(decide(earlier, { isTaken: false, call: { attempt: 1, sends: 3 } }).change?.dispatch).toMatchObject({
      kind: 'update',
      attempt: 1,
      sends: 3,
      state: 'unknown',
      deniedAt: null,
    });
    // Never a first call again: a refusal of a repeat is no verdict.
    const later = decide(earlier, { call: { attempt: 2, sends: 1 } });
    expect(later.change?.dispatch).toMatchObject({ state: 'delivered', attempt: 1, sends: 2 });
  });

  it('is one more attempt after those at other partners, where it is known to be of this one', () => {
    expect(decide(moved()).change?.dispatch).toMatchObject({ attempt: 2, state: 'delivered' });
    expect(decide(moved(), { isOfThisPartner: false })).toEqual({ result: false, change: null });
  });
});

describe('what the client wants back before it is sent', () => {
  const withdraw = (state: PaymentState) => decideWithdrawal(state, AT);

  it.each([
    ['never sent', unsentPayment({ cancellation: REQUESTED })],
    ['not delivered', sentPayment('not_delivered', { cancellation: REQUESTED })],
    ['not delivered, and held for a review', sentPayment('not_delivered', { cancellation: REQUESTED, ...HELD })],
  ])('is cancelled when it was %s', (_name, state) => {
    const { result, change } = withdraw(state);
    expect(result).toBe('moved');
    expect(change).toMatchObject({ at: AT, plan: { status: 'cancelled' }, cancellation: { status: 'cancelled' } });
  });

  it('is asked about when it may have arrived', () => {
    expect(withdraw(sentPayment('unknown', { cancellation: REQUESTED }))).toEqual({
      result: 'ambiguous',
      change: null,
    });
    const { result, change } = withdraw(sentPayment('sending', { cancellation: REQUESTED }));
    expect(result).toBe('ambiguous');
    expect(change).toMatchObject({ plan: { status: 'pending' }, dispatch: { state: 'unknown' } });
  });

  it('is left as it is once it has moved', () => {
    const state = takenPayment('accepted', { cancellation: REQUESTED });
    expect(withdraw(state)).toEqual({ result: 'moved', change: null });
  });

  it.each(['refused', 'cancelled'] as const)('is not wanted back when that was %s', (status) => {
    const cancellation = { ...REQUESTED, status };
    expect(withdraw(unsentPayment({ cancellation }))).toEqual({ result: 'not_wanted', change: null });
    expect(withdraw(unsentPayment())).toEqual({ result: 'not_wanted', change: null });
  });
});

/** Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment" */
describe('a pending payment after a restore', () => {
  const fault = 'Postgres was restored';
  const doubt = (state: PaymentState, isTaken = false) => decideDoubt(state, { isTaken, fault }, AT);

  it.each([
    [false, 'unknown'],
    [true, 'delivered'],
  ] as const)('that was never sent is in doubt (taken by its partner: %s)', (isTaken, state) => {
    const { result, change } = doubt(unsentPayment(), isTaken);
    expect(result).toBe(true);
    expect(change).toMatchObject({
      dispatch: { kind: 'recover', attempt: 1, state, fault },
      plan: { status: 'pending', events: [] },
    });
  });

  it('that was not delivered is in doubt, as a later call', () => {
    const { result, change } = doubt(sentPayment(dispatchIn('not_delivered', { sends: 2 })));
    expect(result).toBe(true);
    expect(change?.dispatch).toMatchObject({
      kind: 'update',
      attempt: 1,
      sends: 3,
      state: 'unknown',
      deniedAt: null,
      fault,
    });
  });

  it('that was rerouted is in doubt at its present partner', () => {
    expect(doubt(moved()).change?.dispatch).toMatchObject({ kind: 'recover', attempt: 2, state: 'unknown' });
  });

  it.each(['sending', 'unknown'] as const)(
    'whose call is %s stays in doubt, and is taken if its workflow says so',
    (state) => {
      expect(doubt(sentPayment(state))).toEqual({ result: false, change: null });
      const { result, change } = doubt(sentPayment(dispatchIn(state, { sends: 2 })), true);
      expect(result).toBe(true);
      expect(change?.dispatch).toMatchObject({ kind: 'update', sends: 2, state: 'delivered' });
    },
  );

  it.each(['delivered', 'rejected'] as const)('whose call was %s stays as it is', (state) => {
    expect(doubt(sentPayment(state), true)).toEqual({ result: false, change: null });
    expect(doubt(sentPayment(state))).toEqual({ result: false, change: null });
  });

  it('is left alone once it has moved', () => {
    expect(doubt(takenPayment('accepted'), true)).toEqual({ result: false, change: null });
  });
});
