import type { Command } from 'commander';
import { findAccount, listAccounts, openLiveSide, type Account } from '../../db/auth/accounts';
import { ACTOR, contextOf, printResult, UsageError, withDatabase } from '../context';

function described({ id, name, liveOpenedAt, createdAt }: Account): Record<string, unknown> {
  return { id, name, live: liveOpenedAt === null ? 'closed' : 'open', liveOpenedAt, createdAt };
}

async function list(_options: object, command: Command): Promise<void> {
  const accounts = await withDatabase(contextOf(command), (database) => listAccounts(database));
  const lines = accounts.map(({ id, name, liveOpenedAt }) => {
    return [id, `${name}, live side ${liveOpenedAt === null ? 'closed' : 'open'}`] as const;
  });
  printResult(command, Object.fromEntries(lines));
}

async function show(options: { account: string }, command: Command): Promise<void> {
  const account = await withDatabase(contextOf(command), (database) => findAccount(database, options.account));
  if (account === null) throw new UsageError(`There is no account ${options.account}.`);
  printResult(command, described(account));
}

async function openLive(options: { account: string }, command: Command): Promise<void> {
  const account = await withDatabase(contextOf(command), async (database) => {
    const found = await findAccount(database, options.account);
    if (found === null) throw new UsageError(`There is no account ${options.account}.`);
    await database.transaction((client) => openLiveSide(client, found.id, ACTOR));
    return findAccount(database, found.id);
  });
  if (account === null) throw new UsageError(`There is no account ${options.account}.`);
  printResult(command, described(account));
}

/** `corridor accounts …` */
export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('Accounts of clients');
  accounts.command('list').description('All accounts').option('--json', 'print one JSON object').action(list);
  accounts
    .command('show')
    .description('One account')
    .requiredOption('--account <name>', 'name or id of the account')
    .option('--json', 'print one JSON object')
    .action(show);
  accounts
    .command('open-live')
    .description('Open the live side of an account: from then on its owners make live keys themselves')
    .requiredOption('--account <name>', 'name or id of the account')
    .option('--json', 'print one JSON object')
    .action(openLive);
}
