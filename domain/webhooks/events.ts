import type { output, ZodType } from 'zod';
import { PAYMENT_STATUSES, type PaymentStatus } from '../payments/instruction/status';
import {
  BuyerEventObject,
  ClassificationEventObject,
  DeliveryFailedEventObject,
  DocumentEventObject,
  PaymentEventObject,
  PaymentInformationEventObject,
  PaymentMismatchEventObject,
  PaymentPayeeCheckedEventObject,
  PaymentRecallEventObject,
  PaymentReturnChangedEventObject,
  ShipmentEventObject,
  ShipmentFindingEventObject,
  TariffEventObject,
  WebhookDisabledEventObject,
  WebhookFailingEventObject,
} from './event-objects';

/** What an event is about, how it comes about and what its object looks like. */
interface EventDefinition<Shape extends ZodType> {
  description: string;
  /** Where in the service it is written; an invariant test checks that each has a source. */
  source: string;
  /** Shape of `data` (status of a payment) or of `data.object` (all others). */
  object: Shape;
  sample: output<Shape>;
}

/** Ties the sample of an event to its shape: one that does not fit does not compile. */
function define<Shape extends ZodType>(definition: EventDefinition<Shape>): EventDefinition<Shape> {
  return definition;
}

const SAMPLE_INSTRUCTION = 'instr_00000000007000000000000000';
const SAMPLE_SHIPMENT = {
  id: 'shp_00000000007000000000000000',
  origin_country: 'VN',
  destination_country: 'DE',
  hs_code: '610910',
  status: 'pending' as const,
  created_at: '2026-01-31T12:00:00.000Z',
};
const SAMPLE_DOCUMENT = {
  documentId: 'doc_00000000007000000000000000',
  type: 'commercial_invoice' as const,
  status: 'generated' as const,
  shipmentId: SAMPLE_SHIPMENT.id,
  format: 'pdf' as const,
  size: 48_213,
};

const SAMPLE_FAILURE = {
  webhook_id: 'wh_00000000007000000000000000',
  delivery_id: 'dlv_00000000007000000000000000',
  event_id: 'evt_00000000007000000000000000',
  event: 'payment.settled',
  attempts: 4,
  status_code: 503,
  error: 'status',
};

function payment(status: PaymentStatus, previousStatus: PaymentStatus | null, description: string) {
  const sample = { instructionId: SAMPLE_INSTRUCTION, status, previousStatus, clientReference: 'order-1', sequence: 1 };
  return define({ description, source: 'status transition', object: PaymentEventObject, sample });
}

/**
 * Every event of the service by its name: the fourteen of the specification and those decided beside them.
 * Source: specification, "Events"; docs/GAPS.md#W1, docs/GAPS.md#W9
 */
