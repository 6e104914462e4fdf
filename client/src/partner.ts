import { RequestExpiredError, SignatureError } from './errors';
import type { components, operations } from './schema';
import { Transport, type TransportOptions } from './transport';
import { hmacKey, isFresh, readHeader, type HeaderSource } from './webhooks';

type Schemas = components['schemas'];

export interface PartnerOptions extends TransportOptions {
  /** Signing secret of the partner, `whsec_...`; needed in signed mode and to verify what comes in. */
  secret: string;
}

/** A request of Corridor as the partner received it. */
export interface IncomingRequest {
  method: string;
  /** Path of the request line, with the query. */
  path: string;
  headers: HeaderSource;
  rawBody: string;
}

const encoder = new TextEncoder();

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16));
}

/** The settlement partner's side: reports, settlements, what it was given, and whether a request came from Corridor. */
export class Partner {
  private readonly transport: Transport;
  private readonly secret: string;

  constructor({ secret, ...options }: PartnerOptions) {
    this.transport = new Transport(options);
    this.secret = secret;
  }

  /** Reports a status; a repeat of the same report changes nothing. */
  report(instructionId: string, report: Schemas['PartnerStatusReport']): Promise<Schemas['ReportReceipt']> {
    return this.signed('PUT', `/api/v1/payments/instructions/${instructionId}/status`, report);
  }

  /** Confirms the settlement with actual amounts and fees. */
  settle(instructionId: string, body: Schemas['SettlementConfirmation']): Promise<Schemas['SettlementReceipt']> {
    return this.signed('POST', `/api/v1/payments/instructions/${instructionId}/settlement`, body);
  }

  /** One page of what the partner was given, the latest first; `cursor` of the next page is the answer's `nextCursor`. */
  instructions(
    filter: operations['listPartnerInstructions']['parameters']['query'] = {},
  ): Promise<Schemas['GivenInstructionPage']> {
    const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
    return this.signed('GET', `/api/v1/partner/instructions${query.size === 0 ? '' : `?${query}`}`);
  }

  /** An instruction that the partner was given, with its reports and its settlement. */
  instruction(instructionId: string): Promise<Schemas['GivenInstruction']> {
    return this.signed('GET', `/api/v1/partner/instructions/${instructionId}`);
  }

  /**
   * @throws SignatureError unless Corridor sent it within five minutes; RequestExpiredError, which is one, for what comes
   *   after its `X-Corridor-Valid-Until`: answer 425, and Corridor asks or sends again
   */
  async verifyRequest(request: IncomingRequest, nowMs: number = Date.now()): Promise<void> {
    const timestamp = readHeader(request.headers, 'x-corridor-timestamp');
    if (!isFresh(timestamp, nowMs)) throw new SignatureError('The request has no timestamp, or an old one.');
    const validUntil = readHeader(request.headers, 'x-corridor-valid-until');
    const signatures = readHeader(request.headers, 'x-corridor-signature').split(',');
    const given = fromHex(
      signatures
        .find((one) => one.trim().startsWith('v2='))
        ?.trim()
        .slice(3) ?? '',
    );
    const text = encoder.encode(`${timestamp}.${validUntil}.${request.method}.${request.path}.${request.rawBody}`);
    if (!(await crypto.subtle.verify('HMAC', await this.key(), given, text))) {
      throw new SignatureError('The signature of the request does not verify.');
    }
    if (nowMs / 1000 > Number(validUntil)) throw new RequestExpiredError('The request came after its time.');
  }

  private key(): ReturnType<typeof hmacKey> {
    return hmacKey(encoder.encode(this.secret));
  }

  private async signed<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const text = encoder.encode(`${timestamp}.${method}.${path}.${body === undefined ? '' : JSON.stringify(body)}`);
    const signature = `v1=${toHex(await crypto.subtle.sign('HMAC', await this.key(), text))}`;
    const headers = {
      'x-partner-timestamp': timestamp,
      'x-partner-signature': signature,
      // A signature is taken once, unless the report is named: then a repeat is one.
      'idempotency-key': crypto.randomUUID(),
    };
    const answer = await this.transport.json<{ data: Answer }>(method, path, { body, headers });
    return answer.data;
  }
}

/** Makes the partner's side. */
export function createPartner(options: PartnerOptions): Partner {
  return new Partner(options);
}
