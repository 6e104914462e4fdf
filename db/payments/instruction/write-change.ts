import { timePart } from '../../../domain/ids';
import type { PaymentChange } from '../../../domain/payments/instruction/change';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import type { Queryable } from '../../database';
import { ROW_LOCKED, PooledBatcher, type OrRowLocked, type Way } from '../../../lib/batching';
import { lockTimeoutOf } from '../../lock-limits';
import { rowsOfChange, type Parts, type WrittenChange } from './change-rows';
import { PART_NAMES, statementFor } from './change-statements';

/**
 * Writes several changes in one statement.
 * @returns the new versions by instruction; one that had changed meanwhile is absent
 */
async function writeRows(
  database: Queryable,
  changes: readonly WrittenChange[],
  way: Way,
): Promise<Map<string, OrRowLocked<number>>> {
  const needed = PART_NAMES.filter((name) => changes.some((change) => change.parts[name].length > 0));
  const isMoving = changes.some(({ instruction }) => instruction['moved'] !== null);
  const { text, parts } = statementFor(needed, { isShared: way === 'shared', isMoving });
  const written = await database.query<{ id: string; version: number | null }>(text, [
    JSON.stringify(changes.map(({ instruction }) => instruction)),
    timePart(Math.max(...changes.map(({ instruction }) => instruction.at.getTime()))),
    lockTimeoutOf(way),
    ...parts.map((name) => JSON.stringify(changes.flatMap((change) => rowsOf(change, name)))),
  ]);
  return new Map(written.map(({ id, version }) => [id, version ?? ROW_LOCKED]));
}

function rowsOf(change: WrittenChange, name: keyof Parts): object[] {
  return change.parts[name].map((row) => ({ instruction_id: change.instruction.id, ...row }));
}

/**
 * Writes several changes, at most one per instruction: a second one from the same version counts as lost.
 * @returns new versions in their order; null for a change that lost
 */
async function serveChanges(
  database: Queryable,
  changes: readonly WrittenChange[],
  way: Way,
): Promise<OrRowLocked<number | null>[]> {
  const firsts = new Map<string, WrittenChange>();
  for (const change of changes) {
    if (!firsts.has(change.instruction.id)) firsts.set(change.instruction.id, change);
  }
  const versions = await writeRows(database, [...firsts.values()], way);
  return changes.map((change) => {
    const isFirst = firsts.get(change.instruction.id) === change;
    return isFirst ? (versions.get(change.instruction.id) ?? null) : null;
  });
}

const writer = new PooledBatcher<Queryable, WrittenChange, number | null>(serveChanges, {
  maxBatchSize: 50,
  maxConcurrent: 2,
  maxAlone: 3,
});

/**
 * Writes one change in one statement, which changes of other instructions that arrive together may share. Nothing else
 * in Corridor writes a payment; `changePayment` is its only caller.
 * @returns the new version, or null when the instruction no longer has the version that the change was decided from
 * @throws UniqueViolation when the same report is being written by another statement; RowLockedElsewhere when another
 *   transaction holds the instruction for longer than a second
 */
export function writeChange(database: Queryable, state: PaymentState, change: PaymentChange): Promise<number | null> {
  return writer.submit(database, rowsOfChange(state, change));
}

/**
 * Writes changes of several payments, which the caller's transaction holds locked since their states were read, in one statement.
 * @throws Error when one had changed nevertheless
 */
export async function writeChanges(
  client: Queryable,
  changes: readonly { state: PaymentState; change: PaymentChange }[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ state, change }) => rowsOfChange(state, change));
  const versions = await writeRows(client, rows, 'callers');
  if (versions.size < rows.length) throw new Error('a payment that is held locked has changed');
}

/**
 * As `writeChange`, without waiting for a transaction that holds the instruction.
 * @returns also null then: the change has lost to whatever that transaction does
 */
export async function tryToWriteChange(
  database: Queryable,
  state: PaymentState,
  change: PaymentChange,
): Promise<number | null> {
  const version = await writer.submitShared(database, rowsOfChange(state, change));
  return version === ROW_LOCKED ? null : version;
}
