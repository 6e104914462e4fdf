import { randomBytes } from 'node:crypto';
import { Connection, WorkflowNotFoundError, type Client, type WorkflowHandle } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { CLIENTS } from '../../workflows/client/clients';
import type { WorkflowClient } from '../../workflows/client/workflow-client';
import { registerSearchAttributes } from '../../workflows/search-attributes';
import { eventually } from './builders';

function setBy(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error('Run the tests with "npm test": it starts Temporal.');
  return value;
}

export function temporalAddress(): string {
  return setBy('CORRIDOR_TEST_TEMPORAL_ADDRESS');
}

export function temporalMetricsUrl(): string {
  return setBy('CORRIDOR_TEST_TEMPORAL_METRICS');
}

/** @returns the SDK's client of a process' access to Temporal, with which a test looks at workflows */
export function clientOf(workflows: WorkflowClient): Client {
  return workflows[CLIENTS].main;
}

/** @returns access to Temporal through a client of the test */
export function workflowsOver(client: Pick<Client, 'workflow'>): WorkflowClient {
  const clients = { main: client as Client, documents: client as Client };
  return { [CLIENTS]: clients, close: () => Promise.resolve() };
}

/**
 * Waits until Temporal has a workflow: rows that tell of it are on record a moment before it begins.
 * @returns its handle
 */
export async function begun({ workflow }: Pick<Client, 'workflow'>, workflowId: string): Promise<WorkflowHandle> {
  const handle = workflow.getHandle(workflowId);
  const isThere = (): Promise<boolean> =>
    handle.describe().then(
      () => true,
      (fault: unknown) => {
        if (fault instanceof WorkflowNotFoundError) return false;
        throw fault;
      },
    );
  await eventually(isThere, Boolean, `the beginning of ${workflowId}`);
  return handle;
}

const RETENTION = msToTs('1 day');

/** A namespace of its own for one test file: queues have the same names everywhere. */
export async function createNamespace({ hasAttributes = true } = {}): Promise<string> {
  const namespace = `test-${randomBytes(5).toString('hex')}`;
  const connection = await Connection.connect({ address: temporalAddress() });
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: RETENTION,
    });
    if (hasAttributes) await registerSearchAttributes(connection, namespace);
  } finally {
    await connection.close();
  }
  return namespace;
}
