import { decideApproval, decideApprovalWait, type ApprovalWord } from '../../../../domain/payments/decisions/approval';
import { decideDispatch } from '../../../../domain/payments/decisions/dispatch';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import { currentApproval } from '../../../../domain/payments/review/approval';
import { approvalOf, AT, sentPayment, takenPayment, unsentPayment } from '../../../support/payment-states';

const HASH = approvalOf().hash;
const ENDS_AT = new Date(approvalOf().expiresAt);
const LATER = new Date(AT.getTime() + 1);
const wordOf = (overrides: Partial<ApprovalWord> = {}): ApprovalWord => ({
  decision: 'approve',
  hash: HASH,
  paidHash: HASH,
  comment: 'as agreed',
  member: 'usr_2',
  by: 'key:key_1',
  makersOf: new Map(),
  requestId: 'req_1',
  ...overrides,
});
const given = [{ by: 'usr_3', at: '2026-11-20T09:30:00.000Z', comment: null }];
const waiting = (overrides: Partial<PaymentState> = {}) => unsentPayment({ approval: approvalOf(), ...overrides });
const decide = (state: PaymentState, word: Partial<ApprovalWord> = {}) => decideApproval(state, wordOf(word), AT);

describe('an approval of a member who was removed', () => {
  const bob = { by: 'usr_2', at: AT.toISOString(), comment: null };
  const approved = approvalOf({ state: 'approved', given: [...given, bob] });

  it('counts no more once the payment is to be sent: it waits for another, a week', () => {
    const state = waiting({ approval: currentApproval(approved, ['usr_3']) });
    const { result, change } = decideDispatch(state, { partnerId: state.partnerId }, AT);
    const endsAt = new Date(AT.getTime() + 7 * 86_400_000);
    expect(result).toEqual({ kind: 'approval', endsAt });
    expect(change?.approval).toEqual({ ...approved, state: 'waiting', given: [bob], expiresAt: endsAt.toISOString() });
    expect(change?.dispatch).toBeUndefined();
    expect(change?.audit).toMatchObject({ act: 'payment.approval_lapsed', detail: { given: 1, needed: 2 } });
  });

  it('changes nothing where enough are left', () => {
    const state = waiting({ approval: currentApproval({ ...approved, needed: 1 }, ['usr_3']) });
    expect(decideDispatch(state, { partnerId: state.partnerId }, AT).result.kind).toBe('send');
  });
});

