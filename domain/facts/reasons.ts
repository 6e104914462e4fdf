import { z } from 'zod';
import { readFacts, type Facts } from './read-facts';
import REASON_CODES_FILE from './reason-codes.json';

/** Who has to do something before the payment can be made. `partner`: the partner, or a bank behind it. */
export const REASON_ACTORS = ['client', 'beneficiary', 'partner', 'nobody', 'unknown'] as const;
export type ReasonActor = (typeof REASON_ACTORS)[number];

const Reason = z.strictObject({
  /** What the code means. */
  text: z.string().min(1),
  whoMustAct: z.enum(REASON_ACTORS),
  /** Members of the instruction, by path, that are likely to be wrong. */
  correct: z.array(z.string()).default([]),
});

/**
 * Reasons for which payments are rejected and returned, by code of ISO 20022. Codes of signatures and files, direct debits,
 * cheques, cards, requests to pay and tokens are left out. Who must act is decided in docs/GAPS.md#reasons
 */
export const REASON_CODES: Facts<z.output<typeof Reason>> = readFacts(REASON_CODES_FILE, Reason);
