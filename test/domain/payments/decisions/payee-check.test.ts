import { decideDispatch } from '../../../../domain/payments/decisions/dispatch';
import {
  decideExpiredPayeeCheck,
  decidePayee,
  decidePayeeCheck,
  type TakenPayeeCheck,
} from '../../../../domain/payments/decisions/payee-check';
import type { PayeeCheck } from '../../../../domain/payments/review/payee-check';
import { AT, dispatchIn, sentPayment, takenPayment, unsentPayment } from '../../../support/payment-states';

const DAY_LATER = new Date(AT.getTime() + 86_400_000);
const taken = (overrides: Partial<TakenPayeeCheck> = {}): TakenPayeeCheck => ({
  ...{ partnerId: 'ptn_1', result: 'close_match', source: 'report', name: null, rule: 'ask', isRepeat: false },
  ...overrides,
});
const pending: PayeeCheck = {
  ...{ result: 'close_match', source: 'report', at: AT.toISOString(), nameId: null, decision: 'pending' },
  ...{ expiresAt: DAY_LATER.toISOString(), decidedAt: null },
};
const audit = { actor: 'usr_1', act: 'payment.payee_decided', requestId: null, detail: {} };

/** Source: docs/GAPS.md#P24 */
describe('a payee check', () => {
  it.each([
    ['match', null],
    ['not_possible', null],
    ['close_match', 'pending'],
    ['no_match', 'pending'],
  ] as const)('of %s changes no status, and its decision is %s', (result, decision) => {
    const { change } = decidePayeeCheck(takenPayment('accepted'), taken({ result }), AT);
    expect(change).toMatchObject({
      plan: { status: 'accepted', history: [], events: [] },
      payeeCheck: { result, decision, at: AT.toISOString() },
      notices: [{ type: 'payment.payee_checked', object: { result, decision } }],
    });
    expect(change?.payeeCheck?.expiresAt ?? null).toBe(decision === null ? null : DAY_LATER.toISOString());
  });

  it('changes nothing when it says the same again, or comes from a partner that the payment has left', () => {
    const decided = takenPayment('accepted', { payeeCheck: { ...pending, decision: 'released', expiresAt: null } });
    expect(decidePayeeCheck(decided, taken(), AT).change).toBeNull();
    expect(decidePayeeCheck(takenPayment('accepted'), taken({ partnerId: 'ptn_2' }), AT).change).toBeNull();
    expect(decidePayeeCheck(takenPayment('accepted', { knownToPartner: false }), taken(), AT).change).toBeNull();
    expect(decidePayeeCheck(decided, taken({ result: 'no_match' }), AT).change?.payeeCheck?.decision).toBe('pending');
    expect(decidePayeeCheck(decided, taken({ result: 'no_match', isRepeat: true }), AT).change).toBeNull();
    expect(decidePayeeCheck(takenPayment('accepted'), taken({ isRepeat: true }), AT).change).not.toBeNull();
  });

  it('keeps an open question where the bank then cannot say; another answer ends it', () => {
    const open = takenPayment('accepted', { payeeCheck: pending });
    expect(decidePayeeCheck(open, taken({ result: 'not_possible' }), AT).change).toBeNull();
    expect(decidePayeeCheck(open, taken({ result: 'match' }), AT).change?.payeeCheck?.decision).toBeNull();
    const released = takenPayment('accepted', { payeeCheck: { ...pending, decision: 'released', expiresAt: null } });
    expect(decidePayeeCheck(released, taken({ result: 'not_possible' }), AT).change).not.toBeNull();
  });

  it('is decided by the rule of the account', () => {
    const by = (rule: TakenPayeeCheck['rule']) =>
      decidePayeeCheck(takenPayment('accepted'), taken({ rule }), AT).change;
    expect(by('release')).toMatchObject({ payeeCheck: { decision: 'released', decidedAt: AT.toISOString() } });
    expect(by('withdraw')).toMatchObject({
      payeeCheck: { decision: 'withdrawn' },
      cancellation: { status: 'requested' },
      messages: [{ topic: 'cancel' }],
    });
    const late = decidePayeeCheck(takenPayment('processing'), taken({ rule: 'withdraw' }), AT).change;
    expect(late).toMatchObject({ payeeCheck: { decision: 'pending' } });
    expect(decidePayeeCheck(takenPayment('settled'), taken(), AT).change?.payeeCheck?.decision).toBeNull();
  });
});

