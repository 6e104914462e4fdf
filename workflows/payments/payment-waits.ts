import type { SendOutcome } from '../../activities/payments/send-outcome';
import type { WaitingReason } from '../../domain/payments/dispatch/waiting';
import { BLOCKED_DELAY_MS, delayAt, OUTAGE_DELAYS_MS, REVIEW_DELAY_MS } from './payment-delays';
import type { WaitEnd } from './published-status';

/** What keeps a payment from being sent, and until when. */
export interface Wait {
  reason: WaitingReason;
  delayMs: number;
  /** What it waits for, as the end of a sentence that an operator reads. */
  forWhat: string;
  /** Whether the next such wait is longer, because no length is prescribed. */
  backsOff: boolean;
}

const DECISIONS = {
  contradiction: (id: string): string =>
    `\`corridor payments show ${id}\` says what disagrees. \`corridor payments decide ${id} --decision try_now --reason TEXT\` has it sent: no partner has it, and nobody was told that it has ended. \`--decision give_up\` ends it.`,
  compliance_review: (id: string): string =>
    `\`corridor payments release ${id} --reason TEXT\` sends it, \`corridor payments reject ${id} --reason TEXT\` has it fail. A release may need a second person, who confirms it in the console.`,
  beneficiary_changed: (id: string): string =>
    `Another member of the account confirms the bank details in the console. \`corridor payments cancel ${id} --reason TEXT\` withdraws it.`,
  payee_check: (id: string): string =>
    `A member of its account releases or withdraws it, in the console or by the API; \`corridor payments cancel ${id} --reason TEXT\` withdraws it.`,
  conditions: (id: string): string =>
    `\`corridor payments show ${id}\` says which conditions are not met. A change of their shipments, documents or payments has it go on; \`corridor payments cancel ${id} --reason TEXT\` withdraws it.`,
  approval: (id: string): string =>
    `Members of its account approve or reject it, in the console or by the API; \`corridor payments cancel ${id} --reason TEXT\` withdraws it.`,
  bank_rules: (id: string): string =>
    `\`corridor flags list\` and the payment's history name the rule. Mend the rules of the partner, then \`corridor payments decide ${id} --decision try_now --reason TEXT\`; or \`--decision give_up\` ends it, to be made anew.`,
  value_date: (id: string): string => `\`corridor payments cancel ${id} --reason TEXT\` withdraws it.`,
  blocked: (id: string): string =>
    `\`corridor flags list\` and the attention page say what keeps it. Once that is mended, \`corridor payments decide ${id} --decision try_now --reason TEXT\` sends it.`,
  partner: (id: string): string =>
    `\`corridor payments decide ${id} --decision try_now --reason TEXT\` tries it now; \`--decision give_up\` ends it.`,
  in_doubt: (id: string): string =>
    `Nothing is sent again before the partner denies it. Ask the partner's people, then \`corridor payments decide ${id} --decision delivered\` or \`--decision never_received\`, with \`--reason TEXT\`.`,
  outcome: (id: string): string =>
    `A report of the partner ends it. \`corridor payments cancel ${id} --reason TEXT\` asks the partner to cancel.`,
} as const;

/** @returns what a person can do to end a wait, for the operator who reads of it */
export function endedBy(wait: WaitingReason | 'in_doubt' | 'outcome', instructionId: string): string {
  const decisions: Readonly<Record<string, (id: string) => string>> = DECISIONS;
  return (decisions[wait] ?? DECISIONS.partner)(instructionId);
}

/** Outcomes of a try after which nothing is under way, and the payment is tried again. */
export type Unsent = Exclude<SendOutcome, { kind: 'moved' | 'ambiguous' | 'rerouted' }>;

/** What a held payment waits for, in words for the workflow's details. */
function heldFor(reason: Extract<Unsent, { kind: 'held' }>['reason'], partnerName: string): string {
  if (reason === 'value_date') return 'its value date';
  if (reason === 'beneficiary_changed') return 'another member, who confirms the changed bank details, or 72 hours';
  if (reason === 'bank_rules') return 'a person: it would break a rule of its bank';
  if (reason === 'payee_check') return 'a member, who decides about the name of the payee, or 24 hours';
  if (reason === 'conditions') return 'its conditions, all of which have to be met at the same moment';
  return reason === 'blocked' ? 'a worker whose clock is right' : `${partnerName}, to which no more is sent now`;
}

/**
 * The wait that follows an outcome without a dispatch: its reason, delay and description.
 * @param outages earlier waits whose length was ours to choose
 */
export function waitAfter(outcome: Unsent, partnerName: string, outages: number): Wait {
  const backOffMs = delayAt(OUTAGE_DELAYS_MS, outages);
  switch (outcome.kind) {
    case 'held': {
      const { reason, retryAfterMs: delayMs } = outcome;
      const forWhat = heldFor(reason, partnerName);
      return { reason, delayMs, forWhat, backsOff: false };
    }
    case 'not_delivered': {
      const forWhat = `${partnerName}, which could not be reached`;
      return { reason: 'partner_outage', delayMs: backOffMs, forWhat, backsOff: true };
    }
    case 'not_taken': {
      const forWhat = `${partnerName}, which takes nothing at the moment`;
      const { retryAfterMs } = outcome;
      return {
        reason: 'partner_refusing',
        delayMs: retryAfterMs ?? backOffMs,
        forWhat,
        backsOff: retryAfterMs === null,
      };
    }
    case 'review':
      return { reason: 'compliance_review', delayMs: REVIEW_DELAY_MS, forWhat: 'a compliance review', backsOff: false };
    case 'contradiction': {
      const forWhat = 'a person: records disagree on whether it was sent or has ended';
      return { reason: 'contradiction', delayMs: REVIEW_DELAY_MS, forWhat, backsOff: false };
    }
    case 'approval': {
      const delayMs = Math.min(outcome.endsInMs, REVIEW_DELAY_MS);
      return { reason: 'approval', delayMs, forWhat: 'approvals of members of its account', backsOff: false };
    }
    case 'blocked': {
      const forWhat = 'people: something of ours keeps it from being sent';
      return { reason: 'blocked', delayMs: BLOCKED_DELAY_MS, forWhat, backsOff: false };
    }
    default:
      return outcome satisfies never;
  }
}

/**
 * What a payment that its partner has waits for, in words, and how that wait ends.
 * @param untilMs when the wait ends at the latest, Unix milliseconds
 * @param flagAtMs when a report that came before the settlement has waited long enough; null: none waits
 */
export function outcomeWait(
  instructionId: string,
  partnerName: string,
  { untilMs, flagAtMs }: { untilMs: number; flagAtMs: number | null },
): [string, WaitEnd] {
  const what =
    flagAtMs === null
      ? `the outcome that ${partnerName} reports`
      : 'the settlement that an early report of a return presupposes';
  const then = flagAtMs === untilMs ? 'an operator is alerted' : `${partnerName} is asked, if it is late`;
  return [what, { until: { atMs: untilMs, then }, endedBy: endedBy('outcome', instructionId) }];
}
