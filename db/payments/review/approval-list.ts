import type { Tenant } from '../../../domain/auth/tenant';
import type { Queryable } from '../../database';
import { SUMMARY_SQL, type InstructionSummary } from '../instruction/list-instructions';

/**
 * Payments that wait for the approval of a member, the newest first: made by somebody else, and not approved by this
 * member yet.
 * @param page `after`: id after which the list goes on
 * Source: docs/GAPS.md#P17
 */
export function listPaymentsToApprove(
  database: Queryable,
  { accountId, environment }: Tenant,
  { userId, after, limit }: { userId: string; after?: string | undefined; limit: number },
): Promise<InstructionSummary[]> {
  const values = [accountId, environment, userId, limit, ...(after === undefined ? [] : [after])];
  return database.query<InstructionSummary>(
    `${SUMMARY_SQL}
       and i.status = 'pending' and i.approval ->> 'state' = 'waiting' and i.approval ->> 'creator' is distinct from $3
       and not i.approval -> 'given' @> jsonb_build_array(jsonb_build_object('by', $3::text))
       ${after === undefined ? '' : 'and i.id < $5'}
     order by i.id desc limit $4`,
    values,
    'for_values',
  );
}
