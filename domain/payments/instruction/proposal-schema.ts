import { z } from 'zod';
import { CreatedInstruction } from './answer-schema';
import { checkInstruction } from './instruction-schema';
import { checkBeneficiaryChoice, InstructionRequest } from './request-schema';

/** Body of a proposal: an instruction without references, which follow from its content. Source: docs/GAPS.md#agents */
export const ProposalRequest = z
  .object(InstructionRequest.shape)
  .omit({ clientReference: true, uetr: true, quoteId: true })
  .superRefine(checkInstruction, { when: () => true })
  .superRefine(checkBeneficiaryChoice, { when: () => true })
  .meta({ id: 'PaymentProposalRequest' });

/** A proposed payment, with what a person needs to sign it. Source: docs/GAPS.md#agents */
export const ProposedPayment = CreatedInstruction.extend({
  hash: z.string().meta({ description: 'SHA-256 of what will be paid, which a member approves' }),
  signUrl: z.string().meta({ description: 'Page of the payment, on which members approve or reject it' }),
}).meta({ id: 'ProposedPayment' });
