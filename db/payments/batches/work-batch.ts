import type { Tenant } from '../../../domain/auth/tenant';
import type { FieldFault } from '../../../domain/errors';
import type { BatchStatus } from '../../../domain/payments/batches/status';
import type { Vault } from '../../../lib/vault';
import type { Queryable } from '../../database';
import { openBody } from './batch-rows';
import type { BatchPace } from './create-batch';

/** A batch as the work on it needs it. */
export interface OpenBatch extends Tenant {
  id: string;
  status: BatchStatus;
  requestId: string;
  isStrict: boolean;
  creatorId: string | null;
  pace: BatchPace;
  total: number;
  made: number;
  refused: number;
  cancelled: number;
  cancelledBy: { actor: string; requestId: string | null; reason: string | null } | null;
}

/** @returns null when there is no such batch */
export async function readOpenBatch(database: Queryable, batchId: string): Promise<OpenBatch | null> {
  const [row] = await database.query<OpenBatch>(
    `select id, account_id as "accountId", environment, status, request_id as "requestId", is_strict as "isStrict",
       member_id as "creatorId", pace,
       total, made, refused, cancelled, cancelled_by as "cancelledBy" from payment_batches where id = $1`,
    [batchId],
  );
  return row ?? null;
}

/** A row in hand. */
export interface RowInHand {
  id: string;
  body: unknown;
}

/**
 * Takes rows in hand: first those that an earlier try has left in hand, then, unless the batch is being cancelled, those
 * that wait. A cancellation and a take exclude each other by the lock of the batch.
 */
export async function takeRows(
  database: Queryable,
  vault: Vault,
  batchId: string,
  limit: number,
): Promise<RowInHand[]> {
  const rows = await database.query<{ id: string; sealed: Buffer }>(
    `with batch as materialized (
       update payment_batches set worked_at = now() where id = $1 and status in ('making', 'cancelling')
       returning id, status),
     next as materialized (
       select r.id from batch join payment_batch_rows r on r.batch_id = batch.id
       where r.state = 'making' or (r.state = 'waiting' and batch.status = 'making') order by r.state, r.id limit $2),
     taken as (
       update payment_batch_rows r set state = 'making' from next where r.id = next.id
       returning r.id, r.body_sealed as sealed)
     select id, sealed from taken order by id`,
    [batchId, limit],
    'for_values',
  );
  return rows.map(({ id, sealed }) => ({ id, body: openBody(vault, id, sealed) }));
}

/** What became of a row in hand. */
export type RowOutcome = { id: string } & ({ instructionId: string } | { faults: FieldFault[] });

/** Records what became of rows in hand, each once; what they asked for is deleted. */
export async function recordRows(database: Queryable, batchId: string, outcomes: readonly RowOutcome[]): Promise<void> {
  const done = outcomes.map((outcome) => ({
    id: outcome.id,
    instruction_id: 'instructionId' in outcome ? outcome.instructionId : null,
    faults: 'faults' in outcome ? outcome.faults : [],
  }));
  await database.query(
    `with batch as materialized (select id from payment_batches where id = $1 for no key update),
     done as (select d.* from batch, jsonb_to_recordset($2::jsonb) as d(id text, instruction_id text, faults jsonb)),
     changed as (
       update payment_batch_rows r set state = case when d.instruction_id is null then 'refused' else 'made' end,
         instruction_id = d.instruction_id, faults = d.faults, body_sealed = null
       from done d where r.id = d.id and r.batch_id = $1 and r.state = 'making' returning r.state)
     update payment_batches set made = made + (select count(*) from changed where state = 'made'),
       refused = refused + (select count(*) from changed where state = 'refused'), worked_at = now()
     where id = $1`,
    [batchId, JSON.stringify(done)],
  );
}

/**
 * Ends a batch that has nothing left to make: `completed`, or `cancelled` where it was cancelled.
 * @param status that it had when the work began: one that was cancelled meanwhile goes on
 */
export async function finishBatch(database: Queryable, batchId: string, status: BatchStatus): Promise<void> {
  await database.query(
    `update payment_batches b set status = case when status = 'making' then 'completed' else 'cancelled' end,
       finished_at = now()
     where id = $1 and status = $2 and status in ('making', 'cancelling')
       and not exists (select from payment_batch_rows r where r.batch_id = b.id and r.state in ('waiting', 'making'))`,
    [batchId, status],
  );
}

/** @returns payments of a batch that are pending and were never asked to be cancelled, after one, in their order */
export async function readPendingPayments(
  database: Queryable,
  batchId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ rowId: string; instructionId: string }[]> {
  return database.query(
    `select r.id as "rowId", r.instruction_id as "instructionId"
     from payment_batch_rows r join payment_instructions i on i.id = r.instruction_id
     where r.batch_id = $1 and r.state = 'made' and r.id > $2 and i.status = 'pending' and i.cancellation is null
     order by r.id limit $3`,
    [batchId, after, limit],
    'for_values',
  );
}

/** @returns whose the batches are, for workflows that begin again */
export function readBatchesToResume(
  database: Queryable,
  ids: readonly string[],
): Promise<{ batchId: string; accountId: string }[]> {
  return database.query<{ batchId: string; accountId: string } & Record<string, unknown>>(
    'select id as "batchId", account_id as "accountId" from payment_batches where id = any($1)',
    [ids],
  );
}
