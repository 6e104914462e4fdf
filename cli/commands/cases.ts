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
import { actor } from '../actor';
import { UsageError } from '../context';
import { minuteOf, type Column } from '../table';
import { addResult } from './answer';
import { partnerOf } from './managed';
import { addPaging, pageOfRows } from './pages';
import { narrowedBy } from './values';

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

/** Adds `corridor cases …`. */
export function addCaseCommands(program: Command): void {
  const cases = program.command('cases');
  const list = cases
    .command('list')
    .option('--partner <name>', 'those of one partner, by id or name')
    .option('--kind <kind>', 'those of one kind');
  addPaging(list, 'cases', /^case_[0-9a-z]{26}$/);
  addResult<{ partner?: string; kind?: string; cursor?: string; limit: number }>(
    list,
    async ({ database, options }) => {
      const { partner, kind, cursor: after, limit } = options;
      const partnerId = await partnerOf(database, partner);
      const groups = await listCaseGroups(database);
      const rows = await listOpenCases(database, { partnerId, kind, after, limit: limit + 1 });
      const none = `No case is open${narrowedBy({ partner, kind })}.`;
      return pageOfRows({ name: 'cases', rows, limit, columns: COLUMNS, none, groups, groupColumns: GROUP_COLUMNS });
    },
  );
  const show = cases
    .command('show')
    .argument('<id>', 'id of the case')
    .description("Show our figures, the partner's, and the workflow of the payment");
  addResult(show, async ({ database, id }) => {
    const found = await findCase(database, id);
    if (found === null) throw new UsageError(`There is no case ${id}.`);
    return { ...found, workflowId: workflowIds.payment(found.instructionId) };
  });
  const close = cases
    .command('close')
    .argument('<id>', 'id of the case')
    .description('Close a case once it is agreed with the partner; no payment changes')
    .requiredOption('--reason <text>', 'what was agreed');
  addResult<{ reason: string }>(close, async ({ database, id, options }) => {
    const reason = options.reason.trim();
    if (reason === '') throw new UsageError('State the agreement: --reason TEXT');
    const wasOpen = await closeCase(database, { id, reason, actor: actor() });
    if (!wasOpen) throw new UsageError(`No case ${id} is open.`);
    return { id, closed: true };
  });
}
