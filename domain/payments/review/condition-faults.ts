import type { FieldFault } from '../../errors';
import { FINAL_STATUSES, paymentStatusOf } from '../instruction/status';
import { latestExpiry, type ConditionFact, type KeptCondition } from './conditions';

type Fault = Omit<FieldFault, 'field'> & { member: string };

const ARE_UNKNOWN = {
  shipment_status: { member: 'shipmentId', code: 'unknown_shipment', message: 'is not a shipment of this account' },
  no_findings: { member: 'shipmentId', code: 'unknown_shipment', message: 'is not a shipment of this account' },
  payment_proved: { member: 'instructionId', code: 'unknown_payment', message: 'is not a payment of this account' },
};

function unknownDocument({ sha256, documentId }: KeptCondition): Fault {
  if (sha256 === undefined && documentId === undefined) return ARE_UNKNOWN.shipment_status;
  const member = documentId === undefined ? 'sha256' : 'documentId';
  return { member, code: 'unknown_document', message: 'is not a document of this account with these members' };
}

const never = (member: string, message: string): Fault => ({ member, code: 'never_met', message });

/** Why a condition can never be met; null where it can. `expiresAt`: when it expires. */
function faultOf(one: KeptCondition, { found }: ConditionFact, at: Date, expiresAt: Date): Fault | null {
  const { type } = one;
  if (type === 'not_before') {
    const moment = new Date(one.at ?? '');
    if (moment <= at) return { member: 'at', code: 'past', message: 'must not be past' };
    return moment < expiresAt ? null : never('at', 'must be before the conditions expire');
  }
  if (found === null) return type === 'document' ? unknownDocument(one) : ARE_UNKNOWN[type];
  // Without an id another document may be made in its place.
  if (type === 'document')
    return found === 'failed' && one.documentId !== undefined
      ? never('documentId', 'is a document that has failed')
      : null;
  if (type === 'shipment_status') {
    const isOver = found === 'cancelled' || found === 'delivered';
    return isOver && one.oneOf?.includes(found) === false ? never('status', `the shipment is ${found}`) : null;
  }
  const status = paymentStatusOf(found);
  return status !== undefined && FINAL_STATUSES.includes(status)
    ? never('instructionId', `is a payment that is ${status}`)
    : null;
}

/**
 * Why conditions can never be met together.
 * @param items as they would be kept
 * @param facts of each, in their order
 * @param expiresAt as it was stated; undefined where it was not
 * Source: docs/GAPS.md#P27
 */
export function conditionFaults(
  { items, expiresAt }: { items: readonly KeptCondition[] | null; expiresAt: string | undefined },
  facts: readonly ConditionFact[],
  at: Date,
): FieldFault[] {
  const field = 'conditionsExpireAt';
  if (items === null) {
    return expiresAt === undefined
      ? []
      : [{ field, code: 'without_conditions', message: 'is given without conditions' }];
  }
  const latest = latestExpiry(at);
  const end = expiresAt === undefined ? latest : new Date(expiresAt);
  const faults: FieldFault[] = [];
  if (end <= at) faults.push({ field, code: 'past', message: 'must not be past' });
  if (end > latest) faults.push({ field, code: 'too_late', message: 'must be at most 365 days ahead' });
  items.forEach((one, index) => {
    const fault = faultOf(one, facts[index] ?? { since: null, found: null }, at, end > at ? end : latest);
    if (fault === null) return;
    const { member, ...rest } = fault;
    faults.push({ field: `conditions.${index}.${member}`, ...rest });
  });
  return faults;
}
