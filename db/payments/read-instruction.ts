import type { DateStep } from '../../domain/payments/dates';
import type { Reconciliation } from '../../domain/payments/reconciliation';
import type { RouteReason } from '../../domain/payments/routing';
import type { PaymentStatus, Timeline } from '../../domain/payments/status';
import type { Queryable } from '../database';

export interface HistoryRow {
  status: PaymentStatus;
  /** Unix time in milliseconds. */
  at: number;
  message: string | null;
}

/** An instruction as the database has it; amounts are decimal text. */
export interface StoredInstruction {
  id: string;
  account_id: string;
  status: PaymentStatus;
  client_reference: string | null;
  amount: string;
  currency: string;
  private_sealed: Buffer;
  value_date: string | null;
  route_id: string;
  partner_id: string;
  partner_name: string;
  channel: string;
  timeline: Timeline;
  route_reasons: RouteReason[];
  expected_date: string;
  date_explanation: DateStep[];
  fee_estimated: string;
  fee_breakdown: { type: string; amount: number }[];
  partner_reference: string | null;
  waiting_reason: string | null;
  cancellation: Cancellation | null;
  submitted_at: Date;
  settled_at: Date | null;
  last_updated_at: Date;
  history: HistoryRow[];
  confirmation: Record<string, unknown> | null;
  reconciliation: Reconciliation | null;
}

export interface Cancellation {
  status: 'requested' | 'cancelled' | 'refused';
  reason: string | null;
  requestedAt: string;
}

const COLUMNS = `
  i.id, i.account_id, i.status, i.client_reference, i.amount, i.currency, i.private_sealed, i.value_date, i.route_id,
  i.partner_id, i.partner_name, i.channel, i.timeline, i.route_reasons, i.expected_date, i.date_explanation, i.fee_estimated,
  i.fee_breakdown, i.partner_reference, i.waiting_reason, i.cancellation, i.submitted_at, i.settled_at,
  i.last_updated_at`;

const SELECT_SQL = `
  select ${COLUMNS}, s.confirmation, s.reconciliation,
    coalesce((
      select json_agg(json_build_object(
        'status', h.status, 'at', (extract(epoch from h.effective_at) * 1000)::bigint, 'message', h.message)
        order by h.sort_at, h.rank, h.id)
      from status_history h where h.instruction_id = i.id), '[]'::json) as history
  from payment_instructions i
  left join settlements s on s.instruction_id = i.id`;

/** One instruction of an account with its whole history, in one statement; null when the account has no such one. */
export async function readInstruction(
  database: Queryable,
  id: string,
  accountId: string,
): Promise<StoredInstruction | null> {
  const [row] = await database.query<StoredInstruction>(`${SELECT_SQL} where i.id = $1 and i.account_id = $2`, [
    id,
    accountId,
  ]);
  return row ?? null;
}

/**
 * Several instructions, each with its whole history, in one statement.
 * @returns those that exist, by id, whoever they belong to: the caller compares `account_id`
 */
export async function readInstructions(
  database: Queryable,
  wanted: readonly { id: string }[],
): Promise<Map<string, StoredInstruction>> {
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const rows = await database.query<StoredInstruction>(`${SELECT_SQL} where i.id = any($1)`, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a list shows of an instruction. */
export interface InstructionSummary {
  id: string;
  status: PaymentStatus;
  client_reference: string | null;
  amount: string;
  currency: string;
  timeline: Timeline;
  expected_date: string;
  partner_name: string;
  partner_reference: string | null;
  channel: string;
  submitted_at: Date;
  settled_at: Date | null;
  last_updated_at: Date;
}

export interface InstructionFilter {
  accountId: string;
  ids?: string[] | undefined;
  status?: PaymentStatus | undefined;
  /** Calendar dates in UTC; both ends belong to the range. */
  fromDate?: string | undefined;
  toDate?: string | undefined;
  clientReference?: string | undefined;
  currency?: string | undefined;
  /** Id after which the list goes on, newest first. */
  after?: string | undefined;
  limit: number;
}

const LIST_SQL = `
  select id, status, client_reference, amount, currency, timeline, expected_date, partner_name, partner_reference,
         channel, submitted_at, settled_at, last_updated_at
  from payment_instructions
  where account_id = $1
    and ($2::text[] is null or id = any($2))
    and ($3::text is null or status = $3)
    and ($4::date is null or submitted_at >= $4::date::timestamp at time zone 'UTC')
    and ($5::date is null or submitted_at < ($5::date + 1)::timestamp at time zone 'UTC')
    and ($6::text is null or client_reference = $6)
    and ($7::text is null or currency = $7)
    and ($8::text is null or id < $8)
  order by id desc limit $9`;

/** Instructions of an account, the newest first. */
export async function listInstructions(database: Queryable, filter: InstructionFilter): Promise<InstructionSummary[]> {
  return database.query<InstructionSummary>(LIST_SQL, [
    filter.accountId,
    filter.ids ?? null,
    filter.status ?? null,
    filter.fromDate ?? null,
    filter.toDate ?? null,
    filter.clientReference ?? null,
    filter.currency ?? null,
    filter.after ?? null,
    filter.limit,
  ]);
}

/** @returns those of the ids that the account has, whatever their status */
export async function knownInstructionIds(database: Queryable, accountId: string, ids: string[]): Promise<Set<string>> {
  const rows = await database.query<{ id: string }>(
    'select id from payment_instructions where account_id = $1 and id = any($2)',
    [accountId, ids],
  );
  return new Set(rows.map((row) => row.id));
}
