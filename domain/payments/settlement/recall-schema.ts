import { z } from 'zod';
import { optional, NotesShape } from '../../schema-tools';
import { RECALL_REASONS, RECALL_STATUSES } from './recall';
import { PAYMENT_STATUSES } from '../instruction/status';

const MAX_REASON = 500;

/** Body of a recall. Source: docs/GAPS.md#recalls */
export const RecallRequest = z
  .object({
    reasonCode: optional(
      z.enum(RECALL_REASONS).meta({
        description:
          'ISO 20022: AC03 wrong account, AM09 wrong amount, CUST the customer wants it (default), DUPL paid twice, ' +
          'FRAD fraud, TECH technical fault',
      }),
    ),
    reason: optional(z.string().max(MAX_REASON)),
  })
  .meta({ id: 'RecallRequest' });

/** A recall as the payment shows it. */
export const RecallShape = z
  .object({
    status: z
      .enum(RECALL_STATUSES)
      .meta({ description: 'Requested until the return is reported; refused: the money stays there' }),
    reasonCode: z.enum(RECALL_REASONS),
    reason: z.string().nullable(),
    requestedAt: z.string(),
    answeredAt: z.string().nullable(),
  })
  .meta({ id: 'Recall' });

/** Answer to a recall; a repeat gets the present state. */
export const RecallAnswer = z
  .object({ instructionId: z.string(), status: z.enum(PAYMENT_STATUSES), recall: RecallShape, ...NotesShape })
  .meta({ id: 'RecallAnswer' });

/** What an operator learned of a recall in another way than by the partner's answer. */
export const RecallRefusal = z
  .object({
    reason: z.string().trim().min(1).max(MAX_REASON).meta({ description: 'Kept in the audit log; not for the client' }),
  })
  .meta({ id: 'RecallRefusal' });
