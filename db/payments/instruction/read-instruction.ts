import type { Tenant } from '../../../domain/auth/tenant';
import type { Reconciliation } from '../../../domain/payments/settlement/reconciliation';
import type { RouteReason } from '../../../domain/payments/routing/routing';
import type { DispatchState } from '../../../domain/payments/instruction/state';
import type { PaymentStatus, Timeline } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';
import { rowsOf } from '../../parameters';
import { APPROVERS_SQL, type Approvers } from '../review/approval';
import { INFORMATION_SQL, type SealedInformation } from '../review/information';
import { SUGGESTED_NAME_SQL } from '../review/payee-check';
import { ANSWERED_SQL, unixMs, withMoments, type AnsweredValues } from './instruction-columns';

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

/** An instruction as the database has it, with what belongs to it. */
export interface StoredInstruction extends AnsweredValues {
  /** Who has decided about its approval; null where nobody has. */
  approvers: Approvers | null;
  /** The name that its payee's bank suggests, sealed, in base64. */
  suggestedName: string | null;
  /** What a compliance review asked its client. */
  information: SealedInformation[];
  history: HistoryRow[];
  attempts: AttemptRow[];
  confirmation: Record<string, unknown> | null;
  reconciliation: Reconciliation | null;
}

/** As Postgres writes it down: one value of JSON is read in a third of the time that thirty columns take. */
interface Row {
  /** Null when the reader has this version already. */
  found: Found | null;
  privateSealed: Buffer | null;
}

/** Its moments are Unix milliseconds until `withMoments` has read them. */
type Found = Omit<StoredInstruction, 'privateSealed'>;

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
    select ${ANSWERED_SQL}, s.confirmation, s.reconciliation,
      coalesce((
        select json_agg(json_build_object('status', h.status, 'at', ${unixMs('h.effective_at')}, 'message', h.message,
          'reasonCode', h.reason_code)
          order by h.sort_at, h.rank, h.id)
        from status_history h where h.instruction_id = i.id), '[]'::json) as history,
      ${ATTEMPTS_SQL} as attempts, ${INFORMATION_SQL} as information, ${APPROVERS_SQL} as approvers,
      ${SUGGESTED_NAME_SQL} as "suggestedName"
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

/** The instruction to look up, and the version that the reader already has. */
export interface InstructionLookUp {
  id: string;
  tenant: Tenant;
  known: StoredInstruction | null;
}

/** @returns the row, or `known` itself while its version is still the newest; null without a row */
function newestInstruction(row: Row | undefined, known: StoredInstruction | null): StoredInstruction | null {
  if (row === undefined) return null;
  if (row.found === null) return known;
  return { ...withMoments(row.found), privateSealed: row.privateSealed };
}

/**
 * One instruction with its whole history; null when the tenant has none of that id. For a cached one only the version
 * is read first, because the full statement costs Postgres more.
 * @param known the cached one
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
  return newestInstruction(row, null);
}

/**
 * Several instructions, each with its whole history, in one statement.
 * @returns one per look-up, in their order; null where the tenant has no such instruction
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
  return lookUps.map(({ known }, index) => newestInstruction(found.get(index + 1), known));
}

/** Those of the ids that the tenant has, whatever their status. */
export async function findOwnInstructionIds(database: Queryable, tenant: Tenant, ids: string[]): Promise<Set<string>> {
  const rows = await database.query<{ id: string }>(
    'select id from payment_instructions where account_id = $1 and environment = $2 and id = any($3)',
    [tenant.accountId, tenant.environment, ids],
  );
  return new Set(rows.map((row) => row.id));
}
