import { z } from 'zod';
import { REASON_ACTORS } from '../../facts/reasons';

/** A code of ISO 20022, or one of the partner's own. */
export const ReasonCode = z.string().regex(/^[A-Za-z0-9_.:-]{1,35}$/, 'must be 1 to 35 letters, digits and _ . : -');

/** What a code means, and what can be done. Source: docs/GAPS.md#reasons */
const Stated = z.object({
  code: z
    .string()
    .nullable()
    .meta({ description: 'ISO 20022 external status or return reason code', examples: ['AC04'] }),
  partnerCode: z.string().nullable().meta({ description: "A code of the partner's own" }),
  text: z.string().meta({ description: 'What the code means' }),
  whoMustAct: z.enum(REASON_ACTORS).meta({ description: 'partner: the partner, or a bank behind it' }),
  retryable: z.boolean().meta({ description: 'Whether a corrected resubmission may succeed' }),
  correct: z.array(z.string()).meta({ description: 'Members of the instruction that are likely to be wrong, by path' }),
});

/** Why a payment failed or came back, without free text: in an event. */
export const StatedReasonShape = Stated.meta({ id: 'StatedReason' });

/** Why a payment failed or came back. */
export const OutcomeReasonShape = Stated.extend({
  message: z.string().nullable().meta({ description: 'In words, as the partner or the service said it' }),
}).meta({ id: 'OutcomeReason' });

/** How much came back, where the partner said so. Source: docs/GAPS.md#returns */
export const ReturnedShape = z
  .object({
    amount: z.number(),
    currency: z.string(),
    shortfall: z
      .number()
      .nullable()
      .meta({ description: 'Shortfall against the instructed amount; null if another currency was returned' }),
  })
  .meta({ id: 'ReturnedMoney' });

/** Why a payment came back, and how much of it. */
export const ReturnShape = OutcomeReasonShape.extend({
  returned: ReturnedShape.nullable().meta({ description: 'Null if the partner gave no amount' }),
}).meta({ id: 'Return' });
