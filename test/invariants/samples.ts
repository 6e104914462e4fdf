import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '../../api/endpoints';
import type { Endpoint } from '../../api/endpoint';
import { instructionBody, settlementBody } from '../support/builders';

/** Things that an account has made, by the name of the path parameter that leads to them. */
export interface World {
  instructionId: string;
  webhookId: string;
  deliveryId: string;
  eventId: string;
  recoveryId: string;
  drillId: string;
  shipmentId: string;
  beneficiaryId: string;
  documentId: string;
  partnerId: string;
  routeId: string;
  statementId: string;
  informationRequestId: string;
  proposalId: string;
  clearanceId: string;
  finding: string;
  batchId: string;
  bulkDecisionId: string;
  receiverUrl: string;
}

/** One request that an operation accepts. */
export interface Sample {
  body?: (world: World) => Record<string, unknown>;
  query?: string;
  /** What the answer stands on beside the account's own things; the success is proven in that concept's own tests. */
  needs?:
    | 'reference data'
    | 'documents worker'
    | 'a payment that was dispatched'
    | 'a payment in doubt'
    | 'a payment that is held'
    | 'a payment that waits for approvals'
    | 'a payment that failed'
    | 'a payment that settled'
    | 'a batch'
    | 'a bulk decision'
    | 'a partner'
    | 'a member'
    | 'a bank statement'
    | 'a proposal';
}

const TARIFF = { hsCode: '610910', origin: 'VN', value: 1000, currency: 'USD' };
const PARTY = { name: 'Example Trading Ltd', address: '1 Example Street, London', country: 'GB' };

/**
 * A request that each operation accepts; operations without a body and a query need none. A new operation whose body
 * has required members is refused by the laws until it has its line here.
 */
