import fc from 'fast-check';
import {
  planPartnerReport,
  planTransition,
  planWaiting,
  type InstructionState,
  type ReportedStatus,
} from '../../../../domain/payments/instruction/plan';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../../../domain/payments/instruction/status';

const SENT_AT = new Date('2026-11-20T09:00:00Z');
const LATER = new Date('2026-11-20T09:30:00Z');
const EARLIER = new Date('2026-11-20T08:30:00Z');

const state = (overrides: Partial<InstructionState> = {}): InstructionState => ({
  status: 'submitted',
  eventSequence: 1,
  historyStatuses: ['submitted'],
  dispatchedAt: SENT_AT,
  waiting: [],
  ...overrides,
});

const reported = (status: PaymentStatus, overrides: Partial<ReportedStatus> = {}): ReportedStatus => ({
  reportId: 'rep_1',
  status,
  effectiveAt: LATER,
  message: 'words',
  reasonCode: 'AC04',
  ...overrides,
});

/** Source: docs/GAPS.md#P3 */
describe('what a reported status changes', () => {
  it('is one entry of the history and one event when it is applied', () => {
    expect(planTransition(state(), reported('accepted'))).toEqual({
      disposition: 'applied',
      previousStatus: 'submitted',
      status: 'accepted',
      history: [
        {
          status: 'accepted',
          effectiveAt: LATER,
          sortAt: LATER,
          rank: 2,
          message: 'words',
          reasonCode: 'AC04',
          reportId: 'rep_1',
        },
      ],
      events: [{ status: 'accepted', previousStatus: 'submitted', sequence: 2, reasonCode: 'AC04' }],
      resolved: [],
    });
  });

  it('is placed right after the dispatch when it is stamped before it, with its own time', () => {
    const [entry] = planTransition(state(), reported('accepted', { effectiveAt: EARLIER })).history;
    expect(entry).toMatchObject({ effectiveAt: EARLIER, sortAt: SENT_AT });
    const undispatched = planTransition(state({ dispatchedAt: null }), reported('accepted', { effectiveAt: EARLIER }));
    expect(undispatched.history[0]?.sortAt).toEqual(EARLIER);
  });

  it('is an entry alone when it is late, and nothing when the history has it', () => {
    const late = planTransition(state({ status: 'processing' }), reported('accepted'));
    expect(late).toMatchObject({ disposition: 'stale', status: 'processing', events: [] });
    expect(late.history.map(({ status }) => status)).toEqual(['accepted']);
    const known = state({ status: 'processing', historyStatuses: ['submitted', 'accepted', 'processing'] });
    expect(planTransition(known, reported('accepted'))).toMatchObject({ disposition: 'stale', history: [] });
  });

  it.each([
    ['submitted', 'duplicate'],
    ['returned', 'waiting'],
    ['pending', 'refused'],
  ] as const)('is nothing when it is %s: %s', (status, disposition) => {
    expect(planTransition(state(), reported(status))).toMatchObject({
      disposition,
      status: 'submitted',
      history: [],
      events: [],
    });
  });

  it('takes with it, in order, the reports that waited for it', () => {
    const waiting = [
      reported('returned', { reportId: 'rep_w' }),
      reported('returned', { reportId: null }),
      reported('accepted', { reportId: 'rep_s' }),
    ];
    const plan = planTransition(state({ status: 'processing', waiting }), reported('settled'));
    expect(plan.events).toEqual([
      { status: 'settled', previousStatus: 'processing', sequence: 2, reasonCode: 'AC04' },
      { status: 'returned', previousStatus: 'settled', sequence: 3, reasonCode: 'AC04' },
    ]);
    expect(plan.status).toBe('returned');
    expect(plan.resolved).toEqual([
      { reportId: 'rep_w', disposition: 'applied' },
      { reportId: 'rep_s', disposition: 'stale' },
    ]);
  });

  it('leaves waiting what still lacks its step', () => {
    const waiting = [reported('returned', { reportId: 'rep_w' })];
    const plan = planTransition(state({ waiting }), reported('processing'));
    expect(plan).toMatchObject({ status: 'processing', resolved: [] });
    expect(planTransition(state({ waiting }), reported('submitted')).resolved).toEqual([]);
  });
});

