import {
  DecisionAnswer,
  DecisionRequest,
  OperatorPayment,
  ScreeningAnswer,
  ScreeningRequest,
  WaitingPayment,
} from '../../../../domain/payments/review/operator-schema';

const takes = (body: object): boolean => DecisionRequest.safeParse(body).success;

describe('a decision of an operator', () => {
  it.each(['delivered', 'never_received', 'try_now', 'give_up'])('may be %s, with a reason', (decision) => {
    expect([takes({ decision, reason: 'by phone' }), takes({ decision }), takes({ decision, reason: '  ' })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('names a reference of the partner only where the partner has the payment', () => {
    const body = { reason: 'by phone', partnerReference: 'P-1' };
    expect(takes({ ...body, decision: 'delivered' })).toBe(true);
    expect(DecisionRequest.safeParse({ ...body, decision: 'give_up' }).error?.issues).toMatchObject([
      { path: ['partnerReference'], message: 'only with delivered', params: { code: 'not_applicable' } },
    ]);
  });

  it('has a reason of 500 characters at most, and a reference of 140', () => {
    const body = (reason: number, reference: number) => ({
      decision: 'delivered',
      reason: 'r'.repeat(reason),
      partnerReference: 'p'.repeat(reference),
    });
    expect([takes(body(500, 140)), takes(body(501, 140)), takes(body(500, 141)), takes(body(500, 0))]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a decision about a hold', () => {
  const takesHold = (body: object): boolean =>
    ScreeningRequest.safeParse({ decision: 'release', reason: 'another person', ...body }).success;

  it('is to release it or to reject it', () => {
    const decisions = ['release', 'reject', 'wait'];
    expect(decisions.map((decision) => takesHold({ decision }))).toEqual([true, true, false]);
  });

  it('has a reason of words, of 500 characters at most', () => {
    const reasons = ['r', 'r'.repeat(500), 'r'.repeat(501), '', '  ', undefined];
    expect(reasons.map((reason) => takesHold({ reason }))).toEqual([true, true, false, false, false, false]);
    expect(ScreeningRequest.parse({ decision: 'release', reason: ' another person ' }).reason).toBe('another person');
  });
});

const AT = '2026-11-20T09:00:00.000Z';

describe('what an operator is answered', () => {
  const decided = { instructionId: 'instr_1', reason: 'by phone', decidedBy: 'ana', decidedAt: AT };
  const waiting = {
    instructionId: 'instr_1',
    status: 'pending',
    environment: 'live',
    account: { id: 'acc_1', name: 'Shop' },
    partner: { id: 'ptn_1', name: 'Bank' },
    amount: 12.5,
    currency: 'USD',
    submittedAt: AT,
    waiting: { reason: 'cut_off', message: 'The cut-off has passed', since: AT },
  };
  const assignment = { person: { id: 'usr_1', email: 'ana@example.com' }, since: AT };
  const inList = {
    ...{ ...waiting, dispatchState: 'unknown', flags: ['partner_denies'], information: null },
    assignment,
  };
  const attempt = {
    ...{ attempt: 1, partnerId: 'ptn_1', partnerName: 'Bank', routeId: 'rt_1', idempotencyKey: 'instr_1:1' },
    ...{ feeEstimated: 5, expectedDate: '2026-11-20', reasons: [{ code: 'only', message: 'The only route' }] },
    ...{ state: 'unknown', calls: 2, startedAt: AT, endedAt: null, deniedAt: null, fault: null },
  };
  const payment = {
    ...waiting,
    ...{ routeId: 'rt_1', clientReference: null, valueDate: null, partnerReference: null, lastUpdatedAt: AT },
    dispatches: [attempt],
    cancellation: { status: 'requested', reason: null, requestedAt: AT },
    ...{ recall: null, conditions: [], failure: null, return: null, resubmissionOf: null, resubmittedAs: null },
    flags: [{ id: 'flag_1', kind: 'partner_denies', raisedAt: AT }],
    cases: [{ id: 'case_1', kind: 'stale_report', count: 2, openedAt: AT }],
    acts: [{ at: AT, actor: 'ana', actorName: null, act: 'payment.decided', detail: { decision: 'try_now' } }],
    assignment: null,
    history: [{ at: AT, status: 'pending', message: null }],
    notes: [{ noteId: 'note_1', notedBy: 'ana@example.com', notedAt: AT, note: 'The payee called.' }],
    informationRequests: [],
    allowedDecisions: ['delivered'],
    workflowId: 'payment/instr_1',
  };

  it('to a decision has all of it', () => {
    const answer = { ...decided, decision: 'delivered', status: 'submitted' };
    expect(DecisionAnswer.parse(answer)).toEqual(answer);
    expect(DecisionAnswer.safeParse({ ...answer, decision: 'release' }).success).toBe(false);
  });

  it.each(['released', 'rejected', 'proposed'])('to a decision about a hold has all of it: it is %s', (state) => {
    const answer = { ...decided, decision: 'release', state, proposedBy: null, clearanceId: null };
    expect(ScreeningAnswer.parse(answer)).toEqual(answer);
    expect(ScreeningAnswer.safeParse({ ...answer, state: '' }).success).toBe(false);
  });

  it.each(['test', 'live'])('of a payment that waits names its side, %s', (environment) => {
    expect(WaitingPayment.parse({ ...inList, environment })).toEqual({ ...inList, environment });
    expect(WaitingPayment.safeParse({ ...inList, environment: '' }).success).toBe(false);
  });

  it.each(['asked', 'answered'])('of a payment that waits tells of a question that is %s', (information) => {
    expect(WaitingPayment.parse({ ...inList, information })).toEqual({ ...inList, information });
    expect(WaitingPayment.safeParse({ ...inList, information: '' }).success).toBe(false);
  });

  it('of one payment has its attempts, cases, flags and acts, and nothing else of the list', () => {
    expect(OperatorPayment.parse(payment)).toEqual(payment);
    expect(OperatorPayment.parse({ ...inList, ...payment })).toEqual(payment);
  });
});
