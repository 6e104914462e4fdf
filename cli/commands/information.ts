import type { Command } from 'commander';
import { answerQuestion, askForInformation, readInformation } from '../../db/payments/review/information';
import type { Queryable } from '../../db/database';
import { InformationAnswer, InformationQuestion } from '../../domain/payments/review/information-schema';
import type { Vault } from '../../lib/vault';
import { actor } from '../actor';
import { UsageError } from '../context';
import { readOptions } from '../options-of';
import { addResult } from './answer';

/**
 * The id of the one open question about a payment.
 * @throws UsageError where there is none, or several
 */
async function requireOpenQuestion(database: Queryable, vault: Vault, id: string): Promise<string> {
  const open = (await readInformation(database, vault, id)).filter(({ answeredAt }) => answeredAt === null);
  const [only] = open;
  if (only === undefined) throw new UsageError(`No question about ${id} is open.`);
  if (open.length > 1) throw new UsageError(`Say which: --request ${open.map((one) => one.id).join(' or ')}`);
  return only.id;
}

/**
 * Adds `corridor payments ask`, a question of a compliance review to the client, and `answer`, for a client that
 * replies in another way than by the API or its page.
 * Source: docs/GAPS.md#information
 */
export function addInformationCommands(payments: Command): void {
  const ask = payments
    .command('ask')
    .argument('<id>', 'id of the instruction')
    .description('Ask the client of a held payment a question')
    .requiredOption('--question <text>', 'the question; the client reads it as written')
    .addHelpText(
      'after',
      "\nExample:\n  corridor payments ask instr_01... --question 'When was the beneficiary born?'",
    );
  addResult<{ question: string }>(ask, async ({ database, vault, id, options }) => {
    const request = { ...readOptions(InformationQuestion, options), by: actor().id, requestId: null };
    const {
      id: informationRequestId,
      askedBy,
      askedAt,
    } = await askForInformation(database, await vault(), id, request);
    return { id, informationRequestId, askedBy, askedAt };
  });
  const reply = payments
    .command('answer')
    .argument('<id>', 'id of the instruction')
    .description("Record a client's answer received by mail or telephone; the payment stays held")
    .requiredOption('--answer <text>', 'the answer; it cannot be changed')
    .option('--request <id>', 'which question; optional if only one is open')
    .addHelpText('after', "\nExample:\n  corridor payments answer instr_01... --answer 'In 1980, in Uppsala'");
  addResult<{ answer: string; request?: string }>(reply, async ({ database, vault, id, options }) => {
    const opened = await vault();
    const given = { ...readOptions(InformationAnswer, options), by: actor().id, requestId: null };
    const informationRequestId = options.request ?? (await requireOpenQuestion(database, opened, id));
    const answeredAt = await answerQuestion(database, opened, id, { ...given, id: informationRequestId });
    return { id, informationRequestId, answeredBy: actor().id, answeredAt };
  });
}
