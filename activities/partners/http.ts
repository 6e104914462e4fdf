import { createHmac } from 'node:crypto';
import { Agent, request, type Dispatcher } from 'undici';
import { faultCode } from '../failures';
import {
  classifyCancellation,
  classifyInquiry,
  classifySubmission,
  type AnswerBody,
  type PartnerAnswer,
} from '../../domain/payments/partner-answers';
import type { CancelResult, InquiryResult, PartnerAdapter, PartnerOrder, SubmitResult } from './port';

/** A partner has this long for its whole answer; then the outcome is ambiguous. Source: docs/GAPS.md#P14 */
const ANSWER_MS = 5_000;
const CONNECT_MS = 3_000;
const CONNECTIONS_PER_PARTNER = 32;
/** An answer of a partner is a small object; more is not read. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Faults that happen before a byte of the request is written: the partner cannot have it. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const agent = new Agent({ connect: { timeout: CONNECT_MS }, connections: CONNECTIONS_PER_PARTNER });

export interface HttpPartner {
  /** Base address without a trailing slash. */
  url: string;
  /** Base address under which this partner reaches us, without a trailing slash. */
  publicUrl: string;
  /** The newest signing secret, read at each call so that a rotation takes effect at once. */
  signingSecret(): Promise<string>;
}

function parseBody(bytes: Buffer): AnswerBody {
  if (bytes.length === 0) return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { kind: 'not_json' };
  }
}

async function readBody(response: Dispatcher.ResponseData): Promise<AnswerBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) return { kind: 'too_long' };
    chunks.push(chunk);
  }
  return parseBody(Buffer.concat(chunks));
}

async function readAnswer(response: Dispatcher.ResponseData): Promise<PartnerAnswer> {
  const retryAfter = response.headers['retry-after'];
  return {
    status: response.statusCode,
    body: await readBody(response),
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
  };
}

function orderBody(order: PartnerOrder, publicUrl: string): string {
  const callback = `${publicUrl}/api/v1/payments/instructions/${order.instructionId}`;
  return JSON.stringify({
    instructionId: order.instructionId,
    amount: order.amount,
    currency: order.currency,
    beneficiary: order.privateData.beneficiary,
    purpose: order.privateData.purpose,
    settlementTimeline: order.timeline,
    ...(order.valueDate === null ? {} : { valueDate: order.valueDate }),
    callbacks: { status: `${callback}/status`, settlement: `${callback}/settlement` },
  });
}

/** Speaks the HTTP partner protocol. Source: docs/GAPS.md#P14 */
export function httpAdapter(partner: HttpPartner): PartnerAdapter {
  async function call(
    method: 'GET' | 'POST',
    path: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<PartnerAnswer> {
    const signature = createHmac('sha256', await partner.signingSecret())
      .update(body)
      .digest('hex');
    const response = await request(partner.url + path, {
      method,
      dispatcher: agent,
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: {
        accept: 'application/json',
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        'x-service-signature': signature,
        ...headers,
      },
      ...(method === 'POST' ? { body } : {}),
    });
    return readAnswer(response);
  }

  return {
    async submit(order): Promise<SubmitResult> {
      const key = `${order.instructionId}:${order.attempt}`;
      try {
        const headers = { 'idempotency-key': key };
        const answer = await call('POST', '/instructions', orderBody(order, partner.publicUrl), headers);
        return classifySubmission(answer, { isFirst: order.isFirstSend, nowMs: Date.now() });
      } catch (fault) {
        const code = faultCode(fault);
        if (BEFORE_SENDING.has(code)) return { kind: 'not_delivered', fault: code };
        return { kind: 'ambiguous', fault: code, refusal: null, notTaken: false, isOutage: true };
      }
    },

    async inquire(instructionId): Promise<InquiryResult> {
      try {
        return classifyInquiry(await call('GET', `/instructions/${instructionId}`, ''));
      } catch (fault) {
        return { kind: 'no_answer', fault: faultCode(fault) };
      }
    },

    async cancel(instructionId): Promise<CancelResult> {
      const answer = classifyCancellation(
        await call('POST', `/instructions/${instructionId}/cancel`, '{}', {
          'idempotency-key': `${instructionId}:cancel`,
        }),
      );
      if (answer.kind !== 'no_answer') return answer.kind;
      throw new Error(`the partner did not answer the cancellation: ${answer.fault}`);
    },
  };
}
