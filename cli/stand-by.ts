import type { Logger } from 'pino';
import { refuseMissingMigrations, refuseUnreleasedSchema, UnreleasedSchema } from '../db/applied-migrations';
import { checkDataKey, WrongDataKey } from '../db/data-keys';
import { openDatabase } from '../db/database';
import { openVault } from '../lib/vault';
import { waitForMark } from '../process/database-mark';
import type { Settings } from '../process/settings';
import { waitFor, type Waiting } from '../process/wait-for';
import { isReachable } from '../workflows/client/probe';
import { connectWorkflows } from '../workflows/client/workflow-client';

/** What a process is about to run. */
export interface Beginning {
  /** Whether it works for nobody without Temporal. */
  isWorker: boolean;
  /** Whether it may read the mark of the database: the role of a process that prints documents alone may not. */
  readsMark: boolean;
  /** Told why it does not work yet. */
  say: (reason: string) => void;
}

/** @returns where Postgres is, without what an address may hold beside */
function placeOf(databaseUrl: string): string {
  return URL.canParse(databaseUrl) ? new URL(databaseUrl).host : 'DATABASE_URL';
}

/** What only another start with other settings, or another database, mends. */
function isOfSettings(fault: unknown): boolean {
  return fault instanceof UnreleasedSchema || fault instanceof WrongDataKey;
}

/**
 * Waits for what a process needs: Postgres with the schema of this release, Temporal for a worker, and a database that
 * is not behind its mark. An API process starts without Temporal, and checks the mark again while it runs.
 * @throws UnreleasedSchema; WrongDataKey
 */
export async function waitForBackends(
  settings: Settings,
  log: Logger,
  { isWorker, readsMark, say }: Beginning,
): Promise<void> {
  const database = openDatabase(settings.databaseUrl, 1, settings.databaseDirectUrl);
  const workflows = connectWorkflows(settings.temporal, settings.instance);
  const waiting: Waiting = { log, say, isFinal: isOfSettings };
  const reach = async (): Promise<void> => {
    if (!(await isReachable(workflows))) throw new Error('Temporal does not answer.');
  };
  const compare = readsMark ? () => waitForMark({ database, workflows, log }, say) : reach;
  try {
    const vault = openVault(settings.dataKey, settings.documentsDataKey);
    const refuseUnfit = async (): Promise<void> => {
      await refuseUnreleasedSchema(database);
      await refuseMissingMigrations(database);
      await checkDataKey(database, vault);
    };
    const address = placeOf(settings.databaseUrl);
    await waitFor({ name: 'Postgres', address }, () => database.query('select 1'), waiting);
    await waitFor({ name: '"corridor migrate"', address }, refuseUnfit, waiting);
    if (isWorker) await waitFor({ name: 'Temporal', address: settings.temporal.address }, compare, waiting);
    else
      await compare().catch((fault: unknown) => log.warn({ fault }, 'Temporal does not say how new the database is'));
  } finally {
    await workflows.close();
    await database.close();
  }
}

/** A function that logs its reason and ends the process at once, before it acts on facts that are too old. */
export function endBehindMark(log: Logger): (reason: string) => void {
  return (reason) => {
    log.fatal(reason);
    process.exit(1);
  };
}
