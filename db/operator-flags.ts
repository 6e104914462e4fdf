import type { Environment } from '../domain/auth/tenant';
import { appendAuditEntry, type Actor } from './auth/audit-log';
import type { Database, Queryable } from './database';
import { isOpenSql } from './status-sql';

/**
 * What is shown to the operator. `silence`: a partner that says nothing of a payment. `waiting_report`: a report whose missing step never came.
 * `rate_limit_lock_out`: a key that went on after very many refusals. `outbox_stuck`: work that Temporal does not take.
 * `partner_outage`: a partner that cannot be reached, whose dispatches wait.
 * `payment_blocked`: something of ours keeps a payment from being sent. `partner_refusing`: a partner takes nothing.
 * `bank_rules`: a payment that would break a rule of its bank, by member and rule; it waits.
 * `payee_check_unread`: a bank has checked the payee of a payment, with a word that is not known.
 * `partner_denies`: a partner that took a payment says that it never received it.
 * `partner_moved`: a partner does not have a payment that was sent to where the partner was before. `cancellation_unanswered`,
 * `stop_unanswered`, `recall_unanswered`: a partner was asked in vain to cancel, to stop working on a payment that has
 * ended here, or to give settled money back.
 * `partner_contradicts`: a partner with many new reconciliation cases.
 * `unmatched_reports`: a partner that reports about instructions which it was not given as far as is known here, or about which it
 * is not asked.
 * `partner_file_refused`: a file of a partner that could not be read, or of which a part names no payment; one flag a file.
 * `partner_file_noted`: a file of a partner that was applied, except for lines with codes that are not known; one flag a file.
 * `listed_beneficiary`: a payment that a partner has goes to a party similar to a name on a list that has changed.
 * `workflow_missing`: the workflow of something is gone again each time that it is begun.
 * `workflow_ahead`: the workflow of a payment knows more than Postgres, as after a restore of an earlier moment.
 * `passwords_refused`, `codes_refused`: many wrong passwords, or wrong codes after a right password, of one person in a row.
 * `requests_refused`: fifty requests of one person in the console were refused within an hour.
 * `event_log_held`: a transaction of the database's server that has held the log of events back for a minute.
 * `worker_clock`: a worker whose clock is more than two seconds off Postgres', which sends nothing to partners.
 * `batch_stuck`: rows of a batch have failed by a fault of ours, such as a data key that is missing.
 * `no_watch_list`, `watch_list_old`: live payments are held, since no official list is in force, or the newest is too old.
 * `watch_list_shrunk`: a publication has lost more than a fifth of its entries or names; the former edition stays in force.
 * `publication_refused`: a publication of reference data that could not be fetched or read; the former edition stays in force.
 */
export const FLAG_KINDS = [
  'silence',
  'waiting_report',
  'rate_limit_lock_out',
  'outbox_stuck',
  'partner_outage',
  'payment_blocked',
  'partner_refusing',
  'bank_rules',
  'payee_check_unread',
  'partner_denies',
  'partner_moved',
  'cancellation_unanswered',
  'stop_unanswered',
  'recall_unanswered',
  'partner_contradicts',
  'unmatched_reports',
  'partner_file_refused',
  'partner_file_noted',
  'listed_beneficiary',
  'workflow_missing',
  'workflow_ahead',
  'passwords_refused',
  'codes_refused',
  'requests_refused',
  'event_log_held',
  'worker_clock',
  'batch_stuck',
  'no_watch_list',
  'watch_list_old',
  'watch_list_shrunk',
  'publication_refused',
] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

export interface OperatorFlag {
  id: string;
  kind: FlagKind;
  /** Id of what it is about. */
  subject: string;
  /** Side of the payment, key, batch or partner that it is about; null for what is about the whole service. */
  environment: Environment | null;
  raisedAt: Date;
  /** What is known of this one, in sentences; null where the kind says it all. */
  says: string | null;
}

/** Raises a flag for operators, unless the same one is open. */
export async function raiseFlag(database: Queryable, subject: string, kind: FlagKind, detail: object): Promise<void> {
  await database.query(
    `insert into operator_flags (subject, kind, detail) values ($1, $2, $3)
     on conflict (subject, kind) where cleared_at is null do nothing`,
    [subject, kind, JSON.stringify(detail)],
  );
}