/** Source: docs/GAPS.md#P24 */
describe('a decision about the payee', () => {
  const asked = takenPayment('accepted', { payeeCheck: pending });

  it('releases, once, and not after a withdrawal', () => {
    const { change } = decidePayee(asked, { decision: 'released', reason: null, audit }, AT);
    expect(change).toMatchObject({ payeeCheck: { decision: 'released', expiresAt: null }, audit });
    const released = takenPayment('accepted', { payeeCheck: change?.payeeCheck ?? null });
    expect(decidePayee(released, { decision: 'released', reason: null, audit }, AT).change).toBeNull();
    expect(() => decidePayee(released, { decision: 'withdrawn', reason: null, audit }, AT)).toThrow(/No decision/);
    expect(() => decidePayee(takenPayment('accepted'), { decision: 'released', reason: null, audit }, AT)).toThrow();
    const ended = takenPayment('settled', { payeeCheck: pending });
    expect(() => decidePayee(ended, { decision: 'released', reason: null, audit }, AT)).toThrow(/No decision/);
  });

  it('withdraws by asking the partner to cancel, which it cannot once the bank processes it', () => {
    const { change } = decidePayee(asked, { decision: 'withdrawn', reason: 'Wrong payee', audit }, AT);
    expect(change).toMatchObject({
      payeeCheck: { decision: 'withdrawn' },
      cancellation: { status: 'requested', reason: 'Wrong payee' },
      messages: [{ topic: 'cancel' }],
    });
    const processing = takenPayment('processing', { payeeCheck: pending });
    expect(() => decidePayee(processing, { decision: 'withdrawn', reason: null, audit }, AT)).toThrow(
      /cannot be cancelled/,
    );
  });

  it('does not withdraw what the partner has refused to cancel, unless it no longer has the payment', () => {
    const cancellation = { status: 'refused', reason: null, requestedAt: AT.toISOString() } as const;
    const refused = takenPayment('accepted', { payeeCheck: pending, cancellation });
    expect(() => decidePayee(refused, { decision: 'withdrawn', reason: null, audit }, AT)).toThrow(/refused to cancel/);
    const by = decidePayeeCheck(takenPayment('accepted', { cancellation }), taken({ rule: 'withdraw' }), AT).change;
    expect(by?.payeeCheck?.decision).toBe('pending');
    const free = unsentPayment({ payeeCheck: pending, waitingReason: 'payee_check', cancellation });
    const withdrawn = { plan: { status: 'cancelled' }, payeeCheck: { decision: 'withdrawn' } };
    expect(decidePayee(free, { decision: 'withdrawn', reason: null, audit }, AT).change).toMatchObject(withdrawn);
    expect(decideExpiredPayeeCheck(free, DAY_LATER).change).toMatchObject(withdrawn);
  });

  it('is a withdrawal after 24 hours, and nothing where the bank has gone on', () => {
    expect(decideExpiredPayeeCheck(asked, AT).change).toBeNull();
    expect(decideExpiredPayeeCheck(asked, DAY_LATER).change).toMatchObject({
      payeeCheck: { decision: 'withdrawn', decidedAt: DAY_LATER.toISOString() },
      cancellation: { status: 'requested' },
    });
    const processing = takenPayment('processing', { payeeCheck: pending });
    const over = decideExpiredPayeeCheck(processing, DAY_LATER).change;
    expect(over).toMatchObject({ payeeCheck: { decision: null, expiresAt: null } });
    expect(over?.cancellation).toBeUndefined();
  });

  it('keeps what was not taken from leaving until it is made', () => {
    const held = unsentPayment({ payeeCheck: pending, waitingReason: 'payee_check' });
    expect(decideDispatch(held, { partnerId: 'ptn_1' }, AT)).toEqual({
      result: { kind: 'held', because: 'payee_check', until: DAY_LATER },
      change: null,
    });
    expect(decideDispatch(held, { partnerId: 'ptn_1' }, DAY_LATER)).toMatchObject({
      result: { kind: 'moved' },
      change: { plan: { status: 'cancelled' }, payeeCheck: { decision: 'withdrawn' } },
    });
    const { change } = decidePayee(held, { decision: 'released', reason: null, audit }, AT);
    expect(change).toMatchObject({ waitingReason: 'engine_busy', messages: [{ topic: 'changed', retry: true }] });
    // The doubt about a call goes before.
    const inDoubt = sentPayment(dispatchIn('unknown'), { payeeCheck: pending });
    expect(decideDispatch(inDoubt, { partnerId: 'ptn_1' }, AT).result).toEqual({ kind: 'ambiguous' });
  });
});
