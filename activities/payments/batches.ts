import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../../db/database';
import { claimIdempotencyKey, type ClaimedKey } from '../../db/idempotency';
import { releaseIdempotencyKey } from '../../db/idempotency-ends';
import { takeTokens } from '../../db/limits/take';
import { clearFlagOf, raiseFlag } from '../../db/operator-flags';
import { openBody } from '../../db/payments/batches/batch-rows';
import { cancelBatch, cancelUnsentPayments } from '../../db/payments/batches/cancel-batch';
import { takeDecisions } from '../../db/payments/batches/take-decisions';
import {
  countRowsBeingMade,
  finishBatch,
  MAKING,
  readOpenBatch,
  recordRows,
  takeRows,
  type OpenBatch,
  type RowInHand,
  type RowOutcome,
} from '../../db/payments/batches/work-batch';
import { tenantName, type Tenant } from '../../domain/auth/tenant';
import { DomainError, type FieldFault } from '../../domain/errors';
import { paceOf } from '../../domain/payments/batches/pace';
import { positionOf } from '../../domain/payments/batches/row-names';
import { MAX_ROW_TRIES } from '../../domain/payments/batches/status';
import { atATime } from '../../lib/at-a-time';
import { faultCode } from '../../lib/fault-code';
import type { Vault } from '../../lib/vault';

/** Payments of one group at most: seconds of work, however long the lists are. */
const GROUP_SIZE = 50;
/** Payments that are made at a time, beside what clients wait for. */
const CONCURRENCY = 4;
/** A row that another try has in hand, or that could not be made, is looked at again after so long. */
const IN_HAND_MS = 5_000;
/** A batch whose account, key or member is disabled is looked at again after so long. */
const SUSPENDED_MS = 5 * 60_000;
/** Rows that the flag names. */
const MAX_SAID = 10;

/** A row of a batch as a creation, under its key. */
export interface BatchPayment {
  tenant: Tenant;
  isStrict: boolean;
  /** The member who sent the batch, or null. */
  creatorId: string | null;
  requestId: string;
  batchId: string;
  held: ClaimedKey;
}

export interface BatchContext {
  database: Database;
  vault: Vault;
  /**
   * Makes a payment by the path of a creation.
   * @returns id of the payment that this call, or an earlier one with its key, has made
   * @throws DomainError as a creation does
   */
  makePayment: (body: unknown, payment: BatchPayment) => Promise<string>;
}

/** How far a batch is. */
export interface BatchProgress {
  total: number;
  made: number;
  refused: number;
  cancelled: number;
  failed: number;
  isOver: boolean;
  /** Before there is anything to do, in milliseconds; 0: at once. */
  waitMs: number;
}

export interface BatchActivities {
  /** Makes the next payments of a batch, takes a member's decision to the next of them, or cancels what is not sent. */
  makeBatchPayments(batchId: string): Promise<BatchProgress>;
}

/** @returns how a creation was refused; null where a later try may fare better */
function refusalOf(fault: unknown): { faults: FieldFault[] } | null {
  if (!(fault instanceof DomainError) || fault.status >= 500 || fault.status === 429) return null;
  if (fault.code === 'IN_PROGRESS') return null;
  const whole = { field: '', code: fault.code, message: fault.message };
  return { faults: fault.details === undefined || fault.details.length === 0 ? [whole] : fault.details };
}

/**
 * Makes the payment of a row, once: its idempotency key is the row.
 * @returns null for a row that another try is making, or that was cancelled
 */
async function makeRow(
  { database, vault, makePayment }: BatchContext,
  { id: batchId, accountId, environment, requestId, isStrict, creatorId }: OpenBatch,
  { id, sealed }: RowInHand,
): Promise<RowOutcome | null> {
  const tenant = { accountId, environment };
  const key = { scope: tenantName(tenant), operation: MAKING, key: id };
  const bodyHash = createHash('sha256').update(id).digest();
  const token = randomUUID();
  try {
    const claim = await claimIdempotencyKey(database, key, { bodyHash, token });
    if (claim.outcome !== 'claimed') return null;
    if (claim.subject !== null) return { id, instructionId: claim.subject };
    const payment = { tenant, isStrict, creatorId, requestId, batchId, held: { ...key, token, bodyHash } };
    return { id, instructionId: await makePayment(openBody(vault, id, sealed), payment) };
  } catch (fault) {
    const refusal = refusalOf(fault);
    if (refusal !== null) return { id, token, ...refusal };
    if (fault instanceof DomainError && fault.code === 'IN_PROGRESS') return null;
    void releaseIdempotencyKey(database, key, token);
    return { id, fault };
  }
}

/**
 * Takes the tokens for the payments that may be made now.
 * @returns how many, or how long to wait
 */
async function takePace(
  database: Database,
  { pace }: OpenBatch,
  wanted: number,
): Promise<{ tokens: number; waitMs: number }> {
  const { plan, endpoint, limits } = pace;
  const take = { planSubject: plan, endpointSubject: endpoint, limits };
  const [now] = await takeTokens(database, [{ ...take, wanted: 0 }]);
  if (now === undefined) return { tokens: wanted, waitMs: 0 };
  const allowed = paceOf(limits, now.levels, wanted);
  if (allowed.tokens === 0) return allowed;
  const [taken] = await takeTokens(database, [{ ...take, wanted: allowed.tokens }]);
  const tokens = taken?.granted ?? 0;
  return { tokens, waitMs: tokens === 0 ? IN_HAND_MS : 0 };
}

