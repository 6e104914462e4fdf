import type { Queryable } from '../database';

/**
 * Takes a form as sent, over all processes: a browser that loads the answer again sends the same form again.
 * It is kept among the idempotency keys and goes with them after 30 days.
 * @param form `id` is the random one that the page gave the form; `action` what it does
 * @returns whether it was sent for the first time
 */
export async function takeForm(
  database: Queryable,
  form: { userId: string; action: string; id: string },
): Promise<boolean> {
  const taken = await database.query(
    `insert into idempotency_keys (scope, operation, key, body_hash, claimed_until, created_at)
     values ($1, $2, $3, '', now(), now()) on conflict do nothing returning key`,
    [`console/${form.userId}`, form.action, form.id],
  );
  return taken.length > 0;
}
