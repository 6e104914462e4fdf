import type { Command, OptionValues } from 'commander';
import { checkDatabase } from '../../db/check-database';
import type { Database } from '../../db/database';
import type { Vault } from '../../lib/vault';
import { contextOf, printResult, vaultOf, withDatabase } from '../context';
import { refuseCommand } from './refusal';
import { printLines } from './values';

type Result = Record<string, unknown>;

interface Asked<Options> {
  database: Database;
  /** The vault of the service. @throws UsageError; WrongDataKey with the key of another database */
  vault: () => Promise<Vault>;
  /** The first word behind the command; empty where it takes none. */
  id: string;
  options: Options;
}

/**
 * Makes a command that works on the service's database and prints the result: with `--json` one object, else the given
 * lines, or a line for each member. If the work returns null, it has printed its result itself.
 */
export function addResult<Options extends OptionValues = object>(
  command: Command,
  work: (asked: Asked<Options>) => Promise<Result | readonly [result: Result, lines: readonly string[]] | null>,
): void {
  command.option('--json', 'print one JSON object').action(async () => {
    const context = contextOf(command);
    const done = await withDatabase(context, async (database) => {
      const vault = async (): Promise<Vault> => {
        const opened = vaultOf(context);
        await checkDatabase(database, opened);
        return opened;
      };
      const id = String(command.processedArgs[0] ?? '');
      return work({ database, vault, id, options: command.opts<Options>() }).catch(refuseCommand);
    });
    if (done === null) return;
    if (done instanceof Array) printLines(command, ...done);
    else printResult(command, done);
  });
}
