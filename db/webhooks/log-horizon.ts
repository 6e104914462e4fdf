import type { Queryable } from '../database';
import { setOpenFlags } from '../operator-flags';

/** An import, or a migration's page, is over by then. */
const FLAGGED_AFTER_SECONDS = 60;

/**
 * The oldest transaction of the server that has written and is open: the log of events shows nothing that was written
 * after it has begun.
 * Source: docs/internal/decisions/0013-order-of-the-event-log.md
 */
export interface OldestWriter {
  /** Process of Postgres; null for a prepared transaction, which belongs to none. */
  pid: number | null;
  database: string;
  /** Name that the program gave itself, or that of the prepared transaction. */
  application: string;
  /** Such as `active` or `idle in transaction`; null where the roles do not let it be seen. */
  state: string | null;
  /** Null where the roles do not let it be seen. */
  ageSeconds: number | null;
}

/** @returns null while no transaction holds the log back */
export async function readOldestWriter(database: Queryable): Promise<OldestWriter | null> {
  const [writer] = await database.query<OldestWriter & Record<string, unknown>>(
    'select pid, database, application, state, age_seconds as "ageSeconds" from oldest_writer()',
  );
  return writer ?? null;
}

/** Describes a transaction, such as "process 4711 of Postgres (psql, database temporal)". */
export function nameOfWriter({ pid, database, application }: OldestWriter): string {
  const who = pid === null ? 'a prepared transaction' : `process ${pid} of Postgres`;
  return `${who} (${application === '' ? 'no name' : application}, database ${database})`;
}

/** Flags a transaction that has held the event log back for more than a minute; clears the flag once it has ended. */
export async function checkLogHorizon(
  database: Queryable,
  afterSeconds: number = FLAGGED_AFTER_SECONDS,
): Promise<void> {
  const writer = await readOldestWriter(database);
  const isHeld = writer !== null && (writer.ageSeconds ?? 0) > afterSeconds;
  const flags = isHeld ? [{ subject: nameOfWriter(writer), detail: { ...writer } }] : [];
  await setOpenFlags(database, 'event_log_held', flags);
}
