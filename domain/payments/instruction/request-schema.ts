import { z } from 'zod';
import { optional } from '../../schema-tools';
import { REQUIRED_MESSAGE } from '../../schema-words';
import { memberOf } from '../../unknown-value';
import { Beneficiary, checkInstruction, CreateInstruction } from './instruction-schema';

/** Id of a saved beneficiary in a body. */
const BeneficiaryId = z
  .string()
  .min(1)
  .max(64)
  .meta({
    description: 'A saved beneficiary, in place of `beneficiary`',
    examples: ['ben_06exqyd7p07n5t1k6bqr8m2z4w'],
  });

const BOTH = { path: ['beneficiaryId'], code: 'exclusive', message: 'must not be given together with beneficiary' };
const NEITHER = {
  path: ['beneficiary'],
  code: 'invalid_type',
  message: `${REQUIRED_MESSAGE}, unless beneficiaryId names a saved one`,
};

/** Adds an issue unless exactly one is given: a beneficiary, or the id of a saved one. */
export function checkBeneficiaryChoice(value: unknown, context: z.RefinementCtx): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const isGiven = (name: string): boolean => (memberOf(value, name) ?? null) !== null;
  if (isGiven('beneficiary') !== isGiven('beneficiaryId')) return;
  const { code, ...fault } = isGiven('beneficiary') ? BOTH : NEITHER;
  context.addIssue({ code: 'custom', ...fault, params: { code } });
}

/**
 * Body of `POST /api/v1/payments/instructions`: an instruction whose beneficiary is given or is a saved one, exactly one
 * of them. With a saved one, it is judged as a whole (`CreateInstruction`) once that has been read.
 * Source: docs/GAPS.md#P16
 */
export const InstructionRequest = z
  .object({
    ...CreateInstruction.shape,
    beneficiary: optional(Beneficiary),
    beneficiaryId: optional(BeneficiaryId),
  })
  .superRefine(checkInstruction, { when: () => true })
  .superRefine(checkBeneficiaryChoice, { when: () => true })
  .meta({ id: 'PaymentInstructionRequest' });

/** An instruction whose beneficiary may be a saved one. */
export type InstructionRequestBody = z.output<typeof InstructionRequest>;

/** @returns the id that a body names in place of a beneficiary; null where it names none, or both */
export function savedIdOf(body: unknown): string | null {
  const id = memberOf(body, 'beneficiaryId');
  const isOther = (memberOf(body, 'beneficiary') ?? null) !== null;
  return typeof id === 'string' && id !== '' && !isOther ? id : null;
}
