import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Queryable } from '../db/database';
import { advanceDatabaseMark, readDatabaseMark } from '../db/restoration/database-mark';
import { describeMarkFault, markFault, type MarkFault } from '../domain/restoration/database-mark';
import { every } from '../lib/every';
import { keepMark, readKeptMarks } from '../workflows/client/database-marks';
import type { WorkflowClient } from '../workflows/client/workflow-client';

export interface MarkContext {
  database: Queryable;
  workflows: WorkflowClient;
  log: Logger;
}

/** A restore of fewer seconds than this may go unnoticed. */
const ADVANCE_MS = 15_000;
/** A process that stands by notices within this that it may start. */
const STAND_BY_MS = 2_000;

/**
 * Compares the database with what Temporal keeps of it. Temporal is read first: the mark grows in Postgres before it is
 * kept there.
 * @returns null where work may start
 * @throws Error when Temporal does not answer
 */
export async function findMarkFault({ database, workflows }: Omit<MarkContext, 'log'>): Promise<MarkFault | null> {
  const before = await readDatabaseMark(database);
  const kept = await readKeptMarks(workflows, before);
  return markFault(await readDatabaseMark(database), kept);
}

/**
 * Waits until the database is no longer behind what Temporal keeps of it.
 * @param standBy serves the reason until the function that it returns is called
 * @throws Error when Temporal does not answer
 */
export async function waitForMark(
  context: MarkContext,
  standBy: (reason: string) => Promise<() => Promise<void>>,
): Promise<void> {
  let fault = await findMarkFault(context);
  if (fault === null) return;
  const reason = describeMarkFault(fault);
  context.log.error({ fault }, reason);
  const end = await standBy(reason);
  try {
    while (fault !== null) {
      await delay(STAND_BY_MS);
      // Temporal may restart meanwhile: what is known of the database stands.
      fault = await findMarkFault(context).catch(() => fault);
    }
  } finally {
    await end();
  }
  context.log.info('the database is no longer behind its mark: work starts');
}

/**
 * Compares the database with its mark while a process runs: Postgres may be restored under it, or Temporal was away when it
 * started.
 * @param isAdvancing whether the process also advances the mark, as workers do
 * @param onFault told once; the process is to end
 * @returns a function that ends it
 */
export function followMark(context: MarkContext, isAdvancing: boolean, onFault: (reason: string) => void): () => void {
  let isFound = false;
  const look = async (): Promise<void> => {
    if (isFound) return;
    const fault = await findMarkFault(context);
    if (fault !== null) {
      isFound = true;
      onFault(describeMarkFault(fault));
      return;
    }
    const advanced = isAdvancing ? await advanceDatabaseMark(context.database) : null;
    if (advanced !== null) await keepMark(context.workflows, advanced);
  };
  const onError = (fault: unknown): void => context.log.debug({ fault }, 'the mark of the database was not compared');
  look().catch(onError);
  return every(ADVANCE_MS, look, onError);
}
