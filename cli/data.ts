import type { Command } from 'commander';
import { importDataDirectory, type DataDirectoryProgress } from '../activities/importers/data-directory';
import { checkPublications, type PublicationState } from '../activities/importers/check';
import { loadStarterPack, loadStarterSchedules, loadSyntheticWatchList } from '../activities/importers/load-starter';
import type { ImportConduct, ImportReport } from '../activities/importers/import-file';
import {
  isByCountry,
  isFetched,
  isWatchList,
  MANIFEST,
  readManifest,
  type Publication,
} from '../activities/importers/publications';
import { pullAverages, pullPublication } from '../activities/importers/pull';
import { utcDate } from '../domain/calendar-dates';
import { ImportRefused } from '../domain/imports/drafts';
import type { Database } from '../db/database';
import { factAges, type FactsAge } from '../domain/facts/age';
import { editionsInForce } from '../db/tariffs/editions';
import { actor } from './actor';
import {
  contextOf,
  isJson,
  printResult,
  printProgress,
  UsageError,
  withDatabase,
  withOperatorDatabase,
} from './context';
import { printReport } from './import';

/** A publication's state in one line. */
function stateLine({ id, state, loaded, known }: PublicationState): string {
  const of = (edition: string | null, from: string | null): string =>
    `${edition ?? 'no edition named'}, from ${from ?? 'no day named'}`;
  const has = loaded === null ? '' : `; loaded: ${of(loaded.edition, loaded.validFrom)}`;
  const newest = known.edition === null ? '' : `; known: ${of(known.edition, known.validFrom)}`;
  return `${id}: ${state.replace('_', ' ')}${has}${newest}`;
}

/** One kind of facts on a line for people, and below it what a person has to look up. */
function ageLines({ kind, count, unknown, oldestCheck, due }: FactsAge): string {
  const head = `domain/facts/${kind}: ${count}, not established now ${unknown}, looked up since ${oldestCheck}`;
  return [head, ...due].join('\n  ');
}

/** Facts and commands with which an operator gets a publication and imports it. */
function listedLines(publication: Publication): string {
  const { id, kind, title, licence, url, sizeBytes } = publication;
  const size = `${Math.max(1, Math.round(sizeBytes / 1000))} kB`;
  const byHand = `corridor import ${kind} FILE --edition NAME --valid-from DATE`;
  const pull = isByCountry(publication) ? `${id} --countries CN,JP` : `--only ${id}`;
  const command = 'byHand' in publication ? byHand : `corridor data pull ${pull}, or ${byHand}`;
  const how = 'byHand' in publication ? [`by hand: ${publication.byHand}`] : [];
  return [`${id} (${kind}, ${size}): ${title}`, url, `licence: ${licence}`, ...how, command].join('\n  ');
}

/** Adds `corridor data list`, `check` and `pull`. */
export function addDataCommands(program: Command): void {
  const data = program.command('data');
  data
    .command('list')
    .description('list the publications of the manifest')
    .option('--manifest <file>', 'another manifest', MANIFEST)
    .option('--json', 'print one JSON object')
    .action((options: { manifest: string }, command: Command) => {
      const publications = readManifest(options.manifest);
      if (isJson(command)) printResult(command, { publications });
      else for (const publication of publications) console.log(listedLines(publication));
    });
  data
    .command('check')
    .description('compare what is loaded with the newest known editions, and say which facts run out')
    .option('--manifest <file>', 'another manifest', MANIFEST)
    .option('--json', 'print one JSON object')
    .action(async (options: { manifest: string }, command: Command) => {
      await withDatabase(contextOf(command), async (database) => {
        const publications = checkPublications(readManifest(options.manifest), await editionsInForce(database));
        const facts = factAges(utcDate(new Date()));
        if (isJson(command)) printResult(command, { publications, facts });
        else for (const line of [...publications.map(stateLine), ...facts.map(ageLines)]) console.log(line);
      });
    });
  data
    .command('pull [publication]')
    .description('fetch the publications of the manifest, or one of them, and import them')
    .option('--manifest <file>', 'another manifest', MANIFEST)
    .option('--only <id>', 'one publication alone')
    .option('--lists', 'watch lists alone')
    .option('--replace', 'also what has lost more than a fifth of its entries or lines')
    .option('--countries <codes>', 'of a publication by country: the newest year of each, such as CN,JP')
    .option('--json', 'print one JSON object for each')
    .action(async (named: string | undefined, options: PullOptions, command: Command) => {
      const pulls = selectPulls({ ...options, only: named ?? options.only });
      await withOperatorDatabase(contextOf(command), async (database) => {
        const refused: string[] = [];
        for (const pull of pulls) {
          try {
            printReport(
              command,
              await pull(database, { onWait: printProgress, actor: actor(), replace: options.replace ?? false }),
            );
          } catch (fault) {
            if (!(fault instanceof ImportRefused)) throw fault;
            refused.push(fault.message);
          }
        }
        if (refused.length > 0) throw new UsageError(refused.join('\n'));
      });
    });
}

interface PullOptions {
  manifest: string;
  only?: string | undefined;
  lists?: boolean;
  replace?: boolean;
  countries?: string;
}

type Pull = (database: Database, conduct: ImportConduct & { replace: boolean }) => Promise<ImportReport>;

/**
 * The publications that the options select to be pulled.
 * @throws UsageError for what the manifest does not list, or what cannot be fetched as the options say
 */
function selectPulls({ manifest, only, countries, lists = false }: PullOptions): Pull[] {
  const listed = readManifest(manifest).filter(
    (one) => (only === undefined || one.id === only) && (!lists || isWatchList(one)),
  );
  if (listed.length === 0) throw new UsageError(`The manifest lists no publication ${only ?? ''}.`);
  if (countries !== undefined) {
    const publication = listed.find(isByCountry);
    if (publication === undefined) throw new UsageError(`${only ?? ''} is not published by country.`);
    const codes = countries.toUpperCase().split(',');
    return codes.map((country) => (database, conduct) => pullAverages(database, publication, country.trim(), conduct));
  }
  const wanted = listed.filter(isFetched);
  if (wanted.length > 0) {
    return wanted.map((publication) => (database, conduct) => pullPublication(database, publication, conduct));
  }
  throw new UsageError(
    listed.some(isByCountry)
      ? `${only ?? ''} is published by country: name some, such as --countries CN,JP.`
      : `${only ?? ''} cannot be fetched: corridor data list says how to get it by hand.`,
  );
}

/**
 * Loads reference data at set-up: the starter pack with its schedules, then the data directory if one is named. A
 * repeat finds everything loaded and is quick.
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
  if (named) await importDataDirectory(database, directory, progress, actor());
}
