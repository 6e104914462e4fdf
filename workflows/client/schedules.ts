import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type ScheduleOptions,
} from '@temporalio/client';
import type { Duration } from '@temporalio/common';
import { CLIENTS } from './clients';
import { CALL_MS } from './start';
import type { WorkflowClient } from './workflow-client';

export interface RegularWork {
  /** Id of the Schedule, and of the workflow that it starts. */
  id: string;
  every: Duration;
  workflowType: string;
  taskQueue: string;
  /** Input of the workflow; none by default. */
  args?: readonly unknown[];
  /** Whether it runs once when the Schedule is made, instead of after the first interval. */
  atOnce?: boolean;
}

/**
 * Creates a Schedule, or updates it to the interval and workflow of this release; safe at every start of a worker.
 * Runs do not overlap. An operator's pause is kept.
 */
export async function ensureSchedule(workflows: WorkflowClient, work: RegularWork): Promise<void> {
  const client = workflows[CLIENTS].main;
  const { id, every, workflowType, taskQueue, args = [], atOnce = false } = work;
  const options = {
    scheduleId: id,
    spec: { intervals: [{ every }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP },
    action: { type: 'startWorkflow', workflowType, taskQueue, workflowId: id, args: [...args] },
  } satisfies ScheduleOptions;
  await client.withDeadline(Date.now() + CALL_MS, async () => {
    try {
      await client.schedule.create({ ...options, state: { triggerImmediately: atOnce } });
    } catch (fault) {
      if (!(fault instanceof ScheduleAlreadyRunning)) throw fault;
      const { spec, policies, action } = options;
      await client.schedule.getHandle(id).update(({ state }) => ({ spec, policies, action, state }));
    }
  });
}

/** Deletes a Schedule that the settings no longer want, if it exists. */
export async function removeSchedule(workflows: WorkflowClient, id: string): Promise<void> {
  const client = workflows[CLIENTS].main;
  await client.withDeadline(Date.now() + CALL_MS, async () => {
    try {
      await client.schedule.getHandle(id).delete();
    } catch (fault) {
      if (!(fault instanceof ScheduleNotFoundError)) throw fault;
    }
  });
}
