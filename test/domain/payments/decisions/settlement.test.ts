import { decideSettlement } from '../../../../domain/payments/decisions/settlement';
import { messagesAfter, stateAfter, type Report } from '../../../../domain/payments/instruction/change';
import type { SettlementConfirmationBody } from '../../../../domain/payments/reports/report-schema';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import { AT, dispatchIn, reportOf, SENT_AT, sentPayment, takenPayment } from '../../../support/payment-states';

const CONFIRMED_AT = new Date('2026-11-20T09:45:00Z');

const confirmation = (overrides: Partial<SettlementConfirmationBody> = {}): SettlementConfirmationBody => ({
  confirmedAt: CONFIRMED_AT.toISOString(),
  settlementReference: 'S-1',
  actualAmount: 1250.5,
  actualCurrency: 'USD',
  beneficiaryReceived: undefined,
  exchangeRate: undefined,
  fees: undefined,
  ...overrides,
});

const SHORT = confirmation({ actualAmount: 1000 });
const report: Report = reportOf('settled', { kind: 'settlement', effectiveAt: CONFIRMED_AT });

function settle(state: PaymentState, body = confirmation(), said = report) {
  const { result, change } = decideSettlement(state, said, body, { at: AT });
  if (change === null) throw new Error('changes nothing');
  const { verdict, reconciliation } = result;
  return {
    answer: 'answer' in verdict ? verdict.answer : null,
    refusal: 'refusal' in verdict ? verdict.refusal : null,
    reconciliation,
    change,
  };
}

const SETTLEMENT = {
  bodyHash: 'hash',
  confirmedAt: CONFIRMED_AT,
  confirmation: confirmation(),
  reconciliation: { status: 'matched', discrepancies: [] },
  isBooked: false,
};

