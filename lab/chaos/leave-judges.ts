import type { Observation } from './observation';
import { payeeOf } from './payees';
import type { LedgerEntry } from './partner/ledger';

/** A call that was begun arrives so long afterwards at most: six seconds to its first byte, ten of validity, and rounding. */
const ON_ITS_WAY_MS = 17_000;

/** Whether an instruction left for a partner although that was excluded from a moment on. */
function leftAfter(
  { instructions }: Observation,
  { instructionId, receivedAt }: LedgerEntry,
  momentMs: number,
): boolean {
  const begunAt = instructions.get(instructionId)?.begunAt ?? 0;
  return begunAt > momentMs || receivedAt > momentMs + ON_ITS_WAY_MS;
}

const nameOf = ({ intent, instructionId, key }: LedgerEntry): string => `intent ${intent} ${instructionId} (${key})`;

/** Payments of a batch that began to leave after its cancellation or rejection was acknowledged. */
export function sentAfterStop(seen: Observation): string[] {
  return seen.batches.flatMap(({ key, intents, stopped }) => {
    if (stopped === null) return [];
    const sent = seen.ledger.filter((entry) => intents.includes(entry.intent) && leftAfter(seen, entry, stopped.at));
    return sent.map((entry) => `${key}: ${nameOf(entry)}`);
  });
}

/** The answer to a cancellation says how many payments were made: there are no more from then on. */
export function madeAfterStop({ batches, seenBatches }: Observation): string[] {
  return batches.flatMap(({ key, batchIds, stopped }) =>
    [...batchIds].flatMap((id) => {
      const { made = 0, payments = 0 } = seenBatches.get(id) ?? {};
      if (stopped === null || (made <= stopped.made && payments <= stopped.made)) return [];
      return [`${key} ${id}: ${stopped.made} made by the answer, ${made} by its count, ${payments} on record`];
    }),
  );
}

export function sentUnapproved({ batches, ledger }: Observation): string[] {
  return batches.flatMap(({ key, kind, intents, approvedAt }) => {
    if (kind !== 'approvals') return [];
    const sent = ledger.filter(
      ({ intent, receivedAt }) => intents.includes(intent) && (approvedAt === null || receivedAt < approvedAt),
    );
    return sent.map((entry) => `${key}: ${nameOf(entry)}`);
  });
}

/** A batch ends by itself, however much was cancelled, refused or held up meanwhile. */
export function openBatches({ batches, seenBatches }: Observation): string[] {
  return batches.flatMap(({ key, batchIds, lastAnswer }) => {
    const [id] = batchIds;
    if (id === undefined) return [`${key}: last answer ${lastAnswer}`];
    const status = seenBatches.get(id)?.status ?? 'not on record';
    return status === 'completed' || status === 'cancelled' ? [] : [`${key} ${id}: ${status}`];
  });
}

export function sentToListed(seen: Observation): string[] {
  return seen.ledger.flatMap((entry) => {
    const { name } = payeeOf(entry.intent);
    const listedAt = seen.listedAt.get(name);
    return listedAt !== undefined && leftAfter(seen, entry, listedAt) ? [`${nameOf(entry)}: ${name}`] : [];
  });
}

/**
 * A committed payment is answered with 201, or with 503 and its id. A connection that was lost excuses one payment of a
 * client without a key, which sends no more then.
 */
export function keptAndRefused({ intents, instructions }: Observation): string[] {
  return intents.flatMap(({ intent, instructionIds, named, isInDoubt, isBlocked, acknowledgedAt, lastAnswer }) => {
    if (acknowledgedAt === null && !isInDoubt && !isBlocked) return [];
    const kept = [...instructions.values()].filter((instruction) => instruction.intent === intent);
    const untold = kept.filter(({ id }) => !instructionIds.has(id) && !named.has(id));
    const excused = isInDoubt && named.size === 0 ? 1 : 0;
    if (untold.length <= excused) return [];
    return [`intent ${intent}: ${untold.map(({ id }) => id).join(', ')}; last answer ${lastAnswer}`];
  });
}

/** @returns how much of it there was to judge, such as `25 batches, 14 stopped (31 payments made before)` */
export function workOf({ batches, intents, listedAt, instructions }: Observation): string {
  const stopped = batches.flatMap(({ stopped: one }) => one ?? []);
  const made = stopped.reduce((sum, one) => sum + one.made, 0);
  const count = (is: (record: (typeof intents)[number]) => boolean): number => intents.filter(is).length;
  const moved = [...instructions.values()].filter(({ flags }) => flags.includes('partner_moved')).length;
  return [
    `${batches.length} batches, ${stopped.length} stopped (${made} payments made before)`,
    `${listedAt.size} names listed, ${count(({ isBlocked }) => isBlocked)} payments blocked`,
    `${count(({ isInDoubt }) => isInDoubt)} clients without a key in doubt, ${count(({ named }) => named.size > 0)} told an id`,
    `${moved} payments left in doubt by a move`,
  ].join('; ');
}
