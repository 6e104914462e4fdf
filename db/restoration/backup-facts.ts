import { OUTCOMES } from '../../domain/payments/instruction/status';
import type { Queryable } from '../database';
import { isOneOfSql } from '../status-sql';

/** What a restored backup holds. */
export interface BackupFacts {
  /** Newest moment of which it knows: what happened later is not in it. */
  asOf: Date;
  payments: number;
  openPayments: number;
}

/** Counts and dates of a restored backup. It counts every payment, so the database should serve nothing else. */
export async function readBackupFacts(database: Queryable): Promise<BackupFacts> {
  const [row] = await database.query<BackupFacts & Record<string, unknown>>(
    `select greatest(
         (select marked_at from database_mark),
         (select max(last_updated_at) from payment_instructions),
         (select max(recorded_at) from partner_reports)) as "asOf",
       count(*)::float8 as payments,
       (count(*) filter (where not ${isOneOfSql('status', OUTCOMES)}))::float8 as "openPayments"
     from payment_instructions`,
  );
  if (row === undefined) throw new Error('the restored database answered nothing');
  return row;
}
