import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { DocumentActivities } from '../activities/documents/activities';

/**
 * Rendering takes 15 s at most and may wait for the browser before; a worker that died is noticed by its heartbeat.
 * The activity itself stops trying to render after three times; what remains are outages of the database.
 */
const { generateDocument } = proxyActivities<DocumentActivities>({
  startToCloseTimeout: '90 s',
  heartbeatTimeout: '10 s',
  scheduleToCloseTimeout: '1 hour',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '30 s' },
});

/** Single statements: retried without limit, since the only faults left are outages. */
const { giveUpDocument, removeExpiredDocuments } = proxyActivities<DocumentActivities>({
  startToCloseTimeout: '60 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

function reasonOf(fault: unknown): 'too_tall' | 'rendering' {
  const cause = fault instanceof ActivityFailure ? fault.cause : fault;
  return cause instanceof ApplicationFailure && cause.type === 'too_tall' ? 'too_tall' : 'rendering';
}

/**
 * One document: rendered and stored, or given up with a reason; it never hangs.
 * Its data stays in the database: the history holds the id alone.
 * Source: docs/GAPS.md#D1
 */
export async function documentGeneration({ documentId }: { documentId: string }): Promise<{ status: string }> {
  try {
    setCurrentDetails('**generating**: waits for the browser.');
    await generateDocument(documentId);
    setCurrentDetails('**generated**: nothing is left to do.');
    return { status: 'generated' };
  } catch (fault) {
    // Even a cancelled workflow must leave the document with an outcome.
    await CancellationScope.nonCancellable(() => giveUpDocument(documentId, reasonOf(fault)));
    setCurrentDetails('**failed**: the document was given up.');
    return { status: 'failed' };
  }
}

/** Removes files whose time has passed; started by a Schedule. Source: docs/GAPS.md#D1 */
export async function documentExpiry(): Promise<{ removed: number }> {
  return { removed: await removeExpiredDocuments() };
}
