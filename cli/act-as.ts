import type { Command } from 'commander';
import { hasRole, OPERATOR_ROLES, type OperatorRole } from '../domain/auth/operator-roles';
import { actAs, type Named } from './actor';
import { contextOf, UsageError, withDatabase } from './context';

/** The role that commands need, by their words; what stands in none needs no certain one. Source: docs/GAPS.md#A3 */
const ROLES: readonly [words: string, role: OperatorRole][] = [
  ['payments release', 'compliance'],
  ['payments reject', 'compliance'],
  ['payments rescreen', 'compliance'],
  ['payments ask', 'compliance'],
  ['payments answer', 'compliance'],
  ['countries', 'compliance'],
  ['payments', 'operations'],
  ['calendars', 'operations'],
  ['statements', 'operations'],
  ['flags', 'operations'],
  ['cases', 'operations'],
  ['events', 'operations'],
  ['trigger', 'operations'],
  ['webhooks', 'operations'],
  ['keys', 'administration'],
  ['partners', 'administration'],
  ['routes', 'administration'],
  ['accounts', 'administration'],
  ['users', 'administration'],
  ['lock-outs', 'administration'],
  ['approvals', 'administration'],
  ['erasure', 'administration'],
];

function wordsOf(command: Command): string {
  const words: string[] = [];
  for (let one: Command | null = command; one?.parent; one = one.parent) words.unshift(one.name());
  return words.join(' ');
}

/** @returns the roles of which one is needed for a command, by its words such as `payments release` */
export function rolesOfCommand(words: string): readonly OperatorRole[] {
  const found = ROLES.find(([beginning]) => words === beginning || words.startsWith(`${beginning} `));
  return found === undefined ? OPERATOR_ROLES : [found[1]];
}

/**
 * The operator that `--as` names, with that person's roles; the identity is not verified.
 * @throws UsageError for an unknown address, and for an operator without the role that the command needs
 */
async function readNamedOperator(email: string, command: Command): Promise<Named> {
  const { findUserByEmail } = await import('../db/auth/users.js');
  const found = await withDatabase(contextOf(command), (database) => findUserByEmail(database, email.toLowerCase()));
  if (found?.user.role !== 'operator') throw new UsageError(`There is no operator ${email}.`);
  const { id: personId, operatorRoles: roles } = found.user;
  const needed = rolesOfCommand(wordsOf(command));
  if (!hasRole(needed, roles)) {
    const names = needed.join(' or ');
    throw new UsageError(`${email} lacks the role ${names}; an operator with the role ${names} can do it.`);
  }
  return { personId, roles };
}

/** Adds the option `--as` to every command. */
export function addActAs(program: Command): void {
  program.option(
    '--as <address>',
    'operator to record in the audit log (must hold the role; identity is not verified)',
  );
  program.hook('preAction', async (_program, command) => {
    const { as: email }: { as?: string } = program.opts();
    actAs(email === undefined ? null : await readNamedOperator(email, command));
  });
}
