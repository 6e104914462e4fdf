import type { Command } from 'commander';
import { askForInformation } from '../../db/payments/information';
import { InformationQuestion } from '../../domain/payments/information-schema';
import { ACTOR, contextOf, printResult, UsageError, withDatabase } from '../context';
import { explain } from './refusal';

async function ask(id: string, options: { question: string }, command: Command): Promise<void> {
  const parsed = InformationQuestion.safeParse(options);
  if (!parsed.success) throw new UsageError(`--question: ${parsed.error.issues[0]?.message ?? 'is not taken'}`);
  const request = { ...parsed.data, by: ACTOR, requestId: null, at: new Date() };
  const asked = await withDatabase(contextOf(command), (database, vault) =>
    askForInformation(database, vault, id, request).catch(explain),
  );
  const { id: informationRequestId, askedBy, askedAt } = asked;
  printResult(command, { id, informationRequestId, askedBy, askedAt });
}

/** `corridor payments ask`: what a compliance review wants to know of the client. Source: docs/GAPS.md#information */
export function addAskCommand(payments: Command): void {
  payments
    .command('ask')
    .argument('<id>', 'id of the instruction')
    .description('Ask the client of a payment that is held for a compliance review something; it stays held')
    .requiredOption('--question <text>', 'what is asked; the client reads it as it is written')
    .option('--json', 'print one JSON object')
    .addHelpText('after', "\nExample:\n  corridor payments ask instr_01... --question 'When was the beneficiary born?'")
    .action(ask);
}
