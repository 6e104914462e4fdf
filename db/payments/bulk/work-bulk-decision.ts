import type { OperatorActor } from '../../../domain/auth/actor';
import { DomainError } from '../../../domain/errors';
import { isWithPartner } from '../../../domain/payments/instruction/state';
import { isContradicted } from '../../../domain/payments/review/contradiction';
import { isVerdict, MAX_BULK_TRIES, roleOf, type BulkDecision } from '../../../domain/payments/review/bulk-decision';
import type { Vault } from '../../../lib/vault';
import { within, type Queryable, type Transacting } from '../../database';
import { readPaymentState } from '../instruction/payment-state';
import { recordOperatorDecision } from '../review/operator-decision';
import { recordScreeningDecision } from '../review/screening-decision';

/** A bulk decision that runs, as the work on it needs it. */
export interface RunningBulkDecision {
  id: string;
  decision: BulkDecision;
  reason: string;
  decidedBy: OperatorActor;
}

const KEY = /^operator:(key_[0-9a-z]+)$/;

/** A running bulk decision, marked as worked on; null when it does not run. */
export async function readRunningBulkDecision(database: Queryable, id: string): Promise<RunningBulkDecision | null> {
  const [row] = await database.query<RunningBulkDecision & Record<string, unknown>>(
    `update bulk_decisions set worked_at = now() where id = $1 and status = 'running'
     returning id, decision, reason, decided_by as "decidedBy"`,
    [id],
  );
  return row ?? null;
}

/** Whether the operator who started it may still decide: with the role, and with the key that was used. */
export async function mayStillDecide(
  database: Queryable,
  { decision, decidedBy }: RunningBulkDecision,
): Promise<boolean> {
  const [row] = await database.query(
    `select 1 from users u
     where u.id = $1 and u.disabled_at is null and u.removed_at is null and $2 = any(u.operator_roles)
       and ($3::text is null or exists (
         select from api_keys k where k.id = $3 and k.revoked_at is null and k.disabled_at is null
           and (k.expires_at is null or k.expires_at > now())))`,
    [decidedBy.personId, roleOf(decision), KEY.exec(decidedBy.id)?.[1] ?? null],
  );
  return row !== undefined;
}

/** The next payments that wait for the decision; those that could not be decided before come last. */
export async function readNextPayments(database: Queryable, bulkDecisionId: string, limit: number): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select instruction_id as id from bulk_decision_payments where bulk_decision_id = $1 and state = 'waiting'
     order by tries, instruction_id limit $2`,
    [bulkDecisionId, limit],
    'for_values',
  );
  return rows.map(({ id }) => id);
}

function unfitFault(message: string): DomainError {
  return new DomainError('INVALID_TRANSITION', message, { extra: { current: 'pending', allowed: [] } });
}

/**
 * Refuses a decision about a payment that was screened after the preview, since no operator has seen the result. The
 * payment is locked already, so nothing is found before the decision.
 */
async function refuseUnseen(client: Queryable, instructionId: string, screeningId: string | null): Promise<void> {
  const [newest] = await client.query<{ id: string }>(
    'select id from screenings where instruction_id = $1 order by screened_at desc limit 1',
    [instructionId],
  );
  if ((newest?.id ?? null) === screeningId) return;
  throw unfitFault('The payment was screened again since; look at what was found.');
}

/**
 * Refuses a payment with contradicting records, and giving up one that a partner may have: these are decided one by
 * one.
 */
async function refuseInDoubt(client: Queryable, instructionId: string, decision: BulkDecision): Promise<void> {
  const read = await readPaymentState(client, instructionId, null);
  if (read === null) return;
  if (isContradicted(read.state)) throw unfitFault('Records disagree about the payment: decide about it by itself.');
  if (decision !== 'give_up' || !isWithPartner(read.state)) return;
  throw unfitFault('The partner may have the payment: decide about it by itself.');
}

/**
 * Decides about one payment, after locking it.
 * @returns `proposed` if a release needs a second person
 */
async function decideOnPayment(
  client: Queryable,
  vault: Vault,
  bulk: RunningBulkDecision,
  payment: { instructionId: string; screeningId: string | null },
): Promise<'decided' | 'proposed'> {
  const { id, decision, reason, decidedBy: actor } = bulk;
  const { instructionId, screeningId } = payment;
  const note = { ...actor.note, bulkDecision: id };
  await client.query('select 1 from payment_instructions where id = $1 for no key update nowait', [instructionId]);
  if (!isVerdict(decision)) {
    await refuseInDoubt(client, instructionId, decision);
    const request = { decision, reason, partnerReference: null, by: actor.id, requestId: actor.requestId, note };
    await recordOperatorDecision(client, instructionId, request);
    return 'decided';
  }
  await refuseUnseen(client, instructionId, screeningId);
  const word = { decision, reason, actor: { ...actor, note } };
  const { result } = await recordScreeningDecision(within(client), vault, instructionId, word);
  return result.state === 'proposed' ? 'proposed' : 'decided';
}

/**
 * Decides about one payment of a bulk decision and records the outcome, in one transaction, so that a repeated try
 * decides nothing twice. If the decision no longer fits the payment, it is refused and the reason stored.
 * @throws DomainError UNAVAILABLE, such as for a payment that another transaction holds; then it still waits
 * Source: docs/GAPS.md#bulk-decisions
 */
export function decideInBulk(
  database: Transacting,
  vault: Vault,
  bulk: RunningBulkDecision,
  instructionId: string,
): Promise<void> {
  return database.transaction(async (client) => {
    const [payment] = await client.query<{ screeningId: string | null }>(
      `select screening_id as "screeningId" from bulk_decision_payments
       where bulk_decision_id = $1 and instruction_id = $2 and state = 'waiting' for no key update`,
      [bulk.id, instructionId],
    );
    if (payment === undefined) return;
    const outcome = await decideOnPayment(client, vault, bulk, { instructionId, ...payment }).then(
      (state) => ({ state, fault: null }),
      (fault: unknown) => {
        if (!(fault instanceof DomainError) || fault.status >= 500) throw fault;
        return { state: 'refused', fault: fault.message };
      },
    );
    await client.query(
      `update bulk_decision_payments set state = $3, fault = $4 where bulk_decision_id = $1 and instruction_id = $2`,
      [bulk.id, instructionId, outcome.state, outcome.fault],
    );
  });
}

/**
 * Counts a failed try at a payment. After some tries it is refused, so that it does not keep the bulk decision from
 * ending.
 */
export async function countTry(database: Queryable, bulkDecisionId: string, instructionId: string): Promise<void> {
  await database.query(
    `update bulk_decision_payments set tries = tries + 1,
       state = case when tries + 1 < $3 then state else 'refused' end,
       fault = case when tries + 1 < $3 then null else 'It could not be decided: look at it by itself.' end
     where bulk_decision_id = $1 and instruction_id = $2 and state = 'waiting'`,
    [bulkDecisionId, instructionId, MAX_BULK_TRIES],
  );
}

/** Ends a bulk decision of which no payment waits any more. */
export async function finishBulkDecision(database: Queryable, id: string): Promise<void> {
  await database.query(
    `update bulk_decisions b set status = 'completed', finished_at = now()
     where id = $1 and status = 'running'
       and not exists (
         select from bulk_decision_payments p where p.bulk_decision_id = b.id and p.state = 'waiting')`,
    [id],
  );
}
