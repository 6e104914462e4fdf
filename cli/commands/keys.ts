import type { Command } from 'commander';
import { z } from 'zod';
import { findOrCreateAccount, openLiveSide } from '../../db/auth/accounts';
import { appendAuditEntry } from '../../db/auth/audit-log';
import { createClientKey } from '../../db/auth/credentials';
import { listMembers } from '../../db/auth/members';
import { findUserByEmail } from '../../db/auth/users';
import type { Queryable } from '../../db/database';
import { forgetOldDataKeys, recordDataKeys } from '../../db/data-keys';
import { resealEverything, type Resealed } from '../../db/reseal';
import { OPERATOR_KEY_DAYS, OPERATOR_ROLES, type OperatorRole } from '../../domain/auth/operator-roles';
import { SCOPES, type Scope } from '../../domain/auth/principal';
import { displayName } from '../../domain/auth/users';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { PLANS, type Plan } from '../../domain/limits/plans';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withOperatorVault } from '../context';
import { addResult } from './answer';
import { ENDPOINT_LIMITS_HELP, endpointLimits, type EndpointLimitsOption } from './endpoint-limits';
import { performCommand } from './guarded';
import { addChange, addManagement, withReason } from './managed';
import { fitting, keyEnd, listOf, oneOf, wholeNumber } from './values';

/** What a key is for, in a few words or none. */
const keyLabel = z.string().trim().max(140, 'Use at most 140 characters.');

interface KeyOptions {
  account: string;
  plan?: Plan;
  label: string;
  environment: Environment;
  scopes?: Scope[];
  member?: string;
  perMinute?: number;
  perHour?: number;
  perDay?: number;
  endpointLimits?: EndpointLimitsOption;
}

const APPROVE: Scope = 'payments:approve';

/**
 * The id of the member that owns a key, or null.
 * @throws UsageError where the account has no such member
 */
async function memberOf(client: Queryable, accountId: string, email: string | undefined): Promise<string | null> {
  if (email === undefined) return null;
  const members = await listMembers(client, accountId);
  const found = members.find((member) => member.email === email.toLowerCase());
  if (found === undefined) throw new UsageError(`The account has no member ${email}.`);
  return found.id;
}

/** Creates a client key with an audit entry, and its account if there is none; a live key opens the live side. */
async function createKey(client: Queryable, options: KeyOptions): Promise<Record<string, unknown>> {
  const { environment, label, plan = null, member, perMinute, perHour, perDay, scopes } = options;
  if (member === undefined && scopes?.includes(APPROVE) === true) {
    throw new UsageError(`The scope ${APPROVE} needs --member: approvals are given by members.`);
  }
  const asked = Object.entries({ perMinute, perHour, perDay }).filter(([, value]) => value !== undefined);
  const { id: accountId } = await findOrCreateAccount(client, options.account);
  // A person who may run commands is an operator: creating a live key opens the live side.
  if (environment === 'live') await openLiveSide(client, accountId, actor());
  const memberId = await memberOf(client, accountId, member);
  const who = { memberId, madeBy: actor().personId };
  const limits = { limits: Object.fromEntries(asked), ...options.endpointLimits };
  const request = { accountId, environment, label, plan, ...who, ...limits };
  const issued = await createClientKey(client, { ...request, ...(scopes === undefined ? {} : { scopes }) });
  const detail = { environment, label, plan: plan ?? 'account', scopes: scopes ?? 'all', member: memberId };
  await appendAuditEntry(client, { actor: actor(), act: 'key.created', subject: issued.id, accountId, detail });
  return { id: issued.id, key: issued.key, account: accountId, environment, member: memberId };
}

interface OperatorKeyOptions {
  operator: string;
  label: string;
  scopes: OperatorRole[];
  expires?: Date;
  reason?: string;
}

/** @throws UsageError that lists the values that no key opens; the old keys are not forgotten then */
function refuseUnopened(results: readonly Resealed[]): void {
  const ids = results.flatMap(({ table, column, unopened }) => unopened.map((id) => `${table}.${column} of ${id}`));
  if (ids.length > 0) throw new UsageError(`All else is sealed again. These values do not open:\n${ids.join('\n')}`);
}

/** Adds `corridor keys rotate-data`. */
function addRotation(keys: Command): void {
  const command = keys
    .command('rotate-data')
    .description(
      'Reseal all values with the first key of DATA_KEY="new,old", documents with that of DOCUMENTS_DATA_KEY',
    )
    .option('--json', 'print one JSON object');
  command.action(async () => {
    const values = await withOperatorVault(contextOf(command), async (database, vault) => {
      await recordDataKeys(database, vault);
      const results = await resealEverything(database, vault);
      refuseUnopened(results);
      await forgetOldDataKeys(database, vault);
      const { DATA_KEY, DOCUMENTS_DATA_KEY } = vault.keyIds;
      const detail = { keyId: DATA_KEY[0], documentsKeyId: DOCUMENTS_DATA_KEY[0] ?? null };
      const entry = { actor: actor(), act: 'data_key.rotated', subject: 'data', accountId: null, detail };
      await appendAuditEntry(database, entry);
      return results.map(({ table, column, values: count }) => [`${table}.${column}`, count] as const);
    });
    printResult(command, Object.fromEntries(values));
  });
}

