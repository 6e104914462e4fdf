import { tenantName, type Tenant } from '../../../domain/auth/tenant';
import type { FieldFault } from '../../../domain/errors';
import { MAX_ROW_TRIES, type BatchStatus } from '../../../domain/payments/batches/status';
import { batchApproval } from '../../../domain/payments/batches/approval';
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
  failed: number;
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
 * A batch that is being processed, with the member who sent it or whose key did, by whose buckets it is limited; null
 * when there is no such batch.
 */
export async function readOpenBatch(database: Queryable, batchId: string): Promise<OpenBatch | null> {
  const [row] = await database.query<OpenBatch>(
    `select b.id, b.account_id as "accountId", b.environment, b.status, b.request_id as "requestId",
       b.is_strict as "isStrict", b.member_id as "creatorId", b.pace, b.total, b.made, b.refused, b.cancelled,
       b.failed,
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
  /** How often it could not be made. */
  tries: number;
}

/** How many rows of a batch are being made. */
export async function countRowsBeingMade(database: Queryable, batchId: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::integer as count from payment_batch_rows where batch_id = $1 and state = 'making'`,
    [batchId],
    'for_values',
  );
  return row?.count ?? 0;
}

/** Which rows are taken, at most so many of each kind. */
export interface RowsToTake {
  waiting: number;
  inHand: number;
  /** Whether rows in hand that could not be made are taken too. */
  isRetry: boolean;
}

/**
 * Takes rows to be made: those that an earlier try has left, those with the fewest tries first, then waiting ones. The
 * lock of the batch keeps a cancellation and a take apart; a row that another try has finished meanwhile is left out.
 */
export function takeRows(
  database: Queryable,
  batchId: string,
  { waiting, inHand: beingMade, isRetry }: RowsToTake,
): Promise<RowInHand[]> {
  return database.query<RowInHand & Record<string, unknown>>(
    `with batch as materialized (
       update payment_batches set worked_at = now() where id = $1 and status = 'making' returning id),
     next as materialized (
       (select r.id from batch join payment_batch_rows r on r.batch_id = batch.id
        where r.state = 'making' and (r.tries = 0 or $4) order by r.tries, r.id limit $3)
       union all
       (select r.id from batch join payment_batch_rows r on r.batch_id = batch.id
        where r.state = 'waiting' order by r.id limit $2)),
     taken as (
       update payment_batch_rows r set state = 'making' from next
       where r.id = next.id and r.state in ('waiting', 'making')
       returning r.id, r.body_sealed as sealed, r.tries)
     select id, sealed, tries from taken order by id`,
    [batchId, waiting, beingMade, isRetry],
    'for_values',
  );
}

/** Keys of rows: an operation of their own, so that no key of a client meets them. */
export const MAKING = 'makeBatchPayment';

/** What became of a row in hand: refused under the claim of `token`, or not made by a fault of the service. */
export type RowOutcome = { id: string } & (
  { instructionId: string } | { faults: FieldFault[]; token: string } | { fault: unknown }
);

/** What a client reads of a row that could not be made. */
const NOT_MADE = { field: '', code: 'failed', message: 'could not be made by a fault of the service: retry it' };

/**
 * Records what became of rows in hand, each once, and counts it for the batch. A row whose payment is found by its key
 * was made, whatever its outcome says. A refusal is ignored once another try holds the claim. A row that was not made by
 * a fault of the service is tried again and fails after MAX_ROW_TRIES; it alone keeps its body, for a retry.
 */
export async function recordRows(
  database: Queryable,
  { id: batchId, accountId, environment }: OpenBatch,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const done = outcomes.map((outcome) => ({
    id: outcome.id,
    instruction_id: 'instructionId' in outcome ? outcome.instructionId : null,
    faults: 'faults' in outcome ? outcome.faults : [],
    token: 'token' in outcome ? outcome.token : null,
  }));
  await database.query(
    `with batch as materialized (select id from payment_batches where id = $1 for no key update),
     said as materialized (
       select d.* from batch, jsonb_to_recordset($2::jsonb) as d(id text, instruction_id text, faults jsonb, token text)),
     held as materialized (
       select k.key from said d join idempotency_keys k on k.scope = $3 and k.operation = '${MAKING}' and k.key = d.id
         and k.claim_token = d.token and k.subject is null
       order by k.key for no key update of k),
     -- The answer to an insert may have been lost.
     done as (
       select d.id, d.faults, d.token, coalesce(d.instruction_id, i.id) as instruction_id
       from said d left join payment_instructions i on i.account_id = $4 and i.environment = $5
         and i.idempotency_key = d.id and i.batch_id = $1
       where d.token is null or d.id in (select key from held)),
     changed as (
       update payment_batch_rows r set instruction_id = d.instruction_id,
         state = case when d.instruction_id is not null then 'made' when d.token is not null then 'refused'
           when r.tries + 1 < $6 then 'making' else 'failed' end,
         faults = case when d.instruction_id is null and d.token is null and r.tries + 1 >= $6 then $7 else d.faults end,
         tries = r.tries + (d.instruction_id is null)::integer,
         body_sealed = case when d.instruction_id is null and d.token is null then r.body_sealed end
       from done d where r.id = d.id and r.batch_id = $1 and r.state = 'making' returning r.state)
     update payment_batches set made = made + (select count(*) from changed where state = 'made'),
       refused = refused + (select count(*) from changed where state = 'refused'),
       failed = failed + (select count(*) from changed where state = 'failed'), worked_at = now()
     where id = $1`,
    [
      ...[batchId, JSON.stringify(done), tenantName({ accountId, environment }), accountId, environment],
      ...[MAX_ROW_TRIES, JSON.stringify([NOT_MADE])],
    ],
  );
}

const FINISH_SQL = `
  update payment_batches set status = case when status = 'cancelling' then 'cancelled' else 'completed' end,
    finished_at = now(), approval = coalesce(approval, $2)
  where id = $1`;

/** A decision that is not taken to every payment holds the end up, unless the batch was cancelled meanwhile. */
const IS_DONE_SQL = `
  select failed from payment_batches b where id = $1 and status = $2 and status in ('making', 'deciding', 'cancelling')
    and not exists (select from payment_batch_rows r where r.batch_id = b.id and r.state in ('waiting', 'making'))
    and (status = 'cancelling' or not exists (
      select from payment_batch_approvals d where d.batch_id = b.id and d.done_at is null))
  for no key update`;

/**
 * Ends a batch that has nothing left to do, as `completed` or `cancelled`. If all payments were made and all need
 * approvals, the batch gets its own approval; not while a row has failed.
 * @param status of the batch when the work began; if it was cancelled meanwhile, nothing changes
 */
export function finishBatch(database: Database, batchId: string, status: BatchStatus): Promise<void> {
  return database.transaction(async (client) => {
    const [done] = await client.query<{ failed: number }>(IS_DONE_SQL, [batchId, status]);
    if (done === undefined) return;
    const isWhole = status === 'making' && done.failed === 0;
    const approval = isWhole ? batchApproval(await readPaymentsToApprove(client, batchId)) : null;
    await client.query(FINISH_SQL, [batchId, approval === null ? null : JSON.stringify(approval)]);
  });
}

/** One page of pending payments of a batch whose cancellation was never requested, in the order of rows. */
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
