import { SignatureError } from './errors';
import type { webhooks } from './schema';

type Bodies = { [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'] };

/** A verified delivery: one of the events of the service. */
export type WebhookEvent = Bodies[keyof Bodies];

/** Headers as Node, a framework or `fetch` have them. */
export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A delivery that is older, or of a later clock, may be a replay. */
const TOLERANCE_SECONDS = 300;

const encoder = new TextEncoder();

export function readHeader(headers: HeaderSource, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? '');
}

export function isFresh(timestamp: string, nowMs: number): boolean {
  return /^\d+$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
}

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export async function hmacKey(secret: Uint8Array<ArrayBuffer>): Promise<HmacKey> {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/**
 * Verifies a delivery by its Standard Webhooks signature and gives the event.
 * @param rawBody the body as it came, before anything parsed it
 * @param secret of the subscription, `whsec_...`
 * @throws SignatureError unless it is genuine and at most five minutes old
 */
export async function verifyWebhook(
  rawBody: string,
  headers: HeaderSource,
  secret: string,
  nowMs: number = Date.now(),
): Promise<WebhookEvent> {
  const timestamp = readHeader(headers, 'webhook-timestamp');
  if (!isFresh(timestamp, nowMs)) throw new SignatureError('The delivery has no timestamp, or an old one.');
  const key = await hmacKey(fromBase64(secret.replace(/^whsec_/, '')));
  const signed = encoder.encode(`${readHeader(headers, 'webhook-id')}.${timestamp}.${rawBody}`);
  for (const signature of readHeader(headers, 'webhook-signature').split(' ')) {
    const given = fromBase64(signature.replace(/^v1,/, ''));
    if (await crypto.subtle.verify('HMAC', key, given, signed)) return JSON.parse(rawBody) as WebhookEvent;
  }
  throw new SignatureError('The signature of the delivery does not verify.');
}
