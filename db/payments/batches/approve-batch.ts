import type { RequestActor } from '../../../domain/auth/actor';
import type { Tenant } from '../../../domain/auth/tenant';
import {
  requireBatchDecision,
  type BatchDecision,
  type BatchToApprove,
} from '../../../domain/payments/batches/approval';
import { appendAuditEntry } from '../../auth/audit-log';
import { readPeople } from '../../auth/makers';
import { isMemberSql } from '../../auth/member-sql';
import type { Database, Queryable } from '../../database';
import { addToOutbox, TOPICS } from '../../outbox';
import { countAwaitingApproval } from './read-approval';

/** What a member says about a batch. */
export interface BatchWord extends Omit<BatchDecision, 'makersOf' | 'by'> {
  tenant: Tenant;
  batchId: string;
  comment: string | null;
  actor: RequestActor;
}

/** Locks a batch and reads what a decision about it needs; null when the tenant has no such batch. */
async function readBatchToApprove(
  client: Queryable,
  { batchId, tenant: { accountId, environment } }: Pick<BatchWord, 'batchId' | 'tenant'>,
): Promise<BatchToApprove | null> {
  const [batch] = await client.query<Omit<BatchToApprove, 'approvedBy' | 'waiting'> & Record<string, unknown>>(
    `select status, approval, member_id as creator from payment_batches
     where id = $1 and account_id = $2 and environment = $3 for no key update`,
    [batchId, accountId, environment],
  );
  if (batch === undefined) return null;
  const given = await client.query<{ by: string }>(
    `select d.member_id as by from payment_batch_approvals d join users u on u.id = d.member_id
     where d.batch_id = $1 and d.decision = 'approve' and ${isMemberSql('$2')}`,
    [batchId, accountId],
  );
  return { ...batch, approvedBy: given.map(({ by }) => by), waiting: await countAwaitingApproval(client, batchId) };
}

/**
 * Records a member's decision about a batch, with its audit entry and the order to apply it to each payment, in one
 * transaction. A rejection cancels what is not sent.
 * @returns false when the tenant has no such batch
 * @throws DomainError as `requireBatchDecision`
 * Source: docs/GAPS.md#P18
 */
export function recordBatchDecision(database: Database, word: BatchWord): Promise<boolean> {
  const { tenant, batchId, decision, hash, comment, actor } = word;
  const { accountId, environment } = tenant;
  return database.transaction(async (client) => {
    const batch = await readBatchToApprove(client, word);
    if (batch === null) return false;
    const makersOf = await readPeople(client, tenant);
    const member = requireBatchDecision(batch, { ...word, by: actor.id, makersOf });
    const isRejected = decision === 'reject';
    await client.query(
      `insert into payment_batch_approvals (batch_id, member_id, decision, comment, actor, request_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [batchId, member, decision, comment, actor.id, actor.requestId],
    );
    const cancelledBy = { actor: actor.id, requestId: actor.requestId, reason: comment };
    await client.query(
      `update payment_batches set status = $2, finished_at = null, worked_at = now(), cancelled_by = $3 where id = $1`,
      [batchId, isRejected ? 'cancelling' : 'deciding', isRejected ? JSON.stringify(cancelledBy) : null],
    );
    await addToOutbox(client, { topic: TOPICS.workBatch, subject: batchId, accountId });
    const given = batch.approvedBy.length + (isRejected ? 0 : 1);
    const detail = { environment, decision, hash, member, given, needed: batch.approval?.needed };
    const act = isRejected ? 'payment_batch.approval_rejected' : 'payment_batch.approved';
    await appendAuditEntry(client, { actor, act, subject: batchId, accountId, detail });
    return true;
  });
}
