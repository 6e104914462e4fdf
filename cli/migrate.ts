import type { Command } from 'commander';
import { recordDataKeys } from '../db/data-keys';
import { grantRoles } from '../db/grants';
import { migrate } from '../db/migrate';
import { adoptRestoredEvents } from '../db/operator-work/adopt-restored-events';
import { readDatabaseMark } from '../db/restoration/database-mark';
import type { DataDirectoryProgress } from '../activities/importers/data-directory';
import { seedSandbox } from '../db/seed';
import { optional } from '../process/environment';
import { withTemporal } from '../workflows/client/connection';
import { registerSearchAttributes } from '../workflows/search-attributes';
import { setUpReferenceData } from './data';
import { contextOf, printResult, vaultOf, withOperatorDatabase, type CommandContext } from './context';

/**
 * Updates schema, search attributes, the built-in partner and reference data; safe to repeat and to run twice at once.
 * @param isTemporalLeft true: Temporal is not asked, because others make the search attributes
 * @returns names of the applied migrations
 */
export async function migrateEverything(
  context: Pick<CommandContext, 'dataDir' | 'databaseDirectUrl' | 'temporal'>,
  progress: DataDirectoryProgress = () => undefined,
  isTemporalLeft = false,
): Promise<string[]> {
  const vault = vaultOf(context);
  const applied = await withOperatorDatabase(context, async (database) => {
    const names = await migrate(database);
    await recordDataKeys(database, vault);
    await grantRoles(database);
    await adoptRestoredEvents(database);
    // Made here, before the first payment: a database is known again after a restore to any later moment.
    await readDatabaseMark(database);
    await seedSandbox(database, vault);
    await setUpReferenceData(database, optional(process.env, 'CORRIDOR_DATA_DIR'), progress);
    return names;
  });
  const { temporal } = context;
  if (isTemporalLeft) return applied;
  await withTemporal(temporal, (connection) => registerSearchAttributes(connection, temporal.namespace));
  return applied;
}

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .option('--skip-search-attributes', 'ask nothing of Temporal: its namespaces are made by others')
    .option('--json', 'print one JSON object')
    .action(async (options: { skipSearchAttributes?: boolean }, command: Command) => {
      const applied = await migrateEverything(contextOf(command), undefined, options.skipSearchAttributes);
      printResult(command, { applied: applied.length });
    });
}