export const SAMPLES: Record<string, Sample> = {
  createPaymentBatch: { body: () => ({ mode: 'all_or_nothing', items: [instructionBody()] }) },
  notifyPartnerPayment: { needs: 'a partner' },
  cancelPaymentBatch: { needs: 'a batch' },
  retryPaymentBatch: { needs: 'a batch' },
  approvePaymentBatch: {
    body: () => ({ hash: 'a'.repeat(64), decision: 'approve' }),
    needs: 'a payment that waits for approvals',
  },
  createPaymentInstruction: { body: () => instructionBody() },
  proposePayment: { body: () => instructionBody() },
  previewPayment: { body: () => instructionBody() },
  reportPaymentStatus: { body: () => ({ status: 'accepted', timestamp: new Date().toISOString() }) },
  getPartnerInstruction: { needs: 'a payment that was dispatched' },
  confirmSettlement: { body: () => settlementBody() },
  putSettlement: { body: () => settlementBody() },
  cancelPaymentInstruction: { body: () => ({ reason: 'ordered twice' }) },
  decidePayeeCheck: { body: () => ({ decision: 'release' }), needs: 'a payment that was dispatched' },
  approvePaymentInstruction: {
    body: () => ({ hash: 'a'.repeat(64), decision: 'approve' }),
    needs: 'a payment that waits for approvals',
  },
  resubmitPaymentInstruction: {
    body: () => ({ beneficiary: { name: 'Example Trading Limited' } }),
    needs: 'a payment that failed',
  },
  recallPaymentInstruction: { body: () => ({ reasonCode: 'DUPL' }), needs: 'a payment that settled' },
  refuseRecall: { body: () => ({ reason: 'told by letter' }), needs: 'a payment that settled' },
  listSettlements: { query: `?partner=ptn_00000000007000000000000000&date=2026-11-20`, needs: 'a partner' },
  listPartnerSettlements: { query: '?date=2026-11-20' },
  importBankStatement: { query: '?partner=ptn_00000000007000000000000000', needs: 'a partner' },
  getBankStatement: { needs: 'a bank statement' },
  listBankStatementEntries: { needs: 'a bank statement' },
  getPaymentRequirements: { query: '?currency=USD&country=US' },
  trackPayments: { query: '?limit=5' },
  createWebhook: { body: ({ receiverUrl }) => ({ url: `${receiverUrl}/hook`, events: ['payment.*'] }) },
  updateWebhook: { body: () => ({ description: 'changed' }) },
  streamEvents: { query: '?seconds=0' },
  testWebhook: { body: () => ({ event: 'payment.submitted' }) },
  rotatePartnerKey: { body: () => ({ overlapHours: 1 }), needs: 'a partner' },
  rotatePartnerSecret: { body: () => ({ overlapHours: 1 }), needs: 'a partner' },
  setBankCredential: { body: () => ({ name: 'api-key', value: 'a value of the laws' }), needs: 'a partner' },
  endEarlierPartnerCredentials: { body: () => ({ what: 'key' }), needs: 'a partner' },
  rotateWebhookSecret: { body: () => ({ overlap_hours: 1 }) },
  recoverWebhook: { body: () => ({ since: new Date(Date.now() - 60_000).toISOString() }) },
  startWebhookDrill: { body: ({ webhookId }) => ({ webhook_id: webhookId }) },
  publishEvent: { body: () => ({ type: 'buyer.matched', account: 'laws', object: { id: 'match-1' } }) },
  decidePayment: {
    body: () => ({ decision: 'give_up', reason: 'the partner has it not' }),
    needs: 'a payment in doubt',
  },
  notePayment: { body: () => ({ note: 'The bank calls back on Monday' }), needs: 'a payment in doubt' },
  assignPayment: { body: () => ({ takeOver: true }), needs: 'a payment in doubt' },
  unassignPayment: { needs: 'a payment in doubt' },
  decideScreening: {
    body: () => ({ decision: 'release', reason: 'another person' }),
    needs: 'a payment in doubt',
  },
  prepareBulkDecision: {
    body: () => ({ decision: 'release', reason: 'another person', filter: { waiting: 'compliance_review' } }),
    needs: 'a payment that is held',
  },
  getBulkDecision: { needs: 'a bulk decision' },
  listBulkDecisionPayments: { needs: 'a bulk decision' },
  startBulkDecision: { needs: 'a bulk decision' },
  stopBulkDecision: { body: () => ({ reason: 'a mistake' }), needs: 'a bulk decision' },
  revokeClearance: { needs: 'a payment that is held' },
  requestInformation: { body: () => ({ question: 'When was she born?' }), needs: 'a payment that is held' },
  answerInformationRequest: { body: () => ({ answer: 'In May 1980' }), needs: 'a payment that is held' },
  createPartner: { body: () => ({ name: `Partner ${randomUUID()}`, adapter: 'http', url: 'http://127.0.0.1:9' }) },
  updatePartner: { body: () => ({ authMode: 'signed' }) },
  createRoute: { body: ({ partnerId }) => ({ partnerId, currencies: ['XPF'], timelines: ['same_day'] }) },
  updateRoute: { body: () => ({ priority: 9 }) },
  getProposal: { needs: 'a proposal' },
  confirmProposal: { body: () => ({ reason: 'agreed by telephone' }), needs: 'a proposal' },
  rejectProposal: { body: () => ({ reason: 'not agreed' }), needs: 'a proposal' },
  addHoliday: { body: () => ({ name: 'Day of Mourning', reason: 'told by the central bank' }) },
  searchHsCodes: { body: () => ({ query: 'cotton t-shirt' }), needs: 'reference data' },
  classifyProduct: { body: () => ({ description: 'cotton t-shirt' }), needs: 'reference data' },
  getHsCode: { needs: 'reference data' },
  getHsCodeTariffs: { needs: 'reference data' },
  calculateTariff: { body: () => ({ ...TARIFF, destination: 'US' }), needs: 'reference data' },
  compareTariffs: { body: () => ({ ...TARIFF, destinations: ['US', 'GB'] }), needs: 'reference data' },
  calculateLandedCost: { body: () => ({ ...TARIFF, destination: 'US' }), needs: 'reference data' },
  getCountryTariffProfile: { needs: 'reference data' },
  createBeneficiary: { body: () => ({ label: 'Supplier', ...(instructionBody()['beneficiary'] as object) }) },
  updateBeneficiary: { body: () => ({ label: 'Former supplier' }) },
  confirmBeneficiary: { body: () => ({ version: 1 }), needs: 'a member' },
  createShipment: { body: () => ({ origin_country: 'VN', destination_country: 'DE' }) },
  decideShipmentFinding: {
    body: () => ({ status: 'accepted', reason: 'agreed by telephone' }),
    needs: 'documents worker',
  },
  updateShipment: { body: () => ({ status: 'in_transit' }) },
  searchShipments: { body: () => ({ origin_country: 'VN' }) },
  getDocument: { needs: 'documents worker' },
  putBranding: { body: () => ({ accentColor: '#7a1f2b' }) },
  downloadDocument: { needs: 'documents worker' },
  generateDocument: {
    body: () => ({
      type: 'commercial_invoice',
      shipmentId: 'ref-1',
      data: {
        invoiceNumber: 'INV-1',
        invoiceDate: '2026-01-31',
        seller: PARTY,
        buyer: PARTY,
        items: [{ description: 'T-shirts', hsCode: '610910', quantity: 2, unitPrice: 5, total: 10 }],
        currency: 'USD',
        paymentTerms: 'Net 30',
      },
    }),
    needs: 'documents worker',
  },
};

