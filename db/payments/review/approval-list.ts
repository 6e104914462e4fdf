import type { Tenant } from '../../../domain/auth/tenant';
import type { Queryable } from '../../database';
import { SUMMARY_SQL, type InstructionSummary } from '../instruction/list-instructions';

/** A page of the payments that a member may approve. */
export interface ApprovalListPage {
  userId: string;
  batchIds: readonly string[];
  after?: string | undefined;
  limit: number;
}

/**
 * Payments that wait for the approval of a member, the newest first: made by somebody else, and not approved by this
 * member yet.
 * @param page `after`: id after which the list goes on; `batchIds`: batches whose payments are left out
 * Source: docs/GAPS.md#P17
 */
export function listPaymentsToApprove(
  database: Queryable,
  { accountId, environment }: Tenant,
  { userId, batchIds, after, limit }: ApprovalListPage,
): Promise<InstructionSummary[]> {
  const values = [accountId, environment, userId, limit, batchIds, ...(after === undefined ? [] : [after])];
  return database.query<InstructionSummary>(
    `${SUMMARY_SQL}
       and i.status = 'pending' and i.approval ->> 'state' = 'waiting' and i.approval ->> 'creator' is distinct from $3
       and not i.approval -> 'given' @> jsonb_build_array(jsonb_build_object('by', $3::text))
       and not exists (select from payment_batch_rows r
         where r.id = i.idempotency_key and r.instruction_id = i.id and r.batch_id = any($5::text[]))
       ${after === undefined ? '' : 'and i.id < $6'}
     order by i.id desc limit $4`,
    values,
    'for_values',
  );
}
