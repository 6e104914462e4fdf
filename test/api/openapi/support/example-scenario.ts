import { clearApprovalRules, setApprovalRule } from '../../../../db/auth/approval-rules';
import { setApprovals } from '../../../../db/administration/approvals';
import { performAct } from '../../../../db/administration/perform';
import { storeCertificate } from '../../../../db/payments/dispatch/certificates';
import type { ApprovalCount, ApprovalSetting } from '../../../../domain/auth/approvals';
import { OPERATOR_ROLES } from '../../../../domain/auth/operator-roles';
import { settingsHash, type LaboratoryReport } from '../../../../domain/payments/dispatch/certificate';
import { createMember } from '../../../support/members';
import { createIndependent } from '../../../support/operators';
import { closeCase, listOpenCases } from '../../../../db/payments/settlement/reconciliation-cases';
import { eventually } from '../../../support/builders';
import { camt053, camtEntry } from '../../../support/camt';
import { exampleBank } from '../../../support/descriptions';
import type { HttpRequest, Reaction } from '../../../support/http-server';
import type { Answer } from '../../../support/stack';
import { textAt, type ScenarioRun } from './example-run';

const CONSIGNMENT = { hsCode: '610910', origin: 'VN', value: 10_000, currency: 'USD' };
const SELLER = { name: 'Delta Textiles Ltd', address: '18 Harbour Road, Da Nang', country: 'VN' };
const BUYER = { name: 'Nordwind Handels GmbH', address: 'Speicherstrasse 4, Hamburg', country: 'DE' };

const INSTRUCTION = {
  amount: 1250.5,
  currency: 'USD',
  beneficiary: {
    name: 'Blue Ridge Supply Inc',
    country: 'US',
    bankAccount: {
      accountNumber: '9876543210',
      bankName: 'Example Bank',
      swiftBic: 'BOFAUS3N',
      clearing: { scheme: 'USABA', code: '021000021' },
      country: 'US',
    },
    address: { street: '1 Market Street', city: 'San Francisco', postalCode: '94105', country: 'US' },
  },
  purpose: { code: 'trade_settlement', description: 'Invoice INV-2026-001' },
  remittance: { text: 'Invoice INV-2026-001', reference: 'RF18539007547034' },
  chargeBearer: 'SHAR',
  settlementRoute: { settlementTimeline: 'same_day' },
};

const DEBTOR = { name: 'Delta Textiles Ltd', country: 'VN', address: { city: 'Da Nang', country: 'VN' } };

/** Names of importers/starter-data/watch-list.json with a word left out: near enough to be looked at by a person. */
const NEAR_A_LISTED_NAME = 'Quillon Zhadrek';

/** On a busy machine an answer comes before the partner's. */
async function statusComes(run: ScenarioRun, status: string): Promise<void> {
  await eventually(
    () => run.peek('getPaymentInstruction'),
    (answer) => textAt(answer, 'data', 'status') === status,
    status,
  );
}

/** Sends something of more than USD 10,000 that needs an approval, by a key of another member: who makes it approves none of it. */
async function sendToApprove({ stack }: ScenarioRun, path: string, body: object): Promise<Answer> {
  const { database } = stack;
  const [account] = await database.query<{ id: string }>(`select id from accounts where name = 'examples'`);
  const tenant = { accountId: account?.id ?? '', environment: 'test' } as const;
  const rule = { above: { amount: 10_000, currency: 'USD' }, approvals: 1 };
  await setApprovalRule(database, { tenant, rule, actor: 'user:usr_1' });
  const { key } = await createMember(stack, 'examples', `${path.split('/').at(-1) ?? ''}@example.com`);
  return stack.call('POST', path, { key, body });
}

async function endRule({ stack }: ScenarioRun): Promise<void> {
  const { database } = stack;
  const [account] = await database.query<{ id: string }>(`select id from accounts where name = 'examples'`);
  const tenant = { accountId: account?.id ?? '', environment: 'test' } as const;
  await clearApprovalRules(database, { tenant, actor: 'user:usr_1' });
}

