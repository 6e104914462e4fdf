import { createHash } from 'node:crypto';
import type { Tenant } from '../../../domain/auth/tenant';
import { DomainError } from '../../../domain/errors';
import { rowIdOf } from '../../../domain/payments/batches/row-names';
import type { BatchMode } from '../../../domain/payments/batches/status';
import type { PaceOf } from '../../../domain/payments/batches/pace';
import type { Vault } from '../../../lib/vault';
import type { Database, Queryable } from '../../database';
import { UniqueViolation } from '../../faults';
import { nameIdempotentSubject, reusedKeyFault, type HeldKey } from '../../idempotency';
import { addToOutbox, TOPICS } from '../../outbox';
import { sealBody, type JudgedRow } from './batch-rows';

/** Rows of one statement: answers wait while they are sealed. */
const PAGE = 50;

/** Buckets that the payments of a batch take from: rows of `rate_buckets`, and the limits of the key that sent it. */
export interface BatchPace {
  plan: string;
  endpoint: string | null;
  limits: PaceOf;
}

export interface NewBatch {
  id: string;
  tenant: Tenant;
  requestId: string;
  name: string | null;
  mode: BatchMode;
  /** Whether payments of the account need all that their corridor asks for. */
  isStrict: boolean;
  /** The member who sends it, who approves none of its payments; null where no member is known. */
  creatorId: string | null;
  pace: BatchPace;
  rows: readonly JudgedRow[];
  /** Initiating party and id of a message of a bank; null for any other batch. */
  message: readonly [party: string, id: string] | null;
  createdAt: Date;
}

/** What a batch is named by: the key of its request and the message that it was sent as, where there are any. */
export interface BatchMarks extends Pick<NewBatch, 'message'> {
  held: HeldKey | null;
}

/** As a hash: parties are people, too, and texts of any length. */
function hashOf(message: NewBatch['message']): Buffer | null {
  return message === null ? null : createHash('sha256').update(JSON.stringify(message)).digest();
}

/**
 * The batch that an earlier request with this key and body has made; null for a new batch.
 * @throws DomainError DUPLICATE for a key with another body, and for a message that was sent before, naming its batch
 * Source: docs/GAPS.md#P6, docs/GAPS.md#P18
 */
export async function findSentBatch(
  database: Queryable,
  { accountId, environment }: Tenant,
  { held, message }: BatchMarks,
): Promise<string | null> {
  const key = held?.key ?? null;
  if (key === null && message === null) return null;
  const [sent] = await database.query<{ id: string; hasKey: boolean; sameBody: boolean }>(
    `select id, coalesce(idempotency_key = $3, false) as "hasKey", coalesce(idempotency_hash = $4, false) as "sameBody"
     from payment_batches
     where account_id = $1 and environment = $2 and (idempotency_key = $3 or message_hash = $5)
     order by "hasKey" desc limit 1`,
    [accountId, environment, key, held?.bodyHash ?? null, hashOf(message)],
  );
  if (sent === undefined) return null;
  if (sent.hasKey && sent.sameBody) return sent.id;
  if (sent.hasKey) throw reusedKeyFault();
  throw new DomainError('DUPLICATE', 'This message was sent before.', {
    details: [{ field: 'file', code: 'duplicate', message: `is the message of batch ${sent.id}` }],
    extra: { batchId: sent.id },
  });
}

const ROWS_SQL = `
  insert into payment_batch_rows (id, batch_id, state, body_sealed, faults)
  select id, $2, case when body is null then 'refused' else 'waiting' end, decode(body, 'base64'), faults
  from jsonb_to_recordset($1::jsonb) as r(id text, body text, faults jsonb)`;

/** Inserts the rows of a batch, page by page, with sealed bodies or faults. */
async function insertBatchRows(client: Queryable, vault: Vault, { id: batchId, rows }: NewBatch): Promise<void> {
  for (let first = 0; first < rows.length; first += PAGE) {
    const page = rows.slice(first, first + PAGE).map(({ body, faults }, index) => {
      const id = rowIdOf(batchId, first + index);
      return { id, body: faults === null ? sealBody(vault, id, body).toString('base64') : null, faults: faults ?? [] };
    });
    await client.query(ROWS_SQL, [JSON.stringify(page), batchId]);
  }
}

/**
 * Stores a batch with its rows and the order to process it, in one transaction.
 * @param held the key of the request; null when it has none
 * @returns its id, or that of the batch which a request with the same key and body has made
 * @throws DomainError IN_PROGRESS when another request took the claim over; DUPLICATE as `findSentBatch`
 * Source: docs/GAPS.md#P18
 */
export async function createBatch(
  database: Database,
  vault: Vault,
  batch: NewBatch,
  held: HeldKey | null,
): Promise<string> {
  const { tenant, message } = batch;
  const stored = database.transaction((client) => storeBatch(client, vault, batch, held));
  return stored.catch(async (fault: unknown) => {
    if (!(fault instanceof UniqueViolation)) throw fault;
    const known = await findSentBatch(database, tenant, { held, message });
    if (known === null) throw fault;
    return known;
  });
}

/** Inserts a batch, its rows, its audit entry and the outbox item in an open transaction. */
async function storeBatch(client: Queryable, vault: Vault, batch: NewBatch, held: HeldKey | null): Promise<string> {
  const { id, tenant, requestId, name, mode, isStrict, creatorId, pace, rows, message, createdAt } = batch;
  const { accountId, environment } = tenant;
  const refused = rows.filter(({ faults }) => faults !== null).length;
  await client.query(
    `insert into payment_batches (id, account_id, environment, request_id, name, mode, is_strict, pace, total, refused,
         created_at, member_id, idempotency_key, idempotency_hash, message_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[id, accountId, environment, requestId, name, mode, isStrict],
      ...[JSON.stringify(pace), rows.length, refused, createdAt, creatorId],
      ...[held?.key ?? null, held?.bodyHash ?? null, hashOf(message)],
    ],
  );
  await insertBatchRows(client, vault, batch);
  await addToOutbox(client, { topic: TOPICS.workBatch, subject: id, accountId });
  await nameIdempotentSubject(client, held, id);
  return id;
}

/** Payments of the account that have one of these references, with their ids. */
export interface UsedReferences {
  clientReferences: Map<string, string>;
  uetrs: Map<string, string>;
}

/**
 * The references that payments of the tenant have already, with their payments; a new payment with one would be
 * refused.
 */
export async function findUsedReferences(
  database: Queryable,
  { accountId, environment }: Tenant,
  { clientReferences, uetrs }: { clientReferences: readonly string[]; uetrs: readonly string[] },
): Promise<UsedReferences> {
  const find = async (column: 'client_reference' | 'uetr', values: readonly string[]): Promise<Map<string, string>> => {
    const rows =
      values.length === 0
        ? []
        : await database.query<{ value: string; id: string }>(
            `select ${column} as value, id from used_marks
             where account_id = $1 and environment = $2 and ${column} = any($3::text[])`,
            [accountId, environment, values],
          );
    return new Map(rows.map(({ value, id }) => [value, id]));
  };
  return { clientReferences: await find('client_reference', clientReferences), uetrs: await find('uetr', uetrs) };
}
