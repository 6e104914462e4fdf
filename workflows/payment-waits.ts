import type { SendOutcome } from '../activities/payments';
import type { WaitingReason } from '../domain/payments/waiting';
import { BLOCKED_DELAY_MS, delayAt, OUTAGE_DELAYS_MS, REVIEW_DELAY_MS } from './payment-delays';

/** What keeps a payment from being sent, and until when. */
export interface Wait {
  reason: WaitingReason;
  delayMs: number;
  /** What it waits for, as the end of a sentence that an operator reads. */
  forWhat: string;
  /** Whether the next such wait is to be longer: nobody has said how long this one has to be. */
  backsOff: boolean;
}

/** Outcomes of a try after which nothing is under way, and the payment is tried again. */
export type Unsent = Exclude<SendOutcome, { kind: 'moved' | 'ambiguous' | 'rerouted' }>;

/** @param outages waits before this one whose length was ours to choose */
export function waitAfter(outcome: Unsent, partnerName: string, outages: number): Wait {
  const backOffMs = delayAt(OUTAGE_DELAYS_MS, outages);
  switch (outcome.kind) {
    case 'held': {
      const { reason, retryAfterMs: delayMs } = outcome;
      const forWhat = reason === 'value_date' ? 'its value date' : `${partnerName}, to which no more is sent now`;
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
    case 'blocked': {
      const forWhat = 'people: something of ours keeps it from being sent';
      return { reason: 'blocked', delayMs: BLOCKED_DELAY_MS, forWhat, backsOff: false };
    }
    default:
      return outcome satisfies never;
  }
}