/** @returns what a flag about a file of a partner is about */
export function partnerFile(partnerId: string, name: string): string {
  return `${partnerId}/${name}`;
}

/** Flags about files of partners: what is refused, and what is applied but for lines that are not understood. */
export type FileFlag = Extract<FlagKind, `partner_file_${string}`>;
/** The same as a list in SQL. */
export const FILE_FLAGS_SQL = `('partner_file_refused', 'partner_file_noted')`;

/**
 * Raises a flag about a file of a partner; an open flag about a file of the same name gets the new details.
 * @param target the file's name where it was moved to
 */
export async function flagPartnerFile(
  database: Queryable,
  subject: string,
  kind: FileFlag,
  detail: { says: string; target?: string },
): Promise<void> {
  await database.query(
    `insert into operator_flags (subject, kind, detail) values ($1, $2, $3)
     on conflict (subject, kind) where cleared_at is null do update set detail = excluded.detail`,
    [subject, kind, JSON.stringify(detail)],
  );
}

/** Clears a flag once its cause is gone. */
export function clearFlagOf(database: Queryable, subject: string, kind: FlagKind): Promise<void> {
  return clearFlagsOf(database, kind, [subject]);
}

/** Clears the flags of one kind about several subjects. */
export async function clearFlagsOf(database: Queryable, kind: FlagKind, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await database.query(
    'update operator_flags set cleared_at = now() where kind = $1 and subject = any($2) and cleared_at is null',
    [kind, subjects],
  );
}

/** Sets the open flags of a kind to the given ones: raises missing ones and clears the others. */
export async function setOpenFlags(
  database: Queryable,
  kind: FlagKind,
  flags: readonly { subject: string; detail: object }[],
): Promise<void> {
  await database.query(
    `with wanted as materialized (select * from jsonb_to_recordset($2::jsonb) as w (subject text, detail jsonb)),
     over as (
       update operator_flags set cleared_at = now()
       where kind = $1 and cleared_at is null and subject not in (select subject from wanted)
     )
     insert into operator_flags (subject, kind, detail) select subject, $1, detail from wanted
     on conflict (subject, kind) where cleared_at is null do nothing`,
    [kind, JSON.stringify(flags)],
  );
}

/** Open flags of one kind and partner. */
export interface FlagGroup {
  kind: FlagKind;
  /** Null for what is about no partner. */
  partnerName: string | null;
  /** Null for what is about the whole service. */
  environment: Environment | null;
  flags: number;
  oldestAt: Date;
  newestAt: Date;
}

/** Kinds are few, and so are partners with flags; beyond that an operator looks for one cause. */
const MAX_GROUPS = 500;

/**
 * A condition that flag `f`, about payment `i` if it is about one, is current. A flag of a payment that has an outcome is not,
 * unless a partner still works on the payment, or does not answer the recall of money that it has settled.
 */
export const IS_CURRENT_SQL = `(f.kind = 'stop_unanswered' or (f.kind = 'recall_unanswered' and i.status = 'settled')
  or coalesce(${isOpenSql('i.stage')}, true))`;

/** The flags `f` that are current, each with the payment `i`, partner `p`, key `k` or batch `b` that it is about. */
export const CURRENT_FLAGS_SQL = `
  from operator_flags f
  left join payment_instructions i on i.id = f.subject
  left join partners p on p.id = coalesce(i.partner_id, split_part(f.subject, '/', 1))
  left join api_keys k on k.id = f.subject
  left join payment_batches b on b.id = f.subject
  where f.cleared_at is null and ${IS_CURRENT_SQL}`;

/** The side of what a flag of `CURRENT_FLAGS_SQL` is about; null for the whole service. */
export const FLAG_SIDE_SQL = 'coalesce(i.environment, p.environment, k.environment, b.environment)';

