import type { Tenant } from '../../../domain/auth/tenant';
import type { FieldFault } from '../../../domain/errors';
import type { BatchStatus } from '../../../domain/payments/batches/status';
import { approvalOfBatch } from '../../../domain/payments/batches/approval';
import type { Database, Queryable } from '../../database';
import { readPaymentsToApprove } from './read-approval';
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
  /** The account, the key or the member is disabled, and may be enabled again. */
  isSuspended: boolean;
  /** The key is revoked, with all that were rotated from it; never so for who sent it in the console. */
  isKeyRevoked: boolean;
  isMemberRemoved: boolean;
}

/** Keys that are, by rotation, the one that sent the batch: a rotated key ends by its overlap and is revoked by nobody. */
const IS_KEY_REVOKED_SQL = `coalesce((
  with recursive line as (
    select id, revoked_at from api_keys where id = b.pace ->> 'plan'
    union select s.id, s.revoked_at from line join api_keys s on s.replaces = line.id)
  select bool_and(revoked_at is not null) from line), false)`;

/**
 * The member is the one whose key it is, or who sent the batch in the console: a bucket of theirs has their id.
 * @returns null when there is no such batch
 */
export async function readOpenBatch(database: Queryable, batchId: string): Promise<OpenBatch | null> {
  const [row] = await database.query<OpenBatch>(
    `select b.id, b.account_id as "accountId", b.environment, b.status, b.request_id as "requestId",
       b.is_strict as "isStrict", b.member_id as "creatorId", b.pace, b.total, b.made, b.refused, b.cancelled,
       b.cancelled_by as "cancelledBy",
       a.disabled_at is not null or k.disabled_at is not null or u.disabled_at is not null as "isSuspended",
       ${IS_KEY_REVOKED_SQL} as "isKeyRevoked",
       u.removed_at is not null or u.erased_at is not null as "isMemberRemoved"
     from payment_batches b join accounts a on a.id = b.account_id
     left join api_keys k on k.id = b.pace ->> 'plan'
     left join users u on u.id = coalesce(k.user_id, b.pace ->> 'plan')
     where b.id = $1`,
    [batchId],
  );
  return row ?? null;
}

/** A row in hand, with its body as it is kept. */
export interface RowInHand {
  id: string;
  sealed: Buffer;
}

/** @returns how many rows of a batch are in hand, at most `limit` */
export async function countInHand(database: Queryable, batchId: string, limit: number): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::integer as count from (
       select from payment_batch_rows where batch_id = $1 and state = 'making' limit $2) found`,
    [batchId, limit],
    'for_values',
  );
  return row?.count ?? 0;
}

/**
 * Takes rows in hand: first those that an earlier try has left in hand, then, unless the batch is being cancelled, those
 * that wait. A cancellation and a take exclude each other by the lock of the batch.
 */
export function takeRows(database: Queryable, batchId: string, limit: number): Promise<RowInHand[]> {
  return database.query<RowInHand & Record<string, unknown>>(
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

const FINISH_SQL = `
  update payment_batches set status = case when status = 'cancelling' then 'cancelled' else 'completed' end,
    finished_at = now(), approval = coalesce(approval, $2)
  where id = $1`;

/** A decision that is not taken to every payment holds the end up, unless the batch was cancelled meanwhile. */
const IS_DONE_SQL = `
  select from payment_batches b where id = $1 and status = $2 and status in ('making', 'deciding', 'cancelling')
    and not exists (select from payment_batch_rows r where r.batch_id = b.id and r.state in ('waiting', 'making'))
    and (status = 'cancelling' or not exists (
      select from payment_batch_approvals d where d.batch_id = b.id and d.done_at is null))
  for no key update`;

/**
 * Ends a batch that has nothing left to do: `completed`, or `cancelled` where it was cancelled. With its payments made, it
 * is known whether all of them need approvals.
 * @param status that it had when the work began: one that was cancelled meanwhile goes on
 */
export function finishBatch(database: Database, batchId: string, status: BatchStatus): Promise<void> {
  return database.transaction(async (client) => {
    if ((await client.query(IS_DONE_SQL, [batchId, status])).length === 0) return;
    const approval = status === 'making' ? approvalOfBatch(await readPaymentsToApprove(client, batchId)) : null;
    await client.query(FINISH_SQL, [batchId, approval === null ? null : JSON.stringify(approval)]);
  });
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
