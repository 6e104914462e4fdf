import type { Command } from 'commander';
import { answerQuestion, askForInformation, readInformation } from '../../db/payments/review/information';
import type { Queryable } from '../../db/database';
import { InformationAnswer, InformationQuestion } from '../../domain/payments/review/information-schema';
import type { Vault } from '../../lib/vault';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withVault } from '../context';
import { explain } from './refusal';

async function ask(id: string, options: { question: string }, command: Command): Promise<void> {
  const parsed = InformationQuestion.safeParse(options);
  if (!parsed.success) throw new UsageError(`--question: ${parsed.error.issues[0]?.message ?? 'is not taken'}`);
  const request = { ...parsed.data, by: actor().id, requestId: null };
  const asked = await withVault(contextOf(command), (database, vault) =>
    askForInformation(database, vault, id, request).catch(explain),
  );
  const { id: informationRequestId, askedBy, askedAt } = asked;
  printResult(command, { id, informationRequestId, askedBy, askedAt });
}

/** The one question that is not answered; where there are several, its asker has to say which is meant. */
async function openQuestion(database: Queryable, vault: Vault, id: string): Promise<string> {
  const open = (await readInformation(database, vault, id)).filter(({ answeredAt }) => answeredAt === null);
  const [only] = open;
  if (only === undefined) throw new UsageError(`No question about ${id} is open.`);
  if (open.length > 1) throw new UsageError(`Say which: --request ${open.map((one) => one.id).join(' or ')}`);
  return only.id;
}

async function answer(id: string, options: { answer: string; request?: string }, command: Command): Promise<void> {
  const parsed = InformationAnswer.safeParse(options);
  if (!parsed.success) throw new UsageError(`--answer: ${parsed.error.issues[0]?.message ?? 'is not taken'}`);
  const said = { ...parsed.data, by: actor().id, requestId: null };
  await withVault(contextOf(command), async (database, vault) => {
    const informationRequestId = options.request ?? (await openQuestion(database, vault, id));
    const given = { ...said, id: informationRequestId };
    const answeredAt = await answerQuestion(database, vault, id, given).catch(explain);
    printResult(command, { id, informationRequestId, answeredBy: actor().id, answeredAt });
  });
}

/**
 * `corridor payments ask`, what a compliance review wants to know of the client, and `answer`, for a client that answers
 * on another way than by the API or its page.
 * Source: docs/GAPS.md#information
 */
export function addInformationCommands(payments: Command): void {
  payments
    .command('ask')
    .argument('<id>', 'id of the instruction')
    .description('Ask the client of a held payment a question')
    .requiredOption('--question <text>', 'the question; the client reads it as written')
    .option('--json', 'print one JSON object')
    .addHelpText('after', "\nExample:\n  corridor payments ask instr_01... --question 'When was the beneficiary born?'")
    .action(ask);
  payments
    .command('answer')
    .argument('<id>', 'id of the instruction')
    .description("Record a client's answer received by mail or telephone; the payment stays held")
    .requiredOption('--answer <text>', 'the answer; it cannot be changed')
    .option('--request <id>', 'which question; optional if only one is open')
    .option('--json', 'print one JSON object')
    .addHelpText('after', "\nExample:\n  corridor payments answer instr_01... --answer 'In 1980, in Uppsala'")
    .action(answer);
}
