import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { openLiveSide, type Account } from '../../db/auth/accounts';
import { recordExport } from '../../db/auth/exports';
import { ENVIRONMENTS } from '../../domain/auth/tenant';
import { identityDomain, type GroupRoles } from '../../domain/auth/identity-groups';
import { PAYEE_RULES, type PayeeRule } from '../../domain/payments/review/payee-check';
import { ACCOUNT_ROLES, displayName } from '../../domain/auth/users';
import { PLANS, type Plan } from '../../domain/limits/plans';
import { exportAccount } from '../../process/export-account';
import { actor } from '../actor';
import { contextOf, knownPublicUrl, UsageError } from '../context';
import { accountOf, tenantOf, type Side } from './account-of';
import { addResult } from './answer';
import { addApprovalRuleCommands } from './approval-rules';
import { addChange, addManagement } from './managed';
import { fitting, oneOf } from './values';

function accountSummary({ id, name, liveOpenedAt, createdAt }: Account): Record<string, unknown> {
  return { id, name, live: liveOpenedAt === null ? 'closed' : 'open', liveOpenedAt, createdAt };
}

/** For whom a person reads the file: it names beneficiaries. */
const OWNER_ONLY = 0o600;

function refuseFile(fault: unknown): never {
  throw new UsageError(`The file cannot be made: ${fault instanceof Error ? fault.message : String(fault)}`);
}

/** Adds `corridor accounts export`. */
function addExport(accounts: Command): void {
  const command = accounts
    .command('export')
    .description('Export one side of an account as NDJSON: payments, documents, deliveries, events, keys, audit log')
    .requiredOption('--account <name>', 'name or id of the account')
    .option('--environment <side>', 'test or live', oneOf(ENVIRONMENTS), 'test')
    .option('--out <file>', 'a new file that only you can read; without it the lines are printed');
  addResult<Side & { out?: string }>(command, async ({ database, vault, options: { out, ...side } }) => {
    const opened = await vault();
    const tenant = await tenantOf(database, side);
    const publicUrl = knownPublicUrl(contextOf(command)) ?? '';
    const source = { database, vault: opened, publicUrl, now: () => new Date() };
    const file = out === undefined ? null : await open(out, 'wx', OWNER_ONLY).catch(refuseFile);
    await recordExport(database, { tenant, actor: actor() });
    await pipeline(exportAccount(source, tenant), file?.createWriteStream() ?? process.stdout, { end: file !== null });
    return out === undefined ? null : { account: tenant.accountId, environment: tenant.environment, out };
  });
}

interface IdentityOptions {
  account: string;
  domain?: string;
  group?: GroupRoles;
  clear?: true;
}

function addGroup(text: string, earlier: GroupRoles = {}): GroupRoles {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be a group with its role, such as "finance=owner".');
  return { ...earlier, [text.slice(0, at)]: oneOf(ACCOUNT_ROLES)(text.slice(at + 1)) };
}

interface PayeeOptions {
  account: string;
  similarName: PayeeRule;
  otherName: PayeeRule;
}

/** Adds `corridor accounts update` and `plan`. */
function addChanges(accounts: Command): void {
  const named = (parent: Command, name: string): Command =>
    parent.command(name).requiredOption('--account <name>', 'name or id of the account');
  const update = named(accounts, 'update')
    .description('Change the name of an account')
    .requiredOption('--name <name>', 'its new name', fitting(displayName));
  addChange<{ account: string; name: string }>(update, 'account', ({ account, name }) => {
    return { named: account, changes: { name } };
  });
  const plan = named(accounts.command('plan').description('The plan of an account'), 'set')
    .description("Set the plan of the account's keys that have none of their own")
    .requiredOption('--plan <plan>', PLANS.join(', '), oneOf(PLANS));
  addChange<{ account: string; plan: Plan }>(plan, 'account', ({ account, plan }) => {
    return { named: account, changes: { plan } };
  });
  for (const [name, member, description] of [
    ['strict', 'strictPayments', 'Whether payments that violate rules of their corridor are refused'],
    ['two-step', 'needsSecondFactor', 'Whether the members of the account need two-step sign-in'],
  ] as const) {
    const command = named(accounts, name)
      .description(description)
      .requiredOption('--set <on|off>', 'on or off', oneOf(['on', 'off']));
    addChange<{ account: string; set: 'on' | 'off' }>(command, 'account', ({ account, set }) => {
      return { named: account, changes: { [member]: set === 'on' } };
    });
  }
  const identity = named(accounts, 'identity')
    .description('Who becomes a member at the first login at the identity provider, and the roles that its groups give')
    .option('--domain <domain>', 'domain of email addresses that belongs to the account alone', fitting(identityDomain))
    .option('--group <group=role>', `a group and its role (${ACCOUNT_ROLES.join(', ')}); repeat it for each`, addGroup)
    .option('--clear', 'forget the domain and all groups first');
  addChange<IdentityOptions>(identity, 'account', ({ account, domain, group, clear }) => {
    const changes = { identityDomain: domain ?? (clear && null), identityRoles: group ?? (clear && {}) };
    return { named: account, changes };
  });
  const rules = PAYEE_RULES.join(', ');
  const payeeCheck = named(accounts, 'payee-check')
    .description("What happens where the payee's bank knows the account under another name")
    .option('--similar-name <rule>', `of a similar name: ${rules}`, oneOf(PAYEE_RULES), 'ask')
    .option('--other-name <rule>', `of another name: ${rules}`, oneOf(PAYEE_RULES), 'ask');
  addChange<PayeeOptions>(payeeCheck, 'account', ({ account, similarName, otherName }) => {
    return { named: account, changes: { payeeRules: { close_match: similarName, no_match: otherName } } };
  });
}

/** Adds `corridor accounts …`. */
export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts');
  addManagement(accounts, 'account');
  addChanges(accounts);
  addApprovalRuleCommands(accounts);
  addExport(accounts);
  const openLive = accounts
    .command('open-live')
    .description('Open the live side of an account, so that its owners can create live keys')
    .requiredOption('--account <name>', 'name or id of the account');
  addResult<{ account: string }>(openLive, async ({ database, options }) => {
    const { id } = await accountOf(database, options.account);
    await database.transaction((client) => openLiveSide(client, id, actor()));
    return accountSummary(await accountOf(database, id));
  });
}
