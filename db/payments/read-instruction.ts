import type { Environment, Tenant } from '../../domain/auth/tenant';
import type { DateStep } from '../../domain/payments/dates';
import type { FormerDate } from '../../domain/payments/redating';
import type { Recall } from '../../domain/payments/recall';
import type { ReturnedMoney } from '../../domain/payments/returned-money';
import type { Reconciliation } from '../../domain/payments/reconciliation';
import type { RouteReason } from '../../domain/payments/routing';
import type { DispatchState } from '../../domain/payments/state';
import type { PaymentStatus, Timeline } from '../../domain/payments/status';
import type { Queryable } from '../database';
import { rowsOf } from '../parameters';
import { INFORMATION_SQL, type SealedInformation } from './information';

export interface HistoryRow {
  status: PaymentStatus;
  /** Unix time in milliseconds. */
  at: number;
  message: string | null;
  /** As the partner wrote it. */
  reasonCode: string | null;
}

/** One attempt at handing an instruction to a partner; amounts are decimal text. */
export interface AttemptRow {
  attempt: number;
  routeId: string;
  partnerName: string;
  channel: string;
  timeline: Timeline;
  routeReasons: RouteReason[];
  expectedDate: string;
  feeEstimated: string;
  state: DispatchState;
  /** Of a rejected one, the partner's words. */
  fault: string | null;
  /** Unix time in milliseconds. */
  startedAt: number;
  endedAt: number | null;
}

/** An instruction as the database has it; amounts are decimal text. */
export interface StoredInstruction {
  id: string;
  /** Counts the changes; whatever is below it, and its history, is the same while the version is. */
  version: number;
  accountId: string;
  environment: Environment;
  status: PaymentStatus;
  clientReference: string | null;
  amount: string;
  currency: string;
  purposeCode: string;
  /** Null once the payment was erased. */
  privateSealed: Buffer | null;
  erasedAt: Date | null;
  valueDate: string | null;
  routeId: string;
  partnerId: string;
  partnerName: string;
  channel: string;
  timeline: Timeline;
  routeReasons: RouteReason[];
  expectedDate: string;
  dateExplanation: DateStep[];
  /** Dates that were promised before, the oldest first. */
  dateHistory: FormerDate[];
  feeEstimated: string;
  feeBreakdown: { type: string; amount: number }[];
  partnerReference: string | null;
  bankReference: string | null;
  waitingReason: string | null;
  cancellation: Cancellation | null;
  /** What a compliance review asked its client. */
  information: SealedInformation[];
  /** What was asked back after settlement. */
  recall: Recall | null;
  /** How much came back, where that was said. */
  returned: ReturnedMoney | null;
  /** The payment that it instructs again, and the one by which it was instructed again. */
  resubmissionOf: string | null;
  resubmittedAs: string | null;
  /** Null for payments that are older than it. */
  uetr: string | null;
  submittedAt: Date;
  settledAt: Date | null;
  lastUpdatedAt: Date;
  history: HistoryRow[];
  attempts: AttemptRow[];
  confirmation: Record<string, unknown> | null;
  reconciliation: Reconciliation | null;
}

export interface Cancellation {
  status: 'requested' | 'cancelled' | 'refused';
  reason: string | null;
  requestedAt: string;
}

/** As Postgres writes it down: one value of JSON is read in a third of the time that thirty columns take. */
interface Row {
  /** Null when the reader has this version already. */
  found: Found | null;
  privateSealed: Buffer | null;
}

type Moments = 'submittedAt' | 'settledAt' | 'lastUpdatedAt' | 'erasedAt';

/** Moments are Unix milliseconds. */
type Found = Omit<StoredInstruction, 'privateSealed' | Moments> & {
  submittedAt: number;
  settledAt: number | null;
  lastUpdatedAt: number;
  erasedAt: number | null;
};

const unixMs = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

/** What an attempt does not say for itself is as the instruction has it. */
const ATTEMPTS_SQL = `coalesce((
        select json_agg(json_build_object('attempt', d.attempt, 'routeId', d.route_id,
          'partnerName', coalesce(d.partner_name, i.partner_name), 'channel', coalesce(d.channel, i.channel),
          'timeline', coalesce(d.timeline, i.timeline), 'routeReasons', coalesce(d.route_reasons, i.route_reasons),
          'expectedDate', coalesce(d.expected_date, i.expected_date),
          'feeEstimated', coalesce(d.fee_estimated, i.fee_estimated)::text, 'state', d.state, 'fault', d.fault,
          'startedAt', ${unixMs('d.started_at')}, 'endedAt', ${unixMs('d.finished_at')}) order by d.attempt)
        from dispatches d where d.instruction_id = i.id), '[]'::json)`;

