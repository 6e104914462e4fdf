import type { Command } from 'commander';
import { rotatePartnerKey, rotatePartnerSecret } from '../db/auth/partner-credentials';
import { recordAct } from '../db/auth/audit-log';
import { revokeKey } from '../db/auth/credentials';
import { liftLockOut, listLockOuts } from '../db/limits/lock-outs';
import { resealEverything } from '../db/reseal';
import { clearFlag, listFlags } from '../db/operator-flags';
import { ACTOR, contextOf, printResult, UsageError, withDatabase } from './context';

async function rotateData(_options: object, command: Command): Promise<void> {
  const values = await withDatabase(contextOf(command), async (database, vault) => {
    const results = await resealEverything(database, vault);
    const detail = { keyId: vault.currentKeyId };
    await recordAct(database, { actor: ACTOR, act: 'data_key.rotated', subject: 'data', accountId: null, detail });
    return results.map(({ table, column, values: count }) => [`${table}.${column}`, count] as const);
  });
  printResult(command, Object.fromEntries(values));
}

async function revoke(options: { id: string }, command: Command): Promise<void> {
  const wasLive = await withDatabase(contextOf(command), (database) => revokeKey(database, options.id, ACTOR));
  if (!wasLive) throw new UsageError(`There is no live key ${options.id}.`);
  printResult(command, { id: options.id, revoked: true });
}

async function showFlags(_options: object, command: Command): Promise<void> {
  const flags = await withDatabase(contextOf(command), (database) => listFlags(database));
  const lines = flags.map(
    ({ id, kind, subject, raisedAt }) => [id, `${kind} ${subject} ${raisedAt.toISOString()}`] as const,
  );
  printResult(command, Object.fromEntries(lines));
}

async function clear(options: { id: string }, command: Command): Promise<void> {
  const stood = await withDatabase(contextOf(command), (database) => clearFlag(database, options.id, ACTOR));
  if (!stood) throw new UsageError(`No flag ${options.id} stands.`);
  printResult(command, { id: options.id, cleared: true });
}

async function listLocked(_options: object, command: Command): Promise<void> {
  const entries = await withDatabase(contextOf(command), (database) => listLockOuts(database));
  const lines = entries.map(({ keyId, lockedUntil }) => [keyId, lockedUntil.toISOString()] as const);
  printResult(command, Object.fromEntries(lines));
}

async function lift(options: { key: string }, command: Command): Promise<void> {
  const lifted = await withDatabase(contextOf(command), (database) => liftLockOut(database, options.key, ACTOR));
  printResult(command, { key: options.key, lifted });
}

function addPartnerRotation(partners: Command): void {
  partners
    .command('rotate-secret')
    .description('Make a new signing secret; the old one verifies for a day more')
    .requiredOption('--partner <id>', 'id of the partner')
    .option('--json', 'print one JSON object')
    .action(async (options: { partner: string }, command: Command) => {
      const secret = await withDatabase(contextOf(command), (database, vault) =>
        rotatePartnerSecret(database, vault, { partnerId: options.partner, actor: ACTOR }),
      );
      printResult(command, { partner: options.partner, secret });
    });
  partners
    .command('rotate-key')
    .description('Make a new key; the old ones work for a day more')
    .requiredOption('--partner <id>', 'id of the partner')
    .option('--json', 'print one JSON object')
    .action(async (options: { partner: string }, command: Command) => {
      const issued = await withDatabase(contextOf(command), (database) =>
        rotatePartnerKey(database, { partnerId: options.partner, actor: ACTOR }),
      );
      printResult(command, { partner: options.partner, id: issued.id, key: issued.key });
    });
}

function existing(program: Command, name: string): Command {
  const found = program.commands.find((command) => command.name() === name);
  if (found === undefined) throw new UsageError(`The command ${name} must be added first.`);
  return found;
}

/** `corridor keys revoke|rotate-data`, `lock-outs list|lift`, `flags list|clear`, `partners rotate-…`; after the other key commands. */
export function addSecurityCommands(program: Command): void {
  const keys = existing(program, 'keys');
  keys
    .command('rotate-data')
    .description('Seal everything again with the first key of DATA_KEY="new,old"; then take the old one out')
    .option('--json', 'print one JSON object')
    .action(rotateData);
  keys
    .command('revoke')
    .description('End a key at once, on every process')
    .requiredOption('--id <id>', 'id of the key')
    .option('--json', 'print one JSON object')
    .action(revoke);
  const lockOuts = program.command('lock-outs').description('Keys that went on after very many refusals');
  lockOuts.command('list').option('--json', 'print one JSON object').action(listLocked);
  lockOuts
    .command('lift')
    .requiredOption('--key <id>', 'id of the key')
    .option('--json', 'print one JSON object')
    .action(lift);
  const flags = program.command('flags').description('What wants the attention of an operator');
  flags.command('list').option('--json', 'print one JSON object').action(showFlags);
  flags
    .command('clear')
    .requiredOption('--id <id>', 'id of the flag')
    .option('--json', 'print one JSON object')
    .action(clear);
  addPartnerRotation(existing(program, 'partners'));
}
