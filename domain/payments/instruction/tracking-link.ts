/** Label under which the secret of a tracking link is derived. Source: docs/GAPS.md#tracking-link */
export function trackingLabel(linkId: string): string {
  return `tracking-link:${linkId}`;
}

/**
 * The unguessable part of a link.
 * @param secret 32 bytes that only this service can derive for that link
 */
export function trackingCode(secret: Uint8Array): string {
  return Buffer.from(secret).toString('base64url');
}

/** @returns the address that is given away */
export function trackingUrl(publicUrl: string, linkId: string, code: string): string {
  return `${publicUrl}/track/${linkId}?c=${code}`;
}
