import { Argument, type Command } from 'commander';
import { readApprovals } from '../../db/administration/approvals';
import {
  APPROVAL_COUNTS,
  APPROVAL_SETTINGS,
  type ApprovalCount,
  type ApprovalSetting,
} from '../../domain/auth/approvals';
import { printResult } from '../context';
import { addResult } from './answer';
import { performCommand } from './guarded';
import { oneOf } from './values';

async function setApprovals(
  setting: ApprovalSetting,
  count: ApprovalCount,
  options: { reason?: string },
  command: Command,
): Promise<void> {
  const done = await performCommand(command, 'approvals.set', { setting, count }, { reason: options.reason });
  if (done !== null) printResult(command, { setting, count, changed: done.result });
}

/** Adds `corridor approvals …`: which acts need a second person. Source: docs/GAPS.md#A3 */
export function addApprovalCommands(program: Command): void {
  const approvals = program.command('approvals');
  const show = approvals.command('show').description('Show how many people each kind of action needs');
  addResult(show, async ({ database }) => ({ ...(await readApprovals(database)) }));
  approvals
    .command('set')
    .addArgument(new Argument('<setting>', APPROVAL_SETTINGS.join(', ')).argParser(oneOf(APPROVAL_SETTINGS)))
    .addArgument(new Argument('<count>', APPROVAL_COUNTS.join(' or ')).argParser(oneOf(APPROVAL_COUNTS)))
    .description('Set how many people it needs; while it is two, the change is itself a proposal')
    .option('--reason <text>', 'reason of the change, for the audit log')
    .option('--json', 'print one JSON object')
    .addHelpText('after', "\nExample:\n  corridor approvals set release-approvals two --reason 'Four-eyes principle'")
    .action(setApprovals);
}
