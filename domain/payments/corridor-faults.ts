import { invalidRequest, type FieldFault } from '../errors';
import { concerns, CORRIDOR_RULES, type CorridorRule } from './corridor-rules';
import type { CreateInstructionBody } from './instruction-schema';

/** What a payment lacks of what its corridor asks for. */
export interface UnmetRule extends FieldFault {
  rule: CorridorRule;
}

/** @returns the member at a path such as `beneficiary.address.city`, or undefined */
function memberAt(body: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), body);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function codeFault(
  { list, isComplete, pattern }: NonNullable<CorridorRule['codes']>,
  given: string,
  { type }: CreateInstructionBody['beneficiary'],
): Pick<FieldFault, 'code' | 'message'> | null {
  const known = list.find(({ code }) => code === given);
  if (known === undefined) {
    const isTaken = !isComplete && pattern.test(given);
    return isTaken ? null : { code: 'purpose_code', message: 'is not a code that this corridor has' };
  }
  const { beneficiaryType } = known;
  if (beneficiaryType === null || type === undefined || type === beneficiaryType) return null;
  return { code: 'purpose_of_other_type', message: `is a code for an account of type ${beneficiaryType}` };
}

function unmetOf(rule: CorridorRule, body: CreateInstructionBody): UnmetRule[] {
  if (rule.within !== undefined && isAbsent(memberAt(body, rule.within))) return [];
  return rule.fields.flatMap((field) => {
    const given = memberAt(body, field);
    if (isAbsent(given)) return [{ rule, field, code: 'required', message: `is required: ${rule.why}` }];
    const fault = rule.codes === undefined ? null : codeFault(rule.codes, String(given), body.beneficiary);
    return fault === null ? [] : [{ rule, field, ...fault }];
  });
}

/**
 * @throws DomainError INVALID_REQUEST naming everything that the corridor asks for and the payment lacks
 * Source: docs/GAPS.md#corridors
 */
export function checkCorridor(body: CreateInstructionBody): void {
  const unmet = corridorFaults(body).map(({ field, code, message }) => ({ field, code, message }));
  if (unmet.length > 0) throw invalidRequest(unmet);
}

/**
 * What of a payment its corridor would ask for, of a payment that is otherwise valid.
 * Source: docs/GAPS.md#corridors
 */
export function corridorFaults(body: CreateInstructionBody): UnmetRule[] {
  const { country } = body.beneficiary.bankAccount;
  return CORRIDOR_RULES.filter((rule) => concerns(rule, body.currency, country)).flatMap((rule) => unmetOf(rule, body));
}
