import { DomainError } from '../../../domain/errors';
import { MAX_NOTES } from '../../../domain/payments/review/case-work-schema';
import { newId } from '../../../lib/ids';
import type { Vault } from '../../../lib/vault';
import { actorId, appendAuditEntry, type Actor } from '../../auth/audit-log';
import type { Database, Queryable } from '../../database';
import { openSealed, PAYMENT_NOTE } from '../../sealed-columns';
import { lockPayment } from './lock-payment';

/** A note of an operator about a payment. */
export interface PaymentNote {
  id: string;
  /** As the audit log names actors. */
  author: string;
  /** Email address of that person, or of the person of that key; null for a command. */
  authorName: string | null;
  at: Date;
  /** Null once the payment was erased. */
  text: string | null;
}

/** @returns the notes about a payment, the oldest first */
export async function readNotes(database: Queryable, vault: Vault, instructionId: string): Promise<PaymentNote[]> {
  const rows = await database.query<Omit<PaymentNote, 'text'> & { sealed: Buffer | null }>(
    `select n.id, n.author, coalesce(u.email, p.email) as "authorName", n.created_at as at, n.note_sealed as sealed
     from payment_notes n
     left join users u on n.author = 'user:' || u.id
     left join api_keys k on n.author = 'operator:' || k.id
     left join users p on p.id = k.user_id
     where n.instruction_id = $1 order by n.id limit ${MAX_NOTES}`,
    [instructionId],
  );
  return rows.map(({ sealed, ...note }) => ({
    ...note,
    text: sealed === null ? null : openSealed(vault, PAYMENT_NOTE, { id: note.id, value: sealed }).toString('utf8'),
  }));
}

/**
 * Adds a note, with an audit entry without its text in the same transaction.
 * @throws DomainError NOT_FOUND; INVALID_REQUEST when the payment was erased or has 100 notes
 * Source: docs/GAPS.md#case-work
 */
export function addNote(
  database: Database,
  vault: Vault,
  { instructionId, text, actor }: { instructionId: string; text: string; actor: Actor },
): Promise<{ id: string; at: Date }> {
  const id = newId('note');
  const sealed = vault.seal(text, PAYMENT_NOTE.purpose(id));
  return database.transaction(async (client) => {
    // Those who note at the same time come one after the other, so that none passes the limit.
    const { erasedAt } = await lockPayment(client, instructionId);
    if (erasedAt !== null) {
      throw new DomainError('INVALID_REQUEST', 'The payment was erased; an erased payment takes no more notes.');
    }
    const count = 'select count(*)::integer as notes from payment_notes where instruction_id = $1';
    const [known] = await client.query<{ notes: number }>(count, [instructionId]);
    if ((known?.notes ?? 0) >= MAX_NOTES) {
      throw new DomainError('INVALID_REQUEST', `A payment has at most ${MAX_NOTES} notes.`);
    }
    const [added] = await client.query<{ at: Date }>(
      `insert into payment_notes (id, instruction_id, author, note_sealed) values ($1, $2, $3, $4)
       returning created_at as at`,
      [id, instructionId, actorId(actor), sealed],
    );
    await appendAuditEntry(client, {
      ...{ actor, act: 'payment.noted', subject: instructionId, accountId: null },
      detail: { noteId: id },
    });
    if (added === undefined) throw new Error('The note was not inserted.');
    return { id, at: added.at };
  });
}
