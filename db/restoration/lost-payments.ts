import { DomainError } from '../../domain/errors';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import {
  lostPaymentAfter,
  UNLISTED,
  type LostState,
  type LostWord,
  type PartnerWord,
} from '../../domain/restoration/lost-payment';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Queryable, Transacting } from '../database';

/** A payment that Temporal or a partner knows and this database does not, as it is found. */
export interface FoundPayment {
  instructionId: string;
  foundBy: 'workflow' | 'report';
  accountId: string | null;
  partnerName: string | null;
  beganAt: Date | null;
  workflowStatus: PaymentStatus | null;
  keyHash: string | null;
  referenceHash: string | null;
}

/** The same with what is known of it since. */
export interface LostPayment extends Omit<FoundPayment, 'foundBy' | 'keyHash' | 'referenceHash'>, LostWord {
  foundBy: FoundPayment['foundBy'] | 'retention';
}

const COLUMNS = `instruction_id as "instructionId", found_by as "foundBy", account_id as "accountId",
  partner_name as "partnerName", begun_at as "beganAt", workflow_status as "workflowStatus",
  reported_status as "reportedStatus", denied_at as "deniedAt", state`;

/**
 * Stores payments that are not in the database. A stored one stays as it is, but gets what its workflow knows, which
 * is more than a report tells and may be found later.
 * @returns how many are new
 */
export async function storeLostPayments(
  database: Queryable,
  restorationId: string,
  found: readonly FoundPayment[],
): Promise<number> {
  const rows = await database.query<{ isNew: boolean }>(
    `insert into lost_payments as l (instruction_id, restoration_id, found_by, account_id, partner_name, begun_at,
       workflow_status, key_hash, reference_hash)
     select distinct on (f."instructionId") f."instructionId", $2, f."foundBy", f."accountId", f."partnerName", f."beganAt", f."workflowStatus",
       f."keyHash", f."referenceHash"
     from jsonb_to_recordset($1::jsonb) as f("instructionId" text, "foundBy" text, "accountId" text, "partnerName" text,
       "beganAt" timestamptz, "workflowStatus" text, "keyHash" text, "referenceHash" text)
     where not exists (select from payment_instructions i where i.id = f."instructionId")
     order by f."instructionId", f."beganAt" desc
     on conflict (instruction_id) do update set found_by = excluded.found_by, account_id = excluded.account_id,
       partner_name = excluded.partner_name, begun_at = excluded.begun_at, workflow_status = excluded.workflow_status,
       key_hash = excluded.key_hash, reference_hash = excluded.reference_hash
     where l.found_by = 'report' and excluded.found_by = 'workflow'
     returning xmax = 0 as "isNew"`,
    [JSON.stringify(found), restorationId],
  );
  return rows.filter(({ isNew }) => isNew).length;
}

/**
 * Records that Temporal may have deleted some workflows, so that payments may be lost without being listed: a person
 * accepts that for each restoration.
 */
export async function storeUnlistedRisk(database: Queryable, restorationId: string): Promise<void> {
  await database.query(
    `insert into lost_payments as l (instruction_id, restoration_id, found_by) values ($1, $2, 'retention')
     on conflict (instruction_id) do update set restoration_id = excluded.restoration_id, found_at = now(),
       state = 'open', decided_at = null, decided_by = null
     where l.restoration_id <> excluded.restoration_id`,
    [UNLISTED, restorationId],
  );
}

/** A report on a payment that is not in the database. */
export interface ReportOnLost {
  /** Of the stored report, for which its evidence is sealed. */
  id: string;
  instructionId: string;
  partnerName: string;
  kind: 'status' | 'settlement';
  evidence: Buffer;
}

/**
 * Reports of partners since the restore on payments that are not in the database, the oldest first. Earlier reports
 * are left out: their payments were unknown then too, so the partner has invented them.
 */
export function listReportsOnLost(database: Queryable, since: Date): Promise<ReportOnLost[]> {
  return database.query<ReportOnLost & Record<string, unknown>>(
    `select u.id, u.instruction_id as "instructionId", p.name as "partnerName", u.kind, u.evidence_sealed as evidence
     from unmatched_reports u join partners p on p.id = u.partner_id
     where u.last_at >= $1 and u.first_at >= $1
       and not exists (select from payment_instructions i where i.id = u.instruction_id)
     order by u.first_at, u.id`,
    [since],
  );
}

/** @returns the lost payments in a state, in order of their ids */
export function listLostPayments(database: Queryable, state: LostState): Promise<LostPayment[]> {
  return database.query<LostPayment & Record<string, unknown>>(
    `select ${COLUMNS} from lost_payments where state = $1 order by instruction_id`,
    [state],
  );
}

/**
 * Records a partner's reply about a lost payment, with an audit entry if that changes its state.
 * @returns the payment's state; null where that partner has no such lost payment
 */
export async function recordPartnerReply(
  database: Transacting,
  { instructionId, partnerName }: { instructionId: string; partnerName: string },
  reply: PartnerWord,
  actor: Actor,
): Promise<LostState | null> {
  return database.transaction(async (client) => {
    const [row] = await client.query<LostPayment & { at: Date } & Record<string, unknown>>(
      `select ${COLUMNS}, clock_timestamp() as at from lost_payments where instruction_id = $1 for no key update`,
      [instructionId],
    );
    if (row === undefined) return null;
    // Another partner may have invented it.
    if (row.partnerName !== null && row.partnerName !== partnerName) return null;
    const { state, reportedStatus, deniedAt, at } = row;
    const after = lostPaymentAfter({ state, reportedStatus, deniedAt }, reply, at);
    const isDecided = after.state !== state;
    await client.query(
      `update lost_payments set reported_status = $2, denied_at = $3, state = $4,
         decided_at = case when $5 then now() else decided_at end, decided_by = case when $5 then 'partner' else decided_by end
       where instruction_id = $1`,
      [instructionId, after.reportedStatus, after.deniedAt, after.state, isDecided],
    );
    if (isDecided) await auditDecision(client, instructionId, { state: after.state, word: reply }, actor);
    return after.state;
  });
}

