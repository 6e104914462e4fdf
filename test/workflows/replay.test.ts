import pino from 'pino';
import { installRuntime } from '../../activities/runtime';
import { workersWith } from '../../process/workflow-threads';
import * as workflows from '../../workflows';
import { recordedHistories, traceOf, type History, type HistoryEvent } from '../support/history';
import { workflowBundle } from '../support/time-skipping';
import { missingBranches, REQUIRED_BRANCHES } from './histories/required-branches';

const RECORDED = recordedHistories();
const TRACES = RECORDED.map(({ trace }) => trace);
const WORKFLOWS = Object.keys(workflows);

const Replayer = workersWith();

/** Replays one after the other, in a thread as workers use it. @returns what each failed with, by its name */
async function replay(histories: readonly (readonly [name: string, History])[]): Promise<Map<string, unknown>> {
  const given = histories.map(([workflowId, history]) => ({ workflowId, history }));
  const failures = new Map<string, unknown>();
  const replays = Replayer.runReplayHistories({ workflowBundle: workflowBundle() }, given);
  for await (const { workflowId, error } of replays) failures.set(workflowId, error);
  return failures;
}

/** What a workflow asked the server for, and in what order, is what a replay compares. */
const COMMANDS = {
  EVENT_TYPE_ACTIVITY_TASK_SCHEDULED: 'activityTaskScheduledEventAttributes',
  EVENT_TYPE_TIMER_STARTED: 'timerStartedEventAttributes',
} as const;

function commandOf({ eventType }: HistoryEvent): (typeof COMMANDS)[keyof typeof COMMANDS] | null {
  return eventType === 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED' || eventType === 'EVENT_TYPE_TIMER_STARTED'
    ? COMMANDS[eventType]
    : null;
}

function titleOf(event: HistoryEvent): string {
  return event.activityTaskScheduledEventAttributes?.activityType.name ?? 'timer';
}

/** A copy in which two different commands, such as an activity and a timer, have changed places; null: it has no two. */
function reordered(history: History): History | null {
  const copy: History = structuredClone(history);
  const commands = copy.events.filter((event) => commandOf(event) !== null);
  const [first] = commands;
  const second = commands.find((event) => first !== undefined && titleOf(event) !== titleOf(first));
  if (first === undefined || second === undefined) return null;
  const one = { ...first };
  const other = { ...second };
  for (const [target, source] of [
    [first, other],
    [second, one],
  ] as const) {
    for (const name of Object.values(COMMANDS)) Reflect.deleteProperty(target, name);
    // The place stays, and with it the event's number; what was asked for there is the other's.
    const { eventType } = source;
    const name = commandOf(source);
    if (name !== null) Object.assign(target, { eventType, [name]: source[name] });
  }
  return copy;
}

beforeAll(() => installRuntime(pino({ enabled: false })));

describe('recorded histories', () => {
  it('went through every branch of every workflow', () => {
    expect(missingBranches(TRACES)).toEqual([]);
  });

  it('are asked for of every workflow that there is', () => {
    expect(WORKFLOWS.filter((name) => !REQUIRED_BRANCHES.some(({ workflow }) => workflow === name))).toEqual([]);
  });

  it('replay', async () => {
    const failures = await replay(RECORDED.map(({ name, history }) => [name, history]));
    expect([...failures]).toEqual(RECORDED.map(({ name }) => [name, undefined]));
  });

  it.each(RECORDED.map((recorded) => [recorded.name, recorded] as const))(
    '%s holds no name, account number or secret',
    (_name, { text }) => {
      const payloads = [...text.matchAll(/"data": "([A-Za-z0-9+/=]+)"/g)].map((match) =>
        Buffer.from(match[1] ?? '', 'base64').toString(),
      );
      for (const planted of ['Example Trading', '9876543210', 'Example Bank', 'BOFAUS3N', 'whsec_', 'crd_']) {
        expect([text, ...payloads].join('\n')).not.toContain(planted);
      }
    },
  );
});

describe('the gate', () => {
  it('misses a branch when its history is gone, whatever the files are called', () => {
    for (const { workflow, branch, isTaken } of REQUIRED_BRANCHES) {
      const others = TRACES.filter((trace) => trace.workflow !== workflow || !isTaken(trace.steps));
      expect(missingBranches(others)).toContain(`${workflow}: ${branch}`);
    }
  });

  const swapped = RECORDED.flatMap(({ name, history }) => {
    const copy = reordered(history);
    return copy === null ? [] : [[name, copy] as const];
  });

  it('has something to reorder in every workflow that does two things', () => {
    const reorderable = new Set(swapped.map(([, history]) => traceOf(history).workflow));
    for (const name of ['paymentInstruction', 'webhookDelivery', 'referenceImport', 'sandboxScenario']) {
      expect(reorderable).toContain(name);
    }
  });

  it('does not replay a history with two steps in the other order', async () => {
    const failures = await replay(swapped);
    const violation = expect.objectContaining({ name: 'DeterminismViolationError' }) as unknown;
    expect([...failures]).toEqual(swapped.map(([name]) => [name, violation]));
  });
});
