import {
  decideRecall,
  decideRecallRefused,
  decideRecallRefusedByOperator,
} from '../../../../domain/payments/decisions/recall';
import { decideStatusReport } from '../../../../domain/payments/decisions/report';
import { stateAfter } from '../../../../domain/payments/instruction/change';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import type { Recall } from '../../../../domain/payments/settlement/recall';
import type { ReturnedMoney } from '../../../../domain/payments/settlement/returned-money';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../../../domain/payments/instruction/status';
import { AT, reportOf, takenPayment } from '../../../support/payment-states';

const audit = { actor: 'key:1', act: 'payment.recall_requested', requestId: 'req_1', detail: {} };
const request = { reasonCode: 'DUPL', reason: 'paid twice', at: AT, audit } as const;
const REQUESTED: Recall = {
  status: 'requested',
  reasonCode: 'DUPL',
  reason: 'paid twice',
  requestedAt: AT.toISOString(),
  answeredAt: null,
};
const said = (status: PaymentStatus, returned: ReturnedMoney | null = null) => ({
  ...reportOf(status, { returned }),
  kind: 'status' as const,
});
const SETTLED = takenPayment('settled');
const ASKED: PaymentState = { ...SETTLED, recall: REQUESTED };

/** Source: docs/GAPS.md#recalls */
describe('a recall', () => {
  it('of a settled payment asks its partner, and leaves it settled', () => {
    const { result, change } = decideRecall(SETTLED, request);
    expect(result).toEqual({ status: 'settled', recall: REQUESTED });
    expect(change).toMatchObject({ recall: REQUESTED, messages: [{ topic: 'recall' }], audit });
    expect(change?.plan).toMatchObject({ status: 'settled', history: [], events: [] });
    expect(JSON.stringify(change?.notices)).toContain('payment.recall_updated');
    expect(JSON.stringify(change?.notices)).not.toContain('paid twice');
  });

  it('that is repeated changes nothing', () => {
    expect(decideRecall(ASKED, { ...request, reasonCode: 'FRAD' })).toEqual({
      result: { status: 'settled', recall: REQUESTED },
      change: null,
    });
  });

  it.each(PAYMENT_STATUSES.filter((status) => status !== 'settled'))('is refused of one that is %s', (status) => {
    const attempt = () => decideRecall({ ...SETTLED, status }, request);
    expect(attempt).toThrow(
      expect.objectContaining({ code: 'INVALID_TRANSITION', extra: { current: status, allowed: [] } }),
    );
  });

  it('is refused by the partner that has it alone, and leaves it settled', () => {
    const { change } = decideRecallRefused(ASKED, 'ptn_1', AT);
    expect(change).toMatchObject({ recall: { status: 'refused', answeredAt: AT.toISOString() } });
    expect(change?.plan).toMatchObject({ status: 'settled', history: [], events: [] });
    expect(decideRecallRefused(ASKED, 'ptn_2', AT).change).toBeNull();
    expect(decideRecallRefused(SETTLED, 'ptn_1', AT).change).toBeNull();
  });

  it('is done when the return is reported, also after a refusal', () => {
    for (const recall of [REQUESTED, { ...REQUESTED, status: 'refused' as const }]) {
      const state = { ...ASKED, recall };
      const { change } = decideStatusReport(state, said('returned'), AT);
      if (change === null) throw new Error('the report changes nothing');
      const after = stateAfter(state, change, 2);
      expect(after).toMatchObject({ status: 'returned', recall: { status: 'returned', answeredAt: AT.toISOString() } });
      expect(decideRecallRefused(after, 'ptn_1', AT).change).toBeNull();
      expect(() => decideRecallRefusedByOperator(after, { at: AT, audit })).toThrow('was returned');
    }
  });

  it('is refused by an operator once, with an audit entry, and only where it was asked', () => {
    const { change, result } = decideRecallRefusedByOperator(ASKED, { at: AT, audit });
    expect(change).toMatchObject({ recall: { status: 'refused' }, audit, settledFlags: ['recall_unanswered'] });
    const again = { ...ASKED, recall: result.recall };
    expect(decideRecallRefusedByOperator(again, { at: AT, audit }).change).toBeNull();
    expect(() => decideRecallRefusedByOperator(SETTLED, { at: AT, audit })).toThrow('There is no recall');
  });
});

/** Source: docs/GAPS.md#returns */
describe('a return with an amount', () => {
  const USD = (amount: string) => ({ amount, currency: 'USD' });
  const casesOf = (state: PaymentState, returned: { amount: string; currency: string } | null) =>
    decideStatusReport(state, said('returned', returned), AT).change?.cases;

  it('of all of it opens no case, and neither does one without', () => {
    expect(casesOf(SETTLED, USD('1250.50'))).toEqual([]);
    expect(casesOf(SETTLED, null)).toEqual([]);
  });

  it.each([
    ['1200', 'USD', 'return_short', '1250.5', '1200'],
    ['1300', 'USD', 'return_over', '1250.5', '1300'],
    ['1250.5', 'EUR', 'return_currency', 'USD', 'EUR'],
  ])('of %s %s returns it and opens a case of %s', (amount, currency, type, expected, actual) => {
    const { change } = decideStatusReport(SETTLED, said('returned', { amount, currency }), AT);
    expect(change?.plan).toMatchObject({ status: 'returned', returned: { amount, currency } });
    expect(change?.cases).toMatchObject([
      { kind: 'return_mismatch', detail: { discrepancies: [{ type, expected, actual }] } },
    ]);
  });

  it('is taken once: what a later report says of it otherwise opens a case and changes nothing', () => {
    const returned = { ...SETTLED, status: 'returned' as const };
    const first = decideStatusReport(returned, said('returned', USD('1200')), AT);
    expect(first.change?.plan).toMatchObject({ disposition: 'duplicate', returned: USD('1200') });
    expect(first.change?.cases).toMatchObject([{ kind: 'return_mismatch' }]);
    const known = { ...returned, returned: USD('1200') };
    const later = decideStatusReport(known, said('returned', USD('50')), AT);
    expect(later.change?.plan.returned).toBeUndefined();
    expect(later.change?.cases).toMatchObject([
      { kind: 'return_mismatch', detail: { returned: USD('1200'), reported: USD('50') } },
    ]);
    expect(casesOf(known, USD('1200.00'))).toEqual([]);
  });

  it('that waited for the settlement is taken with it', () => {
    const waiting = [
      { reportId: 'rep_1', status: 'returned' as const, effectiveAt: AT, message: null, returned: USD('1200') },
    ];
    const { change } = decideStatusReport(takenPayment('processing', { waiting }), said('settled'), AT);
    expect(change?.plan).toMatchObject({ status: 'returned', returned: USD('1200') });
    expect(change?.cases).toMatchObject([{ kind: 'return_mismatch' }]);
  });
});
