import type { Command } from 'commander';
import { bringBack } from '../../db/archive/bring-back';
import { giveBackPayment, takePayment } from '../../db/payments/review/payment-assignments';
import { addNote } from '../../db/payments/review/payment-notes';
import { NoteRequest } from '../../domain/payments/review/case-work-schema';
import { actor } from '../actor';
import { UsageError } from '../context';
import { addResult } from './answer';
import { fitting } from './values';

/** The person whom `--as` names: a payment is assigned to a person, and a machine is none. */
function person(): string {
  const { personId } = actor();
  if (personId === null) throw new UsageError('Name the operator with --as ADDRESS.');
  return personId;
}

/**
 * Adds `corridor payments take`, `give-back` and `note`: which operator works on a payment, and notes for colleagues.
 * Source: docs/GAPS.md#case-work
 */
export function addCaseWorkCommands(payments: Command): void {
  const take = payments
    .command('take')
    .argument('<id>', 'id of the instruction')
    .description("Assign a payment to the operator that --as names; the assignment restricts no one else's actions")
    .option('--take-over', 'also from the operator who has it')
    .addHelpText('after', '\nExample:\n  corridor payments take instr_01... --as ana@example.com');
  addResult<{ takeOver?: boolean }>(take, async ({ database, id, options: { takeOver = false } }) => {
    const act = { instructionId: id, personId: person(), actor: actor(), takeOver };
    await bringBack(database, id);
    const { email, since } = await takePayment(database, act);
    return { id, assignedTo: email, since };
  });
  const giveBack = payments
    .command('give-back')
    .argument('<id>', 'id of the instruction')
    .description('End the assignment to the operator that --as names');
  addResult(giveBack, async ({ database, id }) => {
    const act = { instructionId: id, personId: person(), actor: actor() };
    await bringBack(database, id);
    await giveBackPayment(database, act);
    return { id, assignedTo: null };
  });
  const note = payments
    .command('note')
    .argument('<id>', 'id of the instruction')
    .description('Add a note for other operators; the account cannot see it')
    .requiredOption('--text <text>', 'the note', fitting(NoteRequest.shape.note))
    .addHelpText('after', "\nExample:\n  corridor payments note instr_01... --text 'The bank calls back on Monday'");
  addResult<{ text: string }>(note, async ({ database, vault, id, options: { text } }) => {
    const opened = await vault();
    await bringBack(database, id);
    const { id: noteId, at } = await addNote(database, opened, { instructionId: id, text, actor: actor() });
    return { id, noteId, notedBy: actor().id, notedAt: at };
  });
}