describe('the word of a partner about a payment that is pending here', () => {
  const pending = state({ status: 'pending', eventSequence: 0, historyStatuses: [] });

  it('proves the dispatch: submitted comes before it', () => {
    expect(planPartnerReport(pending, reported('accepted'))).toEqual({
      disposition: 'applied',
      previousStatus: 'pending',
      status: 'accepted',
      history: [
        {
          status: 'submitted',
          effectiveAt: SENT_AT,
          sortAt: SENT_AT,
          rank: 1,
          message: null,
          reasonCode: null,
          reportId: null,
        },
        {
          status: 'accepted',
          effectiveAt: LATER,
          sortAt: LATER,
          rank: 2,
          message: 'words',
          reasonCode: 'AC04',
          reportId: 'rep_1',
        },
      ],
      events: [
        { status: 'submitted', previousStatus: null, sequence: 1 },
        { status: 'accepted', previousStatus: 'submitted', sequence: 2, reasonCode: 'AC04' },
      ],
      resolved: [],
    });
  });

  it('is stamped with its own time where no dispatch is on record', () => {
    const plan = planPartnerReport({ ...pending, dispatchedAt: null }, reported('failed'));
    expect(plan.history.map(({ effectiveAt }) => effectiveAt)).toEqual([LATER, LATER]);
  });

  it('names pending as the status before, where the client was told that it waits', () => {
    const waited = { ...pending, eventSequence: 1, historyStatuses: ['pending'] as const };
    expect(planPartnerReport(waited, reported('accepted', { reasonCode: null })).events).toStrictEqual([
      { status: 'submitted', previousStatus: 'pending', sequence: 2 },
      { status: 'accepted', previousStatus: 'submitted', sequence: 3 },
    ]);
  });

  it('takes with it what waited', () => {
    const waiting = [reported('returned', { reportId: 'rep_w' })];
    const plan = planPartnerReport({ ...pending, waiting }, reported('settled'));
    expect(plan).toMatchObject({ status: 'returned', resolved: [{ reportId: 'rep_w', disposition: 'applied' }] });
  });

  it('proves the dispatch although it has to wait itself', () => {
    expect(planPartnerReport(pending, reported('returned'))).toEqual({
      disposition: 'waiting',
      previousStatus: 'pending',
      status: 'submitted',
      history: [expect.objectContaining({ status: 'submitted', effectiveAt: SENT_AT, reportId: null })],
      events: [{ status: 'submitted', previousStatus: null, sequence: 1 }],
      resolved: [],
    });
  });

  it.each([
    ['submitted', 'applied', ['submitted']],
    ['pending', 'duplicate', []],
  ] as const)('is itself alone when it is %s', (status, disposition, history) => {
    const plan = planPartnerReport(pending, reported(status));
    expect(plan.disposition).toBe(disposition);
    expect(plan.history.map((entry) => entry.status)).toEqual(history);
  });

  it('is itself alone once the payment has moved', () => {
    expect(planPartnerReport(state(), reported('settled')).history.map(({ status }) => status)).toEqual(['settled']);
  });
});

const START: InstructionState = {
  status: 'submitted',
  eventSequence: 1,
  historyStatuses: ['submitted'],
  dispatchedAt: new Date(0),
  waiting: [],
};

/** Plays reports one after another against the plan alone. */
function play(statuses: readonly PaymentStatus[]): InstructionState & { events: number } {
  let state: InstructionState = START;
  statuses.forEach((status, index) => {
    const report = reported(status, { reportId: `rep_${index}` });
    const plan = planTransition(state, report);
    const resolved = new Set(plan.resolved.map(({ reportId }) => reportId));
    const waiting = [
      ...state.waiting.filter(({ reportId }) => reportId === null || !resolved.has(reportId)),
      ...(plan.disposition === 'waiting' ? [report] : []),
    ];
    state = {
      ...state,
      status: plan.status,
      eventSequence: state.eventSequence + plan.events.length,
      historyStatuses: [...new Set([...state.historyStatuses, ...plan.history.map((entry) => entry.status)])],
      waiting,
    };
  });
  return { ...state, events: state.eventSequence };
}

describe('a consistent set of reports', () => {
  const outcomes: PaymentStatus[][] = [['settled', 'returned'], ['settled'], ['failed'], ['cancelled']];

  it.each(outcomes)('ends the same in any order and repetition (%s %s)', (...outcome) => {
    const life: PaymentStatus[] = [
      'submitted',
      'accepted',
      'processing',
      ...outcome.filter((status) => status !== undefined),
    ];
    const expected = play(life);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...life), { maxLength: 12 }),
        fc.shuffledSubarray(life, { minLength: life.length }),
        (noise, order) => {
          const end = play([...noise, ...order]);
          expect(end.status).toBe(expected.status);
          expect([...end.historyStatuses].sort()).toEqual([...expected.historyStatuses].sort());
        },
      ),
      { numRuns: 500 },
    );
  });

  it('numbers its events without a gap', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PAYMENT_STATUSES), { maxLength: 15 }), (statuses) => {
        let state: InstructionState = { ...START, status: 'pending', eventSequence: 0, historyStatuses: [] };
        for (const [index, status] of statuses.entries()) {
          const plan = planTransition(state, reported(status, { reportId: `rep_${index}` }));
          plan.events.forEach((event, position) => expect(event.sequence).toBe(state.eventSequence + position + 1));
          if (state.eventSequence === 0 && plan.events[0] !== undefined)
            expect(plan.events[0].previousStatus).toBeNull();
          state = { ...state, status: plan.status, eventSequence: state.eventSequence + plan.events.length };
        }
      }),
    );
  });
});

describe('waiting before the dispatch', () => {
  const fresh = state({ status: 'pending', eventSequence: 0, historyStatuses: [], dispatchedAt: null });

  it('begins the history once', () => {
    expect(planWaiting(fresh, EARLIER, 'waits')).toEqual({
      disposition: 'applied',
      previousStatus: 'pending',
      status: 'pending',
      history: [
        {
          status: 'pending',
          effectiveAt: EARLIER,
          sortAt: EARLIER,
          rank: 0,
          message: 'waits',
          reasonCode: null,
          reportId: null,
        },
      ],
      events: [{ status: 'pending', previousStatus: null, sequence: 1 }],
      resolved: [],
    });
    expect(planWaiting({ ...fresh, historyStatuses: ['pending'] }, EARLIER, 'again')).toBeNull();
    expect(planWaiting({ ...fresh, status: 'submitted' }, EARLIER, 'late')).toBeNull();
    expect(planWaiting(START, EARLIER, 'late')).toBeNull();
  });

  it('stays where it was when the dispatch comes after it', () => {
    const [entry] = planWaiting({ ...fresh, dispatchedAt: SENT_AT }, EARLIER, 'waits')?.history ?? [];
    expect(entry?.sortAt).toEqual(EARLIER);
  });
});
