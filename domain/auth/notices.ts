import type { Language } from './languages';
import type { Environment } from './tenant';

/** How often a person is told by e-mail of what waits. Source: docs/GAPS.md#mail */
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

/** What to do about one person. */
export interface NoticeDecision {
  /** Whether something waits that the person was not told of. */
  isNews: boolean;
  /** What the person was told of and what still waits: only that is kept, so what comes again is news again. */
  stillTold: readonly string[];
  /** All that waits, of which the person is told by a mail that is sent now. */
  all: readonly string[];
}

/** @param told what the person was told of before */
export function decideNotice(waiting: readonly WaitingGroup[], told: readonly string[]): NoticeDecision {
  const all = waiting.flatMap(({ ids }) => ids);
  const known = new Set(told);
  const stillTold = all.filter((id) => known.has(id));
  return { isNews: stillTold.length < all.length, stillTold, all };
}

/** Label under which the secret of a person's link that turns notices off is derived. */
export function noticesOffLabel(userId: string): string {
  return `notices-off:${userId}`;
}

/** @param secret 32 bytes that only this service can derive for that person */
export function noticesOffPath(userId: string, secret: Uint8Array): string {
  return `/console/notices-off/${userId}/${Buffer.from(secret).toString('base64url')}`;
}
