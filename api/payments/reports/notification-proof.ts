import { createHmac } from 'node:crypto';
import type { DescribedNotifications } from '../../../domain/payments/dispatch/description/schema';
import { isSameCode } from '../../../lib/same-code';

type Proof = DescribedNotifications['proof'];
type Timestamp = NonNullable<Extract<Proof, { kind: 'hmac' }>['timestamp']>;

const TOLERANCE_SECONDS = 300;

/** What of a notification its proof rests on. */
export interface Notified {
  bytes: Buffer;
  header(name: string): string;
  receivedAt: Date;
}

function momentMs(text: string, form: Timestamp['form']): number {
  if (form === 'iso') return Date.parse(text);
  if (!/^\d{1,15}$/.test(text)) return NaN;
  return form === 'seconds' ? Number(text) * 1_000 : Number(text);
}

/** @returns the signed time as it was sent; null for one that is too far from now */
function timeOf({ header: name, form, toleranceSeconds = TOLERANCE_SECONDS }: Timestamp, notified: Notified) {
  const text = notified.header(name).trim();
  const apartMs = Math.abs(notified.receivedAt.getTime() - momentMs(text, form));
  // An unreadable time is apart from every other.
  return apartMs <= toleranceSeconds * 1_000 ? text : null;
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
  const { header, prefix = '' } = proof;
  const given = notified.header(header).trim();
  if (proof.kind === 'token') return isSameCode(`${prefix}${secret}`.trim(), given);
  const { algorithm, encoding, signed, separator = '', timestamp } = proof;
  const time = timestamp === undefined ? '' : timeOf(timestamp, notified);
  if (time === null) return false;
  const hash = createHmac(algorithm, secret);
  for (const [index, part] of signed.entries()) {
    if (index > 0) hash.update(separator);
    hash.update(part === 'body' ? notified.bytes : time);
  }
  const digest = hash.digest(encoding);
  // Hexadecimal digits may be written either way.
  const sent =
    encoding === 'hex' && given.startsWith(prefix) ? prefix + given.slice(prefix.length).toLowerCase() : given;
  return isSameCode(`${prefix}${digest}`.trim(), sent);
}
