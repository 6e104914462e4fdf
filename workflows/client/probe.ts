import { WorkflowNotFoundError, type Client } from '@temporalio/client';

/** Id of a workflow that never runs. */
const NO_WORKFLOW = 'corridor/probe';

/**
 * Looks up a workflow that does not exist, because a server whose frontend answers without its history service is of
 * no use.
 * @returns whether the server answers within the time that there is none
 */
export function answersForHistories(client: Client, limitMs: number): Promise<boolean> {
  const look = () => client.workflow.getHandle(NO_WORKFLOW).describe();
  return client.withDeadline(Date.now() + limitMs, look).then(
    () => true,
    (fault: unknown) => fault instanceof WorkflowNotFoundError,
  );
}
