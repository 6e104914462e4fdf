import { describeOffset, type DatabaseClock } from './database-clock';
import type { Queryable } from './database';
import { clearFlagOf } from './operator-flags';

/** A worker says every five seconds that its clock is off; one that has not said so for this long has ended. */
const SAID_WITHIN_SECONDS = 60;

/**
 * Flags a worker whose clock is wrong, and clears the flag once it is right again.
 * @param instance name of the process
 */
export async function flagWorkerClock(database: Queryable, instance: string, clock: DatabaseClock): Promise<void> {
  if (!clock.isOff) return clearFlagOf(database, instance, 'worker_clock');
  await database.query(
    `insert into operator_flags (subject, kind, detail)
     values ($1, 'worker_clock', jsonb_build_object('says', $2::text, 'saidAt', clock_timestamp()))
     on conflict (subject, kind) where cleared_at is null do update set detail = excluded.detail`,
    [instance, `its clock is ${describeOffset(clock.offsetMs())}`],
  );
}

/** Clears clock flags of workers that have ended. */
export async function clearFlagsOfEndedWorkers(database: Queryable): Promise<void> {
  await database.query(
    `update operator_flags set cleared_at = now()
     where kind = 'worker_clock' and cleared_at is null
       and (detail ->> 'saidAt')::timestamptz < clock_timestamp() - make_interval(secs => $1)`,
    [SAID_WITHIN_SECONDS],
  );
}
