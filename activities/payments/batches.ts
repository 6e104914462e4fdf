import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../../db/database';
import { claimIdempotencyKey, type HeldKey } from '../../db/idempotency';
import { keepClaim, releaseIdempotencyKey } from '../../db/idempotency-ends';
import { takeTokens } from '../../db/limits/take';
import { clearFlagOf, raiseFlag } from '../../db/operator-flags';
import { openBody } from '../../db/payments/batches/batch-rows';
import { cancelBatch, cancelUnsentPayments } from '../../db/payments/batches/cancel-batch';
import { takeDecisions } from '../../db/payments/batches/take-decisions';
import {
  countInHand,
  finishBatch,
  readOpenBatch,
  recordRows,
  takeRows,
  type OpenBatch,
  type RowInHand,
  type RowOutcome,
} from '../../db/payments/batches/work-batch';
import { tenantName, type Tenant } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import { paceOf } from '../../domain/payments/batches/pace';
import { positionOf } from '../../domain/payments/batches/row-names';
import { atATime } from '../../lib/at-a-time';
import type { Vault } from '../../lib/vault';

/** Payments of one group at most: seconds of work, however long the lists are. */
const GROUP_SIZE = 50;
/** Payments that are made at a time, beside what clients wait for. */
const CONCURRENCY = 4;
/** A payment that another try of this activity has in hand is looked at again after so long. */
const IN_HAND_MS = 5_000;
/** A batch whose account, key or member is disabled is looked at again after so long. */
const SUSPENDED_MS = 5 * 60_000;
/** Consecutive tries with a fault after which the batch is flagged for operators. */
const FLAG_AFTER_TRIES = 5;
/** Rows that the flag names. */
const MAX_SAID = 10;
/** Keys of rows: an operation of their own, so that no key of a client meets them. */
const OPERATION = 'makeBatchPayment';

/** A row of a batch as a creation, under its key. */
export interface BatchPayment {
  tenant: Tenant;
  isStrict: boolean;
  /** The member who sent the batch, or null. */
  creatorId: string | null;
  requestId: string;
  held: HeldKey;
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
  isOver: boolean;
  /** Before there is anything to do, in milliseconds; 0: at once. */
  waitMs: number;
}

export interface BatchActivities {
  /** Makes the next payments of a batch, takes a member's decision to the next of them, or finishes its cancellation. */
  makeBatchPayments(batchId: string): Promise<BatchProgress>;
}

/** @returns how a creation was refused; null where a later try may fare better */
function refusalOf(fault: unknown): { faults: { field: string; code: string; message: string }[] } | null {
  if (!(fault instanceof DomainError) || fault.status >= 500 || fault.status === 429) return null;
  if (fault.code === 'IN_PROGRESS') return null;
  const whole = { field: '', code: fault.code, message: fault.message };
  return { faults: fault.details === undefined || fault.details.length === 0 ? [whole] : fault.details };
}

/** Makes one payment once: its key is the row, and what another try has in hand is left to it. */
async function makeRow(
  { database, vault, makePayment }: BatchContext,
  { accountId, environment, requestId, isStrict, creatorId }: OpenBatch,
  { id, sealed }: RowInHand,
): Promise<RowOutcome | null> {
  const tenant = { accountId, environment };
  const key = { scope: tenantName(tenant), operation: OPERATION, key: id };
  const bodyHash = createHash('sha256').update(id).digest();
  const token = randomUUID();
  const claim = await claimIdempotencyKey(database, key, { bodyHash, token });
  if (claim.outcome !== 'claimed') return null;
  if (claim.subject !== null) return { id, instructionId: claim.subject };
  const held = { ...key, token, bodyHash };
  try {
    const payment = { tenant, isStrict, creatorId, requestId, held };
    return { id, instructionId: await makePayment(openBody(vault, id, sealed), payment) };
  } catch (fault) {
    const refusal = refusalOf(fault);
    // One that another try has overtaken may be refused for the very payment that the other has made.
    if (refusal !== null) return (await keepClaim(database, held)) ? { id, ...refusal } : null;
    if (fault instanceof DomainError && fault.code === 'IN_PROGRESS') return null;
    void releaseIdempotencyKey(database, key, token);
    throw fault;
  }
}

/** @returns how many payments may be made now, whose tokens are taken */
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