/** Source: docs/GAPS.md#P5 */
describe('a settlement confirmation', () => {
  it.each(['submitted', 'accepted', 'processing'] as const)('settles a payment that is %s', (status) => {
    const { answer, reconciliation, change } = settle(takenPayment(status));
    expect(answer).toEqual({
      instructionId: 'instr_1',
      status: 'settled',
      previousStatus: status,
      disposition: 'applied',
      reportId: 'rep_1',
      recordedAt: AT,
    });
    expect(reconciliation).toEqual({ status: 'matched', discrepancies: [] });
    expect(change.plan.history).toMatchObject([{ status: 'settled', effectiveAt: CONFIRMED_AT, message: null }]);
    expect(change.plan.events).toHaveLength(1);
    expect(change).toMatchObject({
      at: AT,
      report,
      settlement: SETTLEMENT,
      cases: [],
      notices: [],
      bankReference: 'B-1',
    });
    expect(messagesAfter(takenPayment(status), change)).toMatchObject([{ reportId: 'rep_1', delayMs: 0 }]);
    expect(change.dispatch).toBeUndefined();
  });

  it('proves a dispatch that is not on record yet', () => {
    const { change } = settle(sentPayment('unknown'));
    expect(change.plan.history.map(({ status }) => status)).toEqual(['submitted', 'settled']);
    expect(change.dispatch).toMatchObject({ state: 'delivered', endedAt: AT, deniedAt: null });
  });

  it('attaches to a payment that was reported settled, and tells nobody twice', () => {
    const { answer, change } = settle(takenPayment('settled'));
    expect(answer).toMatchObject({ status: 'settled', previousStatus: 'settled', disposition: 'applied' });
    expect(change).toMatchObject({ settlement: SETTLEMENT, plan: { history: [], events: [] } });
    expect(messagesAfter(takenPayment('settled'), change)).toEqual([]);
  });

  it('attaches after the return when it agrees, and contradicts when it does not', () => {
    expect(settle(takenPayment('returned')).change.settlement).toEqual(SETTLEMENT);
    const unverified = confirmation({ fees: { amount: 3, currency: 'EUR', breakdown: [] } });
    expect(settle(takenPayment('returned'), unverified).change.settlement).toBeDefined();
    const { refusal, change } = settle(takenPayment('returned'), SHORT);
    expect(refusal?.code).toBe('CONFLICTING_REPORT');
    expect(change.settlement).toBeUndefined();
    expect(change.cases).toEqual([
      { kind: 'conflicting_settlement', reportId: 'rep_1', detail: { current: 'returned', confirmation: SHORT } },
    ]);
  });

  it('without a time is of the moment of its receipt, in a repeat of that of the first', () => {
    const bare = confirmation({ confirmedAt: undefined, settlementReference: undefined });
    const stored = { confirmedAt: CONFIRMED_AT.toISOString(), settlementReference: null };
    expect(settle(takenPayment('accepted'), bare).change.settlement?.confirmation).toMatchObject(stored);
    const settled = takenPayment('settled', { settlementHash: 'hash', settlementConfirmedAt: SENT_AT });
    const { result } = decideSettlement(settled, report, bare, { at: AT });
    expect(result.settlement).toMatchObject({ ...stored, confirmedAt: SENT_AT.toISOString() });
  });

  it('that is repeated under another key is a duplicate', () => {
    const { answer, change } = settle(takenPayment('settled', { settlementHash: 'hash' }));
    expect(answer?.disposition).toBe('duplicate');
    expect(change.settlement).toBeUndefined();
    expect(change).toMatchObject({ cases: [], notices: [] });
  });

  it('with other figures than the first opens a case', () => {
    const { refusal, change } = settle(takenPayment('settled', { settlementHash: 'first' }), SHORT);
    expect(refusal).toMatchObject({ code: 'CONFLICTING_REPORT', extra: { current: 'settled', allowed: ['returned'] } });
    expect(change.settlement).toBeUndefined();
    expect(change.notices).toEqual([]);
    expect(change.bankReference).toBeNull();
    expect(change.cases).toMatchObject([{ kind: 'conflicting_settlement', reportId: 'rep_1' }]);
  });

  it.each(['failed', 'cancelled'] as const)('of a payment that is %s opens a case and moves nothing', (status) => {
    const { refusal, change } = settle(takenPayment(status));
    expect(refusal?.code).toBe('CONFLICTING_REPORT');
    expect(change.plan).toMatchObject({ disposition: 'conflicting', status, history: [], events: [] });
    expect(change.cases).toMatchObject([{ kind: 'conflicting_settlement', detail: { current: status } }]);
    expect(messagesAfter(takenPayment(status), change)).toEqual([]);
  });

  it('that contradicts an outcome says nothing of a dispatch in doubt', () => {
    const { refusal, change } = settle(sentPayment('unknown', { status: 'failed' }));
    expect(refusal?.message).toContain('The report of settled contradicts the status failed');
    expect(change.dispatch).toBeUndefined();
    expect(settle(takenPayment('accepted', { dispatch: null, partnerId: 'ptn_1' })).change.dispatch).toBeUndefined();
  });

  it('that does not match settles all the same, with a case and an event', () => {
    const { answer, reconciliation, change } = settle(takenPayment('processing'), SHORT);
    expect(answer?.status).toBe('settled');
    const discrepancies = [{ type: 'amount', expected: 1250.5, actual: 1000 }];
    expect(reconciliation).toEqual({ status: 'mismatched', discrepancies });
    expect(change.cases).toEqual([{ kind: 'reconciliation_mismatch', reportId: 'rep_1', detail: { discrepancies } }]);
    expect(change.notices).toEqual([
      {
        type: 'payment.reconciliation_mismatch',
        object: { instructionId: 'instr_1', clientReference: 'ORDER-1', status: 'mismatched', discrepancies },
      },
    ]);
  });

  it('is compared with what was promised: fee, date and dispatch', () => {
    const fees = { amount: 5.01, currency: 'USD', breakdown: [] };
    expect(settle(takenPayment('processing'), confirmation({ fees })).reconciliation.discrepancies).toEqual([
      { type: 'fee_vs_estimate', expected: 5, actual: 5.01 },
    ]);
    const late = confirmation({ confirmedAt: '2026-11-21T00:00:00Z' });
    expect(settle(takenPayment('processing'), late).reconciliation.discrepancies).toMatchObject([
      { type: 'date_late' },
    ]);
    const early = confirmation({ confirmedAt: '2026-11-20T08:59:59Z' });
    expect(settle(takenPayment('processing'), early).reconciliation.discrepancies).toEqual([
      { type: 'date_early', expected: SENT_AT.toISOString(), actual: '2026-11-20T08:59:59.000Z' },
    ]);
  });

  it('of a partner that the payment has left is kept and opens a case', () => {
    const state = takenPayment('accepted', {
      partnerId: 'ptn_2',
      dispatch: dispatchIn('delivered', { attempt: 2, partnerId: 'ptn_2' }),
    });
    const { refusal, change } = settle(state);
    expect(refusal?.code).toBe('CONFLICTING_REPORT');
    expect(change.bankReference).toBeNull();
    expect(change.plan.status).toBe('accepted');
    expect(change.cases).toEqual([
      {
        kind: 'earlier_partner',
        reportId: 'rep_1',
        detail: { current: 'accepted', confirmation: confirmation(), partnerId: 'ptn_1' },
      },
    ]);
  });

  it('about a payment that the partner never had is as one about none', () => {
    const stranger = takenPayment('accepted', { knownToPartner: false });
    expect(() => decideSettlement(stranger, report, confirmation(), { at: AT })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND', message: 'There is no such payment instruction.' }),
    );
  });

  it('received before under its key changes nothing', () => {
    const repeat = {
      id: 'rep_0',
      bodyHash: 'hash',
      status: 'settled' as const,
      disposition: 'applied' as const,
      recordedAt: SENT_AT,
    };
    const { result, change } = decideSettlement(takenPayment('settled', { repeat }), report, confirmation(), {
      at: AT,
    });
    expect(change).toBeNull();
    expect(result.verdict).toMatchObject({ answer: { disposition: 'duplicate', reportId: 'rep_0' } });
    expect(result.reconciliation.status).toBe('matched');
  });

  it('attaches to a booking that has the same money, and contradicts one of another amount or currency', () => {
    const booked = (amount: string, currency = 'USD') =>
      takenPayment('settled', { settlementHash: 'booked', bookedSettlement: { amount, currency, witness: null } });
    const { answer, change } = settle(booked('1250.50'));
    expect([answer?.disposition, change.cases, change.settlement]).toEqual(['applied', [], undefined]);
    const short = settle(booked('1000'), SHORT);
    expect([short.answer?.disposition, short.change.cases]).toEqual(['applied', []]);
    const costly = settle(booked('1250.5'), confirmation({ fees: { amount: 900, currency: 'USD' } }));
    expect(costly.change.cases).toMatchObject([{ kind: 'reconciliation_mismatch' }]);
    // The reversal of the booking is found by the reference that the bank gave it.
    expect(change.bankReference).toBeNull();
    const reversed = { ...booked('1250.50'), status: 'returned' as const };
    for (const other of [booked('1250.51'), booked('1250.5', 'EUR'), reversed]) {
      const { refusal, change: refused } = settle(other);
      expect([refusal?.code, refused.cases]).toMatchObject([
        'CONFLICTING_REPORT',
        [{ kind: 'conflicting_settlement' }],
      ]);
    }
  });

  it('is taken once after a booking: a repeat is a duplicate, and another one contradicts', () => {
    const bookedSettlement = { amount: '1250.50', currency: 'USD', witness: null };
    const booked = takenPayment('settled', { settlementHash: 'booked', bookedSettlement });
    const witnessed = stateAfter(booked, settle(booked).change, 2);
    expect(witnessed.bookedSettlement).toEqual({ ...bookedSettlement, witness: report.bodyHash });
    expect(settle(witnessed).answer?.disposition).toBe('duplicate');
    const other = settle(witnessed, confirmation({ settlementReference: 'S-2' }), { ...report, bodyHash: 'other' });
    expect([other.refusal?.code, other.change.cases]).toMatchObject([
      'CONFLICTING_REPORT',
      [{ kind: 'conflicting_settlement' }],
    ]);
  });
});