const FOUND_SQL = `
  (select row_to_json(f) from (
    select i.id, i.version, i.account_id as "accountId", i.environment, i.status,
      i.client_reference as "clientReference", i.amount::text, i.currency, i.purpose_code as "purposeCode",
      i.value_date as "valueDate", i.route_id as "routeId", i.partner_id as "partnerId",
      i.partner_name as "partnerName", i.channel, i.timeline, i.route_reasons as "routeReasons",
      i.expected_date as "expectedDate", i.date_explanation as "dateExplanation", i.date_history as "dateHistory",
      i.fee_estimated::text as "feeEstimated", i.fee_breakdown as "feeBreakdown",
      i.partner_reference as "partnerReference", i.bank_reference as "bankReference",
      i.waiting_reason as "waitingReason", i.cancellation, i.recall, i.returned,
      i.resubmission_of as "resubmissionOf", i.resubmitted_as as "resubmittedAs", i.uetr,
      ${unixMs('i.submitted_at')} as "submittedAt", ${unixMs('i.settled_at')} as "settledAt",
      ${unixMs('i.last_updated_at')} as "lastUpdatedAt", ${unixMs('i.erased_at')} as "erasedAt", s.confirmation,
      s.reconciliation,
      coalesce((
        select json_agg(json_build_object('status', h.status, 'at', ${unixMs('h.effective_at')}, 'message', h.message,
          'reasonCode', h.reason_code)
          order by h.sort_at, h.rank, h.id)
        from status_history h where h.instruction_id = i.id), '[]'::json) as history,
      ${ATTEMPTS_SQL} as attempts, ${INFORMATION_SQL} as information
    from (values (true)) as always left join settlements s on s.instruction_id = i.id
  ) f)`;

const ONE = 'from payment_instructions i where i.id = $1 and i.account_id = $2 and i.environment = $3';

const READ_ONE_SQL = `select ${FOUND_SQL} as found, i.private_sealed as "privateSealed" ${ONE}`;

const VERSION_SQL = `select i.version ${ONE}`;

const READ_MANY_SQL = `
  select w.position::integer, case when i.version is distinct from w.known then ${FOUND_SQL} end as found,
    case when i.version is distinct from w.known then i.private_sealed end as "privateSealed"
  from ${rowsOf('text', 'text', 'text', 'integer')} with ordinality
    as w (id, account_id, environment, known, position)
  join payment_instructions i on i.id = w.id and i.account_id = w.account_id and i.environment = w.environment`;

function toStored(found: Found, privateSealed: Buffer | null): StoredInstruction {
  return {
    ...found,
    privateSealed,
    submittedAt: new Date(found.submittedAt),
    settledAt: found.settledAt === null ? null : new Date(found.settledAt),
    lastUpdatedAt: new Date(found.lastUpdatedAt),
    erasedAt: found.erasedAt === null ? null : new Date(found.erasedAt),
  };
}

/** What is asked for, and what the reader has of it already. */
export interface InstructionLookUp {
  id: string;
  tenant: Tenant;
  known: StoredInstruction | null;
}

/** @returns `known` itself while its version is still the newest */
function newest(row: Row | undefined, known: StoredInstruction | null): StoredInstruction | null {
  if (row === undefined) return null;
  if (row.found === null) return known;
  return toStored(row.found, row.privateSealed);
}

/**
 * One instruction with its whole history; null when the tenant has no such one. Of a known one the version alone is asked
 * for at first: for Postgres to begin the statement of all that may have changed costs more than that look-up.
 */
export async function readInstruction(
  database: Queryable,
  id: string,
  tenant: Tenant,
  known: StoredInstruction | null = null,
): Promise<StoredInstruction | null> {
  const values = [id, tenant.accountId, tenant.environment];
  if (known !== null) {
    const [now] = await database.query<{ version: number }>(VERSION_SQL, values);
    if (now === undefined) return null;
    if (now.version === known.version) return known;
  }
  const [row] = await database.query<Row>(READ_ONE_SQL, values);
  return newest(row, null);
}

/**
 * Several instructions, each with its whole history, in one statement.
 * @returns one answer per look-up, in their order; null where the tenant has no such instruction
 */
export async function readInstructions(
  database: Queryable,
  lookUps: readonly InstructionLookUp[],
): Promise<(StoredInstruction | null)[]> {
  const rows = await database.query<Row & { position: number }>(READ_MANY_SQL, [
    lookUps.map(({ id }) => id),
    lookUps.map(({ tenant }) => tenant.accountId),
    lookUps.map(({ tenant }) => tenant.environment),
    lookUps.map(({ known }) => known?.version ?? null),
  ]);
  const found = new Map(rows.map((row) => [row.position, row]));
  return lookUps.map(({ known }, index) => newest(found.get(index + 1), known));
}

/** @returns those of the ids that the tenant has, whatever their status */
export async function knownInstructionIds(database: Queryable, tenant: Tenant, ids: string[]): Promise<Set<string>> {
  const rows = await database.query<{ id: string }>(
    'select id from payment_instructions where account_id = $1 and environment = $2 and id = any($3)',
    [tenant.accountId, tenant.environment, ids],
  );
  return new Set(rows.map((row) => row.id));
}
