import type { DispatchState } from '../../domain/payments/instruction/state';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import { FACTS_SQL, type PaymentFacts } from '../payments/dispatch/start-facts';
import type { Database, Queryable } from '../database';
import { isOpenSql } from '../status-sql';

/** A restore to an earlier moment, as far as the command has worked on it. */
export interface Restoration {
  id: string;
  restoredTo: Date;
  begunAt: Date;
  /** Id of the last payment that was put in doubt. */
  place: string;
  inDoubt: number;
  finishedAt: Date | null;
}

const COLUMNS = `id::text, restored_to as "restoredTo", begun_at as "begunAt", place, in_doubt as "inDoubt",
  finished_at as "finishedAt"`;

/** @returns the newest; null where there is none */
export async function readRestoration(database: Queryable): Promise<Restoration | null> {
  const [row] = await database.query<Restoration & Record<string, unknown>>(
    `select ${COLUMNS} from restorations order by id desc limit 1`,
  );
  return row ?? null;
}

/**
 * Begins a restoration that covers every open payment, even if the clock of Postgres is behind that of the former
 * server. It begins a millisecond later, since a `Date` cuts off microseconds.
 */
export async function beginRestoration(database: Queryable, restoredTo: Date): Promise<Restoration> {
  const [row] = await database.query<Restoration & Record<string, unknown>>(
    `insert into restorations (restored_to, begun_at)
     select $1, greatest(now(), max(i.submitted_at)) + interval '1 millisecond'
     from payment_instructions i where ${isOpenSql('i.stage')}
     returning ${COLUMNS}`,
    [restoredTo],
  );
  if (row === undefined) throw new Error('the restoration was not kept');
  return row;
}

/** Stores how far a restoration has come. */
export async function storePlace(database: Queryable, id: string, place: string, inDoubt: number): Promise<void> {
  await database.query('update restorations set place = $2, in_doubt = in_doubt + $3 where id = $1', [
    id,
    place,
    inDoubt,
  ]);
}

/** Ends all restorations that are under way. */
export async function finishRestoration(database: Queryable): Promise<void> {
  await database.query('update restorations set finished_at = now() where finished_at is null');
}

/** Held by the one command that works on a restoration. */
const RESTORATION_LOCK = 724_005;

/**
 * Runs work of a restoration under a lock of its session, which ends with the process.
 * @returns null where another command has the lock; then nothing is done
 */
export async function withRestorationLock<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      RESTORATION_LOCK,
    ]);
    return rows[0]?.taken === true ? await work() : null;
  } finally {
    client.release(true);
  }
}

/** A payment that was not final at the moment to which Postgres was restored. */
export interface OpenAtRestore extends PaymentFacts {
  status: PaymentStatus;
  dispatchState: DispatchState | null;
  /** Whether its value date is still to come. */
  isHeld: boolean;
}

/** The next page of payments that were open at a restore, by id; fewer than `limit` for the last ones. */
export function readOpenAtRestore(
  database: Queryable,
  { begunAt, place }: Pick<Restoration, 'begunAt' | 'place'>,
  limit: number,
): Promise<OpenAtRestore[]> {
  return database.query<OpenAtRestore & Record<string, unknown>>(
    `select ${FACTS_SQL}, i.status, coalesce(i.release_at > now(), false) as "isHeld",
       (select d.state from dispatches d where d.instruction_id = i.id and d.partner_id = i.partner_id
        order by d.attempt desc limit 1) as "dispatchState"
     from payment_instructions i
     where ${isOpenSql('i.stage')} and i.submitted_at <= $1 and i.id > $2
     order by i.id limit $3`,
    [begunAt, place, limit],
  );
}
