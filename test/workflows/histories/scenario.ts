import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { eventually } from '../../support/builders';

type Activity = (...input: never[]) => unknown;

/** One way through a workflow, played against activities that answer as scripted. */
export interface Scenario {
  /** Name of its file. */
  name: string;
  workflow: string;
  /** Its input; a function gets the server's clock, Unix milliseconds, which runs ahead of ours. */
  args: unknown[] | ((nowMs: number) => unknown[]);
  activities: Record<string, Activity>;
  /** Name of an update that the workflow is started with; it is awaited first. */
  update?: string;
  /** What happens from outside while it runs; it is awaited before the workflow's end is. */
  drive?: Outside;
  /** Whether it must end as failed. */
  fails?: boolean;
}

/** An activity that gives one answer after the other, and the last one for ever; an Error is thrown. */
export function answers(...script: unknown[]): Activity {
  let calls = 0;
  return () => {
    const answer = script[Math.min(calls, script.length - 1)];
    calls += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
}

/** What happens from outside while a workflow runs. */
export type Outside = (handle: WorkflowHandle, environment: TestWorkflowEnvironment) => Promise<void>;

/** Something that happens once the workflow waits for a timer; the server's clock stands still until then. */
export function whileItWaits(then: Outside): Outside {
  return async (handle, environment) => {
    const timers = async (): Promise<number> => {
      const { events } = await handle.fetchHistory();
      const count = (name: 'timerStarted' | 'timerFired' | 'timerCanceled'): number =>
        (events ?? []).filter((event) => Boolean(event[`${name}EventAttributes`])).length;
      return count('timerStarted') - count('timerFired') - count('timerCanceled');
    };
    await eventually(timers, (open) => open > 0, 'a timer');
    await then(handle, environment);
  };
}

/** Something that happens once an activity has answered. */
export function afterAnAnswer(then: Outside): Outside {
  return async (handle, environment) => {
    const hasAnswer = async (): Promise<boolean> => {
      const { events } = await handle.fetchHistory();
      return (events ?? []).some((event) => Boolean(event.activityTaskCompletedEventAttributes));
    };
    await eventually(hasAnswer, Boolean, 'an answer');
    await then(handle, environment);
  };
}
