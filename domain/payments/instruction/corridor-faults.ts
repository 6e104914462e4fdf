import type { FieldFault } from '../../errors';
import { ACCOUNT_NUMBER, numberFault } from './account-rules';
import { concerns, CORRIDOR_RULES, type CorridorRule } from './corridor-rules';
import { memberOf } from '../../unknown-value';

/** What a payment lacks of what its corridor asks for. */
export interface UnmetRule extends FieldFault {
  rule: CorridorRule;
}

/** @returns the member at a path such as `beneficiary.address.city`, or undefined */
function memberAt(body: unknown, path: string): unknown {
  return memberOf(body, ...path.split('.'));
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The fault of a code by a rule: not in its list, or for accounts of another type; null if it has none. */
function codeFault(
  { list, isComplete, pattern }: NonNullable<CorridorRule['codes']>,
  given: string,
  type: unknown,
): Pick<FieldFault, 'code' | 'message'> | null {
  const known = list.find(({ code }) => code === given);
  if (known === undefined) {
    const isTaken = !isComplete && pattern.test(given);
    return isTaken ? null : { code: 'purpose_code', message: 'is not a code of this corridor' };
  }
  const { beneficiaryType } = known;
  if (beneficiaryType === null || isAbsent(type) || type === beneficiaryType) return null;
  return { code: 'purpose_of_other_type', message: `is a code for an account of type ${beneficiaryType}` };
}

/** What a rule finds wrong with a member that is there, or null. */
function givenFault(
  { codes, number }: CorridorRule,
  field: string,
  given: unknown,
  body: unknown,
): Pick<FieldFault, 'code' | 'message'> | null {
  if (number !== undefined && field === ACCOUNT_NUMBER) {
    return numberFault(number, String(given), String(memberAt(body, 'beneficiary.bankAccount.country')));
  }
  return codes === undefined ? null : codeFault(codes, String(given), memberAt(body, 'beneficiary.type'));
}

/** Fields that do not meet a rule; none if the member that the rule is about is absent. */
function unmetFields(rule: CorridorRule, body: unknown): UnmetRule[] {
  if (rule.within !== undefined && isAbsent(memberAt(body, rule.within))) return [];
  return rule.fields.flatMap((field) => {
    const given = memberAt(body, field);
    if (isAbsent(given)) return [{ rule, field, code: 'required', message: `is required: ${rule.why}` }];
    const fault = givenFault(rule, field, given, body);
    return fault === null ? [] : [{ rule, field, ...fault }];
  });
}

/**
 * What of a payment its corridor would ask for; nothing where the corridor is not known.
 * @param body as it was sent, or parsed
 * Source: docs/GAPS.md#corridors
 */
export function corridorFaults(body: unknown): UnmetRule[] {
  const currency = memberAt(body, 'currency');
  const country = memberAt(body, 'beneficiary.bankAccount.country');
  if (typeof currency !== 'string' || typeof country !== 'string') return [];
  return CORRIDOR_RULES.filter((rule) => concerns(rule, currency, country)).flatMap((rule) => unmetFields(rule, body));
}

/** @returns the same as faults of a request, one for each member, for an account whose payments must have what their corridor asks for */
export function unmetFaults(body: unknown): FieldFault[] {
  const faults = corridorFaults(body).map(({ field, code, message }) => ({ field, code, message }));
  return faults.filter(({ field }, at) => faults.findIndex((earlier) => earlier.field === field) === at);
}
