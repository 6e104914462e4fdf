import type { Queryable } from './database';

export interface IdempotencyKey {
  scope: string;
  operation: string;
  key: string;
}

export interface StoredAnswer {
  status: number;
  verbatim?: string;
  headers?: Record<string, string>;
}

export type Claim =
  | { outcome: 'claimed'; subject: string | null }
  | { outcome: 'stored'; answer: { status: number; body: string; headers: Record<string, string> } }
  | { outcome: 'other_body' }
  | { outcome: 'running' };

/** How long a claim keeps others out when its process dies: longer than any request may take. */
const CLAIM_MS = 30_000;

interface Row {
  claimed: boolean;
  same_body: boolean;
  subject: string | null;
  status_code: number | null;
  body: string | null;
  headers: Record<string, string> | null;
}

/**
 * The commit does not wait for the disk: a power cut can take the claim only together with everything that was
 * committed after it, and so with what the request made.
 */
const CLAIM_SQL = `
  with mode as materialized (select set_config('synchronous_commit', 'off', true) as is_set),
  claim as (
    insert into idempotency_keys as k (scope, operation, key, body_hash, claimed_until, created_at)
    select $1, $2, $3, $4::bytea, $5::timestamptz, $6::timestamptz from mode where is_set is not null
    on conflict (scope, operation, key) do update set claimed_until = excluded.claimed_until
      where k.status_code is null and k.claimed_until < $6 and k.body_hash = excluded.body_hash
    returning true as claimed, true as same_body, subject, status_code, body, headers
  )
  select * from claim
  union all
  select false, body_hash = $4, subject, status_code, body, headers
  from idempotency_keys where scope = $1 and operation = $2 and key = $3
  limit 1`;

/**
 * Takes an idempotency key for this request, or tells what became of the first one.
 * A claim whose process died can be taken over after 30 s; `subject` then names what it had made.
 * Source: docs/GAPS.md#P6
 */
export async function claimIdempotencyKey(
  database: Queryable,
  key: IdempotencyKey,
  bodyHash: Buffer,
  now: Date,
): Promise<Claim> {
  const until = new Date(now.getTime() + CLAIM_MS);
  const rows = await database.query<Row>(CLAIM_SQL, [key.scope, key.operation, key.key, bodyHash, until, now]);
  const row = rows[0];
  // The other request's row is not visible yet to this statement: it is being written right now.
  if (row === undefined) return { outcome: 'running' };
  if (row.claimed) return { outcome: 'claimed', subject: row.subject };
  if (!row.same_body) return { outcome: 'other_body' };
  if (row.status_code === null || row.body === null) return { outcome: 'running' };
  return { outcome: 'stored', answer: { status: row.status_code, body: row.body, headers: row.headers ?? {} } };
}

/** Stores the answer that repeats of the key will get. */
export async function storeIdempotentAnswer(
  database: Queryable,
  key: IdempotencyKey,
  answer: StoredAnswer,
): Promise<void> {
  await database.query(
    `update idempotency_keys set status_code = $4, body = $5, headers = $6
     where scope = $1 and operation = $2 and key = $3`,
    [key.scope, key.operation, key.key, answer.status, answer.verbatim ?? '', JSON.stringify(answer.headers ?? {})],
  );
}

/** Forgets a claim whose request was refused in a way that a repeat may cure; one that made something stays. */
export async function releaseIdempotencyKey(database: Queryable, key: IdempotencyKey): Promise<void> {
  await database.query(
    `delete from idempotency_keys
     where scope = $1 and operation = $2 and key = $3 and status_code is null and subject is null`,
    [key.scope, key.operation, key.key],
  );
}

/** Notes what a request with that key has made, in the transaction that makes it: a repeat then finds it again. */
export async function nameIdempotentSubject(
  client: Queryable,
  key: { scope: string; operation: string; key: string | null },
  subject: string,
): Promise<void> {
  if (key.key === null) return;
  await client.query('update idempotency_keys set subject = $4 where scope = $1 and operation = $2 and key = $3', [
    key.scope,
    key.operation,
    key.key,
    subject,
  ]);
}