type FailedRow = Extract<RowOutcome, { fault: unknown }>;

/** Flags a batch with rows that failed too often; only a retry by an operator makes them. */
async function flagFailed(database: Database, batchId: string, failed: readonly FailedRow[]): Promise<void> {
  const [first] = failed;
  if (first === undefined) return;
  const rows = failed.map(({ id }) => positionOf(id)).sort((one, other) => one - other);
  const says = `rows that could not be made, from 0: ${rows.slice(0, MAX_SAID).join(', ')} (${faultCode(first.fault)})`;
  await raiseFlag(database, batchId, 'batch_stuck', { says });
}

/**
 * Makes rows and records their outcomes.
 * @returns how many have their final outcome
 */
async function makeGroup(context: BatchContext, batch: OpenBatch, rows: readonly RowInHand[]): Promise<number> {
  const outcomes: RowOutcome[] = [];
  const failed: FailedRow[] = [];
  let retried = 0;
  await atATime(CONCURRENCY, rows, async (row) => {
    const outcome = await makeRow(context, batch, row);
    if (outcome === null) return;
    outcomes.push(outcome);
    if (!('fault' in outcome)) return;
    if (row.tries + 1 < MAX_ROW_TRIES) retried += 1;
    else failed.push(outcome);
  });
  if (outcomes.length > 0) await recordRows(context.database, batch, outcomes);
  await flagFailed(context.database, batch.id, failed);
  return outcomes.length - retried;
}

/**
 * Makes the next rows of a batch. A row that could not be made is tried again after all others, and fails after some
 * tries, so that it does not hold up the others or the end of the batch.
 * @returns after how many milliseconds there is more to do; null when every row has its outcome
 */
async function makeNext(context: BatchContext, batch: OpenBatch): Promise<number | null> {
  const { database } = context;
  const left = batch.total - batch.made - batch.refused - batch.cancelled - batch.failed;
  if (left === 0) return null;
  // What is in hand has its tokens.
  const waiting = left - (await countRowsBeingMade(database, batch.id));
  const wanted = Math.min(GROUP_SIZE, waiting);
  const { tokens, waitMs } = wanted > 0 ? await takePace(database, batch, wanted) : NO_TOKENS;
  const rows = await takeRows(database, batch.id, { waiting: tokens, inHand: GROUP_SIZE, isRetry: wanted <= 0 });
  const ended = await makeGroup(context, batch, rows);
  if (ended === left) return null;
  if (wanted > 0) return waitMs;
  return ended === rows.length ? 0 : IN_HAND_MS;
}

const NO_TOKENS = { tokens: 0, waitMs: 0 };
const OVER = { total: 0, made: 0, refused: 0, cancelled: 0, failed: 0, isOver: true, waitMs: 0 };

async function progressOf(database: Database, batchId: string, waitMs: number): Promise<BatchProgress> {
  const batch = await readOpenBatch(database, batchId);
  if (batch === null) return OVER;
  const { total, made, refused, cancelled, failed, status } = batch;
  const isOver = status === 'completed' || status === 'cancelled';
  return { total, made, refused, cancelled, failed, isOver, waitMs: isOver ? 0 : waitMs };
}

/**
 * Reads a batch, after cancelling one whose sender may no longer send it.
 * @returns null when there is no such batch
 */
async function readCurrentBatch(database: Database, batchId: string): Promise<OpenBatch | null> {
  const batch = await readOpenBatch(database, batchId);
  if (batch?.status !== 'making' || !(batch.isKeyRevoked || batch.isMemberRemoved)) return batch;
  const { accountId, environment } = batch;
  const reason = batch.isKeyRevoked
    ? 'The key that sent the batch was revoked.'
    : 'The member who sent the batch was removed.';
  const actor = { id: 'corridor', requestId: null };
  await cancelBatch(database, { tenant: { accountId, environment }, batchId, actor, reason });
  return readOpenBatch(database, batchId);
}

/** Activities of a batch's workflow. Source: docs/GAPS.md#P18 */
export function createBatchActivities(context: BatchContext): BatchActivities {
  const { database, vault } = context;
  return {
    async makeBatchPayments(batchId) {
      const batch = await readCurrentBatch(database, batchId);
      if (batch === null) return OVER;
      if (batch.status === 'making') {
        if (batch.isSuspended) return progressOf(database, batchId, SUSPENDED_MS);
        const waitMs = await makeNext(context, batch);
        if (waitMs !== null) return progressOf(database, batchId, waitMs);
      }
      if (await takeDecisions(database, vault, batch)) return progressOf(database, batchId, 0);
      if (batch.status === 'cancelling') await cancelUnsentPayments(database, batchId);
      await finishBatch(database, batchId, batch.status);
      const progress = await progressOf(database, batchId, 0);
      if (progress.failed === 0 || batch.status === 'cancelling') await clearFlagOf(database, batchId, 'batch_stuck');
      return progress;
    },
  };
}
