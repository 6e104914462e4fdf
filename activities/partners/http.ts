import { createHmac } from 'node:crypto';
import { CALL_VALID_SECONDS, SIGNATURE_VERSION, signedPartnerText } from '../../domain/auth/partner-signature';
import {
  classifyCancellation,
  classifyInquiry,
  classifyRecall,
  classifySubmission,
} from '../../domain/payments/dispatch/partner-answers';
import { partnerOrderBody } from '../../domain/payments/dispatch/partner-order';
import { faultCode } from '../../lib/fault-code';
import { callPartner, type CallResult } from './partner-call';
import {
  TOO_LATE,
  type CancelResult,
  type InquiryResult,
  type PartnerAdapter,
  type PartnerOrder,
  type RecallResult,
  type SubmitResult,
} from './port';

export interface HttpPartner {
  /** Base address without a trailing slash. */
  url: string;
  /** Base address under which this partner reaches us, without a trailing slash. */
  publicUrl: string;
  /** The newest signing secret, read at each call so that a rotation takes effect at once. */
  signingSecret(): Promise<string>;
  /** Postgres' clock in Unix milliseconds. */
  nowMs(): number;
  /** Makes one call; it never rejects. */
  call?: typeof callPartner | undefined;
}

interface OutgoingCall {
  /** What is submitted, or null for a question. */
  order: PartnerOrder | null;
  method: 'GET' | 'POST';
  /** Below the base address. */
  path: string;
  body: string | null;
  idempotencyKey: string | null;
}

/** What of a call is signed. */
interface SignedCall {
  method: string;
  url: URL;
  body: string | null;
  /** Postgres' clock in Unix milliseconds. */
  nowMs: number;
  /** From when the call is valid; null: from now on. */
  validFrom: Date | null;
}

/**
 * The headers that prove a call to be ours: `X-Service-Signature` over the body alone, and signatures over time,
 * method, address and body, which fit no other call. The second one also covers until when the call is valid. A
 * submission is valid from the moment when the right to send it was taken: a partner that checks this accepts no
 * delayed call after it may have denied having received it.
 */
export function signatureHeaders(secret: string, call: SignedCall): Record<string, string> {
  const { method, url, nowMs, validFrom } = call;
  const body = Buffer.from(call.body ?? '');
  const timestamp = String(Math.floor(nowMs / 1000));
  const validUntil = String(Math.floor((validFrom?.getTime() ?? nowMs) / 1000) + CALL_VALID_SECONDS);
  const hmac = (bytes: Uint8Array): string => createHmac('sha256', secret).update(bytes).digest('hex');
  const sign = (times: string): string => hmac(signedPartnerText(times, method, url.pathname + url.search, body));
  return {
    'x-service-signature': hmac(body),
    'x-corridor-timestamp': timestamp,
    'x-corridor-valid-until': validUntil,
    'x-corridor-signature': `${SIGNATURE_VERSION}${sign(timestamp)},v2=${sign(`${timestamp}.${validUntil}`)}`,
  };
}

/** The adapter of the HTTP partner protocol. Source: docs/GAPS.md#P14, docs/PARTNERS.md */
export function httpAdapter(partner: HttpPartner): PartnerAdapter {
  const { call: makeCall = callPartner } = partner;

  /**
   * Signs and makes one call to the partner.
   * @returns `not_sent` without a live signing secret
   */
  async function call(outgoing: OutgoingCall): Promise<CallResult> {
    const { order, method, body, idempotencyKey } = outgoing;
    let secret: string;
    try {
      secret = await partner.signingSecret();
    } catch (fault) {
      return { kind: 'not_sent', fault: `no signing secret: ${faultCode(fault)}` };
    }
    const url = new URL(partner.url + outgoing.path);
    const headers = {
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      ...signatureHeaders(secret, { method, url, body, nowMs: partner.nowMs(), validFrom: order?.takenAt ?? null }),
    };
    const request = { url, method, headers, body };
    if (order === null) return makeCall({ ...request, purpose: 'question' });
    return makeCall({ ...request, purpose: 'dispatch', mayBegin: () => order.mayBegin() });
  }

  return {
    async submit(order): Promise<SubmitResult> {
      const result = await call({
        order,
        method: 'POST',
        path: '/instructions',
        body: JSON.stringify(partnerOrderBody(order, partner.publicUrl)),
        idempotencyKey: `${order.instructionId}:${order.attempt}`,
      });
      if (result.kind === 'answered') {
        return classifySubmission(result.answer, { isFirst: order.isFirstSend, nowMs: partner.nowMs() });
      }
      if (result.kind === 'too_late') return TOO_LATE;
      const { fault } = result;
      if (result.kind === 'not_sent') return { kind: 'not_delivered', fault };
      return { kind: 'ambiguous', fault, refusal: null, notTaken: false, isOutage: true };
    },

    async inquire(instructionId): Promise<InquiryResult> {
      const path = `/instructions/${instructionId}`;
      const result = await call({ order: null, method: 'GET', path, body: null, idempotencyKey: null });
      if (result.kind === 'answered') return classifyInquiry(result.answer);
      return { kind: 'no_answer', fault: result.fault };
    },

    async cancel(instructionId): Promise<CancelResult> {
      const result = await call({
        order: null,
        method: 'POST',
        path: `/instructions/${instructionId}/cancel`,
        body: '{}',
        idempotencyKey: `${instructionId}:cancel`,
      });
      const answer = result.kind === 'answered' ? classifyCancellation(result.answer) : result;
      if ('fault' in answer) throw new Error(`the partner did not answer the cancellation: ${answer.fault}`);
      return answer.kind;
    },

    async recall(instructionId, { amount, currency, reasonCode, reason }): Promise<RecallResult> {
      const result = await call({
        order: null,
        method: 'POST',
        path: `/instructions/${instructionId}/recall`,
        body: JSON.stringify({ amount, currency, reasonCode, ...(reason === null ? {} : { reason }) }),
        idempotencyKey: `${instructionId}:recall`,
      });
      const answer = result.kind === 'answered' ? classifyRecall(result.answer) : result;
      if ('fault' in answer) throw new Error(`the partner did not answer the recall: ${answer.fault}`);
      return answer.kind;
    },
  };
}
