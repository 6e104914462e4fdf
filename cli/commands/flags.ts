import type { Command } from 'commander';
import { clearFlag, listFlagGroups, listFlags } from '../../db/operator-flags';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { pageOf } from '../../domain/schema-tools';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withDatabase } from '../context';
import { minuteOf, tableOf, terminalWidth, type Column } from '../table';
import { cursor, narrowedBy, oneOf, pageSize, printLines } from './values';

interface ListOptions {
  side?: Environment;
  kind?: string;
  cursor?: string;
  limit: number;
}

type Groups = Awaited<ReturnType<typeof listFlagGroups>>;
type Flags = Awaited<ReturnType<typeof listFlags>>;

const GROUP_COLUMNS: readonly Column<Groups[number]>[] = [
  { title: 'KIND', isWhole: true, of: ({ kind }) => kind },
  { title: 'PARTNER', of: ({ partnerName }) => partnerName },
  { title: 'SIDE', of: ({ environment }) => environment ?? 'service' },
  { title: 'OPEN', align: 'right', of: ({ flags }) => flags },
  { title: 'OLDEST (UTC)', isWhole: true, of: ({ oldestAt }) => minuteOf(oldestAt) },
  { title: 'NEWEST (UTC)', isWhole: true, of: ({ newestAt }) => minuteOf(newestAt) },
];

const COLUMNS: readonly Column<Flags[number]>[] = [
  { title: 'ID', isWhole: true, of: ({ id }) => id },
  { title: 'KIND', of: ({ kind }) => kind },
  { title: 'SIDE', of: ({ environment }) => environment ?? 'service' },
  { title: 'SUBJECT', isWhole: true, of: ({ subject }) => subject },
  { title: 'RAISED (UTC)', of: ({ raisedAt }) => minuteOf(raisedAt) },
  { title: 'SAYS', of: ({ says }) => says },
];

async function showFlags(options: ListOptions, command: Command): Promise<void> {
  const { side, kind, cursor: after, limit } = options;
  const { groups, rows } = await withDatabase(contextOf(command), async (database) => ({
    groups: await listFlagGroups(database),
    rows: await listFlags(database, { side, kind, after, limit: limit + 1 }),
  }));
  const { items: flags, nextCursor } = pageOf(rows, limit);
  const width = terminalWidth();
  printLines(command, { groups, flags, nextCursor }, [
    ...(groups.length === 0 ? [] : [...tableOf(groups, GROUP_COLUMNS, width), '']),
    ...(flags.length === 0 ? [`No flag is open${narrowedBy({ side, kind })}.`] : tableOf(flags, COLUMNS, width)),
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
