import type { Queryable } from '../database';

/** A form of the console; `id` is the random id that its page gave it, `action` the path that it is sent to. */
export interface SentForm {
  userId: string;
  action: string;
  id: string;
}

const placeOf = ({ userId, action, id }: SentForm): string[] => [`console/${userId}`, action, id];

/**
 * Records a form as submitted, for all processes, because a reload of its answer submits it again. The record is an
 * idempotency key and is deleted after 30 days.
 * @returns whether it was submitted for the first time
 */
export async function takeForm(database: Queryable, form: SentForm): Promise<boolean> {
  const taken = await database.query(
    `insert into idempotency_keys (scope, operation, key, body_hash, claimed_until, created_at)
     values ($1, $2, $3, '', now(), now()) on conflict do nothing returning key`,
    placeOf(form),
  );
  return taken.length > 0;
}

/** Deletes the record of a form that had no effect, so that it may be submitted again. */
export async function releaseForm(database: Queryable, form: SentForm): Promise<void> {
  await database.query('delete from idempotency_keys where scope = $1 and operation = $2 and key = $3', placeOf(form));
}
