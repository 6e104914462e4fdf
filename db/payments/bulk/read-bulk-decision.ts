import type { OperatorActor } from '../../../domain/auth/actor';
import type { ListPage } from '../../../domain/list-order';
import {
  BULK_STATES,
  type BulkDecision,
  type BulkFilter,
  type BulkState,
  type BulkStatus,
} from '../../../domain/payments/review/bulk-decision';
import { DomainError } from '../../../domain/errors';
import type { Queryable } from '../../database';
import { inOrder } from '../../list-order';

export interface StoredBulkDecision {
  id: string;
  decision: BulkDecision;
  reason: string;
  filter: BulkFilter;
  hasMore: boolean;
  status: BulkStatus;
  preparedBy: string;
  /** Null until it is started. */
  decidedBy: OperatorActor | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  stoppedBecause: string | null;
}

export const BULK_COLUMNS = `id, decision, reason, filter, has_more as "hasMore", status, prepared_by as "preparedBy",
  decided_by as "decidedBy", created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt",
  stopped_because as "stoppedBecause"`;

type Row = StoredBulkDecision & Record<string, unknown>;

/** @throws DomainError NOT_FOUND when there is no such bulk decision */
export async function requireBulkDecision(database: Queryable, id: string): Promise<StoredBulkDecision> {
  const [row] = await database.query<Row>(`select ${BULK_COLUMNS} from bulk_decisions where id = $1`, [id]);
  if (row === undefined) throw new DomainError('NOT_FOUND', 'There is no such bulk decision.');
  return row;
}

/** @returns one page of bulk decisions */
export function listBulkDecisions(
  database: Queryable,
  { after, order, limit }: ListPage,
): Promise<StoredBulkDecision[]> {
  const { beyond, direction } = inOrder(order);
  return database.query<Row>(
    `select ${BULK_COLUMNS} from bulk_decisions where $1::text is null or id ${beyond} $1 order by id ${direction} limit $2`,
    [after ?? null, limit],
    'for_values',
  );
}

/** How many payments of a bulk decision are in each state. */
export type BulkCounts = Record<BulkState, number>;

/** How many payments of a bulk decision are in each state. */
export async function countBulkPayments(database: Queryable, id: string): Promise<BulkCounts> {
  const rows = await database.query<{ state: BulkState; count: number }>(
    `select state, count(*)::integer as count from bulk_decision_payments where bulk_decision_id = $1 group by state`,
    [id],
    'for_values',
  );
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return Object.fromEntries(BULK_STATES.map((state) => [state, counts.get(state) ?? 0])) as BulkCounts;
}

/** Sums of the payments of a bulk decision, by currency. */
export interface BulkAmount {
  currency: string;
  payments: number;
  /** Decimal text in the currency's major unit. */
  amount: string;
}

/** Count and sum of a bulk decision's payments by currency. */
function sumBulkPayments(database: Queryable, id: string): Promise<BulkAmount[]> {
  return database.query<BulkAmount & Record<string, unknown>>(
    `select i.currency, count(*)::integer as payments, sum(i.amount)::text as amount
     from bulk_decision_payments p join payment_instructions i on i.id = p.instruction_id
     where p.bulk_decision_id = $1 group by i.currency order by count(*) desc, i.currency`,
    [id],
    'for_values',
  );
}

/** A bulk decision with what became of its payments. */
export interface CountedBulkDecision extends StoredBulkDecision {
  counts: BulkCounts;
  sums: BulkAmount[];
}

/** @throws DomainError NOT_FOUND when there is no such bulk decision */
export async function readBulkDecision(database: Queryable, id: string): Promise<CountedBulkDecision> {
  const bulk = await requireBulkDecision(database, id);
  const [counts, sums] = await Promise.all([countBulkPayments(database, id), sumBulkPayments(database, id)]);
  return { ...bulk, counts, sums };
}

export interface BulkPaymentRow {
  /** Of the payment. */
  id: string;
  state: BulkState;
  fault: string | null;
}

/** One page of payments of a bulk decision, all or those in one state. */
export function listBulkPayments(
  database: Queryable,
  id: string,
  { state, after, limit }: { state?: BulkState | undefined; after?: string | undefined; limit: number },
): Promise<BulkPaymentRow[]> {
  return database.query<BulkPaymentRow & Record<string, unknown>>(
    `select instruction_id as id, state, fault from bulk_decision_payments
     where bulk_decision_id = $1 and ($2::text is null or state = $2) and instruction_id > $3
     order by instruction_id limit $4`,
    [id, state ?? null, after ?? '', limit],
    'for_values',
  );
}
