import { createHmac } from 'node:crypto';
import { Agent, request, type Dispatcher } from 'undici';
import { faultCode } from '../failures';
import { PAYMENT_STATUSES } from '../../domain/payments/status';
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

interface Answer {
  status: number;
  body: unknown;
}

async function readAnswer(response: Dispatcher.ResponseData): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) break;
    chunks.push(chunk);
  }
  try {
    return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return { status: response.statusCode, body: null };
  }
}

function textMember(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' && value !== '' ? value.slice(0, 140) : null;
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

/** Reads the answer to a submission. */
function submitted({ status, body }: Answer): SubmitResult {
  if (status >= 400 && status < 500) {
    const said = textMember(body, 'message') ?? textMember(body, 'error');
    return { kind: 'rejected', message: said ?? `The partner rejected the instruction with status ${status}.` };
  }
  const partnerReference = textMember(body, 'partnerReference');
  if (status < 200 || status >= 300 || partnerReference === null) return { kind: 'ambiguous', fault: `HTTP ${status}` };
  const said = textMember(body, 'status');
  return { kind: 'taken', partnerReference, status: said === 'accepted' || said === 'processing' ? said : 'submitted' };
}

/** Speaks the HTTP partner protocol. Source: docs/GAPS.md#P14 */
export function httpAdapter(partner: HttpPartner): PartnerAdapter {
  async function call(
    method: 'GET' | 'POST',
    path: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
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
        return submitted(
          await call('POST', '/instructions', orderBody(order, partner.publicUrl), { 'idempotency-key': key }),
        );
      } catch (fault) {
        const code = faultCode(fault);
        return { kind: BEFORE_SENDING.has(code) ? 'not_delivered' : 'ambiguous', fault: code };
      }
    },

    async inquire(instructionId): Promise<InquiryResult> {
      try {
        const { status, body } = await call('GET', `/instructions/${instructionId}`, '');
        if (status === 404) return { kind: 'never_received' };
        const known = PAYMENT_STATUSES.find((candidate) => candidate === textMember(body, 'status'));
        if (status !== 200) return { kind: 'no_answer', fault: `HTTP ${status}` };
        return { kind: 'known', partnerReference: textMember(body, 'partnerReference'), status: known ?? 'submitted' };
      } catch (fault) {
        return { kind: 'no_answer', fault: faultCode(fault) };
      }
    },

    async cancel(instructionId): Promise<CancelResult> {
      const { status } = await call('POST', `/instructions/${instructionId}/cancel`, '{}', {
        'idempotency-key': `${instructionId}:cancel`,
      });
      if (status === 200) return 'cancelled';
      if (status === 202) return 'requested';
      // It may not have received the instruction itself: then the inquiry tells, and nothing is sent again.
      if (status === 404) return 'requested';
      // 409 is the protocol's no; any other refusal of the request will not become a yes by asking again.
      if (status >= 400 && status < 500) return 'refused';
      throw new Error(`the partner answered the cancellation with HTTP ${status}`);
    },
  };
}