function auditDecision(
  client: Queryable,
  subject: string,
  detail: Record<string, unknown>,
  actor: Actor,
): Promise<void> {
  return appendAuditEntry(client, { actor, act: 'lost_payment.decided', subject, accountId: null, detail });
}

/**
 * Accepts lost payments by id: new payments are no longer held because of them, and a repeat of them is still refused.
 * Each gets an audit entry. Those decided before stay as they are.
 * @returns unknown ids; if there are any, none is accepted
 */
export async function acceptLostPayments(
  database: Transacting,
  ids: readonly string[],
  { id: by, actor }: { id: string; actor: Actor },
): Promise<string[]> {
  return database.transaction(async (client) => {
    const rows = await client.query<{ id: string; state: LostState }>(
      `select instruction_id as id, state from lost_payments where instruction_id = any($1)
       order by instruction_id for no key update`,
      [ids],
    );
    const unknown = ids.filter((id) => !rows.some((row) => row.id === id));
    if (unknown.length > 0) return unknown;
    const open = rows.filter(({ state }) => state === 'open').map(({ id }) => id);
    await client.query(
      `update lost_payments set state = 'accepted', decided_at = now(), decided_by = $2 where instruction_id = any($1)`,
      [open, by],
    );
    for (const id of open) await auditDecision(client, id, { state: 'accepted' }, actor);
    return [];
  });
}

/** Hashes by which a client repeats a payment. */
interface Repeat {
  key: string | null;
  reference: string | null;
}

/** A payment that is here, with the hashes by which it may repeat a lost one. */
export interface Repeating extends Repeat {
  instructionId: string;
}

/**
 * Finds payments that repeat lost ones: they were created after the restore, before the lost ones were listed.
 * @returns the id of the lost payment by that of its repetition
 */
export async function findRepetitions(
  database: Queryable,
  payments: readonly Repeating[],
): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; lostId: string }>(
    `select r."instructionId" as id, min(l.instruction_id) as "lostId"
     from jsonb_to_recordset($1::jsonb) as r("instructionId" text, key text, reference text)
     join lost_payments l on (l.key_hash = r.key or l.reference_hash = r.reference) and l.state <> 'never_received'
     group by 1`,
    [JSON.stringify(payments)],
  );
  return new Map(rows.map(({ id, lostId }) => [id, lostId]));
}

/** What lost payments mean for new ones. */
interface Standing {
  /** Whether no payment is created: a restoration is under way, or a lost payment is open. */
  isClosed: boolean;
  /** Whether there are lost payments at all. */
  hasLost: boolean;
}

/** How stale the answer may be. */
const CHECK_MS = 1_000;
const RETRY_AFTER_SECONDS = 60;

const CLOSED =
  'The service was restored, and payments from before are still being settled with partners. No payment is accepted ' +
  'until then. Repeat the request later with the same Idempotency-Key.';

/**
 * Refuses new payments while lost ones are open, and repeats of lost ones for ever, as a process remembers for a second.
 * Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment"
 */
export class LostPayments {
  private known: { standing: Promise<Standing>; atMs: number } | null = null;

  constructor(private readonly database: Queryable) {}

  /** @throws DomainError UNAVAILABLE while no payment is created; DUPLICATE for a repeat of a lost payment */
  async refuse({ key, reference }: Repeat): Promise<void> {
    const { isClosed, hasLost } = await this.current();
    if (isClosed) throw new DomainError('UNAVAILABLE', CLOSED, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (!hasLost) return;
    const [lost] = await this.database.query<{ id: string }>(
      `select instruction_id as id from lost_payments
       where (key_hash = $1 or reference_hash = $2) and state <> 'never_received' limit 1`,
      [key, reference],
    );
    if (lost === undefined) return;
    const message =
      `This repeats the payment ${lost.id}, which was lost here when the service was restored, and which its partner ` +
      `may have. It is not paid twice: ask for its outcome.`;
    throw new DomainError('DUPLICATE', message, { extra: { instructionId: lost.id } });
  }

  /** The state of lost payments, read again after CHECK_MS or a fault. */
  private current(): Promise<Standing> {
    const nowMs = performance.now();
    if (this.known === null || nowMs - this.known.atMs >= CHECK_MS) {
      const standing = readLostPaymentsState(this.database);
      this.known = { standing, atMs: nowMs };
      standing.catch(() => {
        this.known = null;
      });
    }
    return this.known.standing;
  }
}

/** Whether new payments are held because of lost ones, and whether there are lost payments at all. */
export async function readLostPaymentsState(database: Queryable): Promise<Standing> {
  const [row] = await database.query<Standing & Record<string, unknown>>(
    `select exists (select from restorations where finished_at is null)
         or exists (select from lost_payments where state = 'open') as "isClosed",
       exists (select from lost_payments) as "hasLost"`,
  );
  return row ?? { isClosed: false, hasLost: false };
}
