import type { InquiryResult, PartnerAdapter, PartnerOrder, SubmitResult } from '../port';
import { PartnerFault, type Bench } from './bench';

type Known = Extract<InquiryResult, { kind: 'known' }>;
type Taken = Extract<SubmitResult, { kind: 'taken' }>;

/** Names of faults by what the classification of an answer says; the first that fits counts. */
const ANSWER_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^NO_ANSWER_IN_TIME$/, 'slow_answer'],
  [/^the credential /, 'credential_missing'],
  [/^no token/, 'no_token'],
  [/redirects are not followed/, 'redirect'],
  [/longer than 64 KiB/, 'answer_too_long'],
  [/without our id/, 'other_id'],
  [/without partnerReference|^HTTP 2\d\d without \//, 'no_reference'],
  [/^HTTP 404 without a JSON object/, 'unknown_without_json'],
  [/without a reason/, 'rejection_without_reason'],
  [/^HTTP (401|403)/, 'call_refused'],
  [/^HTTP 5/, 'server_error'],
  [/^HTTP /, 'unexpected_status'],
];

/** @returns the name of what is wrong with an answer */
export function nameAnswer(fault: string): string {
  return ANSWER_FAULTS.find(([pattern]) => pattern.test(fault))?.[1] ?? 'connection_lost';
}

/** The name of the fault when nothing was sent: a missing credential or token, else `unreachable`. */
function unsentFault(fault: string): string {
  const name = nameAnswer(fault);
  return name === 'credential_missing' || name === 'no_token' ? name : 'unreachable';
}

/** The fault of a partner that did not take an order which it should have taken. */
function submissionFault(result: Exclude<SubmitResult, Taken>): PartnerFault {
  switch (result.kind) {
    case 'not_delivered':
      return new PartnerFault(unsentFault(result.fault), `Nothing could be sent: ${result.fault}.`);
    case 'rejected':
      return new PartnerFault('order_rejected', `An order was rejected: ${result.message}`);
    case 'not_taken':
    case 'ambiguous':
      return new PartnerFault(nameAnswer(result.fault), `An order was not taken: ${result.fault}.`);
    default:
      return result satisfies never;
  }
}

/** Submits an order. @throws PartnerFault unless the partner takes it */
export async function take(adapter: PartnerAdapter, order: PartnerOrder): Promise<Taken> {
  const result = await adapter.submit(order);
  if (result.kind === 'taken') return result;
  throw submissionFault(result);
}

/**
 * Sends an order again, as after a lost answer: it must be the same payment.
 * @throws PartnerFault
 */
export async function takeAgain(adapter: PartnerAdapter, order: PartnerOrder, reference: string): Promise<void> {
  const result = await adapter.submit({ ...order, isFirstSend: false });
  if (result.kind === 'taken') {
    requireSame(reference, result.partnerReference);
    return;
  }
  if (result.kind === 'ambiguous' && result.refusal === null && !result.notTaken) {
    // A 409 establishes nothing; the inquiry does.
    if (/^HTTP 409/.test(result.fault)) return;
  }
  const said = 'fault' in result ? result.fault : result.message;
  throw new PartnerFault('repeat_refused', `A repetition under the same Idempotency-Key was refused: ${said}.`);
}

/** @throws PartnerFault for two references of one order */
export function requireSame(reference: string, other: string): void {
  if (other === reference) return;
  const message = 'One order under one Idempotency-Key was given two references: it would be paid twice.';
  throw new PartnerFault('second_reference', message);
}

/** @throws PartnerFault unless an inquiry finds the order with the reference that the partner gave */
export async function requireKnown(adapter: PartnerAdapter, id: string, reference: string | null): Promise<Known> {
  const inquiry = await adapter.inquire(id);
  if (inquiry.kind === 'never_received') {
    const message = 'An inquiry about an order that was taken was answered as if it had never been received.';
    throw new PartnerFault('denies_order', message);
  }
  if (inquiry.kind === 'no_answer') {
    throw new PartnerFault(nameAnswer(inquiry.fault), `An inquiry about an order got no answer: ${inquiry.fault}.`);
  }
  if (reference !== null && inquiry.partnerReference !== null && inquiry.partnerReference !== reference) {
    const message = 'An inquiry names another reference than the answer to the submission.';
    throw new PartnerFault('other_reference', message);
  }
  return inquiry;
}

/**
 * @param fault name of the fault where the partner has the order
 * @throws PartnerFault unless an inquiry is answered as never received
 */
export async function requireUnknown(
  adapter: PartnerAdapter,
  id: string,
  { fault, message }: { fault: string; message: string },
): Promise<void> {
  const inquiry = await adapter.inquire(id);
  if (inquiry.kind === 'known') throw new PartnerFault(fault, message);
  if (inquiry.kind === 'no_answer') {
    const said = `An inquiry about an order that was not taken got no answer: ${inquiry.fault}.`;
    throw new PartnerFault(nameAnswer(inquiry.fault), said);
  }
}

/**
 * Establishes whether the partner has an order, as the sender does after an ambiguous answer: by one confirmation, or
 * by denials with the waits that the protocol asks for.
 * @returns what the partner knows, or null where it denies
 * @throws PartnerFault
 */
export async function establish(bench: Bench, adapter: PartnerAdapter, id: string): Promise<Known | null> {
  for (const waitMs of [0, bench.waits.beforeDenialMs, bench.waits.betweenDenialsMs]) {
    await bench.pause(waitMs);
    const inquiry = await adapter.inquire(id);
    if (inquiry.kind === 'known') return inquiry;
    if (inquiry.kind === 'no_answer') {
      throw new PartnerFault(nameAnswer(inquiry.fault), `An inquiry got no answer: ${inquiry.fault}.`);
    }
  }
  return null;
}