async function payments(run: ScenarioRun): Promise<void> {
  await run.ask('previewPayment', { body: { ...INSTRUCTION, debtor: DEBTOR } });
  const body = { ...INSTRUCTION, debtor: DEBTOR, clientReference: 'order-1001' };
  run.world.instructionId = textAt(await run.ask('createPaymentInstruction', { body }), 'data', 'instructionId');
  await statusComes(run, 'submitted');
  const details = { message: 'Taken by the correspondent bank', bankReference: 'CB-20260131-77' };
  const timestamp = new Date().toISOString();
  const payeeCheck = { result: 'close_match', suggestedName: 'Example Trading Limited' };
  const report = { status: 'accepted', partnerReference: 'north-ref', timestamp, payeeCheck, details };
  await run.ask('reportPaymentStatus', { body: report });
  await run.ask('decidePayeeCheck', { body: { decision: 'release', reason: 'The short name of the same company' } });
  const confirmation = {
    confirmedAt: new Date().toISOString(),
    settlementReference: 'SETTLE-20260202-1',
    actualAmount: 1250.5,
    actualCurrency: 'USD',
    beneficiaryReceived: { amount: 1244.25, currency: 'USD' },
    fees: { amount: 6.25, currency: 'USD', breakdown: [{ type: 'transfer_fee', amount: 6.25 }] },
  };
  await run.ask('confirmSettlement', { body: confirmation });
  await run.ask('putSettlement', { body: confirmation });
  await run.ask('recallPaymentInstruction', { body: { reasonCode: 'DUPL', reason: 'Order 1001 was paid twice' } });
  await run.ask('refuseRecall', { body: { reason: 'The beneficiary keeps the money, says its bank' } });
  const settled = await run.ask('getPaymentInstruction');
  await run.ask('listPaymentReports');
  await run.ask('putTrackingLink');
  await run.ask('deleteTrackingLink');
  await run.ask('listPaymentInstructions', { query: '?status=settled&limit=1' });
  await run.ask('trackPayments', { query: `?instructionIds=${run.world.instructionId}` });
  await run.ask('getPaymentTransitions');
  await run.ask('getPaymentRequirements', { query: '?currency=CNY&country=CN&beneficiaryType=company' });
  await run.ask('getCalendar', { query: '?year=2026' });
  await run.ask('listCalendars', { query: '?limit=2' });
  await run.ask('addHoliday', { body: { name: 'Day of mourning', reason: 'Circular of the banking association' } });
  await run.ask('removeHoliday', { query: '?reason=The%20circular%20was%20withdrawn' });
  await run.ask('showCalendar', { query: '?year=2026' });
  await run.ask('listPartnerInstructions', { query: '?status=settled&limit=1' });
  await run.ask('getPartnerInstruction');
  await run.ask('listPartnerReports', { query: '?disposition=applied&limit=1' });
  await run.ask('listPartnerSettlements', {
    query: `?date=${textAt(settled, 'data', 'settlementDetails', 'expectedSettlementDate')}`,
  });
  const large = { ...INSTRUCTION, amount: 20_000, clientReference: 'order-1004' };
  const approvable = await sendToApprove(run, '/api/v1/payments/instructions', large);
  await endRule(run);
  run.world.instructionId = textAt(approvable, 'data', 'instructionId');
  const hash = textAt(approvable, 'data', 'approval', 'hash');
  await run.ask('proposePayment', { body: { ...INSTRUCTION, amount: 980 } });
  await run.ask('approvePaymentInstruction', { body: { hash, decision: 'approve', comment: 'As ordered' } });
  await statusComes(run, 'submitted');
  const later = { ...INSTRUCTION, clientReference: 'order-1002' };
  run.world.instructionId = textAt(await run.ask('createPaymentInstruction', { body: later }), 'data', 'instructionId');
  await statusComes(run, 'submitted');
  await run.ask('cancelPaymentInstruction', { body: { reason: 'The order was placed twice' } });
  await statusComes(run, 'cancelled');
}

