import { conditionsDeadline, decideConditions, heldConditions } from '../../../../domain/payments/decisions/conditions';
import { decideDispatch } from '../../../../domain/payments/decisions/dispatch';
import { nextWait } from '../../../../domain/payments/decisions/next-wait';
import { decideWaiting } from '../../../../domain/payments/decisions/waiting';
import { judgeConditions, keepConditions, toKept } from '../../../../domain/payments/review/conditions';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import { approvalOf, AT, sentPayment, unsentPayment } from '../../../support/payment-states';

const END = new Date('2026-11-21T10:00:00Z');
const EARLIER_MS = AT.getTime() - 60_000;
const TO = { partnerId: 'ptn_1' };
const kept = keepConditions([{ type: 'payment_proved', instructionId: 'instr_2' }], END);
const judge = (since: number | null) => judgeConditions(kept, [{ since, found: 'settled' }]);
const payment = (since: number | null, overrides: Partial<PaymentState> = {}) =>
  unsentPayment({ conditions: judge(since), waitingReason: 'conditions', ...overrides });

/** Source: docs/GAPS.md#P27 */
describe('a payment with conditions', () => {
  it('is held until they are met or expire', () => {
    const { result, change } = decideDispatch(payment(null), TO, AT);
    expect([result, change]).toEqual([{ kind: 'held', because: 'conditions', until: END }, null]);
    expect(decideConditions(payment(null), AT).result).toEqual({ kind: 'waits', until: END });
    expect(conditionsDeadline(payment(null))).toEqual(END);
    expect(conditionsDeadline(payment(EARLIER_MS))).toEqual(END);
  });

  it('goes on once they are met, and keeps when that was', () => {
    const { result, change } = decideConditions(payment(EARLIER_MS), AT);
    expect(result).toEqual({ kind: 'none' });
    expect(change).toMatchObject({
      conditions: { heldAt: AT.toISOString(), items: [{ because: 'payment_proved' }] },
      waitingReason: 'engine_busy',
      messages: [{ topic: 'changed', disposition: 'operator', retry: true }],
    });
    const begun = decideDispatch(payment(EARLIER_MS), TO, AT);
    expect(begun.result.kind).toBe('send');
    expect(begun.change).toMatchObject({ conditions: { heldAt: AT.toISOString() } });
  });

  it('is not changed by what is known of it', () => {
    const conditions = heldConditions(judge(EARLIER_MS), AT);
    expect(decideConditions(payment(null, { conditions, waitingReason: 'value_date' }), AT).change).toBeNull();
    expect(decideConditions(payment(null, { conditions: toKept(judge(null)) }), AT).change).toBeNull();
  });

  it('is shown to wait for them before its workflow rests, or nothing would signal that', () => {
    const next = payment(null, { waitingReason: 'engine_busy' });
    for (const { change } of [decideDispatch(next, TO, AT), decideConditions(next, AT)])
      expect(change).toMatchObject({ waitingReason: 'conditions', conditions: { heldAt: null } });
    const { change: first } = decideConditions(payment(null, { waitingReason: null, historyStatuses: [] }), AT);
    expect(first).toMatchObject({ waitingReason: 'conditions', plan: { history: [{ status: 'pending' }] } });
    const approved = payment(null, {
      conditions: toKept(judge(null)),
      approval: approvalOf(),
      waitingReason: 'approval',
    });
    expect(decideConditions(approved, AT).change).toBeNull();
  });

  it('is cancelled where they are not met in time, whatever else it waits for', () => {
    const late = payment(null, { approval: approvalOf() });
    expect(decideDispatch(late, TO, END)).toMatchObject({
      result: { kind: 'moved' },
      change: { plan: { status: 'cancelled' }, audit: { act: 'payment.conditions_expired' } },
    });
    expect(decideConditions(payment(END.getTime()), END).result.kind).toBe('ended');
    expect(decideConditions(payment(EARLIER_MS), END).result.kind).toBe('none');
  });

  it('has to have them met before the end anew, once one is met no more', () => {
    const met = heldConditions(judge(EARLIER_MS), AT);
    const unmet = judgeConditions(met, [{ since: null, found: 'settled' }]);
    const { result, change } = decideConditions(payment(null, { conditions: unmet }), AT);
    expect(result).toEqual({ kind: 'waits', until: END });
    expect(change?.conditions).toMatchObject({ heldAt: null, items: [{ metAt: null }] });
    expect(decideConditions(payment(null, { conditions: unmet }), END).result.kind).toBe('ended');
    const again = judgeConditions({ ...toKept(unmet), heldAt: null }, [{ since: END.getTime(), found: 'settled' }]);
    expect(decideConditions(payment(null, { conditions: again }), END).result.kind).toBe('ended');
    const compared = judgeConditions(met, [{ since: null, found: 'not_compared' }]);
    const { change: waiting } = decideConditions(payment(null, { conditions: compared }), END);
    expect(waiting?.conditions).toMatchObject({ heldAt: AT.toISOString() });
  });

  it('does not expire while the papers that decide it are compared', () => {
    const conditions = judgeConditions(kept, [{ since: null, found: 'not_compared' }]);
    const { result } = decideConditions(payment(null, { conditions }), END);
    expect(result).toEqual({ kind: 'waits', until: new Date(END.getTime() + 60_000) });
  });

  it('is left to its partner where that may have it', () => {
    const conditions = judge(null);
    const sent = sentPayment('unknown', { conditions });
    expect(decideConditions(sent, END)).toEqual({ result: { kind: 'none' }, change: null });
    expect([decideDispatch(sent, TO, END).result.kind, conditionsDeadline(sent)]).toEqual(['ambiguous', null]);
    expect(decideConditions(unsentPayment(), AT).change).toBeNull();
  });

  it('says that it waits for them after what people decide, and before its value date', () => {
    const held = payment(null, { releaseAt: END, waitingReason: null });
    expect(decideWaiting(held, 'value_date', AT).change).toMatchObject({ waitingReason: 'conditions' });
    expect(nextWait(held, AT)).toBe('conditions');
    expect(nextWait({ ...held, approval: approvalOf() }, AT)).toBe('approval');
    expect(nextWait({ ...held, conditions: judge(EARLIER_MS) }, AT)).toBe('value_date');
    expect(decideWaiting(payment(EARLIER_MS, { waitingReason: null }), 'conditions', AT).change).toBeNull();
  });
});