/** Ids of the right shape that nothing has. */
export const NOTHING: World = {
  instructionId: 'instr_00000000007000000000000000',
  webhookId: 'wh_00000000007000000000000000',
  deliveryId: 'dlv_00000000007000000000000000',
  eventId: 'evt_00000000007000000000000000',
  recoveryId: 'rcv_00000000007000000000000000',
  drillId: 'drl_00000000007000000000000000',
  batchId: 'bat_00000000007000000000000000',
  bulkDecisionId: 'bulk_00000000007000000000000000',
  shipmentId: 'shp_00000000007000000000000000',
  beneficiaryId: 'ben_00000000007000000000000000',
  documentId: 'doc_00000000007000000000000000',
  partnerId: 'ptn_00000000007000000000000000',
  routeId: 'rt_00000000007000000000000000',
  statementId: 'stm_00000000007000000000000000',
  informationRequestId: 'inf_00000000007000000000000000',
  proposalId: 'prop_00000000007000000000000000',
  clearanceId: 'clr_00000000007000000000000000',
  finding: 'fnd_9f86d081884c7d659a2feaa0c55ad015',
  receiverUrl: 'http://127.0.0.1:9',
};

/** Values of path parameters that belong to nobody: reference data. */
const SHARED: Record<string, string> = { code: '610910', country: 'DE', calendarId: 'DE', date: '2026-12-23' };

function valueOf(name: string, path: string, world: World): string {
  if (name === 'id') {
    if (path.includes('/beneficiaries')) return world.beneficiaryId;
    return path.includes('/shipments') ? world.shipmentId : world.documentId;
  }
  const own: Record<string, string> = { ...world };
  const value = SHARED[name] ?? own[name];
  if (value === undefined) throw new Error(`test/invariants/samples.ts does not know the path parameter {${name}}`);
  return value;
}

/** The path of an operation with its parameters filled in, without a query. */
export function pathOf(record: Endpoint, world: World): string {
  return record.path.replace(/\{(\w+)\}/g, (_all, name: string) => valueOf(name, record.path, world));
}

/** Path and query of the sample. */
export function targetOf(record: Endpoint, world: World): string {
  return pathOf(record, world) + (SAMPLES[record.operationId]?.query ?? '');
}

/** Body of the sample; `{}` where the operation's members are all optional. */
export function bodyOf(record: Endpoint, world: World): Record<string, unknown> | undefined {
  if (record.body === undefined) return undefined;
  return SAMPLES[record.operationId]?.body?.(world) ?? {};
}

/** @returns whether the path names a thing that belongs to an account */
export function namesOwnThing(record: Endpoint): boolean {
  const names = [...record.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return names.some((name) => !(name in SHARED));
}

export const OPERATIONS = ENDPOINTS.map((record): [name: string, record: Endpoint] => [record.operationId, record]);
export const WITH_BODY = OPERATIONS.filter(([, record]) => record.body !== undefined);
/** Those that look at what a request brings, whether they need it or not. */
export const READING_BODIES = OPERATIONS.filter(([, { method }]) => method !== 'get' && method !== 'delete');
