import { WorkflowNotFoundError } from '@temporalio/client';
import { CLIENTS } from './clients';
import type { WorkflowClient } from './workflow-client';

/** Id of a workflow that never runs. */
const NO_WORKFLOW = 'corridor/probe';
/** A health check has no longer. */
const PROBE_MS = 2_000;

/**
 * Looks up a workflow that does not exist, because a server whose frontend answers without its history service is of
 * no use.
 * @returns whether Temporal answers within the time that there is none
 */
export function isReachable(workflows: WorkflowClient, limitMs = PROBE_MS): Promise<boolean> {
  const client = workflows[CLIENTS].main;
  const look = () => client.workflow.getHandle(NO_WORKFLOW).describe();
  return client.withDeadline(Date.now() + limitMs, look).then(
    () => true,
    (fault: unknown) => fault instanceof WorkflowNotFoundError,
  );
}
