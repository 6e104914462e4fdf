import type { Logger } from 'pino';
import { connectPatiently } from '../activities/patient-connection';
import { checkDatabase } from '../db/check-database';
import { openDatabase } from '../db/database';
import { openVault } from '../lib/vault';
import { waitForMark } from '../process/database-mark';
import type { Settings } from '../process/settings';
import { serveStandBy } from '../process/stand-by';
import { connectWorkflows } from '../workflows/client/workflow-client';

/** What a process is about to run. */
export interface Beginning {
  isApi: boolean;
  isWorker: boolean;
}

/**
 * Stands by while the database is older than what Temporal keeps of it. An API process starts without Temporal, and looks
 * again while it runs; a worker waits for Temporal as long as it would anyway.
 * @throws UnreleasedSchema; WrongDataKey; for a worker Error when Temporal does not answer
 */
export async function standBy(settings: Settings, log: Logger, { isApi, isWorker }: Beginning): Promise<void> {
  const database = openDatabase(settings.databaseUrl, 1, settings.databaseDirectUrl);
  const workflows = connectWorkflows(settings.temporal, settings.instance);
  const { host, publicUrl } = settings;
  const port = isApi ? settings.port : settings.healthPort;
  const serve = (reason: string): Promise<() => Promise<void>> =>
    port === null ? Promise.resolve(() => Promise.resolve()) : serveStandBy({ host, port, publicUrl }, reason);
  const wait = (): Promise<void> => waitForMark({ database, workflows, log }, serve);
  try {
    await checkDatabase(database, openVault(settings.dataKey, settings.documentsDataKey));
    if (isWorker)
      await connectPatiently(wait, (fault) => log.warn({ fault }, 'Temporal does not answer; the process waits'));
    else await wait().catch((fault: unknown) => log.warn({ fault }, 'Temporal does not say how new the database is'));
  } finally {
    await workflows.close();
    await database.close();
  }
}

/** Ends the process at once: what it would do next would rest on facts that are older than the world. */
export function endBehindMark(log: Logger): (reason: string) => void {
  return (reason) => {
    log.fatal(reason);
    process.exit(1);
  };
}
