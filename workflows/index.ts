import { setWorkflowOptions } from '@temporalio/workflow';
import { documentExpiry, documentGeneration } from './document-generation';
import { paymentInstruction } from './payment-instruction';
import { referenceImport } from './reference-import';
import { sandboxScenario } from './sandbox-scenario';
import { webhookDelivery } from './webhook-delivery';

/**
 * What a running workflow does when a new release of the workers becomes the current one. Short ones end where they
 * began: that is the default of a versioned worker (activities/worker.ts). It must not be written down here, since the
 * server refuses every task of a worker without a version that answers as a pinned one. A payment may wait a year for its
 * value date: it follows, so whatever changes in it is behind a patch.
 * Source: docs/OPERATIONS.md, "Upgrades"
 */
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, paymentInstruction);

export { documentExpiry, documentGeneration, paymentInstruction, referenceImport, sandboxScenario, webhookDelivery };
