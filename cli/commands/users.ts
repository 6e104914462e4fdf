import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { forgetIdentities, vouchForUser } from '../../db/auth/identities';
import { createUser, findUserByEmail } from '../../db/auth/users';
import { OPERATOR_ROLES, type OperatorRole } from '../../domain/auth/operator-roles';
import { ACCOUNT_ROLES, displayName, emailAddress, newPassword, ROLES, type Role } from '../../domain/auth/users';
import { DomainError } from '../../domain/errors';
import { readApprovals } from '../../db/administration/approvals';
import { performCommand } from './guarded';
import { addManagement, change } from './managed';
import { DEMO_ACCOUNT } from '../demo/seed';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withDatabase } from '../context';
import { fitting, listOf } from './values';

const STANDARD_INPUT = 0;
const GENERATED_BYTES = 18;
const ROLES_HELP = `what an operator may do, of ${OPERATOR_ROLES.join(', ')}`;

function roleOf(text: string): Role {
  const role = ROLES.find((candidate) => candidate === text);
  if (role === undefined) throw new InvalidArgumentError(`It must be one of ${ROLES.join(', ')}.`);
  return role;
}

/** An operator belongs to no account, so nobody becomes one or ceases to be one. */
function accountRoleOf(text: string): Role {
  const role = ACCOUNT_ROLES.find((candidate) => candidate === text);
  if (role === undefined) throw new InvalidArgumentError(`It must be one of ${ACCOUNT_ROLES.join(', ')}.`);
  return role;
}

/** From standard input, where no list of processes shows it; else a new one, printed once. */
function choosePassword(email: string, fromInput: boolean): { password: string; shown: { password?: string } } {
  if (!fromInput) {
    const password = randomBytes(GENERATED_BYTES).toString('base64url');
    return { password, shown: { password } };
  }
  const checked = newPassword(email).safeParse(readFileSync(STANDARD_INPUT, 'utf8').replace(/\r?\n$/, ''));
  if (!checked.success) throw new UsageError(checked.error.issues[0]?.message ?? 'The password is not acceptable.');
  return { password: checked.data, shown: {} };
}

interface CreateOptions {
  email: string;
  name?: string;
  role: Role;
  account?: string;
  passwordStdin?: boolean;
  roles?: OperatorRole[];
}

async function create(options: CreateOptions, command: Command): Promise<void> {
  const { email, role, account, roles: operatorRoles } = options;
  if (operatorRoles !== undefined && role !== 'operator') throw new UsageError('--roles is for --role operator.');
  if ((role === 'operator') !== (account === undefined)) {
    throw new UsageError(
      `People of an account need --account NAME (npm start makes "${DEMO_ACCOUNT}"); an operator belongs to none.`,
    );
  }
  const { password, shown } = choosePassword(options.email, options.passwordStdin === true);
  const id = await withDatabase(contextOf(command), async (database) => {
    const of = account === undefined ? { accountId: null } : { accountName: account };
    const roles = operatorRoles === undefined ? {} : { operatorRoles };
    const isProposed = role === 'operator' && (await readApprovals(database))['live-network'] === 'two';
    const user = {
      ...{ email, name: options.name ?? email, role, ...roles, ...of, password, actor: actor() },
      isDisabled: isProposed,
    };
    return createUser(database, user).catch((fault: unknown) => {
      throw new UsageError(
        fault instanceof DomainError ? (fault.details?.[0]?.message ?? fault.message) : String(fault),
      );
    });
  });
  if (role === 'operator') {
    // Where two people decide, an operator who was just made can do nothing until the second one has agreed.
    const done = await performCommand(command, 'managed.switched', { kind: 'user', id, isDisabled: false }, { shown });
    if (done === null) return;
  }
  printResult(command, { id, email, role, ...shown });
}

async function userBy(email: string, command: Command): Promise<{ userId: string; accountId: string | null }> {
  const found = await withDatabase(contextOf(command), (database) => findUserByEmail(database, email));
  if (found === null) throw new UsageError(`There is no user ${email}.`);
  return { userId: found.user.id, accountId: found.user.accountId };
}

async function resetPassword(options: { email: string; passwordStdin?: boolean }, command: Command): Promise<void> {
  const { password, shown } = choosePassword(options.email, options.passwordStdin === true);
  const person = await userBy(options.email, command);
  const done = await performCommand(command, 'operator.password_set', person, { secret: password });
  if (done !== null) printResult(command, { id: person.userId, email: options.email, ...shown });
}

async function resetSecondFactor(options: { email: string }, command: Command): Promise<void> {
  const person = await userBy(options.email, command);
  const done = await performCommand(command, 'operator.second_factor_removed', person);
  if (done !== null) printResult(command, { id: person.userId, changed: done.result });
}

/** What is known of somebody at the identity provider. */
function changeIdentity(act: typeof forgetIdentities) {
  return async (options: { email: string }, command: Command): Promise<void> => {
    const result = await withDatabase(contextOf(command), async (database) => {
      const found = await findUserByEmail(database, options.email);
      if (found === null) throw new UsageError(`There is no user ${options.email}.`);
      return { id: found.user.id, changed: await act(database, { user: found.user, actor: actor() }) };
    });
    printResult(command, result);
  };
}

/** `corridor users …`: people who use the console. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('People who use the console');
  const email = (command: Command): Command =>
    command.requiredOption('--email <address>', 'address to sign in with', fitting(emailAddress));
  email(users.command('create'))
    .description('Make a user; without --password-stdin a password is made and printed once')
    .option('--name <name>', 'name of the person', fitting(displayName))
    .option('--role <role>', ROLES.join(', '), roleOf, 'owner')
    .option('--roles <list>', `${ROLES_HELP} (default: all)`, listOf(OPERATOR_ROLES))
    .option('--account <name>', 'account of anybody but an operator; made when it does not exist', fitting(displayName))
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print one JSON object')
    .action(create);
  email(users.command('set-password'))
    .description('Set a new password and end all logins of the user')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print one JSON object')
    .action(resetPassword);
  email(users.command('reset-second-factor'))
    .description('Turn two-step sign-in off for somebody who has lost phone and recovery codes')
    .option('--json', 'print one JSON object')
    .action(resetSecondFactor);
  email(users.command('forget-identity'))
    .description('Forget who somebody is at the identity provider: the next log-in there is the first again')
    .option('--json', 'print one JSON object')
    .action(changeIdentity(forgetIdentities));
  email(users.command('vouch'))
    .description(
      'Say that the address of somebody who signed up is theirs: the identity provider may log them in by it',
    )
    .option('--json', 'print one JSON object')
    .action(changeIdentity(vouchForUser));
  addManagement(users, 'user');
  users
    .command('update')
    .description('Change the name or the role of a user')
    .requiredOption('--email <address>', 'id or address of the user')
    .option('--name <name>', 'name of the person', fitting(displayName))
    .option('--role <role>', ACCOUNT_ROLES.join(', '), accountRoleOf)
    .option('--roles <list>', ROLES_HELP, listOf(OPERATOR_ROLES))
    .option('--json', 'print one JSON object')
    .action((options: { email: string; name?: string; role?: Role; roles?: OperatorRole[] }, command: Command) =>
      change('user', options.email, { name: options.name, role: options.role, operator_roles: options.roles }, command),
    );
}
