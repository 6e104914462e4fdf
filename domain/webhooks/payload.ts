import type { output } from 'zod';
import { EventInLog } from './schemas';
import { isStatusEvent, PAYMENT_STATUS_CHANGED } from './events';

/** An event as it is kept, from which each payload is made. */
export interface EventRecord {
  id: string;
  type: string;
  createdAt: Date;
  /** `data` of a notification of a payment's status, `data.object` of a general event. */
  object: Record<string, unknown>;
}

/** What a payment is about, in units of its currency. */
export interface PaymentAmount {
  amount: number;
  currency: string;
}

/** @returns an event whose notification says the amount too; the specified members stay as they are. Source: docs/GAPS.md#W13 */
export function withAmount(event: EventRecord, about: PaymentAmount | null): EventRecord {
  if (about === null || !isStatusEvent(event.type)) return event;
  return { ...event, object: { ...event.object, amount: about.amount, currency: about.currency } };
}

/**
 * The payload of an event without a signature.
 * Source: specification, "Events"; docs/GAPS.md#W2
 */
export function eventPayload(event: EventRecord): Record<string, unknown> {
  const timestamp = event.createdAt.toISOString();
  if (isStatusEvent(event.type)) {
    return { id: event.id, event: PAYMENT_STATUS_CHANGED, type: event.type, timestamp, data: event.object };
  }
  return { id: event.id, type: event.type, created_at: timestamp, data: { object: event.object } };
}

/**
 * An event as the log shows it: what its deliveries carry, but for the signature, and `created_at` on each.
 * Source: docs/GAPS.md#W7
 */
export function eventView(event: EventRecord): output<typeof EventInLog> {
  const payload = eventPayload(event);
  return EventInLog.parse({ ...payload, created_at: event.createdAt.toISOString() });
}
