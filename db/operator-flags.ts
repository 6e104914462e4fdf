import type { Queryable } from './database';

export type FlagKind = 'silence' | 'waiting_report' | 'lock_out' | 'outbox_stuck';

/** Shows something to the operator until it is cleared; raising it again changes nothing. */
export async function raiseFlag(database: Queryable, subject: string, kind: FlagKind, detail: object): Promise<void> {
  await database.query(
    `insert into operator_flags (subject, kind, detail) values ($1, $2, $3)
     on conflict (subject, kind) where cleared_at is null do nothing`,
    [subject, kind, JSON.stringify(detail)],
  );
}
