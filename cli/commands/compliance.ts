import type { Command } from 'commander';
import { ageInDays, readWatchLists, setListsAccepted } from '../../db/compliance/watch-lists';
import { actor } from '../actor';
import { addResult } from './answer';
import { givenReason } from './values';

const LIVE = 'live payments although no official list is in force, or the newest is old';
const AGAIN = 'live payments again while no official list is in force, or the newest is old';

/** Adds `corridor compliance …`: watch lists of the live side. Source: docs/GAPS.md#P13 */
export function addComplianceCommands(program: Command): void {
  const compliance = program.command('compliance');
  const lists = compliance.command('lists').description('Watch lists in force, and when each was read last');
  addResult(lists, async ({ database }) => {
    const lists = await readWatchLists(database);
    const lines = lists.map(
      (list) => `${list.subject} ${list.title}, ${list.edition}: read ${ageInDays(list)} days ago`,
    );
    return [{ lists }, lines.length === 0 ? ['No watch list is in force.'] : lines];
  });
  for (const [name, isAccepted] of [
    ['accept-lists', true],
    ['require-lists', false],
  ] as const) {
    const command = compliance
      .command(name)
      .description(isAccepted ? `Send ${LIVE}` : `Hold ${AGAIN}`)
      .requiredOption('--reason <text>', 'why, for the audit log');
    addResult<{ reason: string }>(command, async ({ database, options }) => {
      const change = { isAccepted, reason: givenReason(options.reason), actor: actor() };
      return { accepted: isAccepted, changed: await setListsAccepted(database, change) };
    });
  }
}