async function batchIs(run: ScenarioRun, status: string): Promise<void> {
  await eventually(
    () => run.peek('getPaymentBatch'),
    (answer) => textAt(answer, 'data', 'status') === status,
    `the batch is ${status}`,
  );
}

/** A batch that a member approves as one thing; the rule is in force until its payments are made. */
async function batchToApprove(run: ScenarioRun): Promise<void> {
  const items = [{ ...INSTRUCTION, amount: 20_000, clientReference: 'order-2003' }];
  const body = { name: 'Suppliers, April', mode: 'all_or_nothing', items };
  const made = await sendToApprove(run, '/api/v1/payments/batches', body);
  run.world.batchId = textAt(made, 'data', 'batchId');
  await batchIs(run, 'completed');
  await endRule(run);
  const hash = textAt(await run.peek('getPaymentBatch'), 'data', 'approval', 'hash');
  await run.ask('approvePaymentBatch', { body: { hash, decision: 'approve', comment: 'As ordered' } });
  await batchIs(run, 'completed');
}

async function batches(run: ScenarioRun): Promise<void> {
  const name = 'Suppliers, March';
  const order = { ...INSTRUCTION, clientReference: 'order-2001' };
  const items = [order, { ...order, currency: 'EUX', clientReference: 'order-2002' }];
  const asked = await run.ask('createPaymentBatch', { body: { name, mode: 'valid_only', items } });
  run.world.batchId = textAt(asked, 'data', 'batchId');
  await batchIs(run, 'completed');
  await eventually(
    () => run.peek('getPaymentBatch'),
    (answer) => JSON.stringify(answer.body).includes('"byStatus":{"submitted":1}'),
    'its payment is sent',
  );
  await run.ask('getPaymentBatch');
  await run.ask('listPaymentBatchRows', { query: '?limit=2' });
  await run.ask('listPaymentBatches', { query: '?limit=1' });
  const held = { ...INSTRUCTION, beneficiary: { ...INSTRUCTION.beneficiary, name: NEAR_A_LISTED_NAME } };
  const again = await run.ask('createPaymentBatch', { body: { name, mode: 'all_or_nothing', items: [held] } });
  run.world.batchId = textAt(again, 'data', 'batchId');
  await batchIs(run, 'completed');
  await run.ask('retryPaymentBatch', {});
  await run.ask('cancelPaymentBatch', { body: { reason: 'The wrong list of suppliers' } });
  await batchIs(run, 'cancelled');
  await batchToApprove(run);
}

/** Ambiguous, and no answer to any question: what a machine cannot find out. */
export const IN_DOUBT = ({ method }: HttpRequest): Reaction => ({ status: method === 'POST' ? 409 : 503 });

