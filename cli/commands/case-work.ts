import type { Command } from 'commander';
import { bringBack } from '../../db/archive/bring-back';
import { giveBackPayment, takePayment } from '../../db/payments/review/payment-assignments';
import { addNote } from '../../db/payments/review/payment-notes';
import { NoteRequest } from '../../domain/payments/review/case-work-schema';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withDatabase, withVault } from '../context';
import { explain } from './refusal';
import { fitting } from './values';

/** The person whom `--as` names: a payment is assigned to a person, and a machine is none. */
function person(): string {
  const { personId } = actor();
  if (personId === null) throw new UsageError('Name the operator with --as ADDRESS.');
  return personId;
}

async function take(instructionId: string, options: { takeOver?: boolean }, command: Command): Promise<void> {
  const act = { instructionId, personId: person(), actor: actor(), takeOver: options.takeOver ?? false };
  const { email, since } = await withDatabase(contextOf(command), async (database) => {
    await bringBack(database, instructionId);
    return takePayment(database, act).catch(explain);
  });
  printResult(command, { id: instructionId, assignedTo: email, since: since.toISOString() });
}

async function giveBack(instructionId: string, _options: object, command: Command): Promise<void> {
  const act = { instructionId, personId: person(), actor: actor() };
  await withDatabase(contextOf(command), async (database) => {
    await bringBack(database, instructionId);
    return giveBackPayment(database, act).catch(explain);
  });
  printResult(command, { id: instructionId, assignedTo: null });
}

async function note(instructionId: string, { text }: { text: string }, command: Command): Promise<void> {
  const { id: noteId, at } = await withVault(contextOf(command), async (database, vault) => {
    await bringBack(database, instructionId);
    return addNote(database, vault, { instructionId, text, actor: actor() }).catch(explain);
  });
  printResult(command, { id: instructionId, noteId, notedBy: actor().id, notedAt: at.toISOString() });
}

/**
 * `corridor payments take`, `give-back` and `note`: who works on a payment, and what colleagues should know of it.
 * Source: docs/GAPS.md#case-work
 */
export function addCaseWorkCommands(payments: Command): void {
  payments
    .command('take')
    .argument('<id>', 'id of the instruction')
    .description("Assign a payment to the operator that --as names; the assignment restricts no one else's actions")
    .option('--take-over', 'also from the operator who has it')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  corridor payments take instr_01... --as ana@example.com')
    .action(take);
  payments
    .command('give-back')
    .argument('<id>', 'id of the instruction')
    .description('End the assignment to the operator that --as names')
    .option('--json', 'print one JSON object')
    .action(giveBack);
  payments
    .command('note')
    .argument('<id>', 'id of the instruction')
    .description('Add a note for other operators; the account cannot see it')
    .requiredOption('--text <text>', 'the note', fitting(NoteRequest.shape.note))
    .option('--json', 'print one JSON object')
    .addHelpText('after', "\nExample:\n  corridor payments note instr_01... --text 'The bank calls back on Monday'")
    .action(note);
}
