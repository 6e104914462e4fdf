import type { Command } from 'commander';
import { z } from 'zod';
import { findOrCreateAccount, openLiveSide } from '../../db/auth/accounts';
import { appendAuditEntry } from '../../db/auth/audit-log';
import { createClientKey } from '../../db/auth/credentials';
import { listMembers } from '../../db/auth/members';
import { findUserByEmail } from '../../db/auth/users';
import type { Queryable } from '../../db/database';
import { forgetOldDataKeys, recordDataKeys } from '../../db/data-keys';
import { resealEverything } from '../../db/reseal';
import { OPERATOR_KEY_DAYS, OPERATOR_ROLES, type OperatorRole } from '../../domain/auth/operator-roles';
import { SCOPES, type Scope } from '../../domain/auth/principal';
import { displayName } from '../../domain/auth/users';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { PLANS, type Plan } from '../../domain/limits/plans';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withDatabase, withOperatorVault } from '../context';
import { ENDPOINT_LIMITS_HELP, endpointLimits, type EndpointLimitsOption } from './endpoint-limits';
import { performCommand } from './guarded';
import { addManagement, change, withReason } from './managed';
import { explain } from './refusal';
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

/** @returns id of the member whose key it is, or null @throws UsageError where the account has no such member */
async function memberOf(client: Queryable, accountId: string, email: string | undefined): Promise<string | null> {
  if (email === undefined) return null;
  const members = await listMembers(client, accountId);
  const found = members.find((member) => member.email === email.toLowerCase());
  if (found === undefined) throw new UsageError(`The account has no member ${email}.`);
  return found.id;
}

async function create(options: KeyOptions, command: Command): Promise<void> {
  const result = await withDatabase(contextOf(command), async (database) => {
    const { perMinute, perHour, perDay, scopes } = options;
    const limits = {
      ...(perMinute === undefined ? {} : { perMinute }),
      ...(perHour === undefined ? {} : { perHour }),
      ...(perDay === undefined ? {} : { perDay }),
    };
    const { environment, label, plan = null, member } = options;
    if (member === undefined && scopes?.includes(APPROVE) === true) {
      throw new UsageError(`The scope ${APPROVE} needs --member: approvals are given by members.`);
    }
    return database.transaction(async (client) => {
      const { id: accountId } = await findOrCreateAccount(client, options.account);
      // A person who may run commands is an operator: creating a live key opens the live side.
      if (environment === 'live') await openLiveSide(client, accountId, actor());
      const memberId = await memberOf(client, accountId, member);
      const request = { accountId, environment, label, plan, limits, memberId, ...options.endpointLimits };
      const issued = await createClientKey(client, { ...request, ...(scopes === undefined ? {} : { scopes }) });
      const detail = { environment, label, plan: plan ?? 'account', scopes: scopes ?? 'all', member: memberId };
      await appendAuditEntry(client, { actor: actor(), act: 'key.created', subject: issued.id, accountId, detail });
      return { id: issued.id, key: issued.key, account: accountId, environment, member: memberId };
    });
  }).catch(explain);
  printResult(command, result);
}

interface OperatorKeyOptions {
  operator: string;
  label: string;
  scopes: OperatorRole[];
  expires?: Date;
  reason?: string;
}

async function createForOperator(options: OperatorKeyOptions, command: Command): Promise<void> {
  const { operator, label, scopes: roles, expires } = options;
  const found = await withDatabase(contextOf(command), (database) => findUserByEmail(database, operator.toLowerCase()));
  if (found?.user.role !== 'operator') throw new UsageError(`There is no operator ${operator}.`);
  const { id: userId } = found.user;
  const end = expires === undefined ? {} : { expiresAt: expires.toISOString() };
  const done = await performCommand(
    command,
    'operator_key.created',
    { userId, label, roles, ...end },
    { reason: options.reason },
  );
  if (done !== null) printResult(command, { ...done.result, operator: userId, scopes: roles });
}