export const EVENTS = {
  'shipment.created': define({
    description: 'Shipment record created',
    source: 'shipments API',
    object: ShipmentEventObject,
    sample: SAMPLE_SHIPMENT,
  }),
  'shipment.updated': define({
    description: 'Shipment details updated',
    source: 'shipments API',
    object: ShipmentEventObject,
    sample: { ...SAMPLE_SHIPMENT, status: 'in_transit' },
  }),
  'shipment.deleted': define({
    description: 'Shipment record deleted',
    source: 'shipments API',
    object: ShipmentEventObject,
    sample: SAMPLE_SHIPMENT,
  }),
  'shipment.finding': define({
    description: 'Papers of a shipment disagree',
    source: 'comparison of the papers of a shipment',
    object: ShipmentFindingEventObject,
    sample: {
      shipment_id: SAMPLE_SHIPMENT.id,
      finding_id: 'fnd_9f86d081884c7d659a2feaa0c55ad015',
      rule: 'gross_weight',
      severity: 'error',
    },
  }),
  'document.generated': define({
    description: 'Document generated successfully',
    source: 'document generation',
    object: DocumentEventObject,
    sample: SAMPLE_DOCUMENT,
  }),
  'document.failed': define({
    description: 'Document generation failed',
    source: 'document generation',
    object: DocumentEventObject,
    sample: { ...SAMPLE_DOCUMENT, status: 'failed', size: null },
  }),
  'buyer.matched': define({
    description: 'New buyer match found',
    source: 'published by an operator',
    object: BuyerEventObject,
    sample: { id: 'match-1', hs_code: '090111', country: 'DE' },
  }),
  'tariff.updated': define({
    description: 'Tariff rates changed',
    source: 'import of a tariff schedule',
    object: TariffEventObject,
    sample: {
      schedule: 'US',
      edition: '2026',
      previous_edition: '2025',
      valid_from: '2026-01-01',
      lines_added: 3,
      lines_changed: 12,
      lines_removed: 1,
    },
  }),
  'hs_code.classified': define({
    description: 'Product HS code classified',
    source: 'classification',
    object: ClassificationEventObject,
    sample: {
      code: '610910',
      description: 'cotton t-shirt',
      candidates: [
        { code: '610910', description: 'T-shirts, singlets and other vests, of cotton, knitted', confidence: 0.91 },
      ],
    },
  }),
  'payment.pending': payment('pending', null, 'Instruction waits before it can be submitted'),
  'payment.submitted': payment('submitted', null, 'Instruction submitted to partner'),
  'payment.accepted': payment('accepted', 'submitted', 'Partner accepted'),
  'payment.processing': payment('processing', 'accepted', 'Being processed'),
  'payment.settled': payment('settled', 'processing', 'Settlement confirmed'),
  'payment.failed': payment('failed', 'processing', 'Payment failed'),
  'payment.cancelled': payment('cancelled', 'submitted', 'Payment cancelled before settlement'),
  'payment.returned': payment('returned', 'settled', 'Funds returned after settlement'),
  'payment.reconciliation_mismatch': define({
    description: 'A confirmed settlement does not match its instruction',
    source: 'settlement confirmation',
    object: PaymentMismatchEventObject,
    sample: {
      instructionId: SAMPLE_INSTRUCTION,
      clientReference: 'order-1',
      status: 'mismatched',
      discrepancies: [{ type: 'amount', expected: 1250.5, actual: 1200 }],
    },
  }),
  'payment.return_changed': define({
    description: 'More of a returned payment came back, or less than was said',
    source: 'bank statement',
    object: PaymentReturnChangedEventObject,
    sample: {
      instructionId: SAMPLE_INSTRUCTION,
      clientReference: 'order-1',
      returned: { amount: 1250.5, currency: 'USD', shortfall: 0 },
    },
  }),
  'payment.recall_updated': define({
    description: 'A recall was requested or refused',
    source: 'recall',
    object: PaymentRecallEventObject,
    sample: {
      instructionId: SAMPLE_INSTRUCTION,
      clientReference: 'order-1',
      status: 'requested',
      reasonCode: 'DUPL',
      requestedAt: '2026-01-31T12:00:00.000Z',
      answeredAt: null,
    },
  }),
  'payment.payee_checked': define({
    description: "The payee's bank has compared the name with the account, or somebody has decided about that",
    source: 'payee check',
    object: PaymentPayeeCheckedEventObject,
    sample: {
      instructionId: SAMPLE_INSTRUCTION,
      clientReference: 'order-1',
      result: 'close_match',
      decision: 'pending',
      checkedAt: '2026-01-31T12:00:00.000Z',
    },
  }),
  'payment.information_requested': define({
    description: 'A compliance review asks a question about a held payment',
    source: 'compliance review',
    object: PaymentInformationEventObject,
    sample: {
      instructionId: SAMPLE_INSTRUCTION,
      clientReference: 'order-1',
      informationRequestId: 'inf_00000000007000000000000000',
      askedAt: '2026-01-31T12:00:00.000Z',
    },
  }),
  'webhook.failing': define({
    description: 'A delivery to another subscription has failed with its third retry',
    source: 'delivery of webhooks',
    object: WebhookFailingEventObject,
    sample: {
      ...SAMPLE_FAILURE,
      failing_since: '2026-01-31T12:00:00.000Z',
      next_attempt_at: '2026-01-31T20:35:00.000Z',
    },
  }),
  'webhook.disabled': define({
    description: 'The service has disabled another subscription, since every delivery to it failed',
    source: 'delivery of webhooks',
    object: WebhookDisabledEventObject,
    sample: {
      webhook_id: SAMPLE_FAILURE.webhook_id,
      reason: 'Every delivery failed for 5 days',
      failing_since: '2026-01-26T12:00:00.000Z',
    },
  }),
  'delivery.failed': define({
    description: 'A delivery to another subscription has failed with its last retry',
    source: 'delivery of webhooks',
    object: DeliveryFailedEventObject,
    sample: { ...SAMPLE_FAILURE, attempts: 6 },
  }),
};

