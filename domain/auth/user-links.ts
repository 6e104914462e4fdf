/** What a link allows: to join an account, or to choose the own password. */
export type LinkPurpose = 'join' | 'password';

/** Days for which a link of each purpose is good: a holiday weekend, and no longer. Source: docs/GAPS.md#A8 */
export const LINK_DAYS: Readonly<Record<LinkPurpose, number>> = { join: 7, password: 3 };

/** Path that takes the token of a link. */
export const LINK_PATH = '/console/link';

/**
 * The token is in the fragment, which a browser never sends: no proxy log and no Referer has it.
 * @returns the address to hand over, below the public address of the service
 */
export function userLink(publicUrl: string, token: string): string {
  return `${publicUrl}${LINK_PATH}#${token}`;
}
