import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { memberOf } from '../../domain/unknown-value';

/** Folder of the recorded histories: one folder for each release, one file for each history. */
export const HISTORIES = path.join(__dirname, '..', 'fixtures', 'histories');

const Payload = z.looseObject({ data: z.string().optional() });
const Payloads = z.looseObject({ payloads: z.array(Payload).optional() }).nullish();
const Named = z.looseObject({ name: z.string() });
const Details = z.record(z.string(), Payloads);

const HistoryEvent = z.looseObject({
  eventId: z.string().optional(),
  eventType: z.string(),
  workflowExecutionStartedEventAttributes: z.looseObject({ workflowType: Named }).optional(),
  activityTaskScheduledEventAttributes: z.looseObject({ activityType: Named, input: Payloads }).optional(),
  activityTaskCompletedEventAttributes: z.looseObject({ scheduledEventId: z.string(), result: Payloads }).optional(),
  activityTaskFailedEventAttributes: z.looseObject({ scheduledEventId: z.string() }).optional(),
  activityTaskTimedOutEventAttributes: z.looseObject({ scheduledEventId: z.string() }).optional(),
  markerRecordedEventAttributes: z
    .looseObject({ details: Details.optional(), failure: z.unknown().optional() })
    .optional(),
  timerStartedEventAttributes: z.looseObject({ startToFireTimeout: z.string() }).optional(),
  workflowExecutionSignaledEventAttributes: z.looseObject({ signalName: z.string() }).optional(),
  workflowExecutionCompletedEventAttributes: z.looseObject({ result: Payloads }).optional(),
});
export type HistoryEvent = z.output<typeof HistoryEvent>;

const HistoryFile = z.looseObject({ events: z.array(HistoryEvent) });
export type History = z.output<typeof HistoryFile>;

/** One thing that happened in a workflow, in the order in which it did. */
export type Step =
  | { kind: 'activity'; name: string; input: unknown[] }
  | { kind: 'answer'; name: string; result: unknown }
  | { kind: 'failure'; name: string }
  | { kind: 'timer'; seconds: number }
  | { kind: 'fired' }
  | { kind: 'timer_cancelled' }
  | { kind: 'signal'; name: string }
  | { kind: 'update' }
  | { kind: 'cancellation_requested' }
  | { kind: 'completed'; result: unknown }
  | { kind: 'failed' }
  | { kind: 'continued' };

/** What a recorded history tells: which workflow it is of, and what happened in it. */
export interface Trace {
  workflow: string;
  steps: Step[];
}

function decode(payloads: z.output<typeof Payloads>): unknown[] {
  return (payloads?.payloads ?? []).map(({ data }) =>
    data === undefined || data === '' ? null : (JSON.parse(Buffer.from(data, 'base64').toString()) as unknown),
  );
}

/** A local activity leaves one marker, which names it and holds what it answered. */
function localSteps(details: z.output<typeof Details> | undefined, failure: unknown): Step[] {
  const [facts] = decode(details?.['data']);
  const name = String(memberOf(facts, 'activity_type'));
  const begun: Step = { kind: 'activity', name, input: [] };
  if (failure !== undefined && failure !== null) return [begun, { kind: 'failure', name }];
  return [begun, { kind: 'answer', name, result: decode(details?.['result'])[0] }];
}

function seconds(duration: string): number {
  return Number(duration.replace(/s$/, ''));
}

function stepsOf(event: HistoryEvent, activityOf: (eventId: string | undefined) => string): Step[] {
  switch (event.eventType.replace('EVENT_TYPE_', '')) {
    case 'ACTIVITY_TASK_SCHEDULED': {
      const scheduled = event.activityTaskScheduledEventAttributes;
      return [{ kind: 'activity', name: scheduled?.activityType.name ?? '', input: decode(scheduled?.input) }];
    }
    case 'ACTIVITY_TASK_COMPLETED': {
      const completed = event.activityTaskCompletedEventAttributes;
      const [result] = decode(completed?.result);
      return [{ kind: 'answer', name: activityOf(completed?.scheduledEventId), result }];
    }
    case 'ACTIVITY_TASK_FAILED':
      return [{ kind: 'failure', name: activityOf(event.activityTaskFailedEventAttributes?.scheduledEventId) }];
    case 'ACTIVITY_TASK_TIMED_OUT':
      return [{ kind: 'failure', name: activityOf(event.activityTaskTimedOutEventAttributes?.scheduledEventId) }];
    case 'MARKER_RECORDED': {
      const marker = event.markerRecordedEventAttributes;
      return localSteps(marker?.details, marker?.failure);
    }
    case 'TIMER_STARTED':
      return [{ kind: 'timer', seconds: seconds(event.timerStartedEventAttributes?.startToFireTimeout ?? '0s') }];
    case 'TIMER_FIRED':
      return [{ kind: 'fired' }];
    case 'TIMER_CANCELED':
      return [{ kind: 'timer_cancelled' }];
    case 'WORKFLOW_EXECUTION_SIGNALED':
      return [{ kind: 'signal', name: event.workflowExecutionSignaledEventAttributes?.signalName ?? '' }];
    case 'WORKFLOW_EXECUTION_UPDATE_ACCEPTED':
      return [{ kind: 'update' }];
    case 'WORKFLOW_EXECUTION_CANCEL_REQUESTED':
      return [{ kind: 'cancellation_requested' }];
    case 'WORKFLOW_EXECUTION_COMPLETED':
      return [{ kind: 'completed', result: decode(event.workflowExecutionCompletedEventAttributes?.result)[0] }];
    case 'WORKFLOW_EXECUTION_FAILED':
      return [{ kind: 'failed' }];
    case 'WORKFLOW_EXECUTION_CONTINUED_AS_NEW':
      return [{ kind: 'continued' }];
    default:
      return [];
  }
}

/** Reads what happened from a history: its activities, timers, signals and end, not what its file is called. */
export function traceOf(history: History): Trace {
  const names = new Map(
    history.events.map((event) => [event.eventId, event.activityTaskScheduledEventAttributes?.activityType.name]),
  );
  const activityOf = (eventId: string | undefined): string => names.get(eventId) ?? '';
  const started = history.events[0]?.workflowExecutionStartedEventAttributes;
  return {
    workflow: started?.workflowType.name ?? '',
    steps: history.events.flatMap((event) => stepsOf(event, activityOf)),
  };
}

export interface RecordedHistory {
  /** Such as `1.0.0-rc.1/payment-settled`. */
  name: string;
  release: string;
  text: string;
  history: History;
  trace: Trace;
}

/** @returns every recorded history of every release */
export function recordedHistories(): RecordedHistory[] {
  const releases = readdirSync(HISTORIES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return releases.flatMap(({ name: release }) =>
    readdirSync(path.join(HISTORIES, release))
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const text = readFileSync(path.join(HISTORIES, release, file), 'utf8');
        const history = HistoryFile.parse(JSON.parse(text));
        return { name: `${release}/${file.replace('.json', '')}`, release, text, history, trace: traceOf(history) };
      }),
  );
}
