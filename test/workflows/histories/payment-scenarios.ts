import { ApplicationFailure, type Duration } from '@temporalio/common';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import { cancellationRequested, reportsRecorded } from '../../../workflows/contract';
import { eventually } from '../../support/builders';
import { answers, whileItWaits, type Outside, type Scenario } from './scenario';

const DAY_MS = 86_400_000;
const INSTRUCTION = { instructionId: 'instr_1', partnerName: 'north', releaseAtMs: null };

function moved(
  status: PaymentStatus,
  version: number,
): { kind: 'moved'; moved: { status: PaymentStatus; version: number } } {
  return { kind: 'moved', moved: { status, version } };
}

const SUBMITTED = moved('submitted', 2);
const STILL = { status: 'submitted', version: 2 };
const PENDING = { status: 'pending', version: 1 };
/** What each activity answers unless a scenario says otherwise: a partner that takes the payment at once. */
const USUAL = {
  sendInstruction: [SUBMITTED],
  inquireInstruction: [moved('accepted', 3)],
  noteWaiting: [PENDING],
  checkSilence: [{ moved: STILL, nextCheckMs: DAY_MS }],
  flagWaitingReports: [1],
  askCancellation: [undefined],
  flagUnanswered: [undefined],
};

function payment(
  name: string,
  script: Partial<Record<keyof typeof USUAL, unknown[]>>,
  drive: Outside,
  rest: Partial<Scenario> = {},
): Scenario {
  const scripted = Object.entries({ ...USUAL, ...script }).map(([activity, given]) => [activity, answers(...given)]);
  return {
    name: `payment-${name}`,
    workflow: 'paymentInstruction',
    args: [INSTRUCTION],
    activities: Object.fromEntries(scripted) as Scenario['activities'],
    drive,
    ...rest,
  };
}

function report(status: PaymentStatus, version: number, disposition = 'applied'): Outside {
  return (handle) => handle.signal(reportsRecorded, [{ reportId: `rep_${version}`, status, disposition, version }]);
}

/** A while later, by the clock of the server, something else happens. */
function after(time: Duration, then: Outside): Outside {
  return async (handle, environment) => {
    await environment.sleep(time);
    await then(handle, environment);
  };
}

/** Once the partner is being asked to cancel. */
function whileAsking(then: Outside): Outside {
  return async (handle, environment) => {
    const isAsking = async (): Promise<boolean> => {
      const { events } = await handle.fetchHistory();
      const names = (events ?? []).map((event) => event.activityTaskScheduledEventAttributes?.activityType?.name);
      return names.includes('askCancellation');
    };
    await eventually(isAsking, Boolean, 'a question');
    await then(handle, environment);
  };
}

function both(...steps: Outside[]): Outside {
  return async (handle, environment) => {
    for (const step of steps) await step(handle, environment);
  };
}

const settled = report('settled', 9);
const settledLater = after('1 hour', settled);
const nothing: Outside = () => Promise.resolve();
const cancel =
  (status: PaymentStatus, version: number): Outside =>
  (handle) =>
    handle.signal(cancellationRequested, { status, version });
const retryNow: Outside = (handle) =>
  handle.signal(reportsRecorded, [
    { reportId: null, status: 'pending', disposition: 'operator', version: 1, retry: true },
  ]);

const AMBIGUOUS = { kind: 'ambiguous', refusing: false };
const NOT_DELIVERED = { kind: 'not_delivered' };
const HELD = { kind: 'held', reason: 'partner_busy', retryAfterMs: 30_000 };
const unapproved = (endsInMs: number) => ({ kind: 'approval', endsInMs });
const REROUTED = { kind: 'rerouted', partnerName: 'south', releaseAtMs: null };
/** Later than any clock of a test server. */
const FAR_MS = Date.UTC(2200, 0, 1);
const ASK_AGAIN = { kind: 'ask_again' };
const BROKEN = ApplicationFailure.nonRetryable('broken', 'broken');

/** A value date in a good year. */
function held(name: string, drive: Outside): Scenario {
  return payment(name, {}, drive, {
    args: (nowMs) => [{ ...INSTRUCTION, releaseAtMs: Math.floor(nowMs) + 400 * DAY_MS }],
  });
}

