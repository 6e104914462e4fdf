import type { Command } from 'commander';
import { liftLockOut, listLockOuts } from '../../db/limits/lock-outs';
import { actor } from '../actor';
import { UsageError } from '../context';
import { addResult } from './answer';

/** Adds `corridor lock-outs …`. */
export function addLockOutCommands(program: Command): void {
  const lockOuts = program.command('lock-outs');
  addResult(lockOuts.command('list'), async ({ database }) => {
    const entries = await listLockOuts(database);
    return Object.fromEntries(entries.map(({ keyId, lockedUntil }) => [keyId, lockedUntil]));
  });
  const lift = lockOuts.command('lift').requiredOption('--key <id>', 'id of the key');
  addResult<{ key: string }>(lift, async ({ database, options: { key } }) => {
    const lifted = await liftLockOut(database, key, actor());
    if (!lifted) throw new UsageError(`The key ${key} is not locked out.`);
    return { key, lifted };
  });
}
