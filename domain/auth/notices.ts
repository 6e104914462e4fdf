import type { Language } from './languages';
import type { Environment } from './tenant';

/** How often a person gets notices by e-mail. Source: docs/GAPS.md#mail */
export const NOTICE_FREQUENCIES = ['off', 'at_once', 'daily'] as const;
export type NoticeFrequency = (typeof NOTICE_FREQUENCIES)[number];

/** What waits for one person, of one kind and side. */
export interface WaitingGroup {
  kind: string;
  /** Null for what is about the whole service. */
  side: Environment | null;
  /** What tells each thing from any other, also from itself at another time. */
  ids: readonly string[];
}

/** What a mail says: how many things of which kind wait, and nothing of what they are. */
export interface Letter {
  /** Null where the person chose none. */
  language: Language | null;
  isForOperator: boolean;
  lines: readonly { kind: string; side: Environment | null; count: number }[];
  /** Address of the page on which the person turns notices off. */
  offUrl: string;
}

/**
 * Decides whether a person gets a mail.
 * @param told ids of the items in earlier mails that were still open at the last look
 * @returns `isNews`: whether an open item was in no mail yet; `all`: ids of all open items, which are stored in place of
 *   `told`, so that an item that ends and opens again is news again
 */
export function decideNotice(
  waiting: readonly WaitingGroup[],
  told: readonly string[],
): { isNews: boolean; all: readonly string[] } {
  const all = waiting.flatMap(({ ids }) => ids);
  const known = new Set(told);
  return { isNews: all.some((id) => !known.has(id)), all };
}

/** Label under which the secret of a person's link that turns notices off is derived. */
export function noticesOffLabel(userId: string): string {
  return `notices-off:${userId}`;
}

/** @param secret 32 bytes that only this service can derive for that person */
export function noticesOffPath(userId: string, secret: Uint8Array): string {
  return `/console/notices-off/${userId}/${Buffer.from(secret).toString('base64url')}`;
}
