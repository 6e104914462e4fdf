import type { Command } from 'commander';
import { ageInDays, readWatchLists, setListsAccepted } from '../../db/compliance/watch-lists';
import { actor } from '../actor';
import { contextOf, printResult, withDatabase } from '../context';
import { givenReason, printLines } from './values';

function accept(isAccepted: boolean) {
  return async ({ reason }: { reason: string }, command: Command): Promise<void> => {
    const change = { isAccepted, reason: givenReason(reason), actor: actor() };
    const changed = await withDatabase(contextOf(command), (database) => setListsAccepted(database, change));
    printResult(command, { accepted: isAccepted, changed });
  };
}

/** `corridor compliance …`: what live payments are screened with. Source: docs/GAPS.md#P13 */
export function addComplianceCommands(program: Command): void {
  const compliance = program.command('compliance');
  compliance
    .command('lists')
    .description('Watch lists in force, and when each was read last')
    .option('--json', 'print one JSON object')
    .action(async (_options: object, command: Command) => {
      const lists = await withDatabase(contextOf(command), readWatchLists);
      const lines = lists.map(
        (list) => `${list.subject} ${list.title}, ${list.edition}: read ${ageInDays(list)} days ago`,
      );
      printLines(command, { lists }, lines.length === 0 ? ['No watch list is in force.'] : lines);
    });
  for (const [name, isAccepted] of [
    ['accept-lists', true],
    ['require-lists', false],
  ] as const) {
    compliance
      .command(name)
      .description(
        isAccepted
          ? 'Send live payments although no official list is in force, or the newest is old'
          : 'Hold live payments again while no official list is in force, or the newest is old',
      )
      .requiredOption('--reason <text>', 'why, for the audit log')
      .option('--json', 'print one JSON object')
      .action(accept(isAccepted));
  }
}
