import type { Command } from 'commander';
import { clearFlag, listFlagGroups, listFlags, retryPartnerFile } from '../../db/operator-flags';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { actor } from '../actor';
import { UsageError } from '../context';
import { minuteOf, type Column } from '../table';
import { addResult } from './answer';
import { addPaging, pageOfRows } from './pages';
import { narrowedBy, oneOf } from './values';

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

/** Adds `corridor flags …`. */
export function addFlagCommands(program: Command): void {
  const flags = program.command('flags');
  const list = flags
    .command('list')
    .description('List open flags by kind and partner, page by page')
    .option('--side <side>', 'live (includes flags about the service) or test; both by default', oneOf(ENVIRONMENTS))
    .option('--kind <kind>', 'those of one kind');
  addPaging(list, 'flags', /^\d{1,18}$/);
  addResult<{ side?: Environment; kind?: string; cursor?: string; limit: number }>(
    list,
    async ({ database, options }) => {
      const { side, kind, cursor: after, limit } = options;
      const groups = await listFlagGroups(database);
      const rows = await listFlags(database, { side, kind, after, limit: limit + 1 });
      const none = `No flag is open${narrowedBy({ side, kind })}.`;
      return pageOfRows({ name: 'flags', rows, limit, columns: COLUMNS, none, groups, groupColumns: GROUP_COLUMNS });
    },
  );
  const clear = flags.command('clear').requiredOption('--id <id>', 'id of the flag');
  addResult<{ id: string }>(clear, async ({ database, options: { id } }) => {
    if (!(await clearFlag(database, id, actor()))) throw new UsageError(`No flag ${id} is open.`);
    return { id, cleared: true };
  });
  const retry = flags
    .command('retry')
    .description('Have a file of a partner read again that was refused, or had unknown codes')
    .requiredOption('--id <id>', 'id of its flag');
  addResult<{ id: string }>(retry, async ({ database, options: { id } }) => {
    const stood = await retryPartnerFile(database, id, actor());
    if (!stood) throw new UsageError(`No flag ${id} about a file of a partner is open.`);
    return { id, retried: true };
  });
}
