import { DomainError } from '../../../domain/errors';
import type { Approval, ApprovalTerms } from '../../../domain/payments/review/approval';
import type { ComplianceHold, ListsFault } from '../../../domain/payments/review/compliance-hold';
import { checkResubmittable } from '../../../domain/payments/decisions/resubmission';
import type { RouteTerms } from '../../../domain/payments/routing/failover';
import { quoteRefusal } from '../../../domain/payments/routing/quotes';
import type { Queryable } from '../../database';
import { mayHaveCommitted, UniqueViolation } from '../../faults';
import { ROW_LOCKED, PooledBatcher, type OrRowLocked, type Way } from '../../../lib/batching';
import { receiptRow, type ScreeningReceipt } from '../../compliance/screenings';
import { lostClaimFault, reusedKeyFault, withoutIdempotencyKey, type HeldKey } from '../../idempotency';
import { lockTimeoutOf } from '../../lock-limits';
import { changedByTooMany } from './change-payment';
import { instructionInsertSql } from './insert-sql';
import { insertedRow, type CreatedValues } from './instruction-columns';
import { readResubmissionLine, type PaymentLine } from './resubmission';

/** A validated, routed and priced instruction, ready to be kept. */
export interface NewInstruction extends CreatedValues, RouteTerms {
  /** Receipt of its screening; one that asks for a review holds it. */
  screening: ScreeningReceipt | null;
  /** Why that cannot be relied on, which holds it too; absent or null where it can, and on the test side. */
  listsFault?: ListsFault | null;
  /** For the approvals that a rule may ask for. */
  approvalTerms: ApprovalTerms;
}

/** How often a payment is instructed again before the changes of the one that it repeats are too many to wait for. */
const MAX_TRIES = 10;

interface Insert {
  instruction: NewInstruction;
  held: HeldKey | null;
  /** What it instructs again, as it was when that was found to be allowed; empty for any other payment. */
  seen: PaymentLine['versions'];
}

/** A kept instruction, with the approvals that it needs. */
interface Kept {
  kind: 'kept';
  approval: Approval | null;
}

/** `kept_out`: a used reference or key, a lost claim, or a row of a batch that is not `making`; `moved`: what it instructs again has changed. */
type Insertion = Kept | 'kept_out' | 'moved';

/** @returns the compliance hold of a new instruction; null where its screening and the lists let it go */
export function holdOf({ screening, listsFault = null }: NewInstruction): ComplianceHold | null {
  if (screening?.screening.decision === 'review') return { state: 'review' };
  return listsFault === null ? null : { state: 'review', because: listsFault };
}

function insertRow({ instruction, held }: Insert): object {
  return {
    ...insertedRow({
      ...instruction,
      lastUpdatedAt: instruction.submittedAt,
      complianceHold: holdOf(instruction),
      idempotencyKey: held?.key ?? null,
      idempotencyHash: held?.bodyHash ?? null,
    }),
    screening: instruction.screening === null ? null : receiptRow(instruction.screening),
    approval_terms: instruction.approvalTerms,
    scope: held?.scope ?? null,
    operation: held?.operation ?? null,
    token: held?.token ?? null,
  };
}

interface Outcome extends Record<string, unknown> {
  id: string;
  outcome: 'kept' | 'moved' | 'held';
  approval: Approval | null;
}

function insertionOf({ outcome, approval }: Outcome): OrRowLocked<Insertion> {
  if (outcome === 'held') return ROW_LOCKED;
  return outcome === 'kept' ? { kind: 'kept', approval } : outcome;
}

/**
 * Inserts several instructions in one statement; a conflict keeps out only its own row.
 * @returns the outcome of each, in their order
 */
async function serveInserts(
  database: Queryable,
  inserts: readonly Insert[],
  way: Way,
): Promise<OrRowLocked<Insertion>[]> {
  const seen = inserts.flatMap(({ instruction, seen: line }) =>
    line.map((one) => ({ new_id: instruction.id, ...one })),
  );
  const isAgain = seen.length > 0;
  const parameters = [
    JSON.stringify(inserts.map(insertRow)),
    lockTimeoutOf(way),
    ...(isAgain ? [JSON.stringify(seen)] : []),
  ];
  const isOfBatch = inserts.some(({ instruction }) => instruction.batchId !== null);
  const statement = instructionInsertSql({ isShared: way === 'shared', isAgain, isOfBatch });
  const rows = await database.query<Outcome>(statement, parameters);
  const outcomes = new Map(rows.map((row): [string, OrRowLocked<Insertion>] => [row.id, insertionOf(row)]));
  return inserts.map(({ instruction }) => outcomes.get(instruction.id) ?? 'kept_out');
}

/** Instructions that arrive together share a statement and its wait for the disk. */
const inserter = new PooledBatcher<Queryable, Insert, Insertion>(serveInserts, {
  maxBatchSize: 50,
  maxConcurrent: 2,
  maxAlone: 2,
});

/**
 * Inserts an instruction, together with others of the moment. A key or reference that an archived payment has keeps it
 * out too.
 */
