/** Clocks of partners may differ by this much. Source: docs/GAPS.md#A2 */
export const SIGNATURE_TOLERANCE_SECONDS = 300;
/** What a signature begins with: its scheme may change without breaking partners. */
export const SIGNATURE_VERSION = 'v1=';

/** A partner may refuse a call of ours that comes later than so many seconds after it was signed. Source: docs/GAPS.md#P14 */
export const CALL_VALID_SECONDS = 10;

/**
 * The bytes that are signed between a partner and us: `timestamp.METHOD.path?query.rawBody`.
 * @param timestamp Unix time in seconds; in what we send under `v2`, also the end of its validity behind a dot
 * @param target path with its query exactly as sent
 */
export function signedPartnerText(timestamp: string, method: string, target: string, body: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`${timestamp}.${method}.${target}.`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/** @returns whether a Unix time in seconds lies within the tolerance */
export function isFresh(timestamp: string, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(Number(timestamp) - nowMs / 1000) <= SIGNATURE_TOLERANCE_SECONDS;
}