/** Counts of open flags by kind and partner: the service and live payments first, test payments last; at most 500. */
export async function listFlagGroups(database: Queryable): Promise<FlagGroup[]> {
  return database.query<FlagGroup & Record<string, unknown>>(
    `select f.kind, p.name as "partnerName", ${FLAG_SIDE_SQL} as environment, count(*)::integer as flags,
       min(f.created_at) as "oldestAt", max(f.created_at) as "newestAt"
     ${CURRENT_FLAGS_SQL} group by f.kind, p.name, ${FLAG_SIDE_SQL}
     order by (coalesce(${FLAG_SIDE_SQL}, 'live') = 'test'), min(f.id) limit ${MAX_GROUPS}`,
  );
}

export interface FlagFilter {
  /** `test`: flags about test payments, keys and partners; `live`: all others; both when absent. */
  side?: Environment | undefined;
  kind?: string | undefined;
  /** Id after which the list goes on. */
  after?: string | undefined;
  limit?: number;
}

const DEFAULT_LIMIT = 20;

/** Open flags, the oldest first, by the filter. */
export async function listFlags(database: Queryable, filter: FlagFilter = {}): Promise<OperatorFlag[]> {
  return database.query<OperatorFlag & Record<string, unknown>>(
    `select f.id::text, f.kind, f.subject, ${FLAG_SIDE_SQL} as environment, f.created_at as "raisedAt",
       f.detail ->> 'says' as says ${CURRENT_FLAGS_SQL}
       and ($1::text is null or coalesce(${FLAG_SIDE_SQL}, 'live') = $1) and ($2::text is null or f.kind = $2)
       and ($3::text is null or f.id > $3::bigint)
     order by f.id limit $4`,
    [filter.side ?? null, filter.kind ?? null, filter.after ?? null, filter.limit ?? DEFAULT_LIMIT],
    'for_values',
  );
}

/** A file of a partner that needs a person. */
export interface FlaggedFile {
  /** Of its flag. */
  id: string;
  kind: FileFlag;
  name: string;
  raisedAt: Date;
  /** Why, in sentences. */
  says: string;
}

/** The newest hundred open flags about files of a partner. */
export function listFlaggedFiles(database: Queryable, partnerId: string): Promise<FlaggedFile[]> {
  return database.query<FlaggedFile & Record<string, unknown>>(
    `select id::text, kind, substr(subject, position('/' in subject) + 1) as name, created_at as "raisedAt",
       detail ->> 'says' as says
     from operator_flags
     where kind in ${FILE_FLAGS_SQL} and cleared_at is null and split_part(subject, '/', 1) = $1
     order by operator_flags.id desc limit 100`,
    [partnerId],
  );
}

/**
 * Changes an open flag as an operator asks, with an audit entry.
 * @param changeSql the `set` clause and its condition
 * @returns whether there was such a flag
 */
function actOnFlag(
  database: Database,
  { id, actor, act }: { id: string; actor: Actor; act: string },
  changeSql: string,
): Promise<boolean> {
  return database.transaction(async (client) => {
    const [flag] = await client.query<{ subject: string; kind: string }>(
      `update operator_flags set ${changeSql} and id::text = $1 and cleared_at is null returning subject, kind`,
      [id],
    );
    if (flag === undefined) return false;
    const { subject, kind } = flag;
    await appendAuditEntry(client, { actor, act, subject, accountId: null, detail: { kind } });
    return true;
  });
}

/** Clears a flag by hand; it can be raised again. @returns whether it was open; only then there is an audit entry */
export function clearFlag(database: Database, id: string, actor: Actor): Promise<boolean> {
  return actOnFlag(database, { id, actor, act: 'flag.cleared' }, 'cleared_at = now() where true');
}

/**
 * Has the inbox of a partner read a file again that was refused, or of which lines were not understood.
 * @returns whether the flag was open and is about a file that was moved; only then there is an audit entry
 * Source: docs/GAPS.md#P22
 */
export function retryPartnerFile(database: Database, id: string, actor: Actor): Promise<boolean> {
  const changeSql = `detail = detail || '{"retry": true}' where kind in ${FILE_FLAGS_SQL} and detail ? 'target'`;
  return actOnFlag(database, { id, actor, act: 'flag.retried' }, changeSql);
}
