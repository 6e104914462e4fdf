import { DomainError, paymentNotFound } from '../../../domain/errors';
import type { OperatorActor } from '../../../domain/auth/actor';
import { appendAuditEntry } from '../../auth/audit-log';
import type { Database, Queryable } from '../../database';
import { lockPayment } from './lock-payment';

/** Who works on a payment. */
export interface Assignment {
  personId: string;
  email: string;
  since: Date;
}

/** SQL of who works on the payment with that id: an object of `PlainAssignment`, or null. */
export function assignmentSql(id: string): string {
  return `(select json_build_object('personId', u.id, 'email', u.email, 'since', m.assigned_at)
    from payment_assignments m join users u on u.id = m.user_id where m.instruction_id = ${id})`;
}

/** An assignment as JSON has it. */
export type PlainAssignment = Omit<Assignment, 'since'> & { since: string };

async function readAssignment(database: Queryable, instructionId: string): Promise<Assignment | null> {
  const [row] = await database.query<{ found: PlainAssignment | null }>(`select ${assignmentSql('$1')} as found`, [
    instructionId,
  ]);
  const found = row?.found ?? null;
  return found === null ? null : { ...found, since: new Date(found.since) };
}

/** A payment and the operator who takes it or gives it back. */
export interface AssignmentAct {
  instructionId: string;
  personId: string;
  actor: OperatorActor;
}

function refusal({ email }: Assignment, instruction: string): DomainError {
  return new DomainError('DUPLICATE', `${email} works on this payment. ${instruction}`);
}

/** Locks a payment until the transaction ends. @returns who has it, or null */
async function readLocked(client: Queryable, instructionId: string): Promise<Assignment | null> {
  await lockPayment(client, instructionId);
  return readAssignment(client, instructionId);
}

/**
 * Assigns a payment to an operator, with an audit entry in the same transaction. For its present assignee nothing
 * changes.
 * @param act `takeOver`: also from another operator
 * @throws DomainError NOT_FOUND; DUPLICATE when another operator has it
 * Source: docs/GAPS.md#case-work
 */
export function takePayment(
  database: Database,
  { instructionId, personId, actor, takeOver }: AssignmentAct & { takeOver: boolean },
): Promise<Assignment> {
  return database.transaction(async (client) => {
    const before = await readLocked(client, instructionId);
    if (before?.personId === personId) return before;
    if (before !== null && !takeOver) throw refusal(before, 'Take it over with takeOver.');
    await client.query(
      `insert into payment_assignments (instruction_id, user_id) values ($1, $2)
       on conflict (instruction_id) do update set user_id = excluded.user_id, assigned_at = now()`,
      [instructionId, personId],
    );
    const detail = before === null ? {} : { from: before.personId };
    await appendAuditEntry(client, { actor, act: 'payment.taken', subject: instructionId, accountId: null, detail });
    const assignment = await readAssignment(client, instructionId);
    if (assignment === null) throw paymentNotFound();
    return assignment;
  });
}

/**
 * Ends an operator's assignment of a payment, with an audit entry in the same transaction; without one nothing
 * changes.
 * @throws DomainError NOT_FOUND; DUPLICATE when another operator has it
 * Source: docs/GAPS.md#case-work
 */
export function giveBackPayment(database: Database, { instructionId, personId, actor }: AssignmentAct): Promise<void> {
  return database.transaction(async (client) => {
    const assignment = await readLocked(client, instructionId);
    if (assignment === null) return;
    if (assignment.personId !== personId) throw refusal(assignment, 'It is theirs to give back.');
    await client.query('delete from payment_assignments where instruction_id = $1', [instructionId]);
    await appendAuditEntry(client, { actor, act: 'payment.given_back', subject: instructionId, accountId: null });
  });
}
