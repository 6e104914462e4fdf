/** Checksums and shapes of API keys; drawing random bytes and hashing is for the caller. Source: docs/GAPS.md#A1 */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
/** Characters of a key that lists show, so that people tell their keys apart. */
const HINT_LENGTH = 8;

/** What a key begins with, by whose it is: it tells kind and side before anything is looked up. */
export const KEY_PREFIXES = {
  live: 'crd_live_',
  test: 'crd_test_',
  partner: 'crd_partner_',
  operator: 'crd_operator_',
} as const;

export type KeyPrefix = keyof typeof KEY_PREFIXES;

/** 32 bytes as 43 characters of base62, the most significant digit first. */
function base62(bytes: Uint8Array): string {
  let rest = 0n;
  for (const byte of bytes) rest = (rest << 8n) | BigInt(byte);
  let text = '';
  for (let index = 0; index < BODY_LENGTH; index += 1) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

/** FNV-1a: enough to tell a mistyped key from an unknown one without a look-up; it protects nothing. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  let rest = hash;
  let result = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    result = BASE62.charAt(rest % 62) + result;
    rest = Math.floor(rest / 62);
  }
  return result;
}

/** @param random 32 random bytes */
export function formatKey(prefix: KeyPrefix, random: Uint8Array): string {
  const body = KEY_PREFIXES[prefix] + base62(random);
  return body + checksum(body);
}

/** @returns whether the text could be a key of ours: prefix, length and checksum */
export function isWellFormedKey(text: string): boolean {
  const prefix = Object.values(KEY_PREFIXES).find((candidate) => text.startsWith(candidate));
  if (prefix === undefined || text.length !== prefix.length + BODY_LENGTH + CHECKSUM_LENGTH) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return /^[0-9A-Za-z]+$/.test(body.slice(prefix.length)) && checksum(body) === text.slice(-CHECKSUM_LENGTH);
}

/** The characters by which an owner recognises a key: its last eight. */
export function keyHint(key: string): string {
  return key.slice(-HINT_LENGTH);
}
