import type { Queryable } from '../database';
import type { FlagKind } from '../operator-flags';
import type { Stoppable } from './stopped';

/** Attempts after which a person has to look why it stops again and again. */
const STOPS_BEFORE_FLAG = 3;
/** Further questions after which a person has to ask the partner: they take a day (db/repairs/stopped.ts). */
const QUESTIONS_BEFORE_FLAG = 10;

function flagAfterStops(kind: Stoppable): { flag: FlagKind; after: number } {
  if (kind === 'cancellation') return { flag: 'cancellation_unanswered', after: QUESTIONS_BEFORE_FLAG };
  return { flag: 'workflow_missing', after: STOPS_BEFORE_FLAG };
}

/**
 * Records that something is about to be restarted, before the attempt, because a failed one counts too. After three
 * restarts, or a day of requests, it raises a flag.
 * @returns the number of attempts, including this one
 */
export async function recordRepair(database: Queryable, kind: Stoppable, subject: string): Promise<number> {
  const { flag, after } = flagAfterStops(kind);
  const [row] = await database.query<{ attempts: number }>(
    `with repair as (
       insert into repairs as known (kind, subject) values ($1, $2)
       on conflict (kind, subject) do update set attempts = known.attempts + 1, last_at = now()
       returning attempts
     ), flag as (
       insert into operator_flags (subject, kind, detail)
       select $2, $3::text, jsonb_build_object('what', $1::text, 'attempts', attempts)
       from repair where attempts > $4::integer
       on conflict (subject, kind) where cleared_at is null do nothing
     )
     select attempts from repair`,
    [kind, subject, flag, after],
  );
  return row?.attempts ?? 1;
}

/** Pauses the repairs of something that was checked without a result; its operators are notified in another way. */
export async function recordLook(database: Queryable, kind: Stoppable, subject: string): Promise<void> {
  await database.query(
    `insert into repairs as known (kind, subject) values ($1, $2)
     on conflict (kind, subject) do update set attempts = known.attempts + 1, last_at = now()`,
    [kind, subject],
  );
}

/** Deletes the repairs of things that run again, and clears their flags. */
export async function forgetRepairs(database: Queryable, kind: Stoppable, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await database.query(
    `with repaired as (delete from repairs where kind = $1 and subject = any($2) returning subject)
     update operator_flags f set cleared_at = now() from repaired
     where f.subject = repaired.subject and f.kind = 'workflow_missing' and f.cleared_at is null`,
    [kind, subjects],
  );
}

/** Lets the partner be asked once more, since the workflow that was to ask is a new one. */
export async function reopenCancellation(database: Queryable, instructionId: string): Promise<void> {
  await database.query(`delete from repairs where kind = 'cancellation' and subject = $1`, [instructionId]);
}
