import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Database, OperatorDatabase } from '../../db/database';
import { refreshSearch } from '../../db/hs-codes/build-index';
import { isImportOrdered } from '../../db/imports/import-orders';
import { ImportRefused } from '../../domain/imports/drafts';
import { importerOf } from '../../importers';
import type { ImportOptions } from '../../importers/importer';
import { importFile } from './import-file';
import type { FetchedPublication } from './publications';
import { feedsOf, pullEach, watchListsOf, type PulledFeed } from './pull-feeds';

export type { PulledFeed };

/** One file on a disk that the workers of the queue `imports` can read. */
export interface ImportRequest {
  kind: string;
  name: string;
  path: string;
  options: ImportOptions;
  /** Who asked for it, as the audit log names actors. */
  actor?: string;
}

/** The part of an import report that the workflow stores: counts, not rows. */
export interface ImportSummary {
  file: string;
  status: 'imported' | 'unchanged';
  rowsIn: number;
  rowsRejected: number;
}

export interface ImportActivities {
  importReferenceFile(request: ImportRequest): Promise<ImportSummary>;
  rebuildSearch(): Promise<void>;
  /** Does nothing where the setting wants no pulls, even if the workflow was started by hand. */
  pullFeeds(): Promise<PulledFeed[]>;
  /** The same of watch lists. */
  pullWatchLists(): Promise<PulledFeed[]>;
}

/** Well below the heartbeat's limit of a minute. */
const HEARTBEAT_MS = 5_000;

/** Sends heartbeats for an import while its work runs. */
async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const startedAt = Date.now();
  const timer = setInterval(() => context.heartbeat({ seconds: (Date.now() - startedAt) / 1000 }), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Imports a file that was ordered; refusals are not retried. */
async function importReferenceFile(database: Database, request: ImportRequest): Promise<ImportSummary> {
  const refuse = (reason: string): Error => ApplicationFailure.nonRetryable(reason, 'refused');
  if (!(await isImportOrdered(database, request))) throw refuse(`the import of ${request.name} was not ordered`);
  const importer = importerOf(request.kind);
  if (importer === null) throw refuse(`no importer of kind ${request.kind}`);
  const file = { name: request.name, path: request.path };
  try {
    const report = await importFile(database, importer, file, {
      ...request.options,
      deferIndex: true,
      ...(request.actor === undefined ? {} : { actor: request.actor }),
    });
    return { file: report.file, status: report.status, rowsIn: report.rowsIn, rowsRejected: report.rowsRejected };
  } catch (fault) {
    if (fault instanceof ImportRefused) throw refuse(fault.message);
    throw fault;
  }
}

async function pullAndLog(database: Database, publications: readonly FetchedPublication[]): Promise<PulledFeed[]> {
  const pulled = await pullEach(database, publications);
  const { log } = Context.current();
  for (const { id, status, reason } of pulled) {
    if (reason === null) log.info(`the publication ${id} is ${status}`);
    else log.warn(`the publication ${id} was not pulled, and the edition in force answers: ${reason}`);
  }
  return pulled;
}

/**
 * Activities of the queue `imports`.
 * @param pullDays as in the settings; 0 or absent: nothing is pulled
 */
export function createImportActivities(
  database: OperatorDatabase,
  pullDays: { dataPullDays?: number | undefined; watchListPullDays?: number | undefined } = {},
): ImportActivities {
  const { dataPullDays = 0, watchListPullDays = 0 } = pullDays;
  const pullWhere = (days: number, publications: () => FetchedPublication[]): Promise<PulledFeed[]> =>
    days === 0 ? Promise.resolve([]) : withHeartbeat(() => pullAndLog(database, publications()));
  return {
    importReferenceFile: (request) => withHeartbeat(() => importReferenceFile(database, request)),
    pullFeeds: () => pullWhere(dataPullDays, feedsOf),
    pullWatchLists: () => pullWhere(watchListPullDays, watchListsOf),
    rebuildSearch: () => withHeartbeat(() => refreshSearch(database)),
  };
}
