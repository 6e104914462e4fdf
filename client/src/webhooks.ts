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

/** @throws SignatureError unless a time in seconds is at most five minutes from now; `what` it is the time of */
export function checkAge(timestamp: string, nowMs: number, what: string): void {
  if (timestamp === '') throw new SignatureError(`The ${what} has no timestamp.`);
  if (!/^\d+$/.test(timestamp)) throw new SignatureError(`The timestamp of the ${what} is no number of seconds.`);
  const age = nowMs / 1000 - Number(timestamp);
  if (Math.abs(age) <= TOLERANCE_SECONDS) return;
  const apart = age > 0 ? 'is older than five minutes' : 'is of a clock that is more than five minutes ahead';
  throw new SignatureError(`The ${what} ${apart}.`);
}

/** The bytes of a text; bytes as they are. */
export function toBytes(text: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof text === 'string' ? encoder.encode(text) : new Uint8Array(text);
}

/** The bytes that are signed: a text followed by the body. */
export function joined(head: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const [first, second] = [toBytes(head), toBytes(body)];
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export async function hmacKey(secret: Uint8Array<ArrayBuffer>): Promise<HmacKey> {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** The bytes of Base64 text; empty if it is not valid, so that no signature matches. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/**
 * Verifies a delivery by its Standard Webhooks signature and gives the event.
 * @param rawBody the body as it came, before anything parsed it: its bytes, or their text
 * @param secret of the subscription, `whsec_...`
 * @throws SignatureError unless it is genuine and at most five minutes old
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: HeaderSource,
  secret: string,
  nowMs: number = Date.now(),
): Promise<WebhookEvent> {
  const timestamp = readHeader(headers, 'webhook-timestamp');
  checkAge(timestamp, nowMs, 'delivery');
  const key = await hmacKey(fromBase64(secret.replace(/^whsec_/, '')));
  const body = toBytes(rawBody);
  const signed = joined(`${readHeader(headers, 'webhook-id')}.${timestamp}.`, body);
  for (const signature of readHeader(headers, 'webhook-signature').split(' ')) {
    const given = fromBase64(signature.replace(/^v1,/, ''));
    if (!(await crypto.subtle.verify('HMAC', key, given, signed))) continue;
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  }
  throw new SignatureError('The signature of the delivery does not verify.');
}
