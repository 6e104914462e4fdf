// Written by scripts/openapi.mjs from the operations of the service; do not edit.
import type { components, operations } from './schema';
import { at, type CallOptions, type FileOptions, type Transport } from './transport';
import type { Pages } from './pages';
import type { StreamedEvent } from './stream';

type Schemas = components['schemas'];
type Query<Name extends keyof operations, Left extends string = never> = Omit<
  NonNullable<operations[Name]['parameters']['query']>,
  Left
>;

class Group {
  constructor(protected readonly transport: Transport) {}
}

export class Payments extends Group {
  /** Submit a payment instruction. */
  create(
    body: Schemas['PaymentInstructionRequest'],
    options?: CallOptions,
  ): Promise<Schemas['CreatedPaymentInstruction']> {
    return this.transport.data('POST', at`/api/v1/payments/instructions`, { body, isRepeatable: true, ...options });
  }

  /** List payment instructions, the newest first. */
  list(
    query?: Query<'listPaymentInstructions', 'cursor' | 'format'>,
  ): Pages<Schemas['ListedPaymentInstruction'], Schemas['ListPaymentInstructionsAnswerData']> {
    return this.transport.pages(at`/api/v1/payments/instructions`, query, true);
  }

  /** Propose a payment for people to approve. */
  propose(body: Schemas['PaymentProposalRequest'], options?: CallOptions): Promise<Schemas['ProposedPayment']> {
    return this.transport.data('POST', at`/api/v1/payments/proposals`, { body, isRepeatable: false, ...options });
  }

  /** Preview route, fee and date of an instruction. */
  preview(
    body: Schemas['PaymentInstructionRequest'],
    query?: Query<'previewPayment'>,
    options?: CallOptions,
  ): Promise<Schemas['PaymentPreview']> {
    return this.transport.data('POST', at`/api/v1/payments/preview`, { query, body, isRepeatable: true, ...options });
  }

  /** Retrieve one payment instruction. */
  get(instructionId: string): Promise<Schemas['PaymentInstruction']> {
    return this.transport.data('GET', at`/api/v1/payments/instructions/${instructionId}`);
  }

  /** List the partner's reports on a payment instruction, oldest first. */
  listReports(
    instructionId: string,
    query?: Query<'listPaymentReports', 'cursor' | 'format'>,
  ): Pages<Schemas['PartnerReport'], Schemas['ListPaymentReportsAnswerData']> {
    return this.transport.pages(at`/api/v1/payments/instructions/${instructionId}/reports`, query, true);
  }