/** Source: docs/GAPS.md#P17 */
describe('an approval', () => {
  it('that is not the last one is kept, and the payment waits on', () => {
    const { result, change } = decide(waiting());
    const approval = { ...approvalOf(), given: [{ by: 'usr_2', at: AT.toISOString(), comment: 'as agreed' }] };
    expect(result).toEqual({ kind: 'recorded', approval });
    expect(change).toMatchObject({ approval, plan: { status: 'pending', events: [] } });
    expect(change?.messages).toBeUndefined();
    expect(change?.waitingReason).toBeUndefined();
    expect(change?.audit).toEqual({
      actor: 'key:key_1',
      act: 'payment.approved',
      requestId: 'req_1',
      detail: { decision: 'approve', hash: HASH, member: 'usr_2', given: 1, needed: 2 },
    });
  });

  it('that is the last one has it sent at once', () => {
    const { change } = decide(waiting({ approval: approvalOf({ given }) }));
    expect(change).toMatchObject({ approval: { state: 'approved' }, waitingReason: 'engine_busy' });
    expect(change?.approval?.given.map(({ by }) => by)).toEqual(['usr_3', 'usr_2']);
    expect(change?.messages).toEqual([{ topic: 'changed', disposition: 'operator', reportId: null, retry: true }]);
  });

  it('that is the last one leaves it to its value date, or to its review', () => {
    const approval = approvalOf({ given });
    const dated = decide(waiting({ approval, releaseAt: LATER })).change;
    expect(dated).toMatchObject({ waitingReason: 'value_date', messages: [{ retry: false }] });
    const held = { approval, complianceHold: { state: 'review' }, waitingReason: 'compliance_review' } as const;
    expect(decide(waiting(held)).change?.waitingReason).toBeUndefined();
    expect(decide(waiting(held)).change?.messages).toMatchObject([{ retry: false }]);
  });

  it.each([
    ['by its creator', { member: 'usr_1' }, 'FORBIDDEN', /acted first cannot/],
    ['by a key of no member', { member: null }, 'FORBIDDEN', /a key of no member.*another member/],
  ] as const)('%s is refused, and so is a rejection', (_who, word, code, message) => {
    for (const decision of ['approve', 'reject'] as const) {
      expect(() => decide(waiting(), { ...word, decision })).toThrow(expect.objectContaining({ code }));
      expect(() => decide(waiting(), { ...word, decision })).toThrow(message);
    }
  });

  it('by the same member again is refused', () => {
    const state = waiting({ approval: approvalOf({ given }) });
    expect(() => decide(state, { member: 'usr_3' })).toThrow(expect.objectContaining({ code: 'DUPLICATE' }));
  });

  it('by a member whom an earlier one invited is refused, and the rejection cancels the payment', () => {
    const made = { invitedHours: 48, keys: {} };
    for (const inviter of ['usr_1', 'usr_3']) {
      const makersOf = new Map([['usr_2', { ...made, invitedBy: inviter, loginMadeBy: inviter }]]);
      const state = waiting({ approval: approvalOf({ given }) });
      expect(() => decide(state, { makersOf })).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
      expect(decide(state, { makersOf, decision: 'reject' }).change?.plan.status).toBe('cancelled');
    }
  });

  it('by the key with which an agent proposed the payment is refused', () => {
    const state = waiting({ approval: approvalOf({ creator: null, agent: 'key_1' }) });
    expect(() => decide(state, { by: 'key:key_1' })).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(decide(state, { by: 'key:key_2' }).result.kind).toBe('recorded');
  });

  it('by any member is taken where no member is known to have made it', () => {
    expect(decide(waiting({ approval: approvalOf({ creator: null }) }), { member: 'usr_1' }).change).not.toBeNull();
  });

  it.each([
    ['of something else', { hash: 'b'.repeat(64) }],
    ['of what is no longer paid', { paidHash: 'b'.repeat(64) }],
    ['of what has been changed together with it', { hash: 'b'.repeat(64), paidHash: 'b'.repeat(64) }],
  ])('%s changes nothing', (_what, word) => {
    expect(decide(waiting(), word)).toEqual({ result: { kind: 'changed' }, change: null });
  });

  it.each([
    ['needs none', unsentPayment(), /needs no approval/],
    ['has them', unsentPayment({ approval: approvalOf({ state: 'approved' }) }), /has the approvals/],
    ['is not pending', takenPayment('cancelled', { approval: approvalOf({ state: 'rejected' }) }), /it is cancelled/],
    ['was cancelled meanwhile', takenPayment('cancelled', { approval: approvalOf() }), /it is cancelled/],
  ])('of a payment that %s is refused', (_which, state, message) => {
    expect(() => decide(state)).toThrow(expect.objectContaining({ code: 'INVALID_TRANSITION' }));
    expect(() => decide(state)).toThrow(message);
  });

  it('that comes too late cancels it', () => {
    const { result, change } = decideApproval(waiting(), wordOf(), ENDS_AT);
    expect(result).toEqual({ kind: 'late' });
    expect(change).toMatchObject({ plan: { status: 'cancelled' }, approval: { state: 'expired', given: [] } });
  });
});