const SENDING: readonly Scenario[] = [
  payment('rejected', { sendInstruction: [moved('failed', 2)] }, nothing),
  payment(
    'answered-for-an-earlier-call',
    { sendInstruction: [moved('pending', 2), moved('submitted', 3)] },
    settledLater,
  ),
  payment('outage', { sendInstruction: [NOT_DELIVERED, NOT_DELIVERED, SUBMITTED] }, settledLater),
  payment('not-taken', { sendInstruction: [{ kind: 'not_taken', retryAfterMs: 30_000 }, SUBMITTED] }, settledLater),
  payment('partner-busy', { sendInstruction: [HELD, SUBMITTED] }, settledLater),
  payment('blocked', { sendInstruction: [{ kind: 'blocked' }, SUBMITTED] }, settledLater),
  payment(
    'ambiguous',
    { sendInstruction: [AMBIGUOUS], inquireInstruction: [ASK_AGAIN, moved('accepted', 3)] },
    settledLater,
  ),
  payment(
    'never-received',
    { sendInstruction: [AMBIGUOUS, SUBMITTED], inquireInstruction: [ASK_AGAIN, { kind: 'send_again' }] },
    settledLater,
  ),
  payment('out-of-time', { sendInstruction: [BROKEN] }, settledLater),
  payment(
    'tried-by-an-operator',
    { sendInstruction: [NOT_DELIVERED, SUBMITTED] },
    both(whileItWaits(retryNow), settledLater),
  ),
  payment(
    'cancelled-while-it-waits',
    { sendInstruction: [NOT_DELIVERED, HELD, HELD, SUBMITTED] },
    both(whileItWaits(cancel('pending', 1)), settledLater),
  ),
  payment('rerouted', { sendInstruction: [REROUTED, SUBMITTED] }, settledLater, { update: 'submission' }),
  payment(
    'rerouted-later',
    { sendInstruction: [NOT_DELIVERED, REROUTED, AMBIGUOUS], inquireInstruction: [ASK_AGAIN, moved('accepted', 3)] },
    settledLater,
  ),
  payment(
    'rerouted-in-circles',
    { sendInstruction: [...Array.from({ length: 5 }, () => REROUTED), SUBMITTED] },
    settledLater,
  ),
  payment(
    'rerouted-to-another-day',
    { sendInstruction: [{ ...REROUTED, releaseAtMs: FAR_MS }, SUBMITTED] },
    whileItWaits(cancel('cancelled', 3)),
  ),
  payment('approved', { sendInstruction: [unapproved(DAY_MS), SUBMITTED] }, both(whileItWaits(retryNow), settledLater)),
  payment('approved-unheard', { sendInstruction: [unapproved(DAY_MS), SUBMITTED] }, after('2 hours', settled)),
  payment('approvals-expired', { sendInstruction: [unapproved(60_000), moved('cancelled', 3)] }, nothing),
  payment(
    'approvals-expired-before-value-date',
    { noteWaiting: [{ ...PENDING, approvalEndsAtMs: 1 }], sendInstruction: [moved('cancelled', 3)] },
    nothing,
    { args: [{ ...INSTRUCTION, releaseAtMs: FAR_MS }] },
  ),
  held('value-date', after('401 days', settled)),
  held('held-and-cancelled', whileItWaits(cancel('cancelled', 3))),
];

const FOLLOWING: readonly Scenario[] = [
  payment('silent', {}, after('3 days', settled)),
  payment('returned-early', {}, both(report('submitted', 2, 'waiting'), after('2 days', settled))),
  payment('cancelled-by-partner', {}, both(cancel('submitted', 2), after('1 minute', report('cancelled', 9)))),
  payment('cancellation-refused', {}, both(cancel('submitted', 2), settledLater)),
  payment(
    'cancellation-repeated',
    {},
    both(
      cancel('submitted', 2),
      after('10 minutes', cancel('submitted', 2)),
      after('1 minute', report('cancelled', 9)),
    ),
  ),
  payment(
    'cancellation-repeated-while-asked',
    { askCancellation: [new Error('no answer'), undefined] },
    both(cancel('submitted', 2), whileAsking(cancel('submitted', 2)), after('1 hour', report('cancelled', 9))),
  ),
  payment('cancellation-unanswered', { askCancellation: [BROKEN] }, both(cancel('submitted', 2), settledLater)),
  payment(
    'cancelled-while-ambiguous',
    { sendInstruction: [AMBIGUOUS], inquireInstruction: [ASK_AGAIN, moved('accepted', 3)] },
    both(cancel('pending', 1), after('1 hour', report('cancelled', 9))),
  ),
  payment(
    'workflow-cancelled',
    {},
    both(async (handle) => void (await handle.cancel()), settledLater),
  ),
  payment(
    'outcome-of-a-restored-database',
    { sendInstruction: [moved('accepted', 9)] },
    both(report('settled', 5), report('settled', 5, 'reconciled')),
  ),
  payment(
    'sent-again-by-a-person',
    { sendInstruction: [SUBMITTED, moved('accepted', 3)] },
    both(after('10 minutes', retryNow), settledLater),
  ),
  payment('renewed', {}, after('30 days', settled), { args: [{ ...INSTRUCTION, historyLimit: 20 }] }),
];

const RECALL = { workflow: 'paymentRecall', args: [{ instructionId: 'instr_1', partnerName: 'north' }] };
const STOP = { workflow: 'paymentStop', args: [{ instructionId: 'instr_1', partnerName: 'north' }] };

/** A payment's life, in every way that required-branches.ts asks for, and what follows one that was ended here. */
export const PAYMENT_SCENARIOS: readonly Scenario[] = [
  payment('settled', {}, settled, { update: 'submission' }),
  ...SENDING,
  ...FOLLOWING,
  {
    name: 'stop-asked',
    ...STOP,
    activities: { askCancellation: answers(undefined), flagUnanswered: answers(undefined) },
  },
  {
    name: 'stop-asked-of-an-earlier-partner',
    workflow: 'paymentStop',
    args: [{ instructionId: 'instr_1', partnerName: 'An earlier partner', partnerId: 'ptn_1' }],
    activities: { askCancellation: answers(undefined), flagUnanswered: answers(undefined) },
  },
  {
    name: 'recall-asked',
    ...RECALL,
    activities: { askRecall: answers(undefined), flagUnanswered: answers(undefined) },
  },
  {
    name: 'recall-unanswered',
    ...RECALL,
    activities: { askRecall: answers(BROKEN), flagUnanswered: answers(undefined) },
  },
  {
    name: 'stop-unanswered',
    ...STOP,
    activities: { askCancellation: answers(BROKEN), flagUnanswered: answers(undefined) },
  },
];
