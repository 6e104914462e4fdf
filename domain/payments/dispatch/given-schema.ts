import { z } from 'zod';
import { ReconciliationShape, SettlementShape } from '../instruction/answer-schema';
import { PartnerReport } from '../reports/receipt-schema';
import { PAYMENT_STATUSES } from '../instruction/status';
import { PAYEE_DECISIONS } from '../review/payee-check';
import { CancellationShape } from './cancellation-schema';
import { PartnerOrderBody } from './partner-order';

/** A payment in the list of what a partner was given. Source: docs/GAPS.md#P14 */
const GivenSummary = z
  .object({
    instructionId: z.string(),
    status: z
      .enum(PAYMENT_STATUSES)
      .meta({ description: "The payment's status; `failed` once it went on to another route" }),
    attempt: z.int().meta({ description: 'The last attempt that was handed to the partner' }),
    givenAt: z.string().meta({ description: 'When that attempt was first sent' }),
    amount: z.number(),
    currency: z.string(),
    partnerReference: z.string().nullable(),
    bankReference: z.string().nullable(),
    settledAt: z.string().nullable(),
    cancellation: CancellationShape.omit({ reason: true })
      .nullable()
      .meta({ description: 'Whether the client wants it cancelled; null where it does not' }),
    payeeDecision: z.enum(PAYEE_DECISIONS).nullable().meta({
      description: "What the client says of a payee's name that does not match; null where no decision is needed",
    }),
    order: PartnerOrderBody.nullable().meta({ description: 'What was submitted; null once the payment was erased' }),
  })
  .meta({ id: 'GivenInstructionSummary' });

/** One page of what a partner was given. Source: docs/GAPS.md#P14 */
export const GivenPage = z
  .object({ items: z.array(GivenSummary), nextCursor: z.string().nullable() })
  .meta({ id: 'GivenInstructionPage' });

/** One payment that a partner was given. Source: docs/GAPS.md#P14 */
export const GivenInstructionShape = GivenSummary.extend({
  reports: z.array(PartnerReport).meta({ description: 'What the partner reported on it, the last 100, oldest first' }),
  settlement: SettlementShape.nullable(),
  reconciliation: ReconciliationShape.nullable(),
}).meta({ id: 'GivenInstruction' });
