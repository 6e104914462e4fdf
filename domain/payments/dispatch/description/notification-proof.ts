import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { DescribedNotifications } from './schema';

type Proof = DescribedNotifications['proof'];
type Hmac = Extract<Proof, { kind: 'hmac' }>;
type Timestamp = NonNullable<Hmac['timestamp']>;

const TOLERANCE_SECONDS = 300;
/** Hashes of one header that are compared: a bank signs with two secrets while it changes them. */
const MAX_HASHES = 5;

/** What of a notification its proof rests on. */
export interface Notified {
  bytes: Uint8Array;
  header(name: string): string;
  receivedAt: Date;
}

/** The time and the hashes that a notification brings. */
interface Given {
  timestamp: string;
  hashes: string[];
}

/** Characters that a signed time may have, by its form. */
const TIME_CHARACTERS: Record<Timestamp['form'], RegExp> = {
  seconds: /\d/,
  milliseconds: /\d/,
  iso: /[\dTZ:.+-]/i,
};

/**
 * Whether the signed text says where the time ends and the body begins: else characters that move from one to the other leave
 * the hash as it is, and may change an amount. A time in front ends by its own form, which `parseTimeMs` holds it to; behind the
 * body it needs a separator with a character that no time has.
 * Source: docs/GAPS.md#described-webhooks
 */
export function isDivided({ signed, separator = '', timestamp }: Hmac): boolean {
  if (signed[0] !== 'body' || timestamp === undefined) return true;
  return [...separator].some((one) => !TIME_CHARACTERS[timestamp.form].test(one));
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares without telling by its duration how much of it was right. */
const isSame = (expected: string, given: string): boolean => timingSafeEqual(sha256(expected), sha256(given));

/** RFC 3339, and digits without leading zeros: no such time that is near is the beginning of another. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;
const DIGITS = /^[1-9]\d{0,14}$/;

function parseTimeMs(text: string, form: Timestamp['form']): number {
  if (form === 'iso') return ISO.test(text) ? Date.parse(text) : NaN;
  if (!DIGITS.test(text)) return NaN;
  return form === 'seconds' ? Number(text) * 1_000 : Number(text);
}

/** Whether a signed time is near enough; an unreadable one is apart from every other. */
function isNear(text: string, { form, toleranceSeconds = TOLERANCE_SECONDS }: Timestamp, now: Date): boolean {
  return Math.abs(now.getTime() - parseTimeMs(text, form)) <= toleranceSeconds * 1_000;
}

/** Reads time and hashes from a header such as `t=1792800000,v1=5f2b…`. */
function readElements(text: string, { timestamp, hash }: NonNullable<Hmac['elements']>): Given {
  const pairs = text.split(',').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name: name.trim(), value: value.join('=').trim() };
  });
  const named = (wanted: string): string[] => pairs.flatMap(({ name, value }) => (name === wanted ? [value] : []));
  return { timestamp: named(timestamp)[0] ?? '', hashes: named(hash).slice(0, MAX_HASHES) };
}

function readProof({ header, elements, timestamp }: Hmac, notified: Notified): Given {
  const text = notified.header(header).trim();
  if (elements !== undefined) return readElements(text, elements);
  const time = timestamp?.header === undefined ? '' : notified.header(timestamp.header).trim();
  return { timestamp: time, hashes: [text] };
}

/** A hash in lower case if it is hexadecimal, since banks write either. */
function normaliseHash(text: string, { encoding, prefix = '' }: Hmac): string {
  return encoding === 'hex' && text.startsWith(prefix) ? prefix + text.slice(prefix.length).toLowerCase() : text;
}

/**
 * Whether a notification proves that the bank sent it; neither the answer nor its timing reveals how much of
 * the proof matched.
 * @param secret the credential that the description names
 * Source: docs/GAPS.md#described-webhooks
 */
export function isProved(proof: Proof, secret: string, notified: Notified): boolean {
  // Blanks alone would be proved by a header that is absent.
  if (secret.trim() === '') return false;
  const { prefix = '' } = proof;
  if (proof.kind === 'token') return isSame(`${prefix}${secret}`.trim(), notified.header(proof.header).trim());
  if (!isDivided(proof)) return false;
  const { timestamp: time, hashes } = readProof(proof, notified);
  if (proof.timestamp !== undefined && !isNear(time, proof.timestamp, notified.receivedAt)) return false;
  const digest = `${prefix}${digestOf(proof, secret, { bytes: notified.bytes, time })}`.trim();
  return hashes.some((hash) => isSame(digest, normaliseHash(hash, proof)));
}

/** The HMAC of the signed parts, in the encoding of the bank. */
function digestOf(
  { algorithm, encoding, signed, separator = '' }: Hmac,
  secret: string,
  { bytes, time }: { bytes: Uint8Array; time: string },
): string {
  const hash = createHmac(algorithm, secret);
  for (const [index, part] of signed.entries()) {
    if (index > 0) hash.update(separator);
    hash.update(part === 'body' ? bytes : time);
  }
  return hash.digest(encoding);
}

function formatTime({ form }: Timestamp, now: Date): string {
  if (form === 'iso') return now.toISOString();
  return String(form === 'seconds' ? Math.floor(now.getTime() / 1_000) : now.getTime());
}

/**
 * Headers that prove a notification, as a bank would send them; `isProved` accepts them.
 * @param secret the credential that the description names
 */
export function proofHeaders(
  proof: Proof,
  secret: string,
  { bytes, now }: { bytes: Uint8Array; now: Date },
): Record<string, string> {
  const { header, prefix = '' } = proof;
  if (proof.kind === 'token') return { [header]: `${prefix}${secret}` };
  const { timestamp, elements } = proof;
  const time = timestamp === undefined ? '' : formatTime(timestamp, now);
  const digest = `${prefix}${digestOf(proof, secret, { bytes, time })}`;
  if (elements !== undefined) return { [header]: `${elements.timestamp}=${time},${elements.hash}=${digest}` };
  return { [header]: digest, ...(timestamp?.header === undefined ? {} : { [timestamp.header]: time }) };
}
