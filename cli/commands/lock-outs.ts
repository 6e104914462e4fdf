import type { Command } from 'commander';
import { liftLockOut, listLockOuts } from '../../db/limits/lock-outs';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withDatabase } from '../context';

async function listLocked(_options: object, command: Command): Promise<void> {
  const entries = await withDatabase(contextOf(command), (database) => listLockOuts(database));
  const lines = entries.map(({ keyId, lockedUntil }) => [keyId, lockedUntil.toISOString()] as const);
  printResult(command, Object.fromEntries(lines));
}

async function lift(options: { key: string }, command: Command): Promise<void> {
  const lifted = await withDatabase(contextOf(command), (database) => liftLockOut(database, options.key, actor()));
  if (!lifted) throw new UsageError(`The key ${options.key} is not locked out.`);
  printResult(command, { key: options.key, lifted });
}

/** `corridor lock-outs …` */
export function addLockOutCommands(program: Command): void {
  const lockOuts = program.command('lock-outs');
  lockOuts.command('list').option('--json', 'print one JSON object').action(listLocked);
  lockOuts
    .command('lift')
    .requiredOption('--key <id>', 'id of the key')
    .option('--json', 'print one JSON object')
    .action(lift);
}
