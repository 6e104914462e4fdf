import { type DomainError } from '../../../../domain/errors';
import { messagesAfter } from '../../../../domain/payments/instruction/change';
import {
  changeByReport,
  decideStatusReport,
  type IncomingReport,
  type Verdict,
} from '../../../../domain/payments/decisions/report';
import type { EarlierReport, PaymentState } from '../../../../domain/payments/instruction/state';
import type { PaymentStatus } from '../../../../domain/payments/instruction/status';
import type { Disposition } from '../../../../domain/payments/reports/transitions';
import { AT, dispatchIn, reportOf, SENT_AT, sentPayment, takenPayment } from '../../../support/payment-states';

/** What every signal of a report has. */
const SIGNAL = { topic: 'changed', reportId: 'rep_1', at: AT.toISOString() };

const incoming = (status: PaymentStatus, overrides: Partial<IncomingReport> = {}): IncomingReport => ({
  ...reportOf(status),
  kind: 'status',
  ...overrides,
});

function answerOf(verdict: Verdict) {
  if ('refusal' in verdict) throw verdict.refusal;
  return verdict.answer;
}

function refusalOf(verdict: Verdict): DomainError {
  if ('answer' in verdict) throw new Error(`answered ${verdict.answer.disposition}`);
  return verdict.refusal;
}

const decide = (state: PaymentState, status: PaymentStatus, overrides: Partial<IncomingReport> = {}) => {
  const { result, change } = decideStatusReport(state, incoming(status, overrides), AT);
  if (change === null) throw new Error('changes nothing');
  return { verdict: result, change };
};

/** Source: docs/GAPS.md#P3, docs/GAPS.md#P4 */
describe('the report of the partner that has the payment', () => {
  it.each([
    ['submitted', 'accepted', 'applied', 'accepted'],
    ['submitted', 'submitted', 'duplicate', 'submitted'],
    ['processing', 'accepted', 'stale', 'processing'],
    ['processing', 'returned', 'waiting', 'processing'],
    ['settled', 'returned', 'applied', 'returned'],
  ] as const)('on %s: %s is %s', (current, reported, disposition, status) => {
    const { verdict, change } = decide(takenPayment(current), reported);
    expect(answerOf(verdict)).toEqual({
      instructionId: 'instr_1',
      status,
      previousStatus: current,
      disposition,
      reportId: 'rep_1',
      recordedAt: AT,
    });
    expect(change).toMatchObject({ at: AT, partnerReference: 'P-1', bankReference: 'B-1', cases: [] });
    expect(change.report).toEqual(incoming(reported));
    expect(change.plan.status).toBe(status);
  });

  it('that asks for what cannot be is refused, naming what can, and is kept', () => {
    const { verdict, change } = decide(takenPayment('settled'), 'pending');
    const refusal = refusalOf(verdict);
    expect(refusal).toMatchObject({ code: 'INVALID_TRANSITION', extra: { current: 'settled', allowed: ['returned'] } });
    expect(refusal.message).toBe('An instruction that is settled cannot become pending.');
    expect(change).toMatchObject({ cases: [], messages: [], report: { id: 'rep_1' } });
  });

  it('that contradicts an outcome opens a case', () => {
    const { verdict, change } = decide(takenPayment('failed'), 'settled');
    expect(refusalOf(verdict)).toMatchObject({ code: 'CONFLICTING_REPORT', extra: { current: 'failed', allowed: [] } });
    expect(refusalOf(verdict).message).toContain('The report of settled contradicts the status failed');
    const detail = { current: 'failed', reported: 'settled', kind: 'status' };
    expect(change.cases).toEqual([{ kind: 'conflicting_report', reportId: 'rep_1', detail }]);
    expect(change.plan).toMatchObject({ status: 'failed', history: [], events: [] });
  });

  it.each([
    ['settled', 'pending'],
    ['settled', 'failed'],
  ] as const)('leaves the references of a payment that is %s where it says %s', (current, reported) => {
    const { change } = decide(takenPayment(current), reported);
    expect([change.partnerReference, change.bankReference]).toEqual([null, null]);
    expect(change.report).toMatchObject({ partnerReference: 'P-1', bankReference: 'B-1' });
  });

  it('about a payment that it never had is as one about none', () => {
    expect(() =>
      decideStatusReport(takenPayment('submitted', { knownToPartner: false }), incoming('accepted'), AT),
    ).toThrow(expect.objectContaining({ code: 'NOT_FOUND', message: 'There is no such payment instruction.' }));
  });

  it.each([
    ['submitted', 'accepted', 'applied'],
    ['submitted', 'submitted', 'duplicate'],
    ['processing', 'accepted', 'stale'],
    ['processing', 'pending', 'refused'],
  ] as const)('of progress is signalled to the workflow after a delay: on %s, %s', (current, reported, disposition) => {
    const state = takenPayment(current);
    const [message, ...more] = messagesAfter(state, decide(state, reported).change);
    expect(message).toEqual({ ...SIGNAL, reported, disposition, delayMs: expect.any(Number) as number });
    expect(message).not.toHaveProperty('delayMs', 0);
    expect(more).toEqual([]);
  });

  it.each([
    ['processing', 'settled', 'applied'],
    ['submitted', 'failed', 'applied'],
    ['processing', 'returned', 'waiting'],
  ] as const)('that the workflow must act on is signalled at once: on %s, %s', (current, reported, disposition) => {
    const state = takenPayment(current);
    const { change } = decide(state, reported);
    expect(messagesAfter(state, change)).toEqual([{ ...SIGNAL, reported, disposition, delayMs: 0 }]);
  });

  it.each([
    ['settled', 'returned'],
    ['settled', 'settled'],
    ['failed', 'settled'],
  ] as const)('is signalled to no workflow once the payment has its outcome: on %s, %s', (current, reported) => {
    const state = takenPayment(current);
    expect(messagesAfter(state, decide(state, reported).change)).toEqual([]);
  });
});

