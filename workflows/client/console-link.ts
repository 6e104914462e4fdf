import type { WorkflowClient } from './workflow-client';

/**
 * The way back from the Temporal UI, which shows it as a link.
 * @param path of the page for operators
 * @returns Markdown for the static details of a workflow; empty where the address of the console is not known
 */
export function consoleLink({ publicUrl }: WorkflowClient, path: string): string {
  return publicUrl === undefined ? '' : `[Open in the console](${publicUrl}/console/operator${path})`;
}

/** Static details of the workflow of something that has no page of its own for operators: the search by its id. */
export function searchLink(workflows: WorkflowClient, id: string): { staticDetails?: string } {
  const link = consoleLink(workflows, `/search?q=${id}`);
  return link === '' ? {} : { staticDetails: link };
}
