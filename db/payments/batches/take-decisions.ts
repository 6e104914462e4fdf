import { DomainError, isUnavailable } from '../../../domain/errors';
import { decideApproval, type ApprovalWord } from '../../../domain/payments/decisions/approval';
import type { ApprovalDecision } from '../../../domain/payments/review/approval';
import { hashOfPaid } from '../../../domain/payments/review/paid';
import { atATime } from '../../../lib/at-a-time';
import type { Vault } from '../../../lib/vault';
import { readPeople } from '../../auth/makers';
import type { Queryable } from '../../database';
import { raiseFlag } from '../../operator-flags';
import { changePayment } from '../instruction/change-payment';
import { selectColumns } from '../instruction/instruction-columns';
import { openPaid, PAID_COLUMNS, type PaidRow } from '../review/approval';
import { AWAITS_APPROVAL_SQL } from './read-approval';
import type { OpenBatch } from './work-batch';

/** Payments that a decision is taken to at a time, which share statements. */
const PAGE = 200;
const CONCURRENCY = 25;

interface PendingDecision extends Pick<ApprovalWord, 'by' | 'comment' | 'requestId'> {
  member: string;
  decision: ApprovalDecision;
  reached: string | null;
}

/**
 * The next decision that is not yet applied to every payment, a rejection first; of a cancelled batch only a
 * rejection.
 */
async function readNextDecision(database: Queryable, { id, status }: OpenBatch): Promise<PendingDecision | null> {
  const [row] = await database.query<PendingDecision & Record<string, unknown>>(
    `select member_id as member, decision, comment, actor as by, request_id as "requestId", reached
     from payment_batch_approvals where batch_id = $1 and done_at is null and ($2 or decision = 'reject')
     order by decision = 'reject' desc, decided_at, member_id limit 1`,
    [id, status !== 'cancelling'],
  );
  return row ?? null;
}

type WaitingPayment = PaidRow & { rowId: string; hash: string };

/** One page of payments of a batch that wait for approvals, by row. */
function readWaitingPayments(database: Queryable, batchId: string, after: string): Promise<WaitingPayment[]> {
  return database.query<WaitingPayment & Record<string, unknown>>(
    `select ${selectColumns(PAID_COLUMNS)}, r.id as "rowId", i.approval ->> 'hash' as hash
     from payment_batch_rows r join payment_instructions i on i.id = r.instruction_id
     where r.batch_id = $1 and r.state = 'made' and r.id > $2 and ${AWAITS_APPROVAL_SQL}
     order by r.id limit $3`,
    [batchId, after, PAGE],
    'for_values',
  );
}

/**
 * Applies a member's decision about the batch to one payment. A payment that was decided meanwhile, or differs from
 * what was hashed, is left unchanged.
 */
async function applyDecision(
  database: Queryable,
  vault: Vault,
  payment: WaitingPayment,
  word: PendingDecision & Pick<ApprovalWord, 'makersOf'>,
): Promise<void> {
  const paid = openPaid(vault, payment);
  const paidHash = paid === 'erased' ? '' : hashOfPaid(paid);
  const { member, decision, comment, by, requestId, makersOf } = word;
  const said = { member, decision, comment, by, requestId, makersOf, hash: payment.hash, paidHash };
  try {
    await changePayment(database, { instructionId: payment.id }, (state, at) => decideApproval(state, said, at));
  } catch (fault) {
    if (!(fault instanceof DomainError) || fault.status >= 500) throw fault;
  }
}

/**
 * Records how far a decision is applied.
 * @param lastRow id of the last row; null when all are done
 */
async function storeProgress(
  database: Queryable,
  batchId: string,
  member: string,
  lastRow: string | null,
): Promise<void> {
  await database.query(
    `with worked as (update payment_batches set worked_at = now() where id = $1)
     update payment_batch_approvals set reached = greatest(reached, $3),
       done_at = case when $3::text is null then now() end
     where batch_id = $1 and member_id = $2 and done_at is null`,
    [batchId, member, lastRow],
  );
}

/**
 * Applies a member's decision about a batch to its next page of payments. Each payment gets the decision at most once,
 * also if the process dies half-way.
 * @returns whether anything is left to apply
 * Source: docs/GAPS.md#P18
 */
export async function takeDecisions(database: Queryable, vault: Vault, batch: OpenBatch): Promise<boolean> {
  const word = await readNextDecision(database, batch);
  if (word === null) return false;
  const makersOf = await readPeople(database, batch);
  const payments = await readWaitingPayments(database, batch.id, word.reached ?? '');
  const last = payments.at(-1);
  const faults: unknown[] = [];
  await atATime(CONCURRENCY, payments, async (payment) => {
    await applyDecision(database, vault, payment, { ...word, makersOf }).catch((fault: unknown) => faults.push(fault));
  });
  // What may fare better is tried again: it was approved, or rejected.
  const passing = faults.find(isUnavailable);
  if (passing !== undefined && batch.status !== 'cancelling') throw passing;
  // One whose data cannot be opened keeps the word from no other one: it waits until members approve it by itself, or is
  // cancelled with its batch.
  if (faults.length > 0) {
    const says = `payments to which the word of a member could not be taken: ${faults.length}`;
    await raiseFlag(database, batch.id, 'batch_stuck', { says });
  }
  await storeProgress(database, batch.id, word.member, last === undefined ? null : last.rowId);
  return true;
}
