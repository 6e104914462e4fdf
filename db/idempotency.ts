import { DomainError } from '../domain/errors';
import type { Queryable } from './database';
import { ROW_LOCKED, PooledBatcher, type Way } from '../lib/batching';
import { lockLimitSql, lockTimeoutOf } from './lock-limits';
import { rowsOf } from './parameters';

export interface IdempotencyKey {
  scope: string;
  operation: string;
  key: string;
}

export type Claim =
  | { outcome: 'claimed'; subject: string | null }
  | {
      outcome: 'stored';
      /** What the first request made, where it said so. */
      subject: string | null;
      answer: { status: number; body: string; headers: Record<string, string> };
    }
  | { outcome: 'other_body' }
  | { outcome: 'running' };

/** How long a claim refuses other requests if its process dies: longer than any request may take. */
export const CLAIM_MS = 30_000;

interface Row {
  position: number;
  claimed: boolean;
  /** Null while the row cannot be seen. */
  same_body: boolean | null;
  subject: string | null;
  status_code: number | null;
  body: string | null;
  headers: Record<string, string> | null;
}

/**
 * Leases are read by the clock of Postgres, which all processes share. A key that has its answer is only read; one that
 * another transaction holds at this moment is another request's. The commit does not wait for the disk: a power cut can
 * take the claim only together with everything that was committed after it, and so with what the request made.
 */
const CLAIM_SQL = `
  with ${lockLimitSql('$6')},
  mode as materialized (
    select set_config('synchronous_commit', 'off', true) as is_off, clock_timestamp() as now from limits
    where is_set is not null
  ),
  wanted as materialized (
    select w.*, now from mode, ${rowsOf('text', 'text', 'text', 'bytea', 'text')}
      with ordinality as w (scope, operation, key, body_hash, token, position) where is_off is not null
  ),
  known as materialized (
    select k.* from wanted w join idempotency_keys k using (scope, operation, key)
  ),
  free as materialized (
    select locked.* from known cross join lateral (
      select scope, operation, key from idempotency_keys k
      where k.scope = known.scope and k.operation = known.operation and k.key = known.key
      for no key update skip locked) locked
    where known.status_code is null
  ),
  claim as (
    insert into idempotency_keys as k (scope, operation, key, body_hash, claimed_until, created_at, claim_token)
    select scope, operation, key, body_hash, now + make_interval(secs => ${CLAIM_MS / 1000}), now, token from wanted
    where (scope, operation, key) not in (select scope, operation, key from known)
      or (scope, operation, key) in (select scope, operation, key from free)
    order by scope, operation, key
    on conflict (scope, operation, key) do update
      set claimed_until = excluded.claimed_until, claim_token = excluded.claim_token
      where k.status_code is null and k.claimed_until < excluded.created_at and k.body_hash = excluded.body_hash
    returning scope, operation, key, subject
  )
  select w.position::integer, c.key is not null as claimed, k.body_hash = w.body_hash as same_body,
    coalesce(c.subject, k.subject) as subject, k.status_code, k.body, k.headers
  from wanted w
  left join claim c using (scope, operation, key)
  left join known k using (scope, operation, key)`;

/** One request's wish for a key. */
export interface ClaimRequest {
  bodyHash: Buffer;
  /** Random: by it the request knows its own claim again. */
  token: string;
}

interface Question extends ClaimRequest {
  key: IdempotencyKey;
}

/** The result of a claim: claimed, running elsewhere, used with another body, or answered already. */
function claimOf(row: Row | undefined): Claim {
  if (row?.claimed === true) return { outcome: 'claimed', subject: row.subject };
  // The other request's row is not visible yet to this statement: it is being written right now.
  if (row === undefined || row.same_body === null) return { outcome: 'running' };
  if (!row.same_body) return { outcome: 'other_body' };
  if (row.status_code === null || row.body === null) return { outcome: 'running' };
  const answer = { status: row.status_code, body: row.body, headers: row.headers ?? {} };
  return { outcome: 'stored', subject: row.subject, answer };
}

