import type { Tenant } from '../../../domain/auth/tenant';
import type { ListPage } from '../../../domain/list-order';
import type { FieldFault } from '../../../domain/errors';
import { isRowOf } from '../../../domain/payments/batches/row-names';
import { MAX_NAMED, type BatchMode, type BatchStatus, type RowState } from '../../../domain/payments/batches/status';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import type { BatchApproval } from '../../../domain/payments/batches/approval';
import type { Queryable } from '../../database';
import { inOrder } from '../../list-order';
import { AWAITS_APPROVAL_SQL, listBatchDecisions, type GivenDecision } from './read-approval';

/** A batch with its counters. */
export interface StoredBatch {
  id: string;
  name: string | null;
  mode: BatchMode;
  status: BatchStatus;
  total: number;
  made: number;
  refused: number;
  cancelled: number;
  failed: number;
  createdAt: Date;
  finishedAt: Date | null;
  /** The member who sent it; null where no member is known. */
  creatorId: string | null;
  approval: BatchApproval | null;
}

const COLUMNS = `id, name, mode, status, total, made, refused, cancelled, failed, created_at as "createdAt",
  finished_at as "finishedAt", member_id as "creatorId", approval`;

/** A row of a batch, without what it asks for. */
export interface StoredRow {
  id: string;
  state: RowState;
  instructionId: string | null;
  faults: FieldFault[];
}

const ROW_COLUMNS = 'id, state, instruction_id as "instructionId", faults';

/** @returns null when the tenant has no such batch */
export async function findBatch(
  database: Queryable,
  { accountId, environment }: Tenant,
  batchId: string,
): Promise<StoredBatch | null> {
  const [row] = await database.query<StoredBatch>(
    `select ${COLUMNS} from payment_batches where id = $1 and account_id = $2 and environment = $3`,
    [batchId, accountId, environment],
  );
  return row ?? null;
}

/** @returns batches of a tenant, the newest first */
export function listBatches(
  database: Queryable,
  { accountId, environment }: Tenant,
  { after, order, limit }: ListPage,
): Promise<StoredBatch[]> {
  const { beyond, direction } = inOrder(order);
  return database.query<StoredBatch & Record<string, unknown>>(
    `select ${COLUMNS} from payment_batches
     where account_id = $1 and environment = $2 and ($3::text is null or id ${beyond} $3)
     order by id ${direction} limit $4`,
    [accountId, environment, after ?? null, limit],
    'for_values',
  );
}

/**
 * Rows of a batch in their order. The batch is a condition of its own, and the range of ids lets the primary key
 * return them in order.
 * @param after id of a row of this batch; any other is ignored
 */
export function listBatchRows(
  database: Queryable,
  batchId: string,
  { state, after, limit }: { state: RowState | undefined; after: string | undefined; limit: number },
): Promise<StoredRow[]> {
  return database.query<StoredRow & Record<string, unknown>>(
    `select ${ROW_COLUMNS} from payment_batch_rows
     where batch_id = $1 and id > $2 and ${state === undefined ? `id < $1 || ';'` : 'state = $4'} order by id limit $3`,
    [
      batchId,
      after !== undefined && isRowOf(batchId, after) ? after : batchId,
      limit,
      ...(state === undefined ? [] : [state]),
    ],
    'for_values',
  );
}

/** What a batch shows beside its counters: its payments by status, and its first refused rows. */
export interface BatchContents {
  byStatus: Partial<Record<PaymentStatus, number>>;
  /** Sums of its payments by currency, as decimal text in major units. */
  totals: { currency: string; amount: string }[];
  refused: StoredRow[];
  /** Payments that wait for approvals. */
  awaitingApproval: number;
  /** What members have decided about it as one thing, the first one first. */
  decisions: GivenDecision[];
}

/**
 * Counts and sums of a batch's payments by status and currency, its refused rows and its decisions. The cost is
 * bounded by the size of one batch.
 */
export async function readBatchContents(database: Queryable, batchId: string): Promise<BatchContents> {
  const [counts, refused, decisions] = await Promise.all([
    database.query<{
      status: PaymentStatus | null;
      currency: string | null;
      count: number;
      awaiting: number;
      sum: string;
    }>(
      `select i.status, i.currency, count(*)::integer as count, sum(i.amount) as sum,
         count(*) filter (where ${AWAITS_APPROVAL_SQL})::integer as awaiting
       from payment_batch_rows r join payment_instructions i on i.id = r.instruction_id
       where r.batch_id = $1 and r.state = 'made' group by grouping sets (i.status, i.currency) order by 1, 2`,
      [batchId],
      'for_values',
    ),
    listBatchRows(database, batchId, { state: 'refused', after: undefined, limit: MAX_NAMED }),
    listBatchDecisions(database, batchId),
  ]);
  return {
    byStatus: Object.fromEntries(counts.flatMap(({ status, count }) => (status === null ? [] : [[status, count]]))),
    totals: counts.flatMap(({ currency, sum }) => (currency === null ? [] : [{ currency, amount: sum }])),
    refused,
    awaitingApproval: counts.reduce((sum, { status, awaiting }) => sum + (status === null ? 0 : awaiting), 0),
    decisions,
  };
}
