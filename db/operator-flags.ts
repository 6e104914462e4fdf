import { recordAct, type Actor } from './auth/audit-log';
import type { Database, Queryable } from './database';

/**
 * What is shown to the operator. `silence`: a partner that says nothing of a payment. `waiting_report`: a report whose missing step never came.
 * `rate_limit_lock_out`: a key that went on after very many refusals. `outbox_stuck`: work that the engine does not take.
 * `partner_outage`: a partner that cannot be reached, whose dispatches wait.
 * `payment_blocked`: something of ours keeps a payment from being sent. `partner_refusing`: a partner takes nothing.
 * `partner_denies`: a partner that took a payment says that it never received it. `cancellation_unanswered`,
 * `stop_unanswered`: a partner was asked in vain to cancel, or to stop working on a payment that has ended here.
 * `workflow_missing`: the workflow of something is gone again each time that it is begun.
 */
export type FlagKind =
  | 'silence'
  | 'waiting_report'
  | 'rate_limit_lock_out'
  | 'outbox_stuck'
  | 'partner_outage'
  | 'payment_blocked'
  | 'partner_refusing'
  | 'partner_denies'
  | 'cancellation_unanswered'
  | 'stop_unanswered'
  | 'workflow_missing';

export interface OperatorFlag {
  id: string;
  kind: FlagKind;
  /** Id of what it is about. */
  subject: string;
  raisedAt: Date;
}

/** Flags of one page; whoever has more than that looks for their common cause first. */
const PAGE = 200;

/** Shows something to the operator until it is cleared; raising it again changes nothing. */
export async function raiseFlag(database: Queryable, subject: string, kind: FlagKind, detail: object): Promise<void> {
  await database.query(
    `insert into operator_flags (subject, kind, detail) values ($1, $2, $3)
     on conflict (subject, kind) where cleared_at is null do nothing`,
    [subject, kind, JSON.stringify(detail)],
  );
}

/** Takes a flag down once what it showed is over. */
export async function lowerFlag(database: Queryable, subject: string, kind: FlagKind): Promise<void> {
  await database.query(
    'update operator_flags set cleared_at = now() where subject = $1 and kind = $2 and cleared_at is null',
    [subject, kind],
  );
}

/** Makes the flags of a kind those given: raises what is missing and takes the others down. */
export async function keepFlags(
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

/**
 * @returns what is shown to the operator: first what is about more than one payment, then the oldest; at most 200. What
 *   was flagged about a payment that has its outcome by now is over and left out
 */
export async function listFlags(database: Queryable): Promise<OperatorFlag[]> {
  const rows = await database.query<{ id: string; kind: FlagKind; subject: string; created_at: Date }>(
    `select f.id::text, f.kind, f.subject, f.created_at
     from operator_flags f left join payment_instructions i on i.id = f.subject
     where f.cleared_at is null and coalesce(i.status, '') not in ('settled', 'failed', 'cancelled', 'returned')
     order by (f.kind in ('outbox_stuck', 'partner_outage')) desc, (f.kind = 'rate_limit_lock_out') desc, f.id limit ${PAGE}`,
  );
  return rows.map(({ created_at: raisedAt, ...flag }) => ({ ...flag, raisedAt }));
}

/**
 * Clears a flag by hand; the same one can rise again.
 * @param actor who does it, for the audit log
 * @returns whether it stood
 */
export async function clearFlag(database: Database, id: string, actor: Actor): Promise<boolean> {
  return database.transaction(async (client) => {
    const [flag] = await client.query<{ subject: string; kind: string }>(
      `update operator_flags set cleared_at = now() where id::text = $1 and cleared_at is null returning subject, kind`,
      [id],
    );
    if (flag === undefined) return false;
    const { subject, kind } = flag;
    await recordAct(client, { actor, act: 'flag.cleared', subject, accountId: null, detail: { kind } });
    return true;
  });
}
