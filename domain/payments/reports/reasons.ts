import { REASON_CODES, type ReasonActor } from '../../facts/reasons';
import type { PaymentStatus } from '../instruction/status';

/** What a reason means, and what can be done about it. */
interface ReasonEntry {
  text: string;
  whoMustAct: ReasonActor;
  /** Whether the payment may go through when it is instructed again, with what is named in `correct` put right. */
  retryable: boolean;
  /** Members of the instruction, by path, that are likely to be wrong. */
  correct: readonly string[];
}

/** By code, as the codes are understood now: also of payments that ended before. */
const REASONS = new Map<string, ReasonEntry>(
  REASON_CODES.facts.flatMap(({ key, value }) =>
    // Who must put something right can try again; what nobody can put right is over.
    value === null ? [] : [[key, { ...value, retryable: value.whoMustAct !== 'nobody' }]],
  ),
);

/** Codes of outcomes that no partner reported. */
export const OWN_REASONS = { reviewRejected: 'RR04', givenUp: 'ED05' } as const;

const UNKNOWN: ReasonEntry = {
  text: 'The settlement partner gave a reason of its own',
  whoMustAct: 'unknown',
  retryable: true,
  correct: [],
};
const NONE: ReasonEntry = { ...UNKNOWN, text: 'No reason was given' };

/** What ended a payment without, or after, its success: the code and what it means. */
export interface StatedReason extends Omit<ReasonEntry, 'correct'> {
  /** Code of ISO 20022; null where the partner gave none or one of its own. */
  code: string | null;
  /** A code of the partner's own; null where it gave none or one of ISO 20022. */
  partnerCode: string | null;
  correct: string[];
}

/**
 * A partner's reason code with its meaning: known codes in capitals, others as `partnerCode`.
 * @param code as the partner wrote it, or null
 * Source: docs/GAPS.md#reasons
 */
export function statedReason(code: string | null): StatedReason {
  const known = code === null ? undefined : REASONS.get(code.toUpperCase());
  const { correct, ...entry } = known ?? (code === null ? NONE : UNKNOWN);
  const codes =
    known === undefined || code === null
      ? { code: null, partnerCode: code }
      : { code: code.toUpperCase(), partnerCode: null };
  return { ...codes, ...entry, correct: [...correct] };
}

/**
 * What an event says of the reason for a status; nothing unless a code is known, so that who reports none changes no
 * payload. Words stay out of it: they may name people.
 */
export function reasonOfEvent(
  status: PaymentStatus,
  code: string | null,
): { failure?: StatedReason; return?: StatedReason } {
  if (code === null) return {};
  if (status === 'failed') return { failure: statedReason(code) };
  return status === 'returned' ? { return: statedReason(code) } : {};
}