async function decisions(run: ScenarioRun, letPartnerFail: (fails: boolean) => void): Promise<void> {
  letPartnerFail(true);
  const created = await run.ask('createPaymentInstruction', {
    body: { ...INSTRUCTION, clientReference: 'order-1003' },
  });
  run.world.instructionId = textAt(created, 'data', 'instructionId');
  await eventually(
    () => run.peek('showPaymentToOperator'),
    (answer) => textAt(answer, 'waiting', 'reason') === 'partner_slow',
    'the wait for the partner',
  );
  const partnerId = textAt(await run.ask('showPaymentToOperator'), 'partner', 'id');
  // Of the day on which all three are expected: after a cut-off or at a weekend that is not today.
  const date = textAt(created, 'data', 'settlementDetails', 'expectedSettlementDate');
  await run.ask('listSettlements', { query: `?partner=${partnerId}&date=${date}&state=confirmed` });
  // The payment of which the examples began, as its bank booked it.
  const entries = [camtEntry({ references: '<AcctSvcrRef>SETTLE-20260202-1</AcctSvcrRef>' })];
  const imported = await run.ask('importBankStatement', { query: `?partner=${partnerId}`, xml: camt053(entries) });
  run.world.statementId = textAt(imported, 'id');
  await eventually(
    () => run.peek('getBankStatement'),
    (answer) => textAt(answer, 'state') === 'compared',
    'the comparison',
  );
  await run.ask('getBankStatement');
  await run.ask('listBankStatementEntries', { query: '?verdict=confirmed' });
  await run.ask('listBankStatements', { query: '?limit=1' });
  await run.ask('listPaymentsThatWait', { query: '?waiting=in_doubt&limit=1' });
  const reason = 'The partner has confirmed by telephone that it never received this';
  await run.ask('decidePayment', { body: { decision: 'give_up', reason } });
  letPartnerFail(false);
  // What was given up in doubt is instructed again once somebody has found out that it was not paid.
  const { database } = run.stack;
  const [doubt] = await listOpenCases(database, { kind: 'given_up', limit: 1 });
  await closeCase(database, { id: doubt?.id ?? '', reason, actor: 'user:usr_1' });
  const corrections = {
    clientReference: 'order-1003-2',
    beneficiary: { bankAccount: { accountNumber: '9876543211' } },
  };
  await run.ask('resubmitPaymentInstruction', { body: corrections });
  const beneficiary = { ...INSTRUCTION.beneficiary, name: NEAR_A_LISTED_NAME };
  const held = await run.ask('createPaymentInstruction', { body: { ...INSTRUCTION, beneficiary } });
  run.world.instructionId = textAt(held, 'data', 'instructionId');
  await run.ask('showScreening');
  const bulk = {
    decision: 'release',
    reason: 'The entry was withdrawn from the list',
    filter: { waiting: 'compliance_review', environment: 'test' },
  };
  run.world.bulkDecisionId = textAt(await run.ask('prepareBulkDecision', { body: bulk }), 'bulkDecisionId');
  await run.ask('startBulkDecision');
  await run.ask('stopBulkDecision', { body: { reason: 'One of them is to be looked at again' } });
  await run.ask('getBulkDecision');
  await run.ask('listBulkDecisionPayments', { query: '?limit=1' });
  await run.ask('listBulkDecisions', { query: '?limit=1' });
  await run.ask('assignPayment', { body: { takeOver: false } });
  await run.ask('notePayment', { body: { note: 'The bank calls back on Monday.' } });
  await run.ask('unassignPayment');
  const question = { question: 'When and where was the beneficiary born?' };
  const asked = await run.ask('requestInformation', { body: question });
  run.world.informationRequestId = textAt(asked, 'informationRequestId');
  await run.ask('answerInformationRequest', { body: { answer: 'On 12 May 1980, in Uppsala' } });
  const release = {
    decision: 'release',
    reason: 'Date of birth and nationality differ from those of the listed person',
    remember: { until: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10), scope: 'payee' },
  };
  const decided = await run.ask('decideScreening', { body: release });
  run.world.clearanceId = textAt(decided, 'clearanceId');
  await run.ask('listScreenings', { query: '?decision=review&limit=1' });
  await run.ask('listClearances', { query: '?limit=1' });
  await run.ask('revokeClearance');
}

async function keepReport(
  { stack, world }: ScenarioRun,
  { adapter, url }: { adapter: string; url: string },
): Promise<void> {
  const [startedAt, endedAt] = ['2026-01-31T12:00:00.000Z', '2026-01-31T12:00:40.000Z'];
  const report: LaboratoryReport = {
    ...{ partnerId: world.partnerId, adapter, url, seed: 7, startedAt, endedAt, verdict: 'failed' },
    settingsHash: settingsHash({ adapter, config: { url } }),
    results: [
      {
        ...{ scenario: 'repeated_submission', outcome: 'failed', durationMs: 38, fault: 'second_reference' },
        title: 'makes one payment of an order that is sent again under the same key',
        message: 'One order under one Idempotency-Key was given two references: it would be paid twice.',
      },
    ],
  };
  await storeCertificate(stack.database, stack.vault, { report, actor: 'command:operator@host' });
}