describe('a rejection', () => {
  it('cancels the payment, and says who rejected it', () => {
    const { result, change } = decide(waiting({ approval: approvalOf({ given }) }), { decision: 'reject' });
    const rejection = { by: 'usr_2', at: AT.toISOString(), comment: 'as agreed' };
    expect(change).toMatchObject({ plan: { status: 'cancelled' }, approval: { state: 'rejected', rejection, given } });
    expect(change?.plan.history).toMatchObject([{ message: 'Rejected by a member of the account' }]);
    expect(change?.messages).toEqual([{ topic: 'changed', disposition: 'applied', reportId: null }]);
    expect(change?.audit?.act).toBe('payment.approval_rejected');
    expect(result).toMatchObject({ kind: 'recorded', approval: { state: 'rejected' } });
  });

  it('waits until it is known that no partner has it', () => {
    expect(() => decide(waiting({ isClaimed: true }), { decision: 'reject' })).toThrow(
      expect.objectContaining({ code: 'INVALID_TRANSITION' }),
    );
  });
});

describe('the time for approvals', () => {
  it('ends after its last moment, by cancelling the payment', () => {
    const before = new Date(ENDS_AT.getTime() - 1);
    expect(decideApprovalWait(waiting(), before)).toEqual({ result: { kind: 'waits', endsAt: ENDS_AT }, change: null });
    const { result, change } = decideApprovalWait(waiting(), ENDS_AT);
    expect(result).toEqual({ kind: 'ended' });
    expect(change).toMatchObject({ plan: { status: 'cancelled' }, approval: { state: 'expired' } });
    expect(change?.plan.history).toMatchObject([{ message: 'Cancelled: it was not approved in time' }]);
    expect(change?.messages).toEqual([{ topic: 'changed', disposition: 'applied', reportId: null }]);
    expect(change?.audit).toEqual({
      actor: 'corridor',
      act: 'payment.approval_expired',
      requestId: null,
      detail: { hash: HASH, needed: 2, given: 0 },
    });
  });

  it('neither ends nor holds up what a partner may have: it is asked first', () => {
    for (const at of [AT, ENDS_AT]) {
      const claimed = decideApprovalWait(waiting({ isClaimed: true }), at);
      expect(claimed).toEqual({ result: { kind: 'none' }, change: null });
      const inDoubt = decideApprovalWait(sentPayment('unknown', { approval: approvalOf() }), at);
      expect(inDoubt).toEqual({ result: { kind: 'none' }, change: null });
    }
  });

  it.each([
    ['needs none', unsentPayment()],
    ['is approved', unsentPayment({ approval: approvalOf({ state: 'approved' }) })],
    ['has ended', takenPayment('cancelled', { approval: approvalOf() })],
  ])('is nothing to a payment that %s', (_which, state) => {
    expect(decideApprovalWait(state, ENDS_AT)).toEqual({ result: { kind: 'none' }, change: null });
  });
});

describe('a dispatch', () => {
  const dispatch = (state: PaymentState, at = AT) => decideDispatch(state, { partnerId: 'ptn_1' }, at);

  it('does not begin before the last approval', () => {
    expect(dispatch(waiting())).toEqual({ result: { kind: 'approval', endsAt: ENDS_AT }, change: null });
    expect(dispatch(waiting({ approval: approvalOf({ state: 'approved' }) })).result.kind).toBe('send');
  });

  it('cancels what was not approved in time', () => {
    expect(dispatch(waiting(), ENDS_AT)).toMatchObject({
      result: { kind: 'moved' },
      change: { plan: { status: 'cancelled' } },
    });
  });

  it('begins after both the approvals and the review', () => {
    const complianceHold = { state: 'review' } as const;
    expect(dispatch(waiting({ complianceHold })).result.kind).toBe('approval');
    expect(dispatch(waiting({ complianceHold, approval: approvalOf({ state: 'approved' }) })).result.kind).toBe(
      'review',
    );
  });

  it('asks about a call that may have arrived, whatever was approved', () => {
    expect(dispatch(sentPayment('unknown', { approval: approvalOf() })).result.kind).toBe('ambiguous');
  });
});
