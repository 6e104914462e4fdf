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

/** A single statement: retried without limit, since the only faults left are outages. */
const { giveUpDocument } = proxyActivities<DocumentActivities>({
  startToCloseTimeout: '60 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

function reasonOf(fault: unknown): 'too_tall' | 'rendering' {
  const cause = fault instanceof ActivityFailure ? fault.cause : fault;
  return cause instanceof ApplicationFailure && cause.type === 'too_tall' ? 'too_tall' : 'rendering';
}

/**
 * One document: rendered and stored, or given up with a reason; it never hangs. A cancellation of the workflow ends no
 * document: it is shown, and the document is rendered all the same.
 * Its data stays in the database: the history holds the id alone.
 * Source: docs/GAPS.md#D1
 */
export function documentGeneration({ documentId }: { documentId: string }): Promise<{ status: string }> {
  CancellationScope.current().cancelRequested.catch(() =>
    setCurrentDetails('**generating**: a cancellation of this workflow was requested. It ends no document.'),
  );
  return CancellationScope.nonCancellable(() => generateOrGiveUp(documentId));
}

/** Generates a document, or marks it as failed when the retries are used up. */
async function generateOrGiveUp(documentId: string): Promise<{ status: string }> {
  setCurrentDetails('**generating**: waits for the browser.');
  try {
    await generateDocument(documentId);
  } catch (fault) {
    await giveUpDocument(documentId, reasonOf(fault));
    setCurrentDetails('**failed**: the document was given up.');
    return { status: 'failed' };
  }
  setCurrentDetails('**generated**: nothing is left to do.');
  return { status: 'generated' };
}
