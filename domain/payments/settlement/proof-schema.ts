import { z } from 'zod';
import { PROOF_STATES } from './booking';

/** What its bank's books say of a payment, as its client sees it. Source: docs/GAPS.md#P25 */
export const ProofShape = z
  .object({
    state: z.enum(PROOF_STATES),
    booking: z
      .object({
        amount: z.number(),
        currency: z.string(),
        reference: z.string().nullable(),
        bookedOn: z.string().nullable(),
      })
      .nullable(),
    at: z.string().nullable().meta({ description: 'Since when; null while it waits' }),
  })
  .meta({ id: 'PaymentProof' });