function nameOf({ scope, operation, key }: IdempotencyKey): string {
  return JSON.stringify([scope, operation, key]);
}

/**
 * Claims the keys of several requests in one statement. If two have the same key, the first gets it and the other
 * counts as running.
 */
async function serveClaims(database: Queryable, questions: readonly Question[], way: Way): Promise<Claim[]> {
  const firsts = new Map<string, Question>();
  for (const question of questions) {
    const name = nameOf(question.key);
    if (!firsts.has(name)) firsts.set(name, question);
  }
  const wanted = [...firsts.values()];
  const rows = await database.query<Row>(CLAIM_SQL, [
    wanted.map(({ key }) => key.scope),
    wanted.map(({ key }) => key.operation),
    wanted.map(({ key }) => key.key),
    wanted.map(({ bodyHash }) => bodyHash),
    wanted.map(({ token }) => token),
    lockTimeoutOf(way),
  ]);
  const found = new Map(rows.map((row) => [row.position, row]));
  const claims = new Map(wanted.map((question, index) => [question, claimOf(found.get(index + 1))]));
  return questions.map((question) => claims.get(question) ?? { outcome: 'running' });
}

const claims = new PooledBatcher<Queryable, Question, Claim>(serveClaims, { maxBatchSize: 100, maxConcurrent: 1 });

/**
 * Claims an idempotency key for this request, or returns the state of the first one. After 30 s another request may
 * take over the claim of a process that died; `subject` then names what it had created.
 * Source: docs/GAPS.md#P6
 */
export async function claimIdempotencyKey(
  database: Queryable,
  key: IdempotencyKey,
  request: ClaimRequest,
): Promise<Claim> {
  const claim = await claims.submitShared(database, { key, ...request });
  // Another request is writing the key right now.
  return claim === ROW_LOCKED ? { outcome: 'running' } : claim;
}

/** A key that a request has claimed. */
export interface ClaimedKey extends IdempotencyKey {
  token: string;
  bodyHash: Buffer;
}

/**
 * A request that makes something. Where it holds a key, whatever it makes is written under the claim, or not at all; without
 * a key all members but `madeId` are null.
 */
export type HeldKey = { [Member in keyof ClaimedKey]: ClaimedKey[Member] | null } & {
  /**
   * Id of what a statement of this request may have written: a request whose commit was not answered looks for it by that.
   * Source: docs/GAPS.md#P21
   */
  madeId?: string | undefined;
};

/** The request of a creation that has no idempotency key. */
export function withoutIdempotencyKey(): HeldKey {
  return { scope: null, operation: null, key: null, token: null, bodyHash: null };
}

/** @returns the refusal for a key that was used with another body */
export function reusedKeyFault(): DomainError {
  return new DomainError('DUPLICATE', 'This Idempotency-Key was used with another body.', {
    details: [{ field: 'Idempotency-Key', code: 'reused', message: 'belongs to a request with another body' }],
  });
}

/** The error of a request that another one with the same key has overtaken. */
export function lostClaimFault(): DomainError {
  return new DomainError('IN_PROGRESS', 'Another request with this Idempotency-Key goes on in its place.', {
    retryAfterSeconds: 1,
  });
}

/**
 * Records the id of what a request creates under its idempotency key, in the creating transaction, so that a repeat
 * finds it.
 * @param held null for a caller without a request, such as a command
 * @throws DomainError IN_PROGRESS when another request has taken the claim over: the transaction must not commit
 * Source: docs/GAPS.md#P6
 */
export async function nameIdempotentSubject(client: Queryable, held: HeldKey | null, subject: string): Promise<void> {
  if (held === null) return;
  held.madeId = subject;
  if (held.key === null) return;
  const named = await client.query(
    `update idempotency_keys set subject = $5
     where scope = $1 and operation = $2 and key = $3 and claim_token = $4 and status_code is null
     returning subject`,
    [held.scope, held.operation, held.key, held.token, subject],
  );
  if (named.length === 0) throw lostClaimFault();
}