async function rotateData(_options: object, command: Command): Promise<void> {
  const values = await withOperatorVault(contextOf(command), async (database, vault) => {
    await recordDataKeys(database, vault);
    const results = await resealEverything(database, vault);
    await forgetOldDataKeys(database, vault);
    const { DATA_KEY, DOCUMENTS_DATA_KEY } = vault.keyIds;
    const detail = { keyId: DATA_KEY[0], documentsKeyId: DOCUMENTS_DATA_KEY[0] ?? null };
    await appendAuditEntry(database, {
      actor: actor(),
      act: 'data_key.rotated',
      subject: 'data',
      accountId: null,
      detail,
    });
    return results.map(({ table, column, values: count }) => [`${table}.${column}`, count] as const);
  });
  printResult(command, Object.fromEntries(values));
}

async function revoke(options: { id: string; reason?: string }, command: Command): Promise<void> {
  const done = await performCommand(command, 'key.revoked', { id: options.id }, { reason: options.reason });
  if (done === null) return;
  if (!done.result) throw new UsageError(`There is no live key ${options.id}.`);
  printResult(command, { id: options.id, revoked: true });
}

function addCreation(keys: Command): void {
  keys
    .command('create')
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
    .option('--per-minute <n>', 'own limit of an Enterprise key', wholeNumber)
    .option('--per-hour <n>', 'own limit of an Enterprise key', wholeNumber)
    .option('--per-day <n>', 'own limit of an Enterprise key', wholeNumber)
    .option('--endpoint-limits <limits>', `${ENDPOINT_LIMITS_HELP}; numbers are for Enterprise keys`, endpointLimits)
    .option('--json', 'print one JSON object')
    .action(create);
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

function addUpdate(keys: Command): void {
  withReason(keys.command('update'))
    .description('Change a key; omitted options stay')
    .requiredOption('--id <id>', 'id of the key')
    .option('--label <text>', 'what the key is for', fitting(keyLabel))
    .option('--plan <plan>', `${PLANS.join(', ')}; account: that of its account`, oneOf([...PLANS, 'account'] as const))
    .option('--scopes <list>', `of ${SCOPES.join(', ')}`, listOf(SCOPES))
    .option('--per-minute <n>', 'own limit of an Enterprise key', wholeNumber)
    .option('--per-hour <n>', 'own limit of an Enterprise key', wholeNumber)
    .option('--per-day <n>', 'own limit of an Enterprise key', wholeNumber)
    .option(
      '--endpoint-limits <limits>',
      `${ENDPOINT_LIMITS_HELP}; numbers are for Enterprise keys and keys of partners`,
      endpointLimits,
    )
    .option('--json', 'print one JSON object')
    .action((options: KeyChanges, command: Command) => {
      const { id, label, plan, scopes, perMinute, perHour, perDay } = options;
      const limits = { per_minute: perMinute, per_hour: perHour, per_day: perDay };
      const { endpointLimits: endpoint_limits, customEndpointLimits: custom_endpoint_limits } =
        options.endpointLimits ?? {};
      const ownPlan = plan === 'account' ? null : plan;
      const changes = { label, plan: ownPlan, scopes, ...limits, endpoint_limits, custom_endpoint_limits };
      return change('key', id, changes, command);
    });
}

/** `corridor keys …` */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys');
  addCreation(keys);
  addManagement(keys, 'key');
  addUpdate(keys);
  withReason(keys.command('create-operator'))
    .description('Create a key of an operator; it ends with the person')
    .requiredOption('--operator <address>', 'address of the operator whose key it is')
    .option('--label <text>', 'what the key is for', fitting(keyLabel), '')
    .option('--scopes <list>', `of ${OPERATOR_ROLES.join(', ')} (default: all)`, listOf(OPERATOR_ROLES), [
      ...OPERATOR_ROLES,
    ])
    .option('--expires <day>', `when it ends, such as 2027-01-31 (default: ${OPERATOR_KEY_DAYS} days)`, keyEnd)
    .option('--json', 'print one JSON object')
    .action(createForOperator);
  keys
    .command('rotate-data')
    .description(
      'Reseal all values with the first key of DATA_KEY="new,old", documents with that of DOCUMENTS_DATA_KEY',
    )
    .option('--json', 'print one JSON object')
    .action(rotateData);
  withReason(keys.command('revoke'))
    .description('Revoke a key at once, in every process')
    .requiredOption('--id <id>', 'id of the key')
    .option('--json', 'print one JSON object')
    .action(revoke);
}