async function network(run: ScenarioRun): Promise<void> {
  const bank = {
    name: 'Harbour Bank',
    adapter: 'http',
    url: 'https://bank.example.com/corridor',
    authMode: 'signed',
    customEndpointLimits: { statusReport: 2_000 },
  };
  run.world.partnerId = textAt(await run.ask('createPartner', { body: bank }), 'id');
  const route = {
    partnerId: run.world.partnerId,
    currencies: ['USD', 'EUR'],
    countries: ['*'],
    timelines: ['same_day', 't_plus_1'],
    channel: 'api',
    feeFixed: 5,
    feeBps: 10,
    priority: 20,
  };
  run.world.routeId = textAt(await run.ask('createRoute', { body: route }), 'id');
  await run.ask('disableRoute', { body: { reason: 'The bank closes this channel' } });
  await run.ask('enableRoute', { body: { reason: 'The bank has opened it again' } });
  await run.ask('updateRoute', { body: { priority: 30, feeFixed: 4.5 } });
  await run.ask('getRoute');
  await run.ask('listRoutes', { query: '?limit=1' });
  await run.ask('updatePartner', { body: { name: 'Harbour Bank Ltd' } });
  await run.ask('getPartner');
  await keepReport(run, bank);
  await run.ask('listPartnerCertificates', { query: '?limit=1' });
  await run.ask('listPartners', { query: '?limit=1' });
  await run.ask('rotatePartnerKey', { body: { overlapHours: 0 } });
  await run.ask('rotatePartnerSecret', { body: {} });
  await run.ask('endEarlierPartnerCredentials', { body: { what: 'secret' } });
  await run.ask('setBankCredential', { body: { name: 'api-key', value: 'the-key-that-the-bank-gave-us' } });
  // Disabled, so that no payment of the others goes to a bank that is not there.
  await run.ask('enablePartner', { body: { reason: 'The contract is signed' } });
  await run.ask('disablePartner', { body: { reason: 'The contract has ended' } });
}

/** A bank by description, which notifies of a payment. */
async function notification(run: ScenarioRun): Promise<void> {
  const { partnerId } = run.world;
  const description = exampleBank('form-oauth');
  const proof = { kind: 'token', credential: 'webhook-secret', header: 'X-Webhook-Token' } as const;
  Object.assign(description, { notifications: { ...description.notifications, proof } });
  const bank = { name: 'Bank by description', adapter: 'described', config: { description } };
  run.world.partnerId = textAt(await run.peek('createPartner', { body: bank }), 'id');
  await run.peek('setBankCredential', { body: { name: proof.credential, value: 'shared' } });
  const payout = { id: 'po_1001', status: 'paid', metadata: { reference: run.world.instructionId } };
  const notice = JSON.stringify({ type: 'payout.paid', created: '2026-11-26T10:15:00Z', data: payout });
  const headers = { 'content-type': 'application/json', [proof.header]: 'shared' };
  await run.ask('notifyPartnerPayment', { xml: notice, headers });
  run.world.partnerId = partnerId;
}

