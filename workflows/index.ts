export { documentExpiry, documentGeneration } from './document-generation';
export { paymentInstruction } from './payment-instruction';
export { paymentStop } from './payment-stop';
export { reconciliation } from './reconciliation';
export { referenceImport } from './reference-import';
export { retention } from './retention';
export { sandboxScenario } from './sandbox-scenario';
export { webhookBurst } from './webhook-burst';
export { webhookDelivery } from './webhook-delivery';
