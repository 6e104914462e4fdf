import type { Command } from 'commander';
import {
  closeCase,
  findCase,
  listCaseGroups,
  listOpenCases,
  type CaseGroup,
  type ReconciliationCase,
} from '../../db/payments/settlement/reconciliation-cases';
import { workflowIds } from '../../workflows/contract';
import { pageOf } from '../../domain/schema-tools';
import { actor } from '../actor';
import { contextOf, printResult, textOf, UsageError, withDatabase } from '../context';
import { minuteOf, tableOf, terminalWidth, type Column } from '../table';
import { partnerOf } from './managed';
import { cursor, narrowedBy, pageSize, printLines } from './values';

interface ListOptions {
  partner?: string;
  kind?: string;
  cursor?: string;
  limit: number;
}

const GROUP_COLUMNS: readonly Column<CaseGroup>[] = [
  { title: 'PARTNER', of: ({ partnerName }) => partnerName },
  { title: 'SIDE', of: ({ environment }) => environment },
  { title: 'KIND', isWhole: true, of: ({ kind }) => kind },
  { title: 'OPEN', align: 'right', of: ({ cases }) => cases },
  { title: 'REPORTS', align: 'right', of: ({ reports }) => reports },
  { title: 'OLDEST (UTC)', isWhole: true, of: ({ oldestAt }) => minuteOf(oldestAt) },
  { title: 'NEWEST (UTC)', isWhole: true, of: ({ newestAt }) => minuteOf(newestAt) },
];

const COLUMNS: readonly Column<ReconciliationCase>[] = [
  { title: 'ID', isWhole: true, of: ({ id }) => id },
  { title: 'KIND', of: ({ kind }) => kind },
  { title: 'PAYMENT', isWhole: true, of: ({ instructionId }) => instructionId },
  { title: 'PARTNER', of: ({ partnerName }) => partnerName },
  { title: 'TIMES', align: 'right', of: ({ count }) => count },
  { title: 'LAST (UTC)', of: ({ lastSeenAt }) => minuteOf(lastSeenAt) },
];

async function list(options: ListOptions, command: Command): Promise<void> {
  const { partner, kind, cursor: after, limit } = options;
  const { groups, rows } = await withDatabase(contextOf(command), async (database) => {
    const partnerId = await partnerOf(database, partner);
    const groups = await listCaseGroups(database);
    return { groups, rows: await listOpenCases(database, { partnerId, kind, after, limit: limit + 1 }) };
  });
  const { items: cases, nextCursor } = pageOf(rows, limit);
  const width = terminalWidth();
  printLines(command, { groups, cases, nextCursor }, [
    ...(groups.length === 0 ? [] : [...tableOf(groups, GROUP_COLUMNS, width), '']),
    ...(cases.length === 0 ? [`No case is open${narrowedBy({ partner, kind })}.`] : tableOf(cases, COLUMNS, width)),
    ...(nextCursor === null ? [] : [`more: --cursor ${nextCursor}`]),
  ]);
}

async function show(id: string, _options: object, command: Command): Promise<void> {
  const found = await withDatabase(contextOf(command), (database) => findCase(database, id));
  if (found === null) throw new UsageError(`There is no case ${id}.`);
  const workflowId = workflowIds.payment(found.instructionId);
  printLines(
    command,
    { ...found, workflowId },
    Object.entries({ ...found, workflowId }).map(([name, value]) => `${name}: ${textOf(value)}`),
  );
}

async function close(id: string, options: { reason: string }, command: Command): Promise<void> {
  const reason = options.reason.trim();
  if (reason === '') throw new UsageError('State the agreement: --reason TEXT');
  const wasOpen = await withDatabase(contextOf(command), (database) =>
    closeCase(database, { id, reason, actor: actor() }),
  );
  if (!wasOpen) throw new UsageError(`No case ${id} is open.`);
  printResult(command, { id, closed: true });
}

/** `corridor cases …` */
export function addCaseCommands(program: Command): void {
  const cases = program.command('cases');
  cases
    .command('list')
    .option('--partner <name>', 'those of one partner, by id or name')
    .option('--kind <kind>', 'those of one kind')
    .option('--limit <n>', 'cases of a page, 1 to 100', pageSize, 20)
    .option('--cursor <cursor>', 'where an earlier page ended', cursor(/^case_[0-9a-z]{26}$/))
    .option('--json', 'print one JSON object')
    .action(list);
  cases
    .command('show')
    .argument('<id>', 'id of the case')
    .description("Show our figures, the partner's, and the workflow of the payment")
    .option('--json', 'print one JSON object')
    .action(show);
  cases
    .command('close')
    .argument('<id>', 'id of the case')
    .description('Close a case once it is agreed with the partner; no payment changes')
    .requiredOption('--reason <text>', 'what was agreed')
    .option('--json', 'print one JSON object')
    .action(close);
}
