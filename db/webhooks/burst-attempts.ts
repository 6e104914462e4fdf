import type { Queryable } from '../database';
import type { Vault } from '../../lib/vault';
import {
  ATTEMPT_ROW_SQL,
  recordBegin,
  turnOf,
  type AttemptDecision,
  type AttemptOrder,
  type AttemptRow,
} from './attempts';
import type { BurstMember } from './bursts';
import { readOutage } from './breakers';
import { readOrderHolds } from './turns';
import { rowsOf } from '../parameters';

const READ_SQL = `${ATTEMPT_ROW_SQL}
  join ${rowsOf('text', 'int')} as due (id, number) on due.id = d.id
  left join delivery_attempts a on a.delivery_id = d.id and a.number = due.number`;

/** What keeps an order, a rate or an open breaker waits for its turn in a workflow of its own, where that is seen. */
async function deferHeld(database: Queryable, turns: Map<string, AttemptDecision>): Promise<void> {
  const orders = [...turns.values()].flatMap((turn) => (turn.kind === 'send' ? [turn.order] : []));
  const inOrder = orders.filter(({ isOrdered }) => isOrdered).map(({ deliveryId }) => deliveryId);
  const held = inOrder.length === 0 ? new Map<string, string>() : await readOrderHolds(database, inOrder);
  const guarded = orders.find(({ hasBreaker }) => hasBreaker);
  const isOut = guarded !== undefined && (await readOutage(database, guarded.webhookId)) !== null;
  for (const { deliveryId, hasRate } of orders) {
    if (hasRate || isOut || held.has(deliveryId)) turns.set(deliveryId, { kind: 'deferred' });
  }
}

export interface AttemptsOfBurst {
  burst: string;
  members: readonly BurstMember[];
  /** Asked before the attempts are put on record, about any one of them: they go to one subscription. */
  mayBegin?: (order: AttemptOrder) => boolean;
}

/**
 * Takes the right to make attempts of a burst's deliveries.
 * @returns what may be done about each, by id; nothing is written but that attempts begin. Null where they may not begin
 * Source: docs/GAPS.md#W10
 */
export async function beginBurstAttempts(
  database: Queryable,
  vault: Vault,
  { burst, members, mayBegin = () => true }: AttemptsOfBurst,
  now: Date,
): Promise<Map<string, AttemptDecision> | null> {
  const rows = await database.query<AttemptRow>(READ_SQL, [
    members.map(({ deliveryId }) => deliveryId),
    members.map(({ number }) => number),
  ]);
  const turns = new Map<string, AttemptDecision>(rows.map((row) => [row.delivery_id, turnOf(row, vault, now)]));
  await deferHeld(database, turns);
  const attempts = members.filter(({ deliveryId }) => turns.get(deliveryId)?.kind === 'send');
  const [first] = [...turns.values()].flatMap((turn) => (turn.kind === 'send' ? [turn.order] : []));
  if (first === undefined) return turns;
  if (!mayBegin(first)) return null;
  const begun = await recordBegin(database, { attempts, burst }, now);
  for (const { deliveryId } of attempts) if (!begun.has(deliveryId)) turns.set(deliveryId, { kind: 'under_way' });
  return turns;
}
