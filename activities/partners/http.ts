import { createHmac } from 'node:crypto';
import { SIGNATURE_VERSION, signedPartnerText } from '../../domain/auth/partner-signature';
import {
  classifyCancellation,
  classifyInquiry,
  classifyRecall,
  classifySubmission,
} from '../../domain/payments/partner-answers';
import { faultCode } from '../failures';
import { callPartner, type CallResult, type PartnerRequest } from './partner-call';
import type { CancelResult, InquiryResult, PartnerAdapter, PartnerOrder, RecallResult, SubmitResult } from './port';

export interface HttpPartner {
  /** Base address without a trailing slash. */
  url: string;
  /** Base address under which this partner reaches us, without a trailing slash. */
  publicUrl: string;
  /** The newest signing secret, read at each call so that a rotation takes effect at once. */
  signingSecret(): Promise<string>;
  /** Milliseconds of a clock that never steps. */
  clockMs?: () => number;
}

/**
 * Reading the secret may take so long. A process that was frozen meanwhile submits nothing any more, as one that was
 * frozen just before does not (activities/payments.ts): together with a connection's time it is less than the ten seconds
 * after which a partner's word that it has nothing counts.
 */
const SECRET_MS = 2_000;
const TOO_LATE = 'TOO_LATE_TO_SEND';

interface OutgoingCall {
  purpose: PartnerRequest['purpose'];
  method: 'GET' | 'POST';
  /** Below the base address. */
  path: string;
  body: string | null;
  idempotencyKey: string | null;
}

function orderBody(order: PartnerOrder, publicUrl: string): string {
  const { beneficiary, debtor, purpose } = order.privateData;
  const callback = `${publicUrl}/api/v1/payments/instructions/${order.instructionId}`;
  return JSON.stringify({
    instructionId: order.instructionId,
    amount: order.amount,
    currency: order.currency,
    beneficiary,
    ...(debtor === undefined ? {} : { debtor }),
    purpose,
    settlementTimeline: order.timeline,
    valueDate: order.valueDate,
    ...(order.uetr === null ? {} : { uetr: order.uetr }),
    callbacks: { status: `${callback}/status`, settlement: `${callback}/settlement` },
  });
}

/**
 * The headers that prove a call to be ours: `X-Service-Signature` over the body alone, and beside it a signature over
 * time, method, address and body, which fits no other call.
 * @param timestamp Unix time in seconds
 */
function signatureHeaders(secret: string, timestamp: string, url: URL, call: OutgoingCall): Record<string, string> {
  const body = Buffer.from(call.body ?? '');
  const text = signedPartnerText(timestamp, call.method, url.pathname + url.search, body);
  const hmac = (bytes: Uint8Array): string => createHmac('sha256', secret).update(bytes).digest('hex');
  return {
    'x-service-signature': hmac(body),
    'x-corridor-timestamp': timestamp,
    'x-corridor-signature': SIGNATURE_VERSION + hmac(text),
  };
}

/** Speaks the HTTP partner protocol. Source: docs/GAPS.md#P14, docs/PARTNERS.md */
export function httpAdapter(partner: HttpPartner): PartnerAdapter {
  const { clockMs = () => performance.now() } = partner;

  async function call(outgoing: OutgoingCall): Promise<CallResult> {
    const { method, body, purpose, idempotencyKey } = outgoing;
    const beganAt = clockMs();
    let secret: string;
    try {
      secret = await partner.signingSecret();
    } catch (fault) {
      return { kind: 'not_sent', fault: `no signing secret: ${faultCode(fault)}` };
    }
    // Not sent by this call: but others may have acted since it had the right to.
    if (purpose === 'dispatch' && clockMs() - beganAt > SECRET_MS) return { kind: 'no_answer', fault: TOO_LATE };
    const url = new URL(partner.url + outgoing.path);
    const headers = {
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      ...signatureHeaders(secret, String(Math.floor(Date.now() / 1000)), url, outgoing),
    };
    return callPartner({ url, method, headers, body, purpose });
  }

  return {
    async submit(order): Promise<SubmitResult> {
      const result = await call({
        purpose: 'dispatch',
        method: 'POST',
        path: '/instructions',
        body: orderBody(order, partner.publicUrl),
        idempotencyKey: `${order.instructionId}:${order.attempt}`,
      });
      if (result.kind === 'answered') {
        return classifySubmission(result.answer, { isFirst: order.isFirstSend, nowMs: Date.now() });
      }
      const { fault } = result;
      if (result.kind === 'not_sent') return { kind: 'not_delivered', fault };
      return { kind: 'ambiguous', fault, refusal: null, notTaken: false, isOutage: fault !== TOO_LATE };
    },

    async inquire(instructionId): Promise<InquiryResult> {
      const path = `/instructions/${instructionId}`;
      const result = await call({ purpose: 'question', method: 'GET', path, body: null, idempotencyKey: null });
      if (result.kind === 'answered') return classifyInquiry(result.answer);
      return { kind: 'no_answer', fault: result.fault };
    },

    async cancel(instructionId): Promise<CancelResult> {
      const result = await call({
        purpose: 'question',
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
        purpose: 'question',
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
