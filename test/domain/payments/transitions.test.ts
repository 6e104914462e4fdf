import fc from 'fast-check';
import { planTransition, planWaiting, type InstructionState, type ReportedStatus } from '../../../domain/payments/plan';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../../domain/payments/status';
import { allowedFrom, decide, transitionTable } from '../../../domain/payments/transitions';

/** The table as it was decided, written out a second time on purpose. */
const DECIDED = `
pending    D A A A A A A W
submitted  X D A A A A A W
accepted   X S D A A A A W
processing X S S D A A A W
settled    X S S S D R R A
failed     X S S S R D S R
cancelled  X S S S R S D R
returned   X S S S S R R D`;

const WORDS: Record<string, string> = {
  A: 'applied',
  D: 'duplicate',
  S: 'stale',
  W: 'waiting',
  X: 'refused',
  R: 'conflicting',
};

const CASES = DECIDED.trim()
  .split('\n')
  .flatMap((line) => {
    const [from, ...letters] = line.split(/ +/);
    return letters.map(
      (letter, index) =>
        [from as PaymentStatus, PAYMENT_STATUSES[index] as PaymentStatus, WORDS[letter] ?? ''] as const,
    );
  });

describe('the transition table', () => {
  it.each(CASES)('%s, reported %s, is %s', (from, to, disposition) => {
    expect(decide(from, to)).toBe(disposition);
    expect(transitionTable()[from][to]).toBe(disposition);
  });

  it('knows what a settled instruction can become', () => {
    expect(allowedFrom('settled')).toEqual(['returned']);
    expect(allowedFrom('returned')).toEqual([]);
  });
});

const START: InstructionState = {
  status: 'submitted',
  eventSequence: 1,
  historyStatuses: ['submitted'],
  dispatchedAt: new Date(0),
  waiting: [],
};

function reported(status: PaymentStatus, reportId: string): ReportedStatus {
  return { reportId, status, effectiveAt: new Date(1_000), message: null };
}

/** Plays reports one after another against the plan alone. */
function play(statuses: readonly PaymentStatus[]): InstructionState & { events: number } {
  let state: InstructionState = START;
  statuses.forEach((status, index) => {
    const report = reported(status, `rep_${index}`);
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
          const plan = planTransition(state, reported(status, `rep_${index}`));
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
  it('begins the history once', () => {
    const fresh: InstructionState = {
      ...START,
      status: 'pending',
      eventSequence: 0,
      historyStatuses: [],
      dispatchedAt: null,
    };
    const plan = planWaiting(fresh, new Date(5), 'waits');
    expect(plan?.history).toMatchObject([{ status: 'pending', message: 'waits' }]);
    expect(plan?.events).toEqual([{ status: 'pending', previousStatus: null, sequence: 1 }]);
    expect(planWaiting({ ...fresh, historyStatuses: ['pending'] }, new Date(5), 'again')).toBeNull();
    expect(planWaiting(START, new Date(5), 'late')).toBeNull();
  });
});