describe('a report that overtakes the record of the dispatch', () => {
  it.each(['sending', 'unknown', 'not_delivered'] as const)('proves it while the call is %s', (state) => {
    const { change } = decide(sentPayment(state), 'processing');
    expect(change.plan.history.map(({ status, effectiveAt }) => [status, effectiveAt])).toEqual([
      ['submitted', SENT_AT],
      ['processing', incoming('processing').effectiveAt],
    ]);
    expect(change.plan.events).toEqual([
      { status: 'submitted', previousStatus: null, sequence: 1 },
      { status: 'processing', previousStatus: 'submitted', sequence: 2 },
    ]);
    expect(change.dispatch).toMatchObject({
      kind: 'update',
      attempt: 1,
      state: 'delivered',
      endedAt: AT,
      deniedAt: null,
    });
    const messages = messagesAfter(sentPayment(state), change);
    expect(messages).toEqual([{ ...SIGNAL, reported: 'processing', disposition: 'applied', delayMs: 0 }]);
  });

  it('says nothing new with pending', () => {
    expect(decide(sentPayment('unknown'), 'pending').change.plan.disposition).toBe('duplicate');
  });

  it('proves it although it waits for the settlement itself', () => {
    const { verdict, change } = decide(sentPayment('unknown'), 'returned');
    expect(answerOf(verdict)).toMatchObject({ disposition: 'waiting', status: 'submitted', previousStatus: 'pending' });
    expect(change.plan.history.map(({ status }) => status)).toEqual(['submitted']);
    expect(change.dispatch).toMatchObject({ state: 'delivered', endedAt: AT });
    const messages = messagesAfter(sentPayment('unknown'), change);
    expect(messages).toEqual([{ ...SIGNAL, reported: 'returned', disposition: 'waiting', delayMs: 0 }]);
  });

  it('proves nothing when it changes nothing', () => {
    expect(decide(sentPayment('unknown'), 'pending').change.dispatch).toBeUndefined();
  });

  it('has nothing to prove once the partner has taken the payment', () => {
    expect(decide(takenPayment('submitted'), 'accepted').change.dispatch).toBeUndefined();
    expect(
      changeByReport(takenPayment('submitted', { dispatch: null }), reportOf('accepted'), AT).dispatch,
    ).toBeUndefined();
  });
});

describe('a report that waited for a missing step', () => {
  const returned = { reportId: 'rep_0', status: 'returned' as const, effectiveAt: AT, message: null };

  it('is applied with it', () => {
    const { verdict, change } = decide(takenPayment('processing', { waiting: [returned] }), 'settled');
    expect(answerOf(verdict)).toMatchObject({
      status: 'returned',
      previousStatus: 'processing',
      disposition: 'applied',
    });
    expect(change.plan.resolved).toEqual([{ reportId: 'rep_0', disposition: 'applied' }]);
    expect(change.cases).toEqual([]);
  });

  it('opens a case when the payment ends otherwise', () => {
    const { change } = decide(takenPayment('processing', { waiting: [returned] }), 'failed');
    expect(change.cases).toEqual([{ kind: 'conflicting_report', reportId: 'rep_0', detail: { status: 'failed' } }]);
  });
});

