import { Random } from '../random';

/** What the partner does with the first request that submits an instruction; later ones it answers properly. */
export const FIRST_ANSWERS = [
  'ok',
  'conflict',
  'too_many',
  'unauthorized',
  'unavailable',
  'unavailable_but_accepted',
  'late_but_accepted',
  'accepted_after_the_deadline',
  'page',
  'page_but_accepted',
  'hang',
  'reset',
  'reset_but_accepted',
  'rejected',
] as const;
export type FirstAnswer = (typeof FIRST_ANSWERS)[number];

export type Outcome = 'settled' | 'failed' | 'returned';

/** How the partner treats the instruction of one intent. */
export interface PartnerScript {
  first: FirstAnswer;
  outcome: Outcome;
  /** Pause before each report, in milliseconds. */
  stepMs: number;
  /** Whether it says everything twice. */
  isRepeating: boolean;
  /** What it answers to a request to cancel that comes in time. */
  cancel: 'at_once' | 'later' | 'refused';
  /** How a bank by files says that it has paid: by a status, by a booking in a notification, or by both. */
  paid: 'status' | 'booking' | 'both';
}

/** Share of instructions about which nothing odd happens at submission. */
const PLAIN_SHARE = 0.4;

/** Partners in the order of their routes: what the first one refuses for good, or cannot be given, goes to the second. */
export const PARTNER_NAMES = ['north', 'south'] as const;
export type PartnerName = (typeof PARTNER_NAMES)[number];

/** How Corridor reaches the first of them. */
export const REACHES = ['http', 'described', 'iso20022'] as const;
export type Reach = (typeof REACHES)[number];

/** @returns the partner's script of the intent of that number; the same for the same seed */
export function scriptOf(seed: number, partner: PartnerName, intent: number): PartnerScript {
  const random = new Random(seed, `${partner} ${intent}`);
  return {
    first: random.chance(PLAIN_SHARE) ? 'ok' : random.pick(FIRST_ANSWERS),
    outcome: random.pick(['settled', 'settled', 'settled', 'settled', 'failed', 'returned']),
    stepMs: random.integer(100, 2_000),
    isRepeating: random.chance(0.2),
    cancel: random.pick(['at_once', 'later', 'refused']),
    paid: random.pick(['status', 'booking', 'both']),
  };
}
