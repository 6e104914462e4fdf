import type { Command } from 'commander';
import { findAccount } from '../../db/auth/accounts';
import { clearApprovalRules, listApprovalRules, setApprovalRule } from '../../db/auth/approval-rules';
import type { Database } from '../../db/database';
import { ENVIRONMENTS, type Environment, type Tenant } from '../../domain/auth/tenant';
import { MAX_APPROVALS, type ApprovalRule } from '../../domain/payments/review/approval-rules';
import { ApprovalRuleInput } from '../../domain/payments/review/approval-schema';
import { Currency } from '../../domain/schema-tools';
import { actor } from '../actor';
import { contextOf, UsageError, withDatabase } from '../context';
import { explain } from './refusal';
import { between, decimal, fitting, oneOf, printLines } from './values';

interface Side {
  account: string;
  environment: Environment;
}

interface Shown {
  account: string;
  environment: Environment;
  rules: ApprovalRule[];
}

const lineOf = ({ above: { amount, currency }, approvals }: ApprovalRule): string =>
  `Payments above ${currency} ${amount} need ${approvals} ${approvals === 1 ? 'approval' : 'approvals'}.`;

function print(command: Command, shown: Shown): void {
  const none = `No payment of the ${shown.environment} side needs an approval.`;
  printLines(command, { ...shown }, shown.rules.length === 0 ? [none] : shown.rules.map(lineOf));
}

async function withSide(
  { account, environment }: Side,
  command: Command,
  work: (database: Database, tenant: Tenant) => Promise<ApprovalRule[]>,
): Promise<void> {
  const shown = await withDatabase(contextOf(command), async (database) => {
    const found = await findAccount(database, account);
    if (found === null) throw new UsageError(`There is no account ${account}.`);
    const rules = await work(database, { accountId: found.id, environment }).catch(explain);
    return { account: found.id, environment, rules };
  });
  print(command, shown);
}

interface SetOptions extends Side {
  above: string;
  currency: string;
  approvals: number;
}

async function set(options: SetOptions, command: Command): Promise<void> {
  const { above, currency, approvals } = options;
  const parsed = ApprovalRuleInput.safeParse({ amount: Number(above), currency, approvals });
  if (!parsed.success) {
    throw new UsageError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  }
  await withSide(options, command, (database, tenant) =>
    setApprovalRule(database, { tenant, rule: parsed.data, actor: actor() }),
  );
}

interface ClearOptions extends Side {
  above?: string;
  currency?: string;
}

async function clear(options: ClearOptions, command: Command): Promise<void> {
  const { above, currency } = options;
  if (above !== undefined && currency === undefined) throw new UsageError('--above needs --currency.');
  const amount = above === undefined ? undefined : Number(above);
  await withSide(options, command, async (database, tenant) => {
    const { cleared, rules } = await clearApprovalRules(database, { tenant, currency, amount, actor: actor() });
    if (cleared.length === 0 && currency !== undefined) throw new UsageError('There is no such rule.');
    return rules;
  });
}

function sideOf(command: Command): Command {
  return command
    .requiredOption('--account <name>', 'name or id of the account')
    .option('--environment <side>', 'test or live', oneOf(ENVIRONMENTS), 'test')
    .option('--json', 'print one JSON object');
}

/** `corridor accounts approvals …`: which payments need approvals of members. Source: docs/GAPS.md#P17 */
export function addApprovalRuleCommands(accounts: Command): void {
  const approvals = accounts.command('approvals').description('Which payments members have to approve');
  sideOf(approvals.command('show'))
    .description('Show the rules of one side of an account')
    .action((options: Side, command: Command) => withSide(options, command, listApprovalRules));
  sideOf(approvals.command('set'))
    .description(
      'Set how many members have to approve payments above an amount; of several rules the strictest applies',
    )
    .requiredOption('--above <amount>', 'payments of more than this need approvals; 0: all of them', decimal)
    .requiredOption('--currency <code>', 'such as EUR', fitting(Currency))
    .requiredOption('--approvals <n>', `1 to ${MAX_APPROVALS} different members`, between(1, MAX_APPROVALS))
    .addHelpText(
      'after',
      '\nExample:\n  corridor accounts approvals set --account shop --above 10000 --currency EUR --approvals 2',
    )
    .action(set);
  sideOf(approvals.command('clear'))
    .description('Take the rules away, of one currency or all; payments that wait keep what they need')
    .option('--above <amount>', 'only the rule of this amount; with --currency', decimal)
    .option('--currency <code>', 'only rules of this currency', fitting(Currency))
    .action(clear);
}
