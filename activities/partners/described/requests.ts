import { createHash } from 'node:crypto';
import type {
  DescribedField,
  DescribedOperation,
  Description,
} from '../../../domain/payments/dispatch/description/schema';
import { partnerOrderBody } from '../../../domain/payments/dispatch/partner-order';
import type { PartnerRequest } from '../partner-call';
import type { PartnerOrder } from '../port';

/** One request of the description, with what fills it. */
export interface DescribedCall {
  operation: DescribedOperation;
  method: PartnerRequest['method'];
  path: string;
  body: readonly DescribedField[] | undefined;
  /** What paths and bodies are filled from. */
  content: Readonly<Record<string, unknown>> & { instructionId: string };
  idempotencyKey: string | null;
  order: PartnerOrder | null;
}

/** A request about a payment that the bank has. */
export interface Asked {
  method: PartnerRequest['method'];
  path: string;
  body?: readonly DescribedField[] | undefined;
}

/** The same key always gives the same UUID, of version 8. Source: RFC 9562, section 5.8 */
function uuidOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** @returns a key in the form that the bank takes */
function keyOf({ submit }: Description, text: string): string {
  return submit.idempotencyKey.form === 'uuid' ? uuidOf(text) : text;
}

/**
 * The request that submits an order.
 * @param publicUrl as of `partnerOrderBody`
 */
export function submissionOf(description: Description, order: PartnerOrder, publicUrl: string): DescribedCall {
  const { method, path, body, idempotencyKey: key } = description.submit;
  const idempotencyKey = keyOf(description, `${order.instructionId}:${order.attempt}`);
  const { instructionId } = order;
  const content = { ...partnerOrderBody(order, publicUrl), instructionId, idempotencyKey };
  const fields = key.at === undefined ? body : [...body, { at: key.at, from: '/idempotencyKey' }];
  return { operation: 'submit', method, path, body: fields, content, idempotencyKey, order };
}

/** @returns the request that asks what became of a payment */
export function inquiryOf({ inquire }: Description, instructionId: string): DescribedCall {
  const { method, path, body } = inquire;
  const content = { instructionId };
  return { operation: 'inquire', method, path, body, content, idempotencyKey: null, order: null };
}

/** @returns the request that cancels or recalls a payment. @param content beside its id and the bank's reference */
export function laterRequestOf(
  description: Description,
  what: 'cancel' | 'recall',
  asked: Asked,
  content: { instructionId: string; bankReference: string | null },
): DescribedCall {
  const { method, path, body } = asked;
  const idempotencyKey = keyOf(description, `${content.instructionId}:${what}`);
  return { operation: what, method, path, body, content, idempotencyKey, order: null };
}
