import { WorkflowNotFoundError } from '@temporalio/client';
import { CLIENTS } from './clients';
import type { WorkflowClient } from './workflow-client';

/** Id of a workflow that never runs. */
const NO_WORKFLOW = 'corridor/probe';
/** A health check has no longer. */
const PROBE_MS = 2_000;

/**
 * Whether Temporal answers within the limit, by looking up a workflow that does not exist: a frontend that answers
 * without its history service is useless.
 */
export function isReachable(workflows: WorkflowClient, limitMs = PROBE_MS): Promise<boolean> {
  const client = workflows[CLIENTS].main;
  const look = () => client.workflow.getHandle(NO_WORKFLOW).describe();
  return client.withDeadline(Date.now() + limitMs, look).then(
    () => true,
    (fault: unknown) => fault instanceof WorkflowNotFoundError,
  );
}
