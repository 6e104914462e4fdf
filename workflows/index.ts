export { paymentInstruction } from './payment-instruction';
export { webhookDelivery } from './webhook-delivery';
export { sandboxScenario } from './sandbox-scenario';
export { documentExpiry, documentGeneration } from './document-generation';
export { referenceImport } from './reference-import';