async function submitInsert(database: Queryable, wanted: Insert): Promise<Insertion> {
  const { held, instruction } = wanted;
  const making = held ?? withoutIdempotencyKey();
  try {
    making.madeId = instruction.id;
    const insertion = await inserter.submit(database, wanted);
    if (typeof insertion === 'string') making.madeId = undefined;
    return insertion;
  } catch (fault) {
    if (!mayHaveCommitted(fault)) making.madeId = undefined;
    if (fault instanceof UniqueViolation && fault.constraint === 'payment_instructions_archived') return 'kept_out';
    throw fault;
  }
}

/** The outcome of an insert: stored, or stored before by a request with the same key and body. */
export type InsertOutcome = Kept | { kind: 'known'; instructionId: string };

/**
 * Stores an instruction with the outbox item that starts its workflow, in one statement: from here on it survives any
 * crash. The idempotency key is on the instruction itself, so it makes one payment for ever, however long a request
 * was frozen and whatever happened to its claim.
 * @param held the key of the request; null when it has none
 * @throws DomainError DUPLICATE naming the first instruction when the clientReference was used before, or when the key
 *   was used with another body; IN_PROGRESS when another request took the claim over; INVALID_TRANSITION when it
 *   resubmits a payment that may have been paid; RowLockedElsewhere when another transaction locks what it needs for longer
 *   than a second
 * Source: docs/GAPS.md#P6, docs/GAPS.md#resubmission
 */
export async function insertInstruction(
  database: Queryable,
  instruction: NewInstruction,
  held: HeldKey | null,
): Promise<InsertOutcome> {
  if (instruction.resubmissionOf !== null)
    return insertResubmission(database, instruction, instruction.resubmissionOf, held);
  const insertion = await submitInsert(database, { instruction, held, seen: [] });
  return typeof insertion === 'object' ? insertion : explainConflict(database, instruction, held);
}

/**
 * Inserts a payment that instructs an earlier one again. If that one may have been paid it is refused, also when this
 * is found out while the new one is inserted: then the chain of payments is read again.
 */
async function insertResubmission(
  database: Queryable,
  instruction: NewInstruction,
  resubmissionOf: string,
  held: HeldKey | null,
): Promise<InsertOutcome> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const line = await readResubmissionLine(database, resubmissionOf);
    checkResubmittable(line);
    const insertion = await submitInsert(database, { instruction, held, seen: line.versions });
    if (typeof insertion === 'object') return insertion;
    if (insertion === 'kept_out' || line.isInstructedAgain) return explainConflict(database, instruction, held);
  }
  throw changedByTooMany();
}

interface Known {
  id: string;
  has_key: boolean;
  same_body: boolean;
  same_reference: boolean;
  same_quote: boolean;
  same_uetr: boolean;
}

/** The payment whose key, reference, quote or origin keeps a new one out; undefined without one. */
async function readConflicting(
  database: Queryable,
  { instruction, held }: Pick<Insert, 'instruction' | 'held'>,
): Promise<Known | undefined> {
  const [known] = await database.query<Known>(
    `select id, coalesce(idempotency_key = $3, false) as has_key,
            coalesce(idempotency_hash = $4, false) as same_body,
            coalesce(client_reference = $2, false) as same_reference,
            coalesce(quote_id = $7, false) as same_quote,
            uetr = $8 as same_uetr
     from used_marks
     where account_id = $1 and environment = $5
       and (idempotency_key = $3 or client_reference = $2 or resubmission_of = $6 or quote_id = $7 or uetr = $8)
     order by idempotency_key = $3 desc nulls last, resubmission_of = $6 desc nulls last, is_archived, id limit 1`,
    [
      instruction.accountId,
      // What it keeps is no mark of its own.
      instruction.referenceUse > 0 ? null : instruction.clientReference,
      held?.key ?? null,
      held?.bodyHash ?? null,
      instruction.environment,
      instruction.resubmissionOf,
      instruction.quoteId,
      instruction.uetr,
    ],
  );
  return known;
}

/** Explains why an instruction was kept out: the payment of the same key and body, or an error. */
async function explainConflict(
  database: Queryable,
  instruction: NewInstruction,
  held: HeldKey | null,
): Promise<InsertOutcome> {
  const known = await readConflicting(database, { instruction, held });
  if (known === undefined) throw lostClaimFault();
  if (!known.has_key) throw refusalOf(known);
  if (known.same_body) return { kind: 'known', instructionId: known.id };
  throw reusedKeyFault();
}

function refusalOf(known: Known): DomainError {
  if (known.same_reference) return duplicateReference(known.id, 'clientReference');
  if (known.same_uetr) return duplicateReference(known.id, 'uetr');
  if (!known.same_quote) return resubmittedBefore(known.id);
  return quoteRefusal([{ field: 'quoteId', code: 'used', message: `was used for instruction ${known.id}` }]);
}

function duplicateReference(firstId: string, field: 'clientReference' | 'uetr'): DomainError {
  return new DomainError('DUPLICATE', `An instruction with this ${field} exists.`, {
    details: [{ field, code: 'duplicate', message: `was used for instruction ${firstId}` }],
    extra: { instructionId: firstId },
  });
}

/** @returns the refusal of a payment that was instructed again already */
function resubmittedBefore(againId: string): DomainError {
  return new DomainError('DUPLICATE', 'This payment was instructed again already.', {
    details: [{ field: 'instructionId', code: 'resubmitted', message: `was instructed again as ${againId}` }],
    extra: { instructionId: againId },
  });
}
