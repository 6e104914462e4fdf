import type { Scope } from '../../auth/principal';
import type { FieldFault } from '../../errors';
import { FINAL_STATUSES, paymentStatusOf } from '../instruction/status';
import { latestExpiry, type ConditionFact, type ConditionMember, type KeptCondition } from './conditions';

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

/** What reads the things that a member is about: a condition tells of them. */
const READ_WITH: readonly (readonly [ConditionMember, readonly Scope[]])[] = [
  ['shipmentId', ['shipments:read']],
  ['documentType', ['documents:read']],
  ['severity', ['documents:read', 'payments:read']],
  ['instructionId', ['payments:read']],
];

/** The member of a condition that its key may not read; null where it may read all. */
function scopeFault(condition: KeptCondition, scopes: readonly Scope[]): Fault | null {
  for (const [member, needed] of READ_WITH) {
    const lacking = condition[member] === undefined ? [] : needed.filter((scope) => !scopes.includes(scope));
    if (lacking.length > 0) return { member, code: 'scope', message: `needs a key with ${lacking.join(' and ')}` };
  }
  return null;
}

/**
 * Why a condition can never be met; null where it can.
 * @param expiresAt when the conditions expire
 */
function conditionFault(condition: KeptCondition, { found }: ConditionFact, at: Date, expiresAt: Date): Fault | null {
  const { type } = condition;
  if (type === 'not_before') {
    const moment = new Date(condition.at ?? '');
    if (moment <= at) return { member: 'at', code: 'past', message: 'must not be past' };
    return moment < expiresAt ? null : never('at', 'must be before the conditions expire');
  }
  if (found === null) return type === 'document' ? unknownDocument(condition) : ARE_UNKNOWN[type];
  // Without an id another document may be made in its place.
  if (type === 'document')
    return found === 'failed' && condition.documentId !== undefined
      ? never('documentId', 'is a document that has failed')
      : null;
  if (type === 'shipment_status') {
    const isOver = found === 'cancelled' || found === 'delivered';
    return isOver && condition.oneOf?.includes(found) === false ? never('status', `the shipment is ${found}`) : null;
  }
  const status = paymentStatusOf(found);
  return status !== undefined && FINAL_STATUSES.includes(status)
    ? never('instructionId', `is a payment that is ${status}`)
    : null;
}

/**
 * Why conditions can never all be met, or concern what their key may not read.
 * @param items as they would be kept
 * @param facts of each, in their order
 * @param expiresAt as it was stated; undefined where it was not
 * @param scopes of the key; undefined where no key asks
 * Source: docs/GAPS.md#P27
 */
export function conditionFaults(
  {
    items,
    expiresAt,
    scopes,
  }: { items: readonly KeptCondition[] | null; expiresAt: string | undefined; scopes?: readonly Scope[] | undefined },
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
    const fact = facts[index] ?? { since: null, found: null };
    const fault =
      (scopes === undefined ? null : scopeFault(one, scopes)) ?? conditionFault(one, fact, at, end > at ? end : latest);
    if (fault === null) return;
    const { member, ...rest } = fault;
    faults.push({ field: `conditions.${index}.${member}`, ...rest });
  });
  return faults;
}
