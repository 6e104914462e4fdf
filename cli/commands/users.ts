import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { startPasswordReset } from '../../db/auth/password-links';
import type { Queryable } from '../../db/database';
import { newLinkToken } from '../../db/auth/user-links';
import { createUser, findUserByEmail } from '../../db/auth/users';
import { requireKnownFirst } from '../../domain/auth/approvals';
import { OPERATOR_ROLES, type OperatorRole } from '../../domain/auth/operator-roles';
import { userLink } from '../../domain/auth/user-links';
import { ACCOUNT_ROLES, displayName, emailAddress, newPasswordSchema, ROLES, type Role } from '../../domain/auth/users';
import { DomainError } from '../../domain/errors';
import { invitePartnerPerson } from '../../db/administration/partner-people';
import { readApprovals } from '../../db/administration/approvals';
import { performCommand } from './guarded';
import { addResult } from './answer';
import { addChange, addManagement, existing } from './managed';
import { refuseCommand } from './refusal';
import { DEMO_ACCOUNT } from '../demo/seed';
import { actor } from '../actor';
import { contextOf, knownPublicUrl, printResult, UsageError, vaultOf, withDatabase } from '../context';
import { fitting, listOf, oneOf } from './values';

const STANDARD_INPUT = 0;
const ROLES_HELP = `what an operator may do, of ${OPERATOR_ROLES.join(', ')}`;

/** From standard input, where no list of processes shows it; null for a person who is to choose it by a link. */
function readPassword({ email, passwordStdin }: { email: string; passwordStdin?: boolean }): string | null {
  if (passwordStdin !== true) return null;
  const checked = newPasswordSchema(email).safeParse(readFileSync(STANDARD_INPUT, 'utf8').replace(/\r?\n$/, ''));
  if (!checked.success) throw new UsageError(checked.error.issues[0]?.message ?? 'The password is not acceptable.');
  return checked.data;
}

/** What is printed of a link that was made; its path alone where the command does not know PUBLIC_URL. */
const shownLink = (command: Command, token: string): { link: string } => ({
  link: userLink(knownPublicUrl(contextOf(command)) ?? '', token),
});

interface CreateOptions {
  email: string;
  name?: string;
  role: Role;
  account?: string;
  partner?: string;
  passwordStdin?: boolean;
  roles?: OperatorRole[];
}

/** Creates a person of a partner and prints the link to choose a password. */
async function createForPartner(options: CreateOptions, command: Command): Promise<void> {
  const { email, name = email, role, partner, account, roles, passwordStdin } = options;
  if (role !== 'partner' || partner === undefined) {
    throw new UsageError('A person of a partner needs both --role partner and --partner NAME.');
  }
  if (account !== undefined || roles !== undefined || passwordStdin === true) {
    throw new UsageError('--account, --roles and --password-stdin are not for people of a partner.');
  }
  const context = contextOf(command);
  const made = await withDatabase(context, async (database) => {
    const { id: partnerId } = await existing(database, 'partner', partner);
    const place = { database, vault: () => vaultOf(context) };
    return invitePartnerPerson(place, { partnerId, email, name }, { actor: actor() }).catch(refuseCommand);
  });
  const next = made.isProposed ? { next: 'Another operator confirms the person under Proposals first.' } : {};
  printResult(command, { id: made.id, email, role, partner, ...shownLink(command, made.token), ...next });
}

/** Runs `corridor users create`. */
async function runCreate(options: CreateOptions, command: Command): Promise<void> {
  if (options.role === 'partner' || options.partner !== undefined) return createForPartner(options, command);
  const { email, role, account, roles: operatorRoles } = options;
  if (operatorRoles !== undefined && role !== 'operator') throw new UsageError('--roles is for --role operator.');
  if ((role === 'operator') !== (account === undefined)) {
    throw new UsageError(
      `Members of an account need --account NAME (npm start creates "${DEMO_ACCOUNT}"); an operator belongs to none.`,
    );
  }
  const password = readPassword(options);
  const token = newLinkToken();
  const shown = password === null ? shownLink(command, token) : {};
  const id = await withDatabase(contextOf(command), async (database) => {
    const of = account === undefined ? { accountId: null } : { accountName: account };
    const roles = operatorRoles === undefined ? {} : { operatorRoles };
    const isProposed = role === 'operator' && (await readApprovals(database))['live-network'] === 'two';
    if (isProposed) requireKnownFirst(actor());
    const user = {
      ...{ email, name: options.name ?? email, role, ...roles, ...of, password, actor: actor() },
      isDisabled: isProposed,
    };
    const userId = await createUser(database, user).catch((fault: unknown) => {
      throw new UsageError(
        fault instanceof DomainError ? (fault.details?.[0]?.message ?? fault.message) : String(fault),
      );
    });
    if (password === null) await startPasswordReset(database, { userId, token, actor: actor() });
    return userId;
  }).catch(refuseCommand);
  if (role === 'operator') {
    // Where two people decide, an operator who was just made can do nothing until the second one has agreed.
    const done = await performCommand(command, 'managed.switched', { kind: 'user', id, isDisabled: false }, { shown });
    if (done === null) return;
  }
  printResult(command, { id, email, role, ...shown });
}

