import type { Command } from 'commander';
import { clearFlag, listFlagGroups, listFlags } from '../../db/operator-flags';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { pageOf } from '../../domain/schema-tools';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withDatabase } from '../context';
import { cursor, narrowedBy, oneOf, pageSize, printLines } from './values';

interface ListOptions {
  side?: Environment;
  kind?: string;
  cursor?: string;
  limit: number;
}

async function showFlags(options: ListOptions, command: Command): Promise<void> {
  const { side, kind, cursor: after, limit } = options;
  const { groups, rows } = await withDatabase(contextOf(command), async (database) => ({
    groups: await listFlagGroups(database),
    rows: await listFlags(database, { side, kind, after, limit: limit + 1 }),
  }));
  const { items: flags, nextCursor } = pageOf(rows, limit);
  printLines(command, { groups, flags, nextCursor }, [
    ...groups.map(
      (group) =>
        `${group.kind} ${group.partnerName ?? ''} (${group.environment ?? 'service'}): ${group.flags}, ` +
        `${group.oldestAt.toISOString()} to ${group.newestAt.toISOString()}`,
    ),
    ...flags.map(
      (flag) =>
        `${flag.id} ${flag.kind} (${flag.environment ?? 'service'}) ${flag.subject} ${flag.raisedAt.toISOString()}` +
        (flag.says === null ? '' : ` ${flag.says}`),
    ),
    ...(flags.length === 0 ? [`No flag is open${narrowedBy({ side, kind })}.`] : []),
    ...(nextCursor === null ? [] : [`more: --cursor ${nextCursor}`]),
  ]);
}

async function clear(options: { id: string }, command: Command): Promise<void> {
  const stood = await withDatabase(contextOf(command), (database) => clearFlag(database, options.id, actor()));
  if (!stood) throw new UsageError(`No flag ${options.id} is open.`);
  printResult(command, { id: options.id, cleared: true });
}

/** `corridor flags …` */
export function addFlagCommands(program: Command): void {
  const flags = program.command('flags');
  flags
    .command('list')
    .description('List open flags by kind and partner, page by page')
    .option('--side <side>', 'live (includes flags about the service) or test; both by default', oneOf(ENVIRONMENTS))
    .option('--kind <kind>', 'those of one kind')
    .option('--limit <n>', 'flags of a page, 1 to 100', pageSize, 20)
    .option('--cursor <cursor>', 'where an earlier page ended', cursor(/^\d{1,18}$/))
    .option('--json', 'print one JSON object')
    .action(showFlags);
  flags
    .command('clear')
    .requiredOption('--id <id>', 'id of the flag')
    .option('--json', 'print one JSON object')
    .action(clear);
}
