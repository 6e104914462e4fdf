import { createHash } from 'node:crypto';
import { canonicalJson } from '../../canonical-json';
import { DomainError } from '../../errors';
import { requireOtherMember, type ApprovalWord } from '../decisions/approval';
import { currencyDigits, fromMinor, toMinor } from '../../money';
import type { Approval } from '../review/approval';
import type { BatchStatus } from './status';

/**
 * The approvals of a batch whose payments all need some. It is written down once, when its payments are made; none of it
 * changes afterwards.
 * Source: docs/GAPS.md#P18
 */
export interface BatchApproval {
  /** SHA-256, in hexadecimal digits, of the hashes of its payments. */
  hash: string;
  /** As many as the payment needs that needs most. */
  needed: number;
  /** When the first of its payments is cancelled unless it has its approvals: ISO 8601 timestamp. */
  expiresAt: string;
  payments: number;
  /** By currency, in its major unit. */
  totals: { currency: string; amount: number }[];
}

/** What of a payment the approval of its batch is made of. */
export interface PaymentToApprove extends Pick<Approval, 'hash' | 'needed' | 'expiresAt'> {
  currency: string;
  /** In the currency's major unit, as decimal text. */
  amount: string;
}

/**
 * @param hashes of its payments, in the order of their rows
 * @returns SHA-256 of the form of RFC 8785 of the list, in hexadecimal digits
 * Source: docs/GAPS.md#P18
 */
export function hashOfBatch(hashes: readonly string[]): string {
  return createHash('sha256').update(canonicalJson(hashes)).digest('hex');
}

/** A payment in a currency that ISO 4217 has withdrawn meanwhile has two digits. */
const digitsOf = (currency: string): number => currencyDigits(currency) ?? 2;

/** Totals by currency, in the order of the codes. */
function totalsOf(payments: readonly PaymentToApprove[]): BatchApproval['totals'] {
  const totals = new Map<string, bigint>();
  for (const { currency, amount } of payments) {
    totals.set(currency, (totals.get(currency) ?? 0n) + toMinor(amount, digitsOf(currency)));
  }
  return [...totals]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, minor]) => ({ currency, amount: fromMinor(minor, digitsOf(currency)) }));
}

/**
 * The approval that a batch needs as a whole: the most approvals that one of its payments needs, until the first of
 * them expires.
 * @param payments in the order of their rows; null for one that needs no approval
 * @returns null unless all of them need approvals
 * Source: docs/GAPS.md#P18
 */
export function batchApproval(payments: readonly (PaymentToApprove | null)[]): BatchApproval | null {
  const all = payments.filter((payment) => payment !== null);
  const [first] = all;
  if (first === undefined || all.length < payments.length) return null;
  return {
    hash: hashOfBatch(all.map(({ hash }) => hash)),
    needed: all.reduce((most, { needed }) => Math.max(most, needed), 0),
    expiresAt: all.reduce((end, { expiresAt }) => (expiresAt < end ? expiresAt : end), first.expiresAt),
    payments: all.length,
    totals: totalsOf(all),
  };
}

/** A member's decision about a batch; `hash` is that of what the member has read. */
export type BatchDecision = Pick<ApprovalWord, 'decision' | 'hash' | 'member' | 'makersOf' | 'by'>;

/** What a decision about a batch depends on. */
export interface BatchToApprove {
  status: BatchStatus;
  /** Null where not all of its payments need approvals, or some are not made yet. */
  approval: BatchApproval | null;
  /** The member who sent it; null where no member is known. */
  creator: string | null;
  /** Ids of the members who have approved it. */
  approvedBy: readonly string[];
  /** How many of its payments wait for approvals. */
  waiting: number;
}

function refuse({ status }: BatchToApprove, message: string): never {
  throw new DomainError('INVALID_TRANSITION', message, { extra: { current: status, allowed: [] } });
}

/**
 * The approval that a batch waits for as a whole.
 * @throws DomainError INVALID_TRANSITION when it waits for none
 */
function requireBatchApproval(batch: BatchToApprove): BatchApproval {
  const { status, approval, waiting, approvedBy } = batch;
  if (status === 'making') return refuse(batch, 'The payments of this batch are still being made.');
  if (status === 'cancelling' || status === 'cancelled') return refuse(batch, 'This batch is cancelled.');
  if (approval === null) {
    if (waiting === 0) return refuse(batch, 'No payment of this batch waits for approvals.');
    return refuse(
      batch,
      `Not every payment of this batch needs approvals: approve the ${waiting} that wait one by one.`,
    );
  }
  if (approvedBy.length >= approval.needed) return refuse(batch, 'This batch has the approvals that it needs.');
  if (waiting === 0) return refuse(batch, 'No payment of this batch waits for approvals any more.');
  return approval;
}

/**
 * Checks that a member may approve or reject a batch as a whole.
 * @returns id of the member
 * @throws DomainError INVALID_TRANSITION when it does not wait for approvals as a whole, or the hash is another one;
 * FORBIDDEN and DUPLICATE as for a payment
 * Source: docs/GAPS.md#P18, docs/GAPS.md#A5
 */
export function requireBatchDecision(batch: BatchToApprove, word: BatchDecision): string {
  const { hash } = word;
  const approval = requireBatchApproval(batch);
  const member = requireOtherMember(batch, word);
  if (hash !== approval.hash) {
    const details = [
      { field: 'hash', code: 'changed', message: `must be ${approval.hash}, the hash of the payments of this batch` },
    ];
    const message = 'This is not the hash of this batch: read the batch again, and approve what it shows.';
    throw new DomainError('INVALID_TRANSITION', message, { details, extra: { current: batch.status, allowed: [] } });
  }
  return member;
}
