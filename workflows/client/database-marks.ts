import { WorkflowNotFoundError } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { memberOf } from '../../domain/unknown-value';
import { hasLostMark, type DatabaseMark, type KeptMarks } from '../../domain/restoration/database-mark';
import { DATABASE_MARKS, workflowIds } from '../contract';
import { CLIENTS } from './clients';
import { CALL_MS } from './start';
import type { WorkflowClient } from './workflow-client';

/** A process that starts waits no longer for what Temporal keeps. */
const READ_MS = 2_000;
/** Signals of a run after which a new one begins: four hours of them. */
const SIGNALS_PER_RUN = 1_000;

const MARKED = 'marked';

function markOf(value: unknown): DatabaseMark | null {
  const [databaseId, position, at] = ['databaseId', 'position', 'at'].map((name) => memberOf(value, name));
  if (typeof databaseId !== 'string' || typeof position !== 'number' || typeof at !== 'string') return null;
  return { databaseId, position, at: new Date(at) };
}

/**
 * Reads the newest mark from the workflow that keeps it: from its start and its last signals, which may have come in
 * any order.
 */
async function readOwnMark(
  workflows: WorkflowClient,
  workflowId: string,
): Promise<{ mark: DatabaseMark | null; events: number } | null> {
  const client = workflows[CLIENTS].main;
  const { namespace } = client.options;
  try {
    const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
      namespace,
      execution: { workflowId },
      maximumPageSize: 10,
    });
    const events = history?.events ?? [];
    const marks = events.map((event) => {
      const words = event.workflowExecutionSignaledEventAttributes ?? event.workflowExecutionStartedEventAttributes;
      const [payload] = words?.input?.payloads ?? [];
      return payload === undefined ? null : markOf(defaultPayloadConverter.fromPayload<unknown>(payload));
    });
    const mark = marks.reduce((last, next) => ((next?.position ?? -1) > (last?.position ?? -1) ? next : last), null);
    return { mark, events: mark === null ? 0 : Number(events[0]?.eventId ?? 0) };
  } catch (fault) {
    if (isNotFound(fault)) return null;
    throw fault;
  }
}

/** The raw service says "not found" by the code of gRPC. */
function isNotFound(fault: unknown): boolean {
  return fault instanceof WorkflowNotFoundError || memberOf(fault, 'code') === 5;
}

/** The id of another database with a mark, by the visibility store; null where there is none. */
async function findOther(workflows: WorkflowClient, databaseId: string): Promise<string | null> {
  const client = workflows[CLIENTS].main;
  const own = workflowIds.databaseMark(databaseId);
  const { executions } = await client.workflowService.listWorkflowExecutions({
    namespace: client.options.namespace,
    query: `WorkflowType = '${DATABASE_MARKS.workflowType}' and ExecutionStatus = 'Running' and WorkflowId != '${own}'`,
    pageSize: 1,
  });
  const id = executions[0]?.execution?.workflowId;
  return id ? id.slice(workflowIds.databaseMark('').length) : null;
}

/**
 * Reads the marks that Temporal has: that of this database and, if that is lost, any other. It needs no worker.
 * @throws Error when Temporal does not answer within two seconds
 */
export async function readKeptMarks(workflows: WorkflowClient, mark: DatabaseMark): Promise<KeptMarks> {
  const client = workflows[CLIENTS].main;
  return client.withDeadline(Date.now() + READ_MS, async () => {
    const own = (await readOwnMark(workflows, workflowIds.databaseMark(mark.databaseId)))?.mark ?? null;
    return { own, otherId: hasLostMark(mark, own) ? await findOther(workflows, mark.databaseId) : null };
  });
}

/**
 * Stores the mark of a database in a workflow that no worker runs: its history is the record, and it never ends, so
 * that retention does not delete it. After some hours of signals a new run replaces it.
 * @returns false where Temporal has a later mark, which is kept: Postgres was restored to an earlier moment
 * @throws Error when Temporal does not answer
 */
export function storeMark(workflows: WorkflowClient, mark: DatabaseMark): Promise<boolean> {
  const client = workflows[CLIENTS].main;
  const { databaseId, position, at } = mark;
  const said = { databaseId, position, at: at.toISOString() };
  const workflowId = workflowIds.databaseMark(databaseId);
  const options = {
    workflowId,
    taskQueue: DATABASE_MARKS.taskQueue,
    args: [said],
    staticSummary: 'Where the database of Corridor is in its history',
    staticDetails: 'No worker works on it. A database that is behind it was restored to an earlier moment.',
  };
  return client.withDeadline(Date.now() + CALL_MS, async () => {
    const kept = await readOwnMark(workflows, workflowId);
    if ((kept?.mark?.position ?? 0) > position) return false;
    if (kept !== null && kept.events > 0 && kept.events < SIGNALS_PER_RUN) {
      await client.workflow.signalWithStart(DATABASE_MARKS.workflowType, {
        ...options,
        workflowIdConflictPolicy: 'USE_EXISTING',
        signal: MARKED,
        signalArgs: [said],
      });
    } else {
      const policy = kept === null ? ('USE_EXISTING' as const) : ('TERMINATE_EXISTING' as const);
      await client.workflow.start(DATABASE_MARKS.workflowType, { ...options, workflowIdConflictPolicy: policy });
    }
    return true;
  });
}
