import type { Command } from 'commander';
import { readReleaseApprovals, setReleaseApprovals } from '../../db/compliance/release-approvals';
import { RELEASE_APPROVALS, type ReleaseApprovals } from '../../domain/payments/compliance-hold';
import { ACTOR, contextOf, printResult, UsageError, withDatabase } from '../context';
import { oneOf } from './values';

async function approvals(count: ReleaseApprovals | undefined, options: { reason?: string }, command: Command) {
  const reason = options.reason?.trim() ?? '';
  if (count !== undefined && reason === '') throw new UsageError('Say why: --reason TEXT');
  const result = await withDatabase(contextOf(command), async (database) => {
    if (count === undefined) return { approvals: await readReleaseApprovals(database) };
    return {
      approvals: count,
      changed: await setReleaseApprovals(database, { approvals: count, reason, actor: ACTOR }),
    };
  });
  printResult(command, result);
}

/** `corridor payments release-approvals`: the four-eyes principle for held payments. Source: docs/GAPS.md#P13 */
export function addReleaseApprovalsCommand(payments: Command): void {
  payments
    .command('release-approvals')
    .argument('[count]', 'operators that have to agree: 1 or 2; shown where it is left out', oneOf(RELEASE_APPROVALS))
    .description('How many operators have to agree before a held payment is released')
    .option('--reason <text>', 'why it is changed, for the audit log')
    .option('--json', 'print one JSON object')
    .addHelpText('after', "\nExample:\n  corridor payments release-approvals 2 --reason 'Four-eyes principle'")
    .action(approvals);
}
