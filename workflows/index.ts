export { documentExpiry, documentGeneration } from './document-generation';
export { paymentInstruction } from './payment-instruction';
export { paymentStop } from './payment-stop';
export { referenceImport } from './reference-import';
export { sandboxScenario } from './sandbox-scenario';
export { webhookDelivery } from './webhook-delivery';
