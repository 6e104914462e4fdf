import type { SendOutcome } from '../activities/payments';
import type { WaitingReason } from '../domain/payments/waiting';
import { BLOCKED_DELAY_MS, delayAt, OUTAGE_DELAYS_MS, REVIEW_DELAY_MS } from './payment-delays';

/** What keeps a payment from being sent, and until when. */
export interface Wait {
  reason: WaitingReason;
  delayMs: number;
  /** What it waits for, as the end of a sentence that an operator reads. */
  forWhat: string;
}

/** Outcomes of a try after which nothing is under way, and the payment is tried again. */
export type Unsent = Exclude<SendOutcome, { kind: 'moved' | 'ambiguous' | 'rerouted' }>;

/** @param outages tries before this one that ended like it, counted from 0 */
export function waitAfter(outcome: Unsent, partnerName: string, outages: number): Wait {
  const backOffMs = delayAt(OUTAGE_DELAYS_MS, outages);
  switch (outcome.kind) {
    case 'held': {
      const { reason, retryAfterMs: delayMs } = outcome;
      const forWhat = reason === 'value_date' ? 'its value date' : `${partnerName}, to which no more is sent now`;
      return { reason, delayMs, forWhat };
    }
    case 'not_delivered':
      return { reason: 'partner_outage', delayMs: backOffMs, forWhat: `${partnerName}, which could not be reached` };
    case 'not_taken': {
      const forWhat = `${partnerName}, which takes nothing at the moment`;
      return { reason: 'partner_refusing', delayMs: outcome.retryAfterMs ?? backOffMs, forWhat };
    }
    case 'review':
      return { reason: 'compliance_review', delayMs: REVIEW_DELAY_MS, forWhat: 'a compliance review' };
    case 'blocked': {
      const forWhat = 'people: something of ours keeps it from being sent';
      return { reason: 'blocked', delayMs: BLOCKED_DELAY_MS, forWhat };
    }
    default:
      return outcome satisfies never;
  }
}
