import type { Command } from 'commander';
import { importDataDirectory, type DataDirectoryProgress } from '../activities/importers/data-directory';
import { loadStarterPack, loadStarterSchedules, loadSyntheticWatchList } from '../activities/importers/load-starter';
import { MANIFEST, readManifest } from '../activities/importers/publications';
import { pullPublication } from '../activities/importers/pull';
import type { Database } from '../db/database';
import { contextOf, UsageError, withDatabase } from './context';
import { printReport } from './import';

/** `corridor data pull` and `corridor data list` */
export function addDataCommands(program: Command): void {
  const data = program.command('data').description('official publications of reference data');
  data
    .command('list')
    .description('list the publications of the manifest')
    .option('--manifest <file>', 'another manifest', MANIFEST)
    .action((options: { manifest: string }) => {
      for (const { id, kind, title, licence, url } of readManifest(options.manifest)) {
        console.log(`${id} (${kind}): ${title}\n  ${url}\n  licence: ${licence}`);
      }
    });
  data
    .command('pull')
    .description('fetch the publications of the manifest and import them')
    .option('--manifest <file>', 'another manifest', MANIFEST)
    .option('--only <id>', 'one publication alone')
    .option('--json', 'print one JSON object for each')
    .action(async (options: { manifest: string; only?: string }, command: Command) => {
      const wanted = readManifest(options.manifest).filter(
        ({ id }) => options.only === undefined || id === options.only,
      );
      if (wanted.length === 0) throw new UsageError(`The manifest lists no publication ${options.only ?? ''}.`);
      await withDatabase(contextOf(command), async (database) => {
        for (const publication of wanted) printReport(command, await pullPublication(database, publication));
      });
    });
}

/**
 * What a set-up does for reference data: the starter pack with its schedules, then the data directory where one is named.
 * A second start finds everything in place and takes a moment.
 * @param directory `CORRIDOR_DATA_DIR`; null or empty where none is named
 */
export async function setUpReferenceData(
  database: Database,
  directory: string | null,
  progress: DataDirectoryProgress = () => undefined,
): Promise<void> {
  const named = directory !== null && directory !== '';
  await loadStarterPack(database, { deferIndex: named });
  await loadStarterSchedules(database);
  await loadSyntheticWatchList(database);
  if (named) await importDataDirectory(database, directory, progress);
}