  /** Cancel a payment instruction before it is processed. */
  cancel(
    instructionId: string,
    body?: Schemas['CancelPaymentInstructionRequest'],
    options?: CallOptions,
  ): Promise<Schemas['CancellationAnswer']> {
    return this.transport.data('POST', at`/api/v1/payments/instructions/${instructionId}/cancel`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Resubmit a failed, cancelled or returned payment with corrections. */
  resubmit(
    instructionId: string,
    body?: Schemas['PaymentCorrections'],
    options?: CallOptions,
  ): Promise<Schemas['CreatedPaymentInstruction']> {
    return this.transport.data('POST', at`/api/v1/payments/instructions/${instructionId}/resubmit`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Recall settled money. */
  recall(
    instructionId: string,
    body?: Schemas['RecallRequest'],
    options?: CallOptions,
  ): Promise<Schemas['RecallAnswer']> {
    return this.transport.data('POST', at`/api/v1/payments/instructions/${instructionId}/recall`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** Release or withdraw a payment whose payee’s name does not match. */
  decidePayeeCheck(
    instructionId: string,
    body: Schemas['PayeeDecision'],
    options?: CallOptions,
  ): Promise<Schemas['DecidedPayeeCheck']> {
    return this.transport.data('POST', at`/api/v1/payments/instructions/${instructionId}/payee-check`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** Answer a compliance question. */
  answerInformationRequest(
    instructionId: string,
    informationRequestId: string,
    body: Schemas['InformationAnswer'],
    options?: CallOptions,
  ): Promise<Schemas['InformationReceipt']> {
    return this.transport.data(
      'POST',
      at`/api/v1/payments/instructions/${instructionId}/information-requests/${informationRequestId}/answer`,
      { body, isRepeatable: false, ...options },
    );
  }

  /** Approve or reject a payment that waits for approvals. */
  approve(
    instructionId: string,
    body: Schemas['ApprovalRequest'],
    options?: CallOptions,
  ): Promise<Schemas['ApprovalAnswer']> {
    return this.transport.data('POST', at`/api/v1/payments/instructions/${instructionId}/approvals`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** Create a public link to the status of a payment. */
  putTrackingLink(instructionId: string, options?: CallOptions): Promise<Schemas['TrackingLink']> {
    return this.transport.data('PUT', at`/api/v1/payments/instructions/${instructionId}/tracking-link`, { ...options });
  }

  /** Revoke the public link of a payment. */
  deleteTrackingLink(instructionId: string, options?: CallOptions): Promise<void> {
    return this.transport.request('DELETE', at`/api/v1/payments/instructions/${instructionId}/tracking-link`, {
      ...options,
    });
  }

  /** Submit many payments together. */
  createBatch(
    body: Schemas['CreatePaymentBatchRequest'] | string | Uint8Array,
    query?: Query<'createPaymentBatch'>,
    options?: FileOptions,
  ): Promise<Schemas['PaymentBatch']> {
    return this.transport.data('POST', at`/api/v1/payments/batches`, {
      query,
      body,
      contentType: 'text/csv',
      isRepeatable: true,
      ...options,
    });
  }

  /** List batches of payments, the newest first. */
  listBatches(
    query?: Query<'listPaymentBatches', 'cursor' | 'format'>,
  ): Pages<Schemas['ListedPaymentBatch'], Schemas['ListPaymentBatchesAnswerData']> {
    return this.transport.pages(at`/api/v1/payments/batches`, query, true);
  }

  /** Retrieve a batch of payments. */
  getBatch(batchId: string): Promise<Schemas['PaymentBatch']> {
    return this.transport.data('GET', at`/api/v1/payments/batches/${batchId}`);
  }

  /** List the rows of a batch, with their payments and faults. */
  listBatchRows(
    batchId: string,
    query?: Query<'listPaymentBatchRows', 'cursor' | 'format'>,
  ): Pages<Schemas['PaymentBatchRow'], Schemas['ListPaymentBatchRowsAnswerData']> {
    return this.transport.pages(at`/api/v1/payments/batches/${batchId}/rows`, query, true);
  }

  /** Cancel what of a batch is not sent. */
  cancelBatch(
    batchId: string,
    body?: Schemas['CancelPaymentInstructionRequest'],
    options?: CallOptions,
  ): Promise<Schemas['PaymentBatch']> {
    return this.transport.data('POST', at`/api/v1/payments/batches/${batchId}/cancel`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Make the failed rows of a batch. */
  retryBatch(batchId: string, options?: CallOptions): Promise<Schemas['PaymentBatch']> {
    return this.transport.data('POST', at`/api/v1/payments/batches/${batchId}/retry`, {
      isRepeatable: false,
      ...options,
    });
  }

  /** Approve or reject a batch whose payments all wait for approvals. */
  approveBatch(
    batchId: string,
    body: Schemas['BatchApprovalRequest'],
    options?: CallOptions,
  ): Promise<Schemas['PaymentBatch']> {
    return this.transport.data('POST', at`/api/v1/payments/batches/${batchId}/approvals`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** Track many payment instructions. */
  track(query?: Query<'trackPayments'>): Promise<Schemas['TrackedInstructions']> {
    return this.transport.data('GET', at`/api/v1/payments/track`, { query });
  }

  /** The table of permitted status changes. */
  getTransitions(): Promise<Schemas['GetPaymentTransitionsAnswerData']> {
    return this.transport.data('GET', at`/api/v1/payments/transitions`);
  }

  /** Required fields of an instruction for a currency and a country. */
  getRequirements(query: Query<'getPaymentRequirements'>): Promise<Schemas['GetPaymentRequirementsAnswerData']> {
    return this.transport.data('GET', at`/api/v1/payments/requirements`, { query });
  }

  /** Closed days of a country or a payment system. */
  getCalendar(calendarId: string, query?: Query<'getCalendar'>): Promise<Schemas['Calendar']> {
    return this.transport.data('GET', at`/api/v1/calendars/${calendarId}`, { query });
  }
}

export class PartnerOperations extends Group {
  /** Report a status change (settlement partners). */
  report(
    instructionId: string,
    body: Schemas['PartnerStatusReport'],
    options?: CallOptions,
  ): Promise<Schemas['ReportReceipt']> {
    return this.transport.data('PUT', at`/api/v1/payments/instructions/${instructionId}/status`, { body, ...options });
  }

  /** Confirm final settlement (settlement partners). */
  settle(
    instructionId: string,
    body: Schemas['SettlementConfirmation'],
    options?: CallOptions,
  ): Promise<Schemas['SettlementReceipt']> {
    return this.transport.data('POST', at`/api/v1/payments/instructions/${instructionId}/settlement`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Confirm final settlement (settlement partners). */
  putSettlement(
    instructionId: string,
    body: Schemas['SettlementConfirmation'],
    options?: CallOptions,
  ): Promise<Schemas['SettlementReceipt']> {
    return this.transport.data('PUT', at`/api/v1/payments/instructions/${instructionId}/settlement`, {
      body,
      ...options,
    });
  }

  /** List the payment instructions that the calling partner was given, the latest first. */
  instructions(
    query?: Query<'listPartnerInstructions', 'cursor' | 'format'>,
  ): Pages<Schemas['GivenInstructionSummary'], Schemas['GivenInstructionPage']> {
    return this.transport.pages(at`/api/v1/partner/instructions`, query, true);
  }

  /** Retrieve a payment instruction that the calling partner was given, with its reports and its settlement. */
  instruction(instructionId: string): Promise<Schemas['GivenInstruction']> {
    return this.transport.data('GET', at`/api/v1/partner/instructions/${instructionId}`);
  }

  /** List what the calling partner settled, or was to settle, on a day, with totals by currency and state. */
  listPartnerSettlements(
    query: Query<'listPartnerSettlements', 'cursor' | 'format'>,
  ): Pages<Schemas['OwnSettlementLine'], Schemas['ListPartnerSettlementsAnswerData']> {
    return this.transport.pages(at`/api/v1/partner/settlements`, query, true);
  }

  /** List the reports of the calling partner with their dispositions, the newest first. */
  listPartnerReports(
    query?: Query<'listPartnerReports', 'cursor' | 'format'>,
  ): Pages<Schemas['LoggedReport'], Schemas['ReportLogPage']> {
    return this.transport.pages(at`/api/v1/partner/reports`, query, true);
  }

  /** Take a notification of a described bank. */
  notifyPartnerPayment(
    partnerId: string,
    body: string | Uint8Array,
    options?: FileOptions,
  ): Promise<Schemas['NotifyPartnerPaymentAnswerData']> {
    return this.transport.data('POST', at`/api/v1/partners/${partnerId}/notifications`, {
      body,
      contentType: 'application/json',
      isRepeatable: false,
      ...options,
    });
  }
}

export class Beneficiaries extends Group {
  /** Save a beneficiary. */
  create(body: Schemas['BeneficiaryRequest'], options?: CallOptions): Promise<Schemas['SavedBeneficiary']> {
    return this.transport.data('POST', at`/api/v1/beneficiaries`, { body, isRepeatable: true, ...options });
  }

  /** List saved beneficiaries, the newest first. */
  list(
    query?: Query<'listBeneficiaries', 'cursor' | 'format'>,
  ): Pages<Schemas['SavedBeneficiary'], Schemas['SavedBeneficiaryPage']> {
    return this.transport.pages(at`/api/v1/beneficiaries`, query, true);
  }

  /** Retrieve a saved beneficiary. */
  get(id: string): Promise<Schemas['SavedBeneficiary']> {
    return this.transport.data('GET', at`/api/v1/beneficiaries/${id}`);
  }

  /** Change a saved beneficiary. */
  update(id: string, body?: Schemas['BeneficiaryChange'], options?: CallOptions): Promise<Schemas['SavedBeneficiary']> {
    return this.transport.data('PATCH', at`/api/v1/beneficiaries/${id}`, { body, ...options });
  }

  /** Delete a saved beneficiary. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.transport.request('DELETE', at`/api/v1/beneficiaries/${id}`, { ...options });
  }

  /** Confirm changed bank details of a beneficiary. */
  confirm(
    id: string,
    body: Schemas['BeneficiaryConfirmation'],
    options?: CallOptions,
  ): Promise<Schemas['SavedBeneficiary']> {
    return this.transport.data('POST', at`/api/v1/beneficiaries/${id}/confirm`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }
}

export class HsCodes extends Group {
  /** Find HS codes by words or digits. */
  search(body: Schemas['HsCodeSearchRequest'], options?: CallOptions): Promise<Schemas['HsCodeSearchAnswer']> {
    return this.transport.data('POST', at`/api/v1/hs-codes/search`, { body, isRepeatable: true, ...options });
  }

  /** Describe an HS code. */
  get(code: string): Promise<Schemas['HsCodeDetail']> {
    return this.transport.data('GET', at`/api/v1/hs-codes/${code}`);
  }

  /** List the tariff rates of an HS code by country. */
  getTariffs(code: string, query?: Query<'getHsCodeTariffs'>): Promise<Schemas['HsCodeTariffs']> {
    return this.transport.data('GET', at`/api/v1/hs-codes/${code}/tariffs`, { query });
  }

  /** Classify a product by HS code and notify subscribers. */
  classify(body: Schemas['HsCodeClassifyRequest'], options?: CallOptions): Promise<Schemas['HsCodeClassification']> {
    return this.transport.data('POST', at`/api/v1/hs-codes/classify`, { body, isRepeatable: true, ...options });
  }
}

export class Tariffs extends Group {
  /** Calculate duty and VAT of a consignment. */
  calculate(body: Schemas['TariffCalculationRequest'], options?: CallOptions): Promise<Schemas['TariffCalculation']> {
    return this.transport.data('POST', at`/api/v1/tariffs/calculate`, { body, isRepeatable: true, ...options });
  }

  /** Read a country's tariffs, VAT, agreements and customs documents. */
  getCountryProfile(
    country: string,
    query?: Query<'getCountryTariffProfile'>,
  ): Promise<Schemas['CountryTariffProfile']> {
    return this.transport.data('GET', at`/api/v1/tariffs/countries/${country}`, { query });
  }

  /** Compare the cost of a consignment in several destinations. */
  compare(body: Schemas['TariffComparisonRequest'], options?: CallOptions): Promise<Schemas['TariffComparison']> {
    return this.transport.data('POST', at`/api/v1/tariffs/compare`, { body, isRepeatable: true, ...options });
  }

  /** Calculate the landed cost of a consignment. */
  calculateLandedCost(
    body: Schemas['LandedCostRequest'],
    options?: CallOptions,
  ): Promise<Schemas['CalculateLandedCostAnswerData']> {
    return this.transport.data('POST', at`/api/v1/tariffs/landed-cost`, { body, isRepeatable: true, ...options });
  }
}

export class Documents extends Group {
  /** Generate a trade document. */
  generate(body: Schemas['DocumentRequest'], options?: CallOptions): Promise<Schemas['Document']> {
    return this.transport.data('POST', at`/api/v1/documents/generate`, { body, isRepeatable: true, ...options });
  }

  /** List documents. */
  list(query?: Query<'listDocuments', 'cursor' | 'format'>): Pages<Schemas['Document'], Schemas['DocumentPage']> {
    return this.transport.pages(at`/api/v1/documents`, query, true);
  }

  /** Retrieve a document. */
  get(id: string): Promise<Schemas['Document']> {
    return this.transport.data('GET', at`/api/v1/documents/${id}`);
  }

  /** Download a document. */
  download(id: string, query?: Query<'downloadDocument'>): Promise<Uint8Array> {
    return this.transport.request('GET', at`/api/v1/documents/${id}/download`, { query });
  }

  /** Read the branding of documents. */
  getBranding(): Promise<Schemas['Branding']> {
    return this.transport.request('GET', at`/v1/branding`);
  }

  /** Set the branding of new documents; absent members reset to the default. */
  putBranding(body?: Schemas['BrandingRequest'], options?: CallOptions): Promise<Schemas['Branding']> {
    return this.transport.request('PUT', at`/v1/branding`, { body, ...options });
  }
}

export class Webhooks extends Group {
  /** Subscribe to events. */
  create(
    body: Schemas['WebhookSubscriptionRequest'],
    options?: CallOptions,
  ): Promise<Schemas['CreatedWebhookSubscription']> {
    return this.transport.request('POST', at`/v1/webhooks`, { body, isRepeatable: true, ...options });
  }

  /** List subscriptions, the newest first. */
  list(
    query?: Query<'listWebhooks', 'cursor' | 'format'>,
  ): Pages<Schemas['WebhookSubscription'], Schemas['ListWebhooksAnswer']> {
    return this.transport.pages(at`/v1/webhooks`, query, false);
  }

  /** Details of a subscription. */
  get(webhookId: string): Promise<Schemas['WebhookSubscription']> {
    return this.transport.request('GET', at`/v1/webhooks/${webhookId}`);
  }

  /** Change parts of a subscription. */
  update(
    webhookId: string,
    body?: Schemas['WebhookSubscriptionUpdate'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookSubscription']> {
    return this.transport.request('PATCH', at`/v1/webhooks/${webhookId}`, { body, ...options });
  }

  /** Delete a subscription. */
  delete(webhookId: string, options?: CallOptions): Promise<void> {
    return this.transport.request('DELETE', at`/v1/webhooks/${webhookId}`, { ...options });
  }

  /** Send a sample event once, without retries. */
  test(
    webhookId: string,
    body: Schemas['WebhookTestRequest'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookTestResult']> {
    return this.transport.request('POST', at`/v1/webhooks/${webhookId}/test`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** Rotate the secret of a subscription. */
  rotateSecret(
    webhookId: string,
    body?: Schemas['RotateWebhookSecretRequest'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookSubscriptionWithSecret']> {
    return this.transport.request('POST', at`/v1/webhooks/${webhookId}/rotate-secret`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** Deliveries of a subscription with their attempts. */
  listDeliveries(
    webhookId: string,
    query?: Query<'listWebhookDeliveries', 'cursor' | 'format'>,
  ): Pages<Schemas['Delivery'], Schemas['ListWebhookDeliveriesAnswer']> {
    return this.transport.pages(at`/v1/webhooks/${webhookId}/deliveries`, query, false);
  }

  /** One delivery with its attempts. */
  getDelivery(deliveryId: string): Promise<Schemas['Delivery']> {
    return this.transport.request('GET', at`/v1/deliveries/${deliveryId}`);
  }

  /** Resend the event of a delivery, as a new delivery. */
  resendDelivery(deliveryId: string, options?: CallOptions): Promise<Schemas['Delivery']> {
    return this.transport.request('POST', at`/v1/deliveries/${deliveryId}/resend`, { isRepeatable: true, ...options });
  }

  /** Resend events that a subscription has missed since a time. */
  recover(
    webhookId: string,
    body: Schemas['WebhookRecoveryRequest'],
    options?: CallOptions,
  ): Promise<Schemas['WebhookRecovery']> {
    return this.transport.request('POST', at`/v1/webhooks/${webhookId}/recover`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Read the progress of a recovery. */
  getRecovery(webhookId: string, recoveryId: string): Promise<Schemas['WebhookRecovery']> {
    return this.transport.request('GET', at`/v1/webhooks/${webhookId}/recoveries/${recoveryId}`);
  }

  /** Examine the receiver of a subscription of the test side. */
  startDrill(body: Schemas['DrillRequest'], options?: CallOptions): Promise<Schemas['Drill']> {
    return this.transport.request('POST', at`/v1/drills`, { body, isRepeatable: true, ...options });
  }

  /** Read what a drill of a receiver has shown. */
  getDrill(drillId: string): Promise<Schemas['Drill']> {
    return this.transport.request('GET', at`/v1/drills/${drillId}`);
  }

  /** Every event type with its schema and a sample. */
  listEventTypes(): Promise<Schemas['ListEventTypesAnswer']> {
    return this.transport.request('GET', at`/v1/event-types`);
  }

  /** List the events of the last 30 days, oldest first; continuing after the last one skips none. */
  listEvents(query?: Query<'listEvents', 'cursor' | 'format'>): Pages<Schemas['Event'], Schemas['ListEventsAnswer']> {
    return this.transport.pages(at`/v1/events`, query, false);
  }

  /** Events as they come, or the deliveries of a subscription with their signatures, as server-sent events. */
  streamEvents(query?: Query<'streamEvents'>): AsyncGenerator<StreamedEvent> {
    return this.transport.stream(at`/v1/events/stream`, query);
  }

  /** One event with its deliveries. */
  getEvent(eventId: string): Promise<Schemas['EventWithDeliveries']> {
    return this.transport.request('GET', at`/v1/events/${eventId}`);
  }
}

export class Shipments extends Group {
  /** Search shipments. */
  search(body?: Schemas['ShipmentSearchRequest'], options?: CallOptions): Promise<Schemas['ShipmentPage']> {
    return this.transport.request('POST', at`/v1/shipments/search`, { body, isRepeatable: true, ...options });
  }

  /** Create a shipment. */
  create(body: Schemas['ShipmentRequest'], options?: CallOptions): Promise<Schemas['Shipment']> {
    return this.transport.request('POST', at`/v1/shipments`, { body, isRepeatable: true, ...options });
  }

  /** List shipments. */
  list(query?: Query<'listShipments', 'cursor' | 'format'>): Pages<Schemas['Shipment'], Schemas['ShipmentPage']> {
    return this.transport.pages(at`/v1/shipments`, query, false);
  }

  /** Retrieve a shipment. */
  get(id: string): Promise<Schemas['ShipmentWithLinks']> {
    return this.transport.request('GET', at`/v1/shipments/${id}`);
  }

  /** Change a shipment. */
  update(id: string, body?: Schemas['ShipmentChange'], options?: CallOptions): Promise<Schemas['Shipment']> {
    return this.transport.request('PATCH', at`/v1/shipments/${id}`, { body, ...options });
  }

  /** Delete a shipment. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.transport.request('DELETE', at`/v1/shipments/${id}`, { ...options });
  }

  /** Compare the papers and payments of a shipment. */
  getFile(id: string): Promise<Schemas['ShipmentFile']> {
    return this.transport.request('GET', at`/v1/shipments/${id}/file`);
  }

  /** Decide about a finding in the papers of a shipment. */
  decideFinding(
    id: string,
    finding: string,
    body: Schemas['FindingDecision'],
    options?: CallOptions,
  ): Promise<Schemas['ShipmentFinding']> {
    return this.transport.request('PATCH', at`/v1/shipments/${id}/findings/${finding}`, { body, ...options });
  }
}

export class Operator extends Group {
  /** Publish an external event to an account, such as buyer.matched. */
  publishEvent(body: Schemas['PublishEventRequest'], options?: CallOptions): Promise<Schemas['Event']> {
    return this.transport.request('POST', at`/v1/events`, { body, isRepeatable: true, ...options });
  }

  /** List waiting payments, oldest first. */
  listPaymentsThatWait(
    query?: Query<'listPaymentsThatWait', 'cursor' | 'format'>,
  ): Pages<Schemas['WaitingPayment'], Schemas['ListPaymentsThatWaitAnswer']> {
    return this.transport.pages(at`/v1/operator/payments`, query, false);
  }

  /** Read a waiting payment with its attempts and possible decisions. */
  showPaymentToOperator(instructionId: string): Promise<Schemas['OperatorPayment']> {
    return this.transport.request('GET', at`/v1/operator/payments/${instructionId}`);
  }

  /** Decide an ambiguous or waiting payment. */
  decidePayment(
    instructionId: string,
    body: Schemas['OperatorDecisionRequest'],
    options?: CallOptions,
  ): Promise<Schemas['OperatorDecision']> {
    return this.transport.request('POST', at`/v1/operator/payments/${instructionId}/decision`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Take a payment to work on it. */
  assignPayment(
    instructionId: string,
    body?: Schemas['PaymentAssignmentRequest'],
    options?: CallOptions,
  ): Promise<Schemas['PaymentAssignment']> {
    return this.transport.request('PUT', at`/v1/operator/payments/${instructionId}/assignment`, { body, ...options });
  }

  /** Give a payment back. */
  unassignPayment(instructionId: string, options?: CallOptions): Promise<void> {
    return this.transport.request('DELETE', at`/v1/operator/payments/${instructionId}/assignment`, { ...options });
  }

  /** Add a note to a payment, for operators. */
  notePayment(
    instructionId: string,
    body: Schemas['PaymentNoteRequest'],
    options?: CallOptions,
  ): Promise<Schemas['PaymentNoteReceipt']> {
    return this.transport.request('POST', at`/v1/operator/payments/${instructionId}/notes`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Prepare one decision about many waiting payments. */
  prepareBulkDecision(body: Schemas['BulkDecisionRequest'], options?: CallOptions): Promise<Schemas['BulkDecision']> {
    return this.transport.request('POST', at`/v1/operator/bulk-decisions`, { body, isRepeatable: true, ...options });
  }

  /** List bulk decisions, the newest first. */
  listBulkDecisions(
    query?: Query<'listBulkDecisions', 'cursor' | 'format'>,
  ): Pages<Schemas['ListedBulkDecision'], Schemas['ListBulkDecisionsAnswer']> {
    return this.transport.pages(at`/v1/operator/bulk-decisions`, query, false);
  }

  /** Read how far a bulk decision is. */
  getBulkDecision(bulkDecisionId: string): Promise<Schemas['BulkDecision']> {
    return this.transport.request('GET', at`/v1/operator/bulk-decisions/${bulkDecisionId}`);
  }

  /** List the payments of a bulk decision. */
  listBulkDecisionPayments(
    bulkDecisionId: string,
    query?: Query<'listBulkDecisionPayments', 'cursor' | 'format'>,
  ): Pages<Schemas['BulkDecisionPayment'], Schemas['ListBulkDecisionPaymentsAnswer']> {
    return this.transport.pages(at`/v1/operator/bulk-decisions/${bulkDecisionId}/payments`, query, false);
  }

  /** Start a prepared bulk decision. */
  startBulkDecision(bulkDecisionId: string, options?: CallOptions): Promise<Schemas['BulkDecision']> {
    return this.transport.request('POST', at`/v1/operator/bulk-decisions/${bulkDecisionId}/start`, {
      isRepeatable: false,
      ...options,
    });
  }

  /** Stop a bulk decision: what waits is skipped. */
  stopBulkDecision(
    bulkDecisionId: string,
    body: Schemas['StopBulkDecisionRequest'],
    options?: CallOptions,
  ): Promise<Schemas['BulkDecision']> {
    return this.transport.request('POST', at`/v1/operator/bulk-decisions/${bulkDecisionId}/stop`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** List a partner's settlements of a day: confirmed, expected, overdue. */
  listSettlements(
    query: Query<'listSettlements', 'cursor' | 'format'>,
  ): Pages<Schemas['SettlementLine'], Schemas['ListSettlementsAnswerData']> {
    return this.transport.pages(at`/api/v1/payments/settlements`, query, true);
  }

  /** List imported bank statements with their verdicts, newest first. */
  listBankStatements(
    query?: Query<'listBankStatements', 'cursor' | 'format'>,
  ): Pages<Schemas['BankStatement'], Schemas['ListBankStatementsAnswer']> {
    return this.transport.pages(at`/v1/operator/statements`, query, false);
  }

  /** Import a camt.052, camt.053 or camt.054 of ISO 20022; its entries are compared with payments by their references. */
  importBankStatement(
    body: string | Uint8Array,
    query: Query<'importBankStatement'>,
    options?: FileOptions,
  ): Promise<Schemas['BankStatement']> {
    return this.transport.request('POST', at`/v1/operator/statements`, {
      query,
      body,
      contentType: 'application/xml',
      isRepeatable: false,
      ...options,
    });
  }

  /** One imported bank statement. */
  getBankStatement(statementId: string): Promise<Schemas['BankStatement']> {
    return this.transport.request('GET', at`/v1/operator/statements/${statementId}`);
  }

  /** Entries of a bank statement in the order of the file, each with the payment that it is about. */
  listBankStatementEntries(
    statementId: string,
    query?: Query<'listBankStatementEntries', 'cursor' | 'format'>,
  ): Pages<Schemas['BankStatementEntry'], Schemas['ListBankStatementEntriesAnswer']> {
    return this.transport.pages(at`/v1/operator/statements/${statementId}/entries`, query, false);
  }

  /** Read the newest screening of a payment with the compared names. */
  showScreening(instructionId: string): Promise<Schemas['PaymentScreening']> {
    return this.transport.request('GET', at`/v1/operator/payments/${instructionId}/screening`);
  }

  /** Release or reject a held payment. */
  decideScreening(
    instructionId: string,
    body: Schemas['ScreeningDecisionRequest'],
    options?: CallOptions,
  ): Promise<Schemas['ScreeningDecision']> {
    return this.transport.request('POST', at`/v1/operator/payments/${instructionId}/screening`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** List refused attempts, or held payments, with their receipts. */
  listScreenings(
    query?: Query<'listScreenings', 'cursor' | 'format'>,
  ): Pages<Schemas['ListedScreening'], Schemas['ListScreeningsAnswer']> {
    return this.transport.pages(at`/v1/operator/screenings`, query, false);
  }

  /** List remembered releases, the newest first. */
  listClearances(
    query?: Query<'listClearances', 'cursor' | 'format'>,
  ): Pages<Schemas['Clearance'], Schemas['ListClearancesAnswer']> {
    return this.transport.pages(at`/v1/operator/clearances`, query, false);
  }

  /** End a remembered release: later payments to the payee are held again. */
  revokeClearance(clearanceId: string, options?: CallOptions): Promise<void> {
    return this.transport.request('DELETE', at`/v1/operator/clearances/${clearanceId}`, { ...options });
  }

  /** Ask the client of a held payment a question. */
  requestInformation(
    instructionId: string,
    body: Schemas['InformationQuestion'],
    options?: CallOptions,
  ): Promise<Schemas['InformationAsked']> {
    return this.transport.request('POST', at`/v1/operator/payments/${instructionId}/information-requests`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Record the refusal of a recall. */
  refuseRecall(
    instructionId: string,
    body: Schemas['RecallRefusal'],
    options?: CallOptions,
  ): Promise<Schemas['RecallAnswer']> {
    return this.transport.request('POST', at`/v1/operator/payments/${instructionId}/recall-refusal`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** List settlement partners with their health, newest first. */
  listPartners(
    query?: Query<'listPartners', 'cursor' | 'format'>,
  ): Pages<Schemas['Partner'], Schemas['ListPartnersAnswer']> {
    return this.transport.pages(at`/v1/operator/partners`, query, false);
  }

  /** Create a settlement partner with a key and a signing secret. */
  createPartner(body: Schemas['PartnerCreate'], options?: CallOptions): Promise<Schemas['CreatedPartner']> {
    return this.transport.request('POST', at`/v1/operator/partners`, { body, isRepeatable: true, ...options });
  }

  /** Read a settlement partner with its health. */
  getPartner(partnerId: string): Promise<Schemas['Partner']> {
    return this.transport.request('GET', at`/v1/operator/partners/${partnerId}`);
  }

  /** Update a settlement partner. */
  updatePartner(
    partnerId: string,
    body?: Schemas['PartnerChange'],
    options?: CallOptions,
  ): Promise<Schemas['ChangedPartner'] | Schemas['Proposal']> {
    return this.transport.request('PATCH', at`/v1/operator/partners/${partnerId}`, { body, ...options });
  }

  /** Disable a partner: no new payments, and its reports are refused. */
  disablePartner(
    partnerId: string,
    body?: Schemas['SwitchRequest'],
    options?: CallOptions,
  ): Promise<Schemas['Partner'] | Schemas['Proposal']> {
    return this.transport.request('POST', at`/v1/operator/partners/${partnerId}/disable`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Enable a partner; a live one needs a passed report of the laboratory. */
  enablePartner(
    partnerId: string,
    body?: Schemas['PartnerEnabling'],
    options?: CallOptions,
  ): Promise<Schemas['Partner'] | Schemas['Proposal']> {
    return this.transport.request('POST', at`/v1/operator/partners/${partnerId}/enable`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** List the reports of the laboratory about a partner, newest first. */
  listPartnerCertificates(
    partnerId: string,
    query?: Query<'listPartnerCertificates', 'cursor' | 'format'>,
  ): Pages<Schemas['PartnerCertificate'], Schemas['ListPartnerCertificatesAnswer']> {
    return this.transport.pages(at`/v1/operator/partners/${partnerId}/certificates`, query, false);
  }

  /** Rotate the key of a partner. */
  rotatePartnerKey(
    partnerId: string,
    body?: Schemas['PartnerRotation'],
    options?: CallOptions,
  ): Promise<Schemas['RotatedPartnerKey'] | Schemas['ProposedPartnerCredential']> {
    return this.transport.request('POST', at`/v1/operator/partners/${partnerId}/rotate-key`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** Rotate the signing secret of a partner. */
  rotatePartnerSecret(
    partnerId: string,
    body?: Schemas['PartnerRotation'],
    options?: CallOptions,
  ): Promise<Schemas['RotatedPartnerSecret'] | Schemas['ProposedPartnerCredential']> {
    return this.transport.request('POST', at`/v1/operator/partners/${partnerId}/rotate-secret`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** Revoke all but the newest key or signing secret of a partner. */
  endEarlierPartnerCredentials(
    partnerId: string,
    body: Schemas['EarlierCredentials'],
    options?: CallOptions,
  ): Promise<Schemas['EndedPartnerCredentials']> {
    return this.transport.request('POST', at`/v1/operator/partners/${partnerId}/end-earlier`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** Set what Corridor presents to a partner's bank. */
  setBankCredential(
    partnerId: string,
    body: Schemas['BankCredentialSetting'],
    options?: CallOptions,
  ): Promise<Schemas['BankCredentials'] | Schemas['Proposal']> {
    return this.transport.request('POST', at`/v1/operator/partners/${partnerId}/set-credential`, {
      body,
      isRepeatable: false,
      ...options,
    });
  }

  /** List routes with the health of their partners, newest first. */
  listRoutes(query?: Query<'listRoutes', 'cursor' | 'format'>): Pages<Schemas['Route'], Schemas['ListRoutesAnswer']> {
    return this.transport.pages(at`/v1/operator/routes`, query, false);
  }

  /** Create a route to a partner; it is used at once. */
  createRoute(body: Schemas['RouteCreate'], options?: CallOptions): Promise<Schemas['Route'] | Schemas['Proposal']> {
    return this.transport.request('POST', at`/v1/operator/routes`, { body, isRepeatable: true, ...options });
  }

  /** Read a route with the health of its partner. */
  getRoute(routeId: string): Promise<Schemas['Route']> {
    return this.transport.request('GET', at`/v1/operator/routes/${routeId}`);
  }

  /** Update a route for new payments. */
  updateRoute(
    routeId: string,
    body?: Schemas['RouteChange'],
    options?: CallOptions,
  ): Promise<Schemas['Route'] | Schemas['Proposal']> {
    return this.transport.request('PATCH', at`/v1/operator/routes/${routeId}`, { body, ...options });
  }

  /** Disable a route. */
  disableRoute(
    routeId: string,
    body?: Schemas['SwitchRequest'],
    options?: CallOptions,
  ): Promise<Schemas['Route'] | Schemas['Proposal']> {
    return this.transport.request('POST', at`/v1/operator/routes/${routeId}/disable`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Enable a route. */
  enableRoute(
    routeId: string,
    body?: Schemas['SwitchRequest'],
    options?: CallOptions,
  ): Promise<Schemas['Route'] | Schemas['Proposal']> {
    return this.transport.request('POST', at`/v1/operator/routes/${routeId}/enable`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** List calendars of countries and payment systems with the days they cover. */
  listCalendars(
    query?: Query<'listCalendars', 'cursor' | 'format'>,
  ): Pages<Schemas['ListedCalendar'], Schemas['ListCalendarsAnswer']> {
    return this.transport.pages(at`/v1/operator/calendars`, query, false);
  }

  /** Read one year of a calendar. */
  showCalendar(calendarId: string, query?: Query<'showCalendar'>): Promise<Schemas['Calendar']> {
    return this.transport.request('GET', at`/v1/operator/calendars/${calendarId}`, { query });
  }

  /** Close a day for new payments and those not yet at a partner. */
  addHoliday(
    calendarId: string,
    date: string,
    body: Schemas['HolidayRequest'],
    options?: CallOptions,
  ): Promise<Schemas['Calendar']> {
    return this.transport.request('PUT', at`/v1/operator/calendars/${calendarId}/holidays/${date}`, {
      body,
      ...options,
    });
  }

  /** Open a day despite list, rule or weekend. */
  removeHoliday(
    calendarId: string,
    date: string,
    query?: Query<'removeHoliday'>,
    options?: CallOptions,
  ): Promise<void> {
    return this.transport.request('DELETE', at`/v1/operator/calendars/${calendarId}/holidays/${date}`, {
      query,
      ...options,
    });
  }

  /** List proposals that your roles may confirm, newest first. */
  listProposals(
    query?: Query<'listProposals', 'cursor' | 'format'>,
  ): Pages<Schemas['Proposal'], Schemas['ListProposalsAnswer']> {
    return this.transport.pages(at`/v1/operator/proposals`, query, false);
  }

  /** Read a proposal with old and new values and its outcome. */
  getProposal(proposalId: string): Promise<Schemas['Proposal']> {
    return this.transport.request('GET', at`/v1/operator/proposals/${proposalId}`);
  }

  /** Confirm and carry out another person's proposal of the last 24 hours. */
  confirmProposal(
    proposalId: string,
    body?: Schemas['ProposalWord'],
    options?: CallOptions,
  ): Promise<Schemas['Proposal']> {
    return this.transport.request('POST', at`/v1/operator/proposals/${proposalId}/confirm`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }

  /** Reject a proposal, or withdraw your own. */
  rejectProposal(
    proposalId: string,
    body?: Schemas['ProposalWord'],
    options?: CallOptions,
  ): Promise<Schemas['Proposal']> {
    return this.transport.request('POST', at`/v1/operator/proposals/${proposalId}/reject`, {
      body,
      isRepeatable: true,
      ...options,
    });
  }
}

export class Root extends Group {
  readonly payments: Payments;

  readonly beneficiaries: Beneficiaries;

  readonly hsCodes: HsCodes;

  readonly tariffs: Tariffs;

  readonly documents: Documents;

  readonly webhooks: Webhooks;

  readonly shipments: Shipments;

  readonly operator: Operator;

  constructor(transport: Transport) {
    super(transport);
    this.payments = new Payments(transport);
    this.beneficiaries = new Beneficiaries(transport);
    this.hsCodes = new HsCodes(transport);
    this.tariffs = new Tariffs(transport);
    this.documents = new Documents(transport);
    this.webhooks = new Webhooks(transport);
    this.shipments = new Shipments(transport);
    this.operator = new Operator(transport);
  }

  /** Current rate-limit status of the key. */
  rateLimit(): Promise<Schemas['GetRateLimitAnswer']> {
    return this.transport.request('GET', at`/v1/rate-limit`);
  }

  /** The account of the key, its plan, limits and scopes. */
  account(): Promise<Schemas['Account']> {
    return this.transport.request('GET', at`/v1/account`);
  }

  /** List the requests of the key that changed something or were refused in the last seven days, newest first. */
  listRequests(
    query?: Query<'listRequests', 'cursor' | 'format'>,
  ): Pages<Schemas['ListedRequest'], Schemas['ListRequestsAnswer']> {
    return this.transport.pages(at`/v1/requests`, query, false);
  }
}
