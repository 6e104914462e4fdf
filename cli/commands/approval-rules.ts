import type { Command } from 'commander';
import { clearApprovalRules, listApprovalRules, setApprovalRule } from '../../db/auth/approval-rules';
import type { Database } from '../../db/database';
import { ENVIRONMENTS, type Tenant } from '../../domain/auth/tenant';
import { MAX_APPROVALS, type ApprovalRule } from '../../domain/payments/review/approval-rules';
import { ApprovalRuleInput } from '../../domain/payments/review/approval-schema';
import { Currency } from '../../domain/schema-tools';
import { actor } from '../actor';
import { UsageError } from '../context';
import { readOptions } from '../options-of';
import { tenantOf, type Side } from './account-of';
import { addResult } from './answer';
import { wholeNumberBetween, decimal, fitting, oneOf } from './values';

const lineOf = ({ above: { amount, currency }, approvals }: ApprovalRule): string =>
  `Payments above ${currency} ${amount} need ${approvals} ${approvals === 1 ? 'approval' : 'approvals'}.`;

/** Makes a command about one side of an account, which prints the rules of that side. */
function addForSide<Options extends object>(
  command: Command,
  work: (database: Database, tenant: Tenant, options: Options) => Promise<ApprovalRule[]>,
): void {
  command
    .requiredOption('--account <name>', 'name or id of the account')
    .option('--environment <side>', 'test or live', oneOf(ENVIRONMENTS), 'test');
  addResult<Side & Options>(command, async ({ database, options }) => {
    const tenant = await tenantOf(database, options);
    const rules = await work(database, tenant, options);
    const none = `No payment of the ${tenant.environment} side needs an approval.`;
    const lines = rules.length === 0 ? [none] : rules.map(lineOf);
    return [{ account: tenant.accountId, environment: tenant.environment, rules }, lines];
  });
}

/** Adds `corridor accounts approvals …`: which payments need approvals of members. Source: docs/GAPS.md#P17 */
export function addApprovalRuleCommands(accounts: Command): void {
  const approvals = accounts.command('approvals').description('Which payments members have to approve');
  addForSide(approvals.command('show').description('Show the rules of one side of an account'), listApprovalRules);
  const set = approvals
    .command('set')
    .description(
      'Set how many members have to approve payments above an amount; of several rules the strictest applies',
    )
    .requiredOption('--above <amount>', 'payments of more than this need approvals; 0: all of them', decimal)
    .requiredOption('--currency <code>', 'such as EUR', fitting(Currency))
    .requiredOption('--approvals <n>', `1 to ${MAX_APPROVALS} different members`, wholeNumberBetween(1, MAX_APPROVALS))
    .addHelpText(
      'after',
      '\nExample:\n  corridor accounts approvals set --account shop --above 10000 --currency EUR --approvals 2',
    );
  addForSide<{ above: string; currency: string; approvals: number }>(set, (database, tenant, { above, ...rest }) => {
    const rule = readOptions(ApprovalRuleInput, { amount: Number(above), ...rest });
    return setApprovalRule(database, { tenant, rule, actor: actor() });
  });
  const clear = approvals
    .command('clear')
    .description('Take the rules away, of one currency or all; payments that wait keep what they need')
    .option('--above <amount>', 'only the rule of this amount; with --currency', decimal)
    .option('--currency <code>', 'only rules of this currency', fitting(Currency));
  addForSide<{ above?: string; currency?: string }>(clear, async (database, tenant, { above, currency }) => {
    if (above !== undefined && currency === undefined) throw new UsageError('--above needs --currency.');
    const amount = above === undefined ? undefined : Number(above);
    const { cleared, rules } = await clearApprovalRules(database, { tenant, currency, amount, actor: actor() });
    if (cleared.length === 0 && currency !== undefined) throw new UsageError('There is no such rule.');
    return rules;
  });
}