describe('progress of a payment that has ended for the client', () => {
  const stop = [{ topic: 'stop' }];

  it.each(['failed', 'cancelled'] as const)('opens a case on %s, and the partner is asked to stop', (current) => {
    const { verdict, change } = decide(takenPayment(current), 'processing');
    expect(answerOf(verdict).disposition).toBe('stale');
    const detail = { current, reported: 'processing', kind: 'status' };
    expect(change.cases).toEqual([{ kind: 'partner_continues', reportId: 'rep_1', detail }]);
    expect(change.messages).toEqual(stop);
  });

  it('is merely late on a settled payment, and as an outcome', () => {
    for (const change of [
      decide(takenPayment('settled'), 'processing').change,
      decide(takenPayment('failed'), 'cancelled').change,
      decide(takenPayment('cancelled'), 'failed').change,
    ]) {
      expect(change).toMatchObject({ plan: { disposition: 'stale' }, cases: [], messages: [] });
    }
  });

  it('is not told by what is refused', () => {
    const { verdict, change } = decide(takenPayment('failed'), 'pending');
    expect(refusalOf(verdict).code).toBe('INVALID_TRANSITION');
    expect(change).toMatchObject({ cases: [], messages: [] });
  });

  it('counts from the moment at which the partner itself ended it', () => {
    const ended = incoming('processing').effectiveAt;
    const before = takenPayment('failed', { endedByPartnerAt: new Date(ended.getTime() + 1) });
    expect(decide(before, 'processing').change).toMatchObject({ cases: [], messages: [] });
    const since = takenPayment('failed', { endedByPartnerAt: ended });
    expect(decide(since, 'processing').change.messages).toEqual(stop);
  });
});

describe('the report of a partner that the payment has left', () => {
  const left = (overrides: Partial<PaymentState> = {}) =>
    takenPayment('accepted', {
      dispatch: dispatchIn('delivered', { attempt: 2, partnerId: 'ptn_2' }),
      partnerId: 'ptn_2',
      ...overrides,
    });

  it.each([
    ['processing', 'conflicting', [{ topic: 'stop', partnerId: 'ptn_1' }]],
    ['settled', 'conflicting', []],
    ['returned', 'conflicting', []],
    ['failed', 'stale', []],
    ['cancelled', 'stale', []],
  ] as const)('of %s is %s and opens a case', (reported, disposition, messages) => {
    const { change } = decide(left(), reported);
    const detail = { current: 'accepted', reported, kind: 'status', partnerId: 'ptn_1' };
    expect(change.plan).toEqual({
      disposition,
      previousStatus: 'accepted',
      status: 'accepted',
      history: [],
      events: [],
      resolved: [],
    });
    expect(change.cases).toEqual([{ kind: 'earlier_partner', reportId: 'rep_1', detail }]);
    expect(change.messages).toEqual(messages);
    expect(change.report?.id).toBe('rep_1');
  });

  it('counts again once the payment has come back to it', () => {
    const back = left({ dispatch: dispatchIn('delivered', { attempt: 3 }), partnerId: 'ptn_1' });
    expect(decide(back, 'processing').change.plan.status).toBe('processing');
  });
});

describe('a report that was received before', () => {
  const earlier = (disposition: Disposition): EarlierReport => ({
    id: 'rep_0',
    bodyHash: 'hash',
    status: 'accepted',
    disposition,
    recordedAt: SENT_AT,
  });
  const repeat = (disposition: Disposition, bodyHash = 'hash') =>
    decideStatusReport(
      takenPayment('processing', { repeat: earlier(disposition) }),
      incoming('accepted', { bodyHash }),
      AT,
    );

  it.each([
    ['applied', 'duplicate'],
    ['stale', 'duplicate'],
    ['duplicate', 'duplicate'],
    ['waiting', 'waiting'],
  ] as const)('and %s is answered %s, and changes nothing', (first, disposition) => {
    const { result, change } = repeat(first);
    expect(change).toBeNull();
    expect(answerOf(result)).toEqual({
      instructionId: 'instr_1',
      status: 'processing',
      previousStatus: 'processing',
      disposition,
      reportId: 'rep_0',
      recordedAt: SENT_AT,
    });
  });

  it.each([
    ['refused', 'INVALID_TRANSITION'],
    ['conflicting', 'CONFLICTING_REPORT'],
  ] as const)('and %s is refused again, without a new case', (first, code) => {
    const { result, change } = repeat(first);
    expect(refusalOf(result).code).toBe(code);
    expect(change).toBeNull();
  });

  it('under the key of another body is refused', () => {
    const { result, change } = repeat('applied', 'another');
    expect(refusalOf(result)).toMatchObject({
      code: 'DUPLICATE',
      message: 'This Idempotency-Key was used for another report.',
      details: [{ field: 'Idempotency-Key', code: 'reused', message: 'belongs to a report with another body' }],
    });
    expect(change).toBeNull();
  });
});
