import type { Tenant } from '../../../domain/auth/tenant';
import { PROPOSAL_HOURS } from '../../../domain/payments/instruction/proposal';
import type { Queryable } from '../../database';

/**
 * The payment that an agent proposed with one of these references within the last 24 hours, by Postgres' clock.
 * @param references those that an equal proposal has
 * @returns its id, or null
 * Source: docs/GAPS.md#agents
 */
export async function findProposal(
  database: Queryable,
  { accountId, environment }: Tenant,
  references: readonly string[],
): Promise<string | null> {
  const [row] = await database.query<{ id: string }>(
    `select id from payment_instructions
     where account_id = $1 and environment = $2 and client_reference = any($3) and approval ? 'agent'
       and submitted_at > now() - interval '${PROPOSAL_HOURS} hours'
     order by id desc limit 1`,
    [accountId, environment, references],
  );
  return row?.id ?? null;
}
