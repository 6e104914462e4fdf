import { createHmac } from 'node:crypto';
import { isStatusEvent } from './events';
import { canonicalJson } from '../canonical-json';
import { eventPayload, type EventRecord } from './payload';

/** Prefix of subscription secrets. Source: specification, "Webhook subscription" */
const SECRET_PREFIX = 'whsec_';

/** @returns a signing secret over 32 random bytes. Source: docs/GAPS.md#G5 */
export function secretOf(random: Buffer): string {
  return SECRET_PREFIX + random.toString('base64');
}

const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** @returns whether a text is a signing secret: 24 to 64 bytes. Source: Standard Webhooks, "Signature scheme" */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

declare const signed: unique symbol;

/** Bytes that may be sent: only `signDelivery` makes them, so what is signed is what travels. */
export interface SignedDelivery {
  readonly [signed]: true;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

function hexOf(secret: string, bytes: Buffer | string): string {
  return createHmac('sha256', secret).update(bytes).digest('hex');
}

/** Signature of Standard Webhooks: the key is the decoded part behind the prefix. */
function standardSignature(secret: string, id: string, timestamp: string, body: Buffer): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return `v1,${digest}`;
}

function bodyOf(event: EventRecord, secret: string): Buffer {
  const payload = eventPayload(event);
  if (!isStatusEvent(event.type)) return Buffer.from(canonicalJson(payload));
  const signature = `sha256=${hexOf(secret, canonicalJson(payload))}`;
  return Buffer.from(canonicalJson({ ...payload, signature }));
}

/**
 * Body and headers of one attempt.
 * @param secrets the one that the single-value forms use, then those that only `webhook-signature` lists
 * @param attemptAt goes into `webhook-timestamp`; the payload itself never changes between attempts
 * Source: specification, "Authentication" 5; docs/GAPS.md#W2, docs/GAPS.md#W3
 */
export function signDelivery(
  event: EventRecord,
  secrets: readonly [string, ...string[]],
  attemptAt: Date,
): SignedDelivery {
  return signBody({ id: event.id, body: bodyOf(event, secrets[0]) }, secrets, attemptAt);
}

/** A body with its headers: both signatures and the id, as `signDelivery` makes them. Source: docs/GAPS.md#W3 */
export function signBody(
  { id, body }: { id: string; body: Buffer },
  secrets: readonly [string, ...string[]],
  attemptAt: Date,
): SignedDelivery {
  const [primary] = secrets;
  const timestamp = String(Math.floor(attemptAt.getTime() / 1000));
  const signatures = secrets.map((secret) => standardSignature(secret, id, timestamp, body));
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Corridor-Webhooks/1',
    'X-Service-Signature': hexOf(primary, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
  return { body, headers } as unknown as SignedDelivery;
}

/** What is changed of a delivery after it was signed. */
export interface DeliveryChange {
  body?: Buffer;
  headers: Readonly<Record<string, string>>;
}

/** @returns a delivery that departs from how it was signed: only drills send one. Source: docs/GAPS.md#drills */
export function changeSigned(delivery: SignedDelivery, change: DeliveryChange): SignedDelivery {
  return { ...delivery, ...change };
}
