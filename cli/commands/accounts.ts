import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { findAccount, openLiveSide, type Account } from '../../db/auth/accounts';
import { recordExport } from '../../db/auth/exports';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { displayName } from '../../domain/auth/users';
import { PLANS, type Plan } from '../../domain/limits/plans';
import { webAddress } from '../../process/environment';
import { exportAccount } from '../../process/export-account';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withDatabase, withVault } from '../context';
import { addApprovalRuleCommands } from './approval-rules';
import { addManagement, change } from './managed';
import { fitting, oneOf } from './values';

function described({ id, name, liveOpenedAt, createdAt }: Account): Record<string, unknown> {
  return { id, name, live: liveOpenedAt === null ? 'closed' : 'open', liveOpenedAt, createdAt };
}

async function openLive(options: { account: string }, command: Command): Promise<void> {
  const account = await withDatabase(contextOf(command), async (database) => {
    const found = await findAccount(database, options.account);
    if (found === null) throw new UsageError(`There is no account ${options.account}.`);
    await database.transaction((client) => openLiveSide(client, found.id, actor()));
    return findAccount(database, found.id);
  });
  if (account === null) throw new UsageError(`There is no account ${options.account}.`);
  printResult(command, described(account));
}

/** For whom a person reads the file: it names beneficiaries. */
const OWNER_ONLY = 0o600;

async function exportData(
  options: { account: string; environment: Environment; out?: string },
  command: Command,
): Promise<void> {
  const { account, environment, out } = options;
  const context = contextOf(command);
  await withVault(context, async (database, vault) => {
    const found = await findAccount(database, account);
    if (found === null) throw new UsageError(`There is no account ${account}.`);
    const tenant = { accountId: found.id, environment };
    const publicUrl = webAddress(process.env, 'PUBLIC_URL') ?? context.dataDir.readRun()?.baseUrl ?? '';
    const source = { database, vault, publicUrl, now: () => new Date() };
    const file = out === undefined ? null : await open(out, 'wx', OWNER_ONLY).catch(refuseFile);
    await recordExport(database, { tenant, actor: actor() });
    await pipeline(exportAccount(source, tenant), file?.createWriteStream() ?? process.stdout, { end: file !== null });
    if (out !== undefined) printResult(command, { account: found.id, environment, out });
  });
}

function refuseFile(fault: unknown): never {
  throw new UsageError(`The file cannot be made: ${fault instanceof Error ? fault.message : String(fault)}`);
}

/** `corridor accounts …` */
export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts');
  addManagement(accounts, 'account');
  accounts
    .command('update')
    .description('Change the name of an account')
    .requiredOption('--account <name>', 'name or id of the account')
    .requiredOption('--name <name>', 'its new name', fitting(displayName))
    .option('--json', 'print one JSON object')
    .action((options: { account: string; name: string }, command: Command) =>
      change('account', options.account, { name: options.name }, command),
    );
  accounts
    .command('plan')
    .description('The plan of an account')
    .command('set')
    .description("Set the plan of the account's keys that have none of their own")
    .requiredOption('--account <name>', 'name or id of the account')
    .requiredOption('--plan <plan>', PLANS.join(', '), oneOf(PLANS))
    .option('--json', 'print one JSON object')
    .action((options: { account: string; plan: Plan }, command: Command) =>
      change('account', options.account, { plan: options.plan }, command),
    );
  accounts
    .command('strict')
    .description('Whether payments that violate rules of their corridor are refused')
    .requiredOption('--account <name>', 'name or id of the account')
    .requiredOption('--set <on|off>', 'on or off', oneOf(['on', 'off']))
    .option('--json', 'print one JSON object')
    .action((options: { account: string; set: 'on' | 'off' }, command: Command) =>
      change('account', options.account, { strict_payments: options.set === 'on' }, command),
    );
  accounts
    .command('two-step')
    .description('Whether the members of the account need two-step sign-in')
    .requiredOption('--account <name>', 'name or id of the account')
    .requiredOption('--set <on|off>', 'on or off', oneOf(['on', 'off']))
    .option('--json', 'print one JSON object')
    .action((options: { account: string; set: 'on' | 'off' }, command: Command) =>
      change('account', options.account, { needs_second_factor: options.set === 'on' }, command),
    );
  addApprovalRuleCommands(accounts);
  accounts
    .command('export')
    .description('Export one side of an account as NDJSON: payments, documents, deliveries, events, keys, audit log')
    .requiredOption('--account <name>', 'name or id of the account')
    .option('--environment <side>', 'test or live', oneOf(ENVIRONMENTS), 'test')
    .option('--out <file>', 'a new file that only you can read; without it the lines are printed')
    .option('--json', 'print one JSON object about the file')
    .action(exportData);
  accounts
    .command('open-live')
    .description('Open the live side of an account, so that its owners can create live keys')
    .requiredOption('--account <name>', 'name or id of the account')
    .option('--json', 'print one JSON object')
    .action(openLive);
}
