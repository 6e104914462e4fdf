import type { VersioningBehavior } from '@temporalio/common';
import { setWorkflowOptions } from '@temporalio/workflow';
import { documentExpiry, documentGeneration } from './document-generation';
import { paymentInstruction } from './payment-instruction';
import { referenceImport } from './reference-import';
import { sandboxScenario } from './sandbox-scenario';
import { webhookDelivery } from './webhook-delivery';

/**
 * What a running workflow does when a new release of the workers becomes the current one. Short ones end where they
 * began. A payment may wait a year for its value date: it follows, so whatever changes in it is behind a patch.
 * Source: docs/OPERATIONS.md, "Upgrades"
 */
function behaveAs(behavior: VersioningBehavior, workflows: readonly ((input: never) => Promise<unknown>)[]): void {
  for (const workflow of workflows) setWorkflowOptions({ versioningBehavior: behavior }, workflow);
}

behaveAs('AUTO_UPGRADE', [paymentInstruction]);
behaveAs('PINNED', [webhookDelivery, sandboxScenario, documentGeneration, documentExpiry, referenceImport]);

export { documentExpiry, documentGeneration, paymentInstruction, referenceImport, sandboxScenario, webhookDelivery };
