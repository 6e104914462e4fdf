import { isOutcome, type PaymentStatus } from '../payments/instruction/status';

/** What became of a payment that Temporal or a partner knows and the database does not. */
export type LostState =
  | 'open'
  /** Its partner has reported an outcome. */
  | 'settled'
  /** Its partner does not have it, and has said so twice. */
  | 'never_received'
  /** A person has accepted it by name. */
  | 'accepted';

/** How much later a partner has to deny it a second time, in milliseconds. Source: docs/GAPS.md#P14 */
const BETWEEN_DENIALS_MS = 5_000;

/** What is known of its partner's word. */
export interface LostWord {
  state: LostState;
  reportedStatus: PaymentStatus | null;
  deniedAt: Date | null;
}

/** What a partner says about it: the status that it has it in, or that it does not have it. */
export type PartnerWord = PaymentStatus | 'unknown';

/**
 * The state of a lost payment after a partner's reply about it. An outcome settles it, a payment under way stays open.
 * A denial counts once it is repeated, and never after the partner said that it has the payment.
 */
export function lostPaymentAfter(before: LostWord, reported: PartnerWord, at: Date): LostWord {
  if (before.state !== 'open') return before;
  if (reported !== 'unknown') {
    return { state: isOutcome(reported) ? 'settled' : 'open', reportedStatus: reported, deniedAt: null };
  }
  if (before.reportedStatus !== null) return before;
  if (before.deniedAt === null) return { ...before, deniedAt: at };
  const isConfirmed = at.getTime() - before.deniedAt.getTime() >= BETWEEN_DENIALS_MS;
  return isConfirmed ? { ...before, state: 'never_received' } : before;
}

/** Name under which the payments that Temporal keeps no more are accepted, since nothing lists them. */
export const UNLISTED = 'unlisted';

/**
 * Whether Temporal may have deleted workflows that ended since the moment to which Postgres was restored.
 * @param retentionMs how long the namespace keeps a workflow that has ended; null where it does not say
 */
export function mayBeUnlisted(restoredTo: Date, now: Date, retentionMs: number | null): boolean {
  return retentionMs !== null && now.getTime() - restoredTo.getTime() >= retentionMs;
}