/** Events about deliveries. They go to the account's other subscriptions. Source: docs/GAPS.md#W12 */
export const OPERATIONAL_EVENTS: readonly EventName[] = ['webhook.failing', 'webhook.disabled', 'delivery.failed'];

export type EventName = keyof typeof EVENTS;

/** An event by its name with the body of that name; anything else does not compile. */
export type EventBody = {
  [Name in EventName]: { type: Name; object: output<(typeof EVENTS)[Name]['object']> };
}[EventName];

/** An event whose body was checked against the shape of its name while running, as of one that an operator publishes. */
export interface CheckedEvent {
  type: EventName;
  object: Record<string, unknown>;
}

/** An event of the map with its name, as lists show it. */
export interface EventType extends Omit<EventDefinition<ZodType>, 'sample'> {
  name: EventName;
  sample: Record<string, unknown>;
}

const NAMES: ReadonlySet<string> = new Set(Object.keys(EVENTS));

/** Every event in the order of the map. */
export const EVENT_TYPES: readonly EventType[] = Object.keys(EVENTS)
  .filter(isEventName)
  .map((name) => ({ name, ...EVENTS[name] }));

/** Name that covers every change of a payment's status, and the value of a payment notification's `event`. */
export const PAYMENT_STATUS_CHANGED = 'payment.status_changed';

const PATTERNS = new Set([PAYMENT_STATUS_CHANGED, 'payment.*', '*']);

/** Everything that a subscription may list. Source: docs/GAPS.md#W1 */
export const SUBSCRIBABLE: readonly string[] = [...NAMES, ...PATTERNS];

/** @returns whether the text names one event, not a pattern */
export function isEventName(text: string): text is EventName {
  return NAMES.has(text);
}

/** @returns the event of that name; undefined for a pattern, or a name that no event has */
export function findEventType(name: string): EventType | undefined {
  return EVENT_TYPES.find((type) => type.name === name);
}

/** Events of a change of a payment's status; their payload is the notification of the specification. */
export const STATUS_EVENTS: readonly string[] = PAYMENT_STATUSES.map((status) => `payment.${status}`);

/** @returns whether the event says that the status of a payment changed */
export function isStatusEvent(eventName: string): boolean {
  return STATUS_EVENTS.includes(eventName);
}

/** @returns what a subscription may list to receive the event: its name, and the patterns over it */
export function patternsOver(eventName: string): string[] {
  const patterns = [eventName, '*'];
  if (eventName.startsWith('payment.')) patterns.push('payment.*');
  if (isStatusEvent(eventName)) patterns.push(PAYMENT_STATUS_CHANGED);
  return patterns;
}

/** @returns the events that a name or a pattern such as `shipment.*` stands for; none where it stands for nothing */
export function eventsMatching(pattern: string): string[] {
  const family = pattern.endsWith('.*') ? pattern.slice(0, -1) : null;
  return [...NAMES].filter(
    (name) => patternsOver(name).includes(pattern) || (family !== null && name.startsWith(family)),
  );
}