/** What became of a group: how many rows have their outcome, whether all have, and what rows threw. */
interface MadeGroup {
  recorded: number;
  isWhole: boolean;
  faults: { rowId: string; fault: unknown }[];
}

/** A row that throws keeps no other one from being made. */
async function makeGroup(context: BatchContext, batch: OpenBatch, rows: readonly RowInHand[]): Promise<MadeGroup> {
  const outcomes: RowOutcome[] = [];
  const faults: MadeGroup['faults'] = [];
  await atATime(CONCURRENCY, rows, async (row) => {
    try {
      const outcome = await makeRow(context, batch, row);
      if (outcome !== null) outcomes.push(outcome);
    } catch (fault) {
      faults.push({ rowId: row.id, fault });
    }
  });
  if (outcomes.length > 0) await recordRows(context.database, batch.id, outcomes);
  return { recorded: outcomes.length, isWhole: outcomes.length === rows.length, faults };
}

/** Counts the tries of batches in which rows threw, and tells an operator of a batch that cannot go on. */
class FaultyTries {
  private readonly tries = new Map<string, number>();

  constructor(private readonly database: Database) {}

  /** @throws the fault of a row where no row had an outcome: Temporal shows it, and tries again less and less often */
  async judge(batchId: string, { recorded, faults }: MadeGroup): Promise<void> {
    const [first] = faults;
    if (first === undefined) {
      this.tries.delete(batchId);
      return;
    }
    const tries = (this.tries.get(batchId) ?? 0) + 1;
    this.tries.set(batchId, tries);
    if (tries >= FLAG_AFTER_TRIES) {
      const rows = faults.map(({ rowId }) => positionOf(rowId)).sort((one, other) => one - other);
      const says = `rows that cannot be made, from 0: ${rows.slice(0, MAX_SAID).join(', ')}`;
      await raiseFlag(this.database, batchId, 'batch_stuck', { says });
    }
    if (recorded > 0) return;
    const { fault } = first;
    throw fault instanceof Error ? fault : new Error('a payment of a batch was not made', { cause: fault });
  }
}

const NO_TOKENS = { tokens: 0, waitMs: 0 };
const OVER = { total: 0, made: 0, refused: 0, cancelled: 0, isOver: true, waitMs: 0 };

async function progressOf(database: Database, batchId: string, waitMs: number): Promise<BatchProgress> {
  const batch = await readOpenBatch(database, batchId);
  if (batch === null) return OVER;
  const { total, made, refused, cancelled, status } = batch;
  const isOver = status === 'completed' || status === 'cancelled';
  return { total, made, refused, cancelled, isOver, waitMs: isOver ? 0 : waitMs };
}

/**
 * Reads a batch, and cancels one whose sender has lost the right to send it.
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

/** Side effects of a batch's workflow. Source: docs/GAPS.md#P18 */
export function createBatchActivities(context: BatchContext): BatchActivities {
  const { database, vault } = context;
  const faultyTries = new FaultyTries(database);
  return {
    async makeBatchPayments(batchId) {
      const batch = await readCurrentBatch(database, batchId);
      if (batch === null) return OVER;
      if (batch.status === 'making' && batch.isSuspended) return progressOf(database, batchId, SUSPENDED_MS);
      const left = batch.total - batch.made - batch.refused - batch.cancelled;
      if (left > 0) {
        // What is in hand, of an earlier try or when a batch is cancelled, has its tokens.
        const inHand = await countInHand(database, batchId, GROUP_SIZE);
        const wanted = batch.status === 'cancelling' ? 0 : Math.min(GROUP_SIZE, left) - inHand;
        const { tokens, waitMs } = wanted > 0 ? await takePace(database, batch, wanted) : NO_TOKENS;
        const count = inHand + tokens;
        if (count === 0 && wanted > 0) return progressOf(database, batchId, waitMs);
        const rows = await takeRows(database, batchId, count);
        const group = await makeGroup(context, batch, rows);
        await faultyTries.judge(batchId, group);
        if (!group.isWhole) return progressOf(database, batchId, IN_HAND_MS);
      }
      if (await takeDecisions(database, vault, batch)) return progressOf(database, batchId, 0);
      if (batch.status === 'cancelling') await cancelUnsentPayments(database, batch);
      await finishBatch(database, batchId, batch.status);
      await clearFlagOf(database, batchId, 'batch_stuck');
      return progressOf(database, batchId, 0);
    },
  };
}
