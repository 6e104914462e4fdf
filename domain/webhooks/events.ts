import type { ZodType } from 'zod';
import { MISMATCH_EVENT } from '../payments/reconciliation';
import { PAYMENT_STATUSES } from '../payments/status';
import {
  BuyerEventObject,
  ClassificationEventObject,
  DocumentEventObject,
  PaymentEventObject,
  PaymentMismatchEventObject,
  ShipmentEventObject,
  TariffEventObject,
} from './event-objects';

/** What an event is about, how it comes about and what its object looks like. */
export interface EventType {
  name: string;
  description: string;
  /** Where in the service it is written; a law checks that each has a source. */
  source: string;
  /** Shape of `data` (status of a payment) or of `data.object` (all others). */
  object: ZodType;
  sample: Record<string, unknown>;
}

const SAMPLE_INSTRUCTION = 'instr_00000000007000000000000000';
const SAMPLE_SHIPMENT = {
  id: 'shp_00000000007000000000000000',
  origin_country: 'VN',
  destination_country: 'DE',
  hs_code: '610910',
  status: 'pending',
  created_at: '2026-01-31T12:00:00.000Z',
};
const SAMPLE_DOCUMENT = {
  documentId: 'doc_00000000007000000000000000',
  type: 'commercial_invoice',
  status: 'generated',
  shipmentId: SAMPLE_SHIPMENT.id,
  format: 'pdf',
  size: 48_213,
};

function payment(status: string, previousStatus: string | null, description: string): EventType {
  const data = { instructionId: SAMPLE_INSTRUCTION, status, previousStatus, clientReference: 'order-1', sequence: 1 };
  return {
    name: `payment.${status}`,
    description,
    source: 'status transition',
    object: PaymentEventObject,
    sample: data,
  };
}

/**
 * Every event of the service: the fourteen of the specification and those decided beside them.
 * Source: specification, "Events"; docs/GAPS.md#W1, docs/GAPS.md#W9
 */
export const EVENT_TYPES: readonly EventType[] = [
  {
    name: 'shipment.created',
    description: 'Shipment record created',
    source: 'shipments API',
    object: ShipmentEventObject,
    sample: SAMPLE_SHIPMENT,
  },
  {
    name: 'shipment.updated',
    description: 'Shipment details updated',
    source: 'shipments API',
    object: ShipmentEventObject,
    sample: { ...SAMPLE_SHIPMENT, status: 'in_transit' },
  },
  {
    name: 'shipment.deleted',
    description: 'Shipment record deleted',
    source: 'shipments API',
    object: ShipmentEventObject,
    sample: SAMPLE_SHIPMENT,
  },
  {
    name: 'document.generated',
    description: 'Document generated successfully',
    source: 'document generation',
    object: DocumentEventObject,
    sample: SAMPLE_DOCUMENT,
  },
  {
    name: 'document.failed',
    description: 'Document generation failed',
    source: 'document generation',
    object: DocumentEventObject,
    sample: { ...SAMPLE_DOCUMENT, status: 'failed', size: null },
  },
  {
    name: 'buyer.matched',
    description: 'New buyer match found',
    source: 'published by an operator',
    object: BuyerEventObject,
    sample: { id: 'match-1', hs_code: '090111', country: 'DE' },
  },
  {
    name: 'tariff.updated',
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
  },
  {
    name: 'hs_code.classified',
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
  },
  payment('pending', null, 'Instruction waits before it can be submitted'),
  payment('submitted', null, 'Instruction submitted to partner'),
  payment('accepted', 'submitted', 'Partner accepted'),
  payment('processing', 'accepted', 'Being processed'),
  payment('settled', 'processing', 'Settlement confirmed'),
  payment('failed', 'processing', 'Payment failed'),
  payment('cancelled', 'submitted', 'Payment cancelled before settlement'),
  payment('returned', 'settled', 'Funds returned after settlement'),
  {
    name: MISMATCH_EVENT,
    description: 'A settlement was confirmed that does not match its instruction',
    source: 'settlement confirmation',
    object: PaymentMismatchEventObject,
    sample: {
      instructionId: SAMPLE_INSTRUCTION,
      clientReference: 'order-1',
      status: 'mismatched',
      discrepancies: [{ type: 'amount', expected: 1250.5, actual: 1200 }],
    },
  },
];

/** Name that covers every change of a payment's status, and the value of a payment notification's `event`. */
export const PAYMENT_STATUS_CHANGED = 'payment.status_changed';

const NAMES: ReadonlySet<string> = new Set(EVENT_TYPES.map((type) => type.name));
const PATTERNS = new Set([PAYMENT_STATUS_CHANGED, 'payment.*', '*']);

/** Everything that a subscription may list. Source: docs/GAPS.md#W1 */
export const SUBSCRIBABLE: readonly string[] = [...NAMES, ...PATTERNS];

/** @returns whether the text names one event, not a pattern */
export function isEventName(text: string): boolean {
  return NAMES.has(text);
}

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