/** Own limits, which only an Enterprise key has. */
function withLimits(command: Command): Command {
  return command
    .option('--per-minute <n>', 'own limit of an Enterprise key', wholeNumber)
    .option('--per-hour <n>', 'own limit of an Enterprise key', wholeNumber)
    .option('--per-day <n>', 'own limit of an Enterprise key', wholeNumber);
}

/** Adds `corridor keys create`. */
function addCreation(keys: Command): void {
  const command = withLimits(keys.command('create'))
    .description('Create a client key, and the account if it does not exist')
    .requiredOption('--account <name>', 'name of the account', fitting(displayName))
    .option('--plan <plan>', `${PLANS.join(', ')} (default: that of the account)`, oneOf(PLANS))
    .option('--label <text>', 'what the key is for', fitting(keyLabel), '')
    .option(
      '--environment <side>',
      'test or live; live opens the live side of the account',
      oneOf(ENVIRONMENTS),
      'test',
    )
    .option('--scopes <list>', `of ${SCOPES.join(', ')} (default: all)`, listOf(SCOPES))
    .option('--member <address>', 'address of the member whose key it is; it ends with the membership, and may approve')
    .option('--endpoint-limits <limits>', `${ENDPOINT_LIMITS_HELP}; numbers are for Enterprise keys`, endpointLimits);
  addResult<KeyOptions>(command, ({ database, options }) =>
    database.transaction((client) => createKey(client, options)),
  );
}

interface KeyChanges {
  id: string;
  label?: string;
  plan?: Plan | 'account';
  scopes?: Scope[];
  perMinute?: number;
  perHour?: number;
  perDay?: number;
  endpointLimits?: EndpointLimitsOption;
}

/** Adds `corridor keys update`. */
function addUpdate(keys: Command): void {
  const command = withLimits(withReason(keys.command('update')))
    .description('Change a key; omitted options stay')
    .requiredOption('--id <id>', 'id of the key')
    .option('--label <text>', 'what the key is for', fitting(keyLabel))
    .option('--plan <plan>', `${PLANS.join(', ')}; account: that of its account`, oneOf([...PLANS, 'account'] as const))
    .option('--scopes <list>', `of ${SCOPES.join(', ')}`, listOf(SCOPES))
    .option(
      '--endpoint-limits <limits>',
      `${ENDPOINT_LIMITS_HELP}; numbers are for Enterprise keys and keys of partners`,
      endpointLimits,
    );
  addChange<KeyChanges>(command, 'key', (options) => {
    const { id: named, label, plan, scopes, perMinute, perHour, perDay, endpointLimits: limits } = options;
    const ownPlan = plan === 'account' ? null : plan;
    return { named, changes: { label, plan: ownPlan, scopes, perMinute, perHour, perDay, ...limits } };
  });
}

/** Adds `corridor keys create-operator`. */
function addOperatorKey(keys: Command): void {
  const command = withReason(keys.command('create-operator'))
    .description('Create a key of an operator; it ends with the person')
    .requiredOption('--operator <address>', 'address of the operator whose key it is')
    .option('--label <text>', 'what the key is for', fitting(keyLabel), '')
    .option('--scopes <list>', `of ${OPERATOR_ROLES.join(', ')} (default: all)`, listOf(OPERATOR_ROLES), [
      ...OPERATOR_ROLES,
    ])
    .option('--expires <day>', `when it ends, such as 2027-01-31 (default: ${OPERATOR_KEY_DAYS} days)`, keyEnd);
  addResult<OperatorKeyOptions>(command, async ({ database, options }) => {
    const { operator, label, scopes: roles, expires, reason } = options;
    const found = await findUserByEmail(database, operator.toLowerCase());
    if (found?.user.role !== 'operator') throw new UsageError(`There is no operator ${operator}.`);
    const { id: userId } = found.user;
    const end = expires === undefined ? {} : { expiresAt: expires.toISOString() };
    const request = { userId, label, roles, ...end };
    const done = await performCommand(command, 'operator_key.created', request, { reason });
    return done === null ? null : { ...done.result, operator: userId, scopes: roles };
  });
}

/** Adds `corridor keys …`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys');
  addCreation(keys);
  addManagement(keys, 'key');
  addUpdate(keys);
  addOperatorKey(keys);
  addRotation(keys);
  const revoke = withReason(keys.command('revoke'))
    .description('Revoke a key at once, in every process')
    .requiredOption('--id <id>', 'id of the key');
  addResult<{ id: string; reason?: string }>(revoke, async ({ options: { id, reason } }) => {
    const done = await performCommand(revoke, 'key.revoked', { id }, { reason });
    if (done?.result === false) throw new UsageError(`There is no live key ${id}.`);
    return done === null ? null : { id, revoked: true };
  });
}
