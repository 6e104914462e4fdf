import type { OperatorActor, RequestActor } from '../../../domain/auth/actor';
import type { Tenant } from '../../../domain/auth/tenant';
import { DomainError } from '../../../domain/errors';
import type { BatchStatus } from '../../../domain/payments/batches/status';
import { appendAuditEntry } from '../../auth/audit-log';
import type { Database } from '../../database';
import { addToOutbox, TOPICS } from '../../outbox';

/** Who wants failed rows made: the account of the batch, or, without a tenant, an operator. */
export interface BatchRetry {
  tenant: Tenant | null;
  batchId: string;
  actor: RequestActor | OperatorActor;
}

const RETRY_SQL = `
  with retried as (
    update payment_batch_rows set state = 'waiting', tries = 0, faults = '[]'
    where batch_id = $1 and state = 'failed' returning 1)
  update payment_batches set status = 'making', finished_at = null, worked_at = now(),
    failed = failed - (select count(*) from retried)
  where id = $1`;

/**
 * Makes the failed rows of a batch due again, with an audit entry; without such rows it changes nothing.
 * @returns false when there is no such batch
 * @throws DomainError INVALID_TRANSITION for a cancelled batch
 * Source: docs/GAPS.md#P18
 */
export function retryBatch(database: Database, { tenant, batchId, actor }: BatchRetry): Promise<boolean> {
  return database.transaction(async (client) => {
    const [batch] = await client.query<Tenant & { status: BatchStatus; failed: number } & Record<string, unknown>>(
      `select status, failed, account_id as "accountId", environment from payment_batches
       where id = $1 and ($2::text is null or (account_id = $2 and environment::text = $3)) for no key update`,
      [batchId, tenant?.accountId ?? null, tenant?.environment ?? null],
    );
    if (batch === undefined) return false;
    const { status, failed, accountId, environment } = batch;
    if (status === 'cancelling' || status === 'cancelled') {
      const extra = { current: status, allowed: [] };
      throw new DomainError('INVALID_TRANSITION', 'This batch is cancelled: no row of it is made.', { extra });
    }
    if (failed === 0) return true;
    await client.query(RETRY_SQL, [batchId]);
    await addToOutbox(client, { topic: TOPICS.workBatch, subject: batchId, accountId });
    const detail = { environment, rows: failed };
    await appendAuditEntry(client, { actor, act: 'payment_batch.retried', subject: batchId, accountId, detail });
    return true;
  });
}