/** Somebody else proposes, so that whoever asks the operations is the second person. */
async function proposals(run: ScenarioRun): Promise<void> {
  const { database, vault } = run.stack;
  const { id: personId } = await createIndependent(database);
  const actor = { id: `user:${personId}`, requestId: null, personId, roles: OPERATOR_ROLES, isIdentified: true };
  const place = { database, vault: () => vault };
  const propose = async (setting: ApprovalSetting, count: ApprovalCount, reason: string): Promise<string> => {
    const done = await performAct(place, 'approvals.set', { setting, count }, { actor, reason });
    return done.state === 'proposed' ? done.proposal.id : '';
  };
  await setApprovals(database, { setting: 'live-network', count: 'two', actor: actor.id });
  await setApprovals(database, { setting: 'release-approvals', count: 'one', actor: actor.id });
  run.world.proposalId = await propose('release-approvals', 'two', 'Four-eyes principle for holds');
  await run.ask('rejectProposal', { body: { reason: 'Not before the team has a third member' } });
  run.world.proposalId = await propose('live-network', 'one', 'Only one of us is on duty this week');
  await run.ask('listProposals', { query: '?limit=1' });
  await run.ask('getProposal');
  await run.ask('confirmProposal', { body: { reason: 'Agreed by telephone' } });
}

async function referenceData(run: ScenarioRun): Promise<void> {
  await run.ask('searchHsCodes', { body: { query: 'cotton t-shirt', limit: 5 } });
  await run.ask('classifyProduct', { body: { description: 'T-shirts of cotton, knitted, for men' } });
  await run.ask('getHsCode');
  await run.ask('getHsCodeTariffs', { query: '?country=US' });
  await run.ask('calculateTariff', { body: { ...CONSIGNMENT, destination: 'US', weight: 250, unit: 'kg' } });
  await run.ask('compareTariffs', { body: { ...CONSIGNMENT, destinations: ['US', 'GB', 'DE'] } });
  await run.ask('calculateLandedCost', { body: { ...CONSIGNMENT, destination: 'US' } });
  await run.ask('getCountryTariffProfile');
}

async function shipments(run: ScenarioRun): Promise<void> {
  const body = {
    reference: 'PO-7781',
    origin_country: 'VN',
    destination_country: 'DE',
    hs_code: '610910',
    description: 'Cotton T-shirts',
    value: 5000,
    currency: 'USD',
    weight: 250,
    weight_unit: 'kg',
    buyer: 'Nordwind Handels GmbH',
  };
  run.world.shipmentId = textAt(await run.ask('createShipment', { body }), 'id');
  await run.ask('updateShipment', { body: { status: 'in_transit' } });
  await run.ask('getShipment');
  await run.ask('listShipments', { query: '?limit=1' });
  await run.ask('searchShipments', { body: { origin_country: 'VN', status: 'in_transit', limit: 1 } });
}

async function beneficiaries(run: ScenarioRun): Promise<void> {
  const body = { label: 'Supplier of cotton', ...INSTRUCTION.beneficiary };
  run.world.beneficiaryId = textAt(await run.ask('createBeneficiary', { body }), 'data', 'id');
  await run.ask('updateBeneficiary', { body: { label: 'Supplier of cotton, Da Nang' } });
  await run.ask('getBeneficiary');
  await run.peek('updateBeneficiary', { body: { bankAccount: { accountNumber: '9876543211' } } });
  const { key } = await createMember(run.stack, 'examples', 'piet@example.com');
  await run.ask('confirmBeneficiary', { body: { version: 2 }, key });
  await run.ask('listBeneficiaries', { query: '?limit=1' });
}

