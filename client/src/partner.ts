import { RequestExpiredError, SignatureError } from './errors';
import { PartnerOperations } from './operations';
import { Transport, type TransportOptions } from './transport';
import { checkAge, hmacKey, joined, readHeader, toBytes, type HeaderSource } from './webhooks';

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
  /** Its bytes, or their text, as they came. */
  rawBody: string | Uint8Array;
}

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16));
}

/** The headers of a request of a partner in signed mode. Source: docs/GAPS.md#A2 */
async function signatureOf(
  secret: string,
  method: string,
  target: string,
  body: string | Uint8Array,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signed = joined(`${timestamp}.${method}.${target}.`, body);
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(toBytes(secret)), signed);
  return { 'x-partner-timestamp': timestamp, 'x-partner-signature': `v1=${toHex(signature)}` };
}

/**
 * The settlement partner's side: reports, settlements, what it was given, and whether a request came from Corridor. A
 * repeat of a report changes nothing.
 */
export class Partner extends PartnerOperations {
  constructor(private readonly options: PartnerOptions) {
    super(new Transport(options, (method, target, body) => signatureOf(options.secret, method, target, body)));
  }

  /**
   * @throws SignatureError unless Corridor sent it within five minutes; RequestExpiredError, which is one, for what comes
   *   after its `X-Corridor-Valid-Until`: answer 425, and Corridor asks or sends again
   */
  async verifyRequest(request: IncomingRequest, nowMs: number = Date.now()): Promise<void> {
    const timestamp = readHeader(request.headers, 'x-corridor-timestamp');
    checkAge(timestamp, nowMs, 'request');
    const validUntil = readHeader(request.headers, 'x-corridor-valid-until');
    const signatures = readHeader(request.headers, 'x-corridor-signature').split(',');
    const given = fromHex(
      signatures
        .find((one) => one.trim().startsWith('v2='))
        ?.trim()
        .slice(3) ?? '',
    );
    const head = `${timestamp}.${validUntil}.${request.method}.${request.path}.`;
    const key = await hmacKey(toBytes(this.options.secret));
    if (!(await crypto.subtle.verify('HMAC', key, given, joined(head, request.rawBody)))) {
      throw new SignatureError('The signature of the request does not verify.');
    }
    if (nowMs / 1000 > Number(validUntil)) throw new RequestExpiredError('The request came after its time.');
  }
}

/** Makes the partner's side. */
export function createPartner(options: PartnerOptions): Partner {
  return new Partner(options);
}
