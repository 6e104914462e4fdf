import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { tsToMs } from '@temporalio/common/lib/time';
import { z } from 'zod';
import { reportsRecorded, workflowIds } from '../../../workflows/contract';

const Notices = z.array(z.object({ reportId: z.string().nullable() }));
/** Workflows asked at a time. */
const READERS = 8;

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

function reportsOf(event: HistoryEvent): string[] {
  const signal = event.workflowExecutionSignaledEventAttributes;
  if (signal?.signalName !== reportsRecorded.name) return [];
  const data = signal.input?.payloads?.[0]?.data;
  if (data === null || data === undefined) return [];
  return Notices.parse(JSON.parse(Buffer.from(data).toString('utf8'))).flatMap(({ reportId }) => reportId ?? []);
}

/** When a workflow had worked on each report: the end of the first of its tasks that begins with the signal in hand. */
function seenIn(events: readonly HistoryEvent[]): Map<string, number> {
  const seen = new Map<string, number>();
  let told: string[] = [];
  for (const event of events) {
    told.push(...reportsOf(event));
    if (event.workflowTaskCompletedEventAttributes === null || event.workflowTaskCompletedEventAttributes === undefined)
      continue;
    for (const reportId of told) seen.set(reportId, tsToMs(event.eventTime));
    told = [];
  }
  return seen;
}

/** Asks about the workflow of each payment, a few at a time. */
async function withWorkflows(
  temporalAddress: string,
  instructionIds: readonly string[],
  ask: (workflow: WorkflowHandle) => Promise<void>,
): Promise<void> {
  const connection = await Connection.connect({ address: temporalAddress });
  const client = new Client({ connection });
  const queue = instructionIds.values();
  const askOn = async (): Promise<void> => {
    for (const id of queue) await ask(client.workflow.getHandle(workflowIds.payment(id)));
  };
  await Promise.all(Array.from({ length: READERS }, askOn));
  await connection.close();
}

/**
 * Reads from the workflows' own histories when they had seen the reports about them.
 * @returns Unix time in milliseconds by report id; a report that no workflow has seen is absent
 */
export async function readSeenTimes(
  temporalAddress: string,
  instructionIds: readonly string[],
): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  await withWorkflows(temporalAddress, instructionIds, async (workflow) => {
    const history = await workflow.fetchHistory();
    for (const [reportId, at] of seenIn(history.events ?? [])) all.set(reportId, at);
  });
  return all;
}

/** Waits until the workflows of settled payments have worked on all that they were told, and ended. */
export function untilEnded(temporalAddress: string, instructionIds: readonly string[]): Promise<void> {
  return withWorkflows(temporalAddress, instructionIds, async (workflow) => void (await workflow.result()));
}