interface Person {
  email: string;
  passwordStdin?: boolean;
}

/** @throws UsageError without a user of this address */
async function userOf(database: Queryable, email: string): Promise<{ userId: string; accountId: string | null }> {
  const found = await findUserByEmail(database, email);
  if (found === null) throw new UsageError(`There is no user ${email}.`);
  return { userId: found.user.id, accountId: found.user.accountId };
}

const LOG_IN_ACTS = [
  [
    'reset-second-factor',
    'operator.second_factor_removed',
    'Turn two-step sign-in off for a user who has lost phone and recovery codes',
  ],
  [
    'forget-identity',
    'operator.identities_forgotten',
    'Unlink a user from the identity provider: the next login there counts as the first',
  ],
  [
    'vouch',
    'operator.vouched',
    'Confirm the address of a user who signed up, so that the identity provider may log them in by it',
  ],
] as const;

/** Adds the commands that change how a person logs in; for an operator they may need a second person. */
function addLogInCommands(users: Command): void {
  const setPassword = withEmail(users.command('set-password'))
    .description('End the password and all logins of a user, and print a link, valid once, to choose a new one')
    .option('--password-stdin', 'read the password from standard input, in place of the link');
  addResult<Person>(setPassword, async ({ database, options }) => {
    const password = readPassword(options);
    const { userId } = await userOf(database, options.email);
    const request = { userId, way: password === null ? 'link' : 'password' } as const;
    const showSecret = (secret: string) => (password === null ? shownLink(setPassword, secret) : {});
    const how = { showSecret, secret: password ?? undefined };
    const done = await performCommand(setPassword, 'operator.password_set', request, how);
    return done === null ? null : { id: userId, email: options.email, ...showSecret(done.secret ?? '') };
  });
  for (const [name, act, description] of LOG_IN_ACTS) {
    const command = withEmail(users.command(name)).description(description);
    addResult<Person>(command, async ({ database, options }) => {
      const person = await userOf(database, options.email);
      const done = await performCommand(command, act, person);
      return done === null ? null : { id: person.userId, changed: done.result };
    });
  }
}

function withEmail(command: Command): Command {
  return command.requiredOption('--email <address>', 'address to sign in with', fitting(emailAddress));
}

interface UserChanges {
  email: string;
  name?: string;
  role?: Role;
  roles?: OperatorRole[];
}

/** Adds `corridor users …`. */
export function addUserCommands(program: Command): void {
  const users = program.command('users');
  withEmail(users.command('create'))
    .description('Create a user; without --password-stdin prints a link, valid once, to choose a password')
    .option('--name <name>', 'name of the person', fitting(displayName))
    .option('--role <role>', ROLES.join(', '), oneOf(ROLES), 'owner')
    .option('--roles <list>', `${ROLES_HELP} (default: all)`, listOf(OPERATOR_ROLES))
    .option(
      '--account <name>',
      'account of the person, except for operators; created if it does not exist',
      fitting(displayName),
    )
    .option('--partner <name>', 'partner of a person with the role partner', fitting(displayName))
    .option('--password-stdin', 'read the password from standard input, in place of the link')
    .option('--json', 'print one JSON object')
    .action(runCreate);
  addLogInCommands(users);
  addManagement(users, 'user');
  const update = users
    .command('update')
    .description('Change the name or the role of a user')
    .requiredOption('--email <address>', 'id or address of the user')
    .option('--name <name>', 'name of the person', fitting(displayName))
    // An operator belongs to no account, so this role is neither given nor taken here.
    .option('--role <role>', ACCOUNT_ROLES.join(', '), oneOf(ACCOUNT_ROLES))
    .option('--roles <list>', ROLES_HELP, listOf(OPERATOR_ROLES));
  addChange<UserChanges>(update, 'user', ({ email: named, name, role, roles }) => {
    return { named, changes: { name, role, operatorRoles: roles } };
  });
}
