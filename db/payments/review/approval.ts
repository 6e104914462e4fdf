import { DomainError, paymentNotFound } from '../../../domain/errors';
import type { Tenant } from '../../../domain/auth/tenant';
import {
  decideApproval,
  decideApprovalWait,
  type ApprovalWait,
  type ApprovalWord,
} from '../../../domain/payments/decisions/approval';
import type { Approval } from '../../../domain/payments/review/approval';
import { differencesOfPaid, hashOfPaid, paidOf, type Paid } from '../../../domain/payments/review/paid';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import type { Vault } from '../../../lib/vault';
import { readPeople } from '../../auth/makers';
import type { Queryable } from '../../database';
import { changePayment, type Changed } from '../instruction/change-payment';
import { selectColumns, type InstructionValues } from '../instruction/instruction-columns';
import { openPrivateData } from '../instruction/private-data';

/** SQL of the members who have approved or rejected instruction `i`: email addresses by id, or null. */
export const APPROVERS_SQL = `case when i.approval is not null then (
  select jsonb_object_agg(u.id, u.email) from users u where u.id in (
    select g ->> 'by' from jsonb_array_elements(i.approval -> 'given' || coalesce(i.approval -> 'rejection', '[]')) g)) end`;

/** Email addresses by the id of the member. */
export type Approvers = Readonly<Record<string, string>>;

/** What of an instruction `i` says what will be paid. */
export const PAID_COLUMNS = ['id', 'amount', 'currency', 'valueDate', 'uetr', 'chargeBearer', 'privateSealed'] as const;
export type PaidRow = Pick<InstructionValues, (typeof PAID_COLUMNS)[number]>;

/** @returns what will be paid; `erased` where the names were erased since */
export function openPaid(vault: Vault, { id, amount, privateSealed, ...terms }: PaidRow): Paid | 'erased' {
  if (privateSealed === null) return 'erased';
  return paidOf({ instructionId: id, amount: Number(amount), ...terms }, openPrivateData(vault, id, privateSealed));
}

/** The account's newest payment that fits the condition, opened; 'erased' without its personal data. */
async function readPaid(
  database: Queryable,
  vault: Vault,
  where: { condition: string; value: string; tenant: Tenant },
): Promise<Paid | 'erased' | null> {
  const { condition, value, tenant } = where;
  const [row] = await database.query<PaidRow & Record<string, unknown>>(
    `select ${selectColumns(PAID_COLUMNS)} from payment_instructions i
     where i.account_id = $1 and i.environment = $2 and ${condition}
     order by i.id desc limit 1`,
    [tenant.accountId, tenant.environment, value],
  );
  return row === undefined ? null : openPaid(vault, row);
}

/** An error that names the members in which a payment differs from the one with the given hash, where that is known. */
async function changedRefusal(
  database: Queryable,
  vault: Vault,
  { tenant, paid, hash }: { tenant: Tenant; paid: Paid | 'erased'; hash: string },
): Promise<DomainError> {
  const condition = "i.approval is not null and i.approval ->> 'hash' = $3";
  const found = paid === 'erased' ? null : await readPaid(database, vault, { condition, value: hash, tenant });
  const read = found === 'erased' ? null : found;
  const message =
    read === null
      ? 'This is the hash of no payment of this account: read the payment again, and approve what it shows.'
      : `This is the hash of what was to be paid by ${read.instructionId}; what differs is named. Read the payment again.`;
  const names = read === null || paid === 'erased' ? [] : differencesOfPaid(read, paid);
  const details = names.map((field) => ({
    field,
    code: 'changed',
    message: 'is not what was read',
  }));
  const current = paid === 'erased' ? '' : hashOfPaid(paid);
  const named = [
    { field: 'hash', code: 'changed', message: `must be ${current}, the hash of what will be paid` },
    ...details,
  ];
  return new DomainError('INVALID_TRANSITION', message, { details: named, extra: { current: 'pending', allowed: [] } });
}

export interface RecordedApproval {
  state: PaymentState;
  approval: Approval;
  approvers: Approvers;
}

/**
 * Records a member's approval or rejection with its audit entry and, if it is the last one needed, the message to the
 * workflow, in one transaction.
 * @throws DomainError NOT_FOUND; INVALID_TRANSITION when it waits for no approval or the hash is another one;
 * FORBIDDEN for the creator, for a member who is not independent, and for a key of no member; DUPLICATE for a member
 * who has approved it
 * Source: docs/GAPS.md#P17
 */
export async function recordApproval(
  database: Queryable,
  vault: Vault,
  { instructionId, tenant }: { instructionId: string; tenant: Tenant },
  word: Omit<ApprovalWord, 'paidHash' | 'makersOf'>,
): Promise<RecordedApproval> {
  const paid = await readPaid(database, vault, { condition: 'i.id = $3', value: instructionId, tenant });
  if (paid === null) throw paymentNotFound();
  // An erased payment has its outcome, and waits for nothing.
  const paidHash = paid === 'erased' ? '' : hashOfPaid(paid);
  const makersOf = await readPeople(database, tenant);
  const { result, state } = await changePayment(database, { instructionId }, (before, at) =>
    decideApproval(before, { ...word, paidHash, makersOf }, at),
  );
  if (result.kind === 'changed') throw await changedRefusal(database, vault, { tenant, paid, hash: word.hash });
  if (result.kind === 'late') {
    const message = 'The payment was not approved in time, and is cancelled.';
    throw new DomainError('INVALID_TRANSITION', message, { extra: { current: state.status, allowed: [] } });
  }
  const { approval } = result;
  return { state, approval, approvers: await readApprovers(database, instructionId) };
}

async function readApprovers(database: Queryable, instructionId: string): Promise<Approvers> {
  const [row] = await database.query<{ approvers: Approvers | null }>(
    `select ${APPROVERS_SQL} as approvers from payment_instructions i where i.id = $1`,
    [instructionId],
  );
  return row?.approvers ?? {};
}

/**
 * Cancels a payment whose approvals were not given in time.
 * @returns whether it waits for approvals, and until when
 * Source: docs/GAPS.md#P17
 */
export function recordApprovalWait(database: Queryable, instructionId: string): Promise<Changed<ApprovalWait>> {
  return changePayment(database, { instructionId }, decideApprovalWait);
}