async function webhooks(run: ScenarioRun): Promise<void> {
  const body = { url: `${run.world.receiverUrl}/corridor`, events: ['payment.*'], description: 'Order system' };
  run.world.webhookId = textAt(await run.ask('createWebhook', { body }), 'id');
  const test = await run.ask('testWebhook', { body: { event: 'payment.settled' } });
  run.world.deliveryId = textAt(test, 'delivery_id');
  run.world.eventId = textAt(test, 'event_id');
  await eventually(
    () => run.peek('getDelivery'),
    (answer) => textAt(answer, 'status') === 'delivered',
    'the delivery of the test',
  );
  await run.ask('getDelivery');
  await run.ask('resendDelivery');
  await run.ask('listWebhookDeliveries', { query: '?limit=1' });
  await run.ask('updateWebhook', { body: { events: ['payment.*', 'document.generated'] } });
  await run.ask('getWebhook');
  await run.ask('listWebhooks');
  await run.ask('rotateWebhookSecret', { body: { overlap_hours: 24 } });
  const since = new Date(Date.now() - 60_000).toISOString();
  run.world.recoveryId = textAt(await run.ask('recoverWebhook', { body: { since } }), 'id');
  await eventually(
    () => run.peek('getWebhookRecovery'),
    (answer) => textAt(answer, 'status') !== 'running',
    'the end of the recovery',
  );
  await run.ask('getWebhookRecovery');
  run.world.drillId = textAt(await run.ask('startWebhookDrill', { body: { webhook_id: run.world.webhookId } }), 'id');
  await eventually(
    () => run.peek('getDrill'),
    (answer) => textAt(answer, 'status') !== 'running',
    'the end of the drill',
  );
  await run.ask('getDrill');
  await run.ask('listEventTypes');
  await run.ask('listEvents', { query: '?type=payment.settled&limit=1' });
  await run.ask('getEvent');
  await run.ask('streamEvents', { query: '?seconds=0' });
  const match = { id: 'match-1', product: 'Cotton T-shirts', buyer: 'Nordwind Handels GmbH' };
  await run.ask('publishEvent', { body: { type: 'buyer.matched', account: 'examples', object: match } });
}

async function documents(run: ScenarioRun): Promise<void> {
  const items = [{ description: 'Cotton T-shirts', hsCode: '610910', quantity: 1000, unitPrice: 5, total: 5000 }];
  const invoice = { invoiceNumber: 'INV-2026-001', invoiceDate: '2026-01-15', seller: SELLER, buyer: BUYER };
  const data = { ...invoice, items, currency: 'USD', paymentTerms: 'Net 30' };
  const body = { type: 'commercial_invoice', shipmentId: run.world.shipmentId, data };
  run.world.documentId = textAt(await run.ask('generateDocument', { body }), 'data', 'documentId');
  await eventually(
    () => run.peek('getDocument'),
    (answer) => textAt(answer, 'data', 'status') === 'generated',
    'the document',
  );
  await run.ask('getDocument');
  await run.ask('updateShipment', { body: { value: 5200 } });
  run.world.finding = textAt(await run.ask('getShipmentFile'), 'findings', '0', 'id');
  await run.ask('decideShipmentFinding', { body: { status: 'accepted', reason: 'With the freight' } });
  await run.ask('listDocuments', { query: '?limit=1' });
  await run.ask('downloadDocument');
}

async function account(run: ScenarioRun): Promise<void> {
  await run.ask('putBranding', { body: { accentColor: '#0a5a8a', invoiceFormat: 'pdf' } });
  await run.ask('getBranding');
  await run.ask('getRateLimit');
  await run.ask('getAccount');
  const query = '?operation=putBranding&limit=1';
  await eventually(
    () => run.peek('listRequests', { query }),
    // A client gives the items alone.
    ({ body }) => JSON.stringify(body).includes('"operation":"putBranding"'),
    'the request log',
  );
  await run.ask('listRequests', { query });
}

/** Every operation once, in an order in which each finds what it needs. */
export async function playScenario(
  run: ScenarioRun,
  hasBrowser: boolean,
  letPartnerFail: (fails: boolean) => void,
): Promise<void> {
  await referenceData(run);
  await shipments(run);
  await beneficiaries(run);
  await payments(run);
  await batches(run);
  await webhooks(run);
  await decisions(run, letPartnerFail);
  await network(run);
  await notification(run);
  await proposals(run);
  if (hasBrowser) await documents(run);
  await account(run);
  await run.ask('deleteBeneficiary');
  await run.ask('deleteShipment');
  await run.ask('deleteWebhook');
}
