import type { Command } from 'commander';
import { clearFlag, listFlags } from '../../db/operator-flags';
import { ACTOR, contextOf, printResult, UsageError, withDatabase } from '../context';

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

/** `corridor flags …` */
export function addFlagCommands(program: Command): void {
  const flags = program.command('flags').description('What wants the attention of an operator');
  flags.command('list').option('--json', 'print one JSON object').action(showFlags);
  flags
    .command('clear')
    .requiredOption('--id <id>', 'id of the flag')
    .option('--json', 'print one JSON object')
    .action(clear);
}
