import { Client, Connection } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { tsToMs } from '@temporalio/common/lib/time';
import { z } from 'zod';
import { reportsRecorded, workflowIds } from '../../workflows/contract';

const Notices = z.array(z.object({ reportId: z.string().nullable() }));
/** Histories read at a time. */
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

/**
 * Reads from the workflows' own histories when they had seen the reports about them.
 * @returns Unix time in milliseconds by report id; a report that no workflow has seen is absent
 */
export async function readSeenTimes(
  temporalAddress: string,
  instructionIds: readonly string[],
): Promise<Map<string, number>> {
  const connection = await Connection.connect({ address: temporalAddress });
  const client = new Client({ connection });
  const all = new Map<string, number>();
  const queue = instructionIds.values();
  const read = async (): Promise<void> => {
    for (const id of queue) {
      const history = await client.workflow.getHandle(workflowIds.payment(id)).fetchHistory();
      for (const [reportId, at] of seenIn(history.events ?? [])) all.set(reportId, at);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  await connection.close();
  return all;
}
