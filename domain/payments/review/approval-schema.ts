import { z } from 'zod';
import { Currency, optional } from '../../schema-tools';
import { amountMessage } from '../instruction/instruction-schema';
import { PAYMENT_STATUSES } from '../instruction/status';
import { APPROVAL_DECISIONS } from './approval';
import { MAX_APPROVALS, type ApprovalRule } from './approval-rules';

const MAX_COMMENT = 500;

/** A rule as an owner sets it; 0 asks for approvals of every payment in the currency. Source: docs/GAPS.md#P17 */
export const ApprovalRuleInput = z
  .object({ amount: z.number(), currency: Currency, approvals: z.int().min(1).max(MAX_APPROVALS) })
  .superRefine(({ amount, currency }, context) => {
    const fault = amountMessage(amount, currency, 'zero');
    if (fault !== null) context.addIssue({ code: 'custom', path: ['amount'], message: fault.message });
  })
  .transform(({ amount, currency, approvals }): ApprovalRule => ({ above: { amount, currency }, approvals }));

/** Body of an approval. Source: docs/GAPS.md#P17 */
export const ApprovalRequest = z
  .object({
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the hash of the payment: 64 hexadecimal digits in small letters')
      .meta({ description: '`approval.hash` of the payment as the member has read it' }),
    decision: z.enum(APPROVAL_DECISIONS).meta({ description: 'A rejection cancels the payment' }),
    comment: optional(z.string().max(MAX_COMMENT).meta({ description: 'For the members of the account' })),
  })
  .meta({ id: 'ApprovalRequest' });

/** An approval that was given. */
export const GivenShape = z
  .object({
    member: z.string().meta({ description: 'Email address of the member' }),
    at: z.string(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'GivenApproval' });

/** The approvals of a payment as it shows them. */
export const ApprovalShape = z
  .object({
    hash: z
      .string()
      .meta({ description: 'SHA-256 of the RFC 8785 form of what will be paid, in hexadecimal digits; see the guide' }),
    creator: z.string().optional().meta({
      description: '`agent of` and the id of the key with which it was proposed; absent where no agent did',
    }),
    needed: z.int().meta({ description: 'How many different members have to approve it' }),
    given: z.array(GivenShape).meta({ description: 'The approvals, the first one first' }),
    rejected: GivenShape.nullable().meta({ description: 'Who rejected it' }),
    expiresAt: z.string().meta({ description: 'When it is cancelled unless it has its approvals' }),
  })
  .meta({ id: 'PaymentApproval' });

/** Answer to an approval or a rejection. */
export const ApprovalAnswer = z
  .object({
    instructionId: z.string(),
    status: z.enum(PAYMENT_STATUSES),
    waitingReason: z.string().nullable(),
    approval: ApprovalShape,
  })
  .meta({ id: 'ApprovalAnswer' });
