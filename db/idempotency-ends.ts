import { setTimeout as delay } from 'node:timers/promises';
import { PooledBatcher, type Way } from '../lib/batching';
import type { Queryable } from './database';
import { CLAIM_MS, type IdempotencyKey } from './idempotency';
import { lockLimitSql, lockTimeoutOf } from './lock-limits';
import { rowsOf } from './parameters';

export interface StoredAnswer {
  status: number;
  verbatim?: string;
  headers?: Record<string, string>;
}

/** The rows are locked in the order of the keys, so that two statements can never wait for each other. */
const STORE_SQL = `
  with ${lockLimitSql('$3')},
  mode as materialized (
    select set_config('synchronous_commit', case when $2::boolean then 'on' else 'off' end, true) as is_chosen
    from limits where is_set is not null
  ),
  held as materialized (
    select w.* from mode, jsonb_to_recordset($1::jsonb) as w(scope text, operation text, key text, status_code integer,
      body text, headers jsonb, token text)
    join idempotency_keys k using (scope, operation, key)
    where is_chosen is not null and k.claim_token = w.token
    order by k.scope, k.operation, k.key for no key update of k
  )
  update idempotency_keys k set status_code = held.status_code, body = held.body, headers = held.headers
  from held where k.scope = held.scope and k.operation = held.operation and k.key = held.key`;

interface Store {
  key: IdempotencyKey;
  token: string;
  answer: StoredAnswer;
  isDurable: boolean;
}

/** Stores the answers of several requests in one statement. */
async function serveStores(database: Queryable, stores: readonly Store[], way: Way): Promise<true[]> {
  const rows = stores.map(({ key, token, answer }) => ({
    ...key,
    token,
    status_code: answer.status,
    body: answer.verbatim ?? '',
    headers: answer.headers ?? {},
  }));
  const isDurable = stores.some((store) => store.isDurable);
  await database.query(STORE_SQL, [JSON.stringify(rows), isDurable, lockTimeoutOf(way)]);
  return stores.map(() => true);
}

const storer = new PooledBatcher<Queryable, Store, true>(serveStores, {
  maxBatchSize: 50,
  maxConcurrent: 1,
  maxAlone: 1,
});

/** Pause between tries while Postgres is away. */
const RETRY_MS = 500;

/** Repeats an attempt in the background until it succeeds or the claim has expired. */
async function retryUntilClaimEnds(attempt: () => Promise<unknown>): Promise<void> {
  const limit = Date.now() + CLAIM_MS;
  while (Date.now() < limit) {
    await delay(RETRY_MS, undefined, { ref: false });
    const isDone = await attempt().then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

/**
 * Stores the answer that repeats of the key will get. The request's work is done, so an answer that cannot be stored
 * now is stored as soon as Postgres is back; until then the claim refuses repeats.
 * @param token that of the claim
 * @param isDurable false when the answer can be rebuilt from what the request created: then the commit does not wait
 * for the disk
 */
export async function storeIdempotentAnswer(
  database: Queryable,
  key: IdempotencyKey,
  token: string,
  answer: StoredAnswer,
  isDurable = true,
): Promise<void> {
  const attempt = (): Promise<unknown> => storer.submit(database, { key, token, answer, isDurable });
  await attempt().catch(() => void retryUntilClaimEnds(attempt));
}

/**
 * Of a claim that made nothing, nothing stays; one that made something can be taken over at once. Each release names its
 * own claim: what another request has taken over meanwhile is that request's. Locked in the order of the keys, as above.
 */
const RELEASE_SQL = `
  with ${lockLimitSql('$5')},
  held as materialized (
    select k.scope, k.operation, k.key, k.subject
    from limits, ${rowsOf('text', 'text', 'text', 'text')} as w (scope, operation, key, token)
    join idempotency_keys k using (scope, operation, key)
    where is_set is not null and k.claim_token = w.token and k.status_code is null
    order by k.scope, k.operation, k.key for no key update of k
  ),
  gone as (
    delete from idempotency_keys k using held
    where k.scope = held.scope and k.operation = held.operation and k.key = held.key and held.subject is null
  )
  update idempotency_keys k set claimed_until = '-infinity' from held
  where k.scope = held.scope and k.operation = held.operation and k.key = held.key and held.subject is not null`;

interface Release {
  key: IdempotencyKey;
  token: string;
}

/** Releases the keys of several requests in one statement. */
async function serveReleases(database: Queryable, releases: readonly Release[], way: Way): Promise<true[]> {
  await database.query(RELEASE_SQL, [
    releases.map(({ key }) => key.scope),
    releases.map(({ key }) => key.operation),
    releases.map(({ key }) => key.key),
    releases.map(({ token }) => token),
    lockTimeoutOf(way),
  ]);
  return releases.map(() => true);
}

const releaser = new PooledBatcher<Queryable, Release, true>(serveReleases, {
  maxBatchSize: 100,
  maxConcurrent: 1,
  maxAlone: 1,
});

/**
 * Gives a claim back whose request ended in a way that a repeat may cure. While Postgres is away it is tried again in
 * the background: a client that got 503 repeats the request with the same key.
 * @param token that of the claim
 */
export async function releaseIdempotencyKey(database: Queryable, key: IdempotencyKey, token: string): Promise<void> {
  const attempt = (): Promise<unknown> => releaser.submit(database, { key, token });
  await attempt().catch(() => void retryUntilClaimEnds(attempt));
}
