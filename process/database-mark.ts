import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Queryable } from '../db/database';
import { advanceDatabaseMark, readDatabaseMark } from '../db/restoration/database-mark';
import { describeMarkFault, markFault, type DatabaseMark, type MarkFault } from '../domain/restoration/database-mark';
import { every } from '../lib/every';
import { storeMark, readKeptMarks } from '../workflows/client/database-marks';
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

type Compared = Omit<MarkContext, 'log'>;

/** The mark and its fault against those in Temporal; one that seems to be behind is read again. */
async function compare({ database, workflows }: Compared): Promise<{ mark: DatabaseMark; fault: MarkFault | null }> {
  const before = await readDatabaseMark(database);
  const kept = await readKeptMarks(workflows, before);
  const mark = markFault(before, kept) === null ? before : await readDatabaseMark(database);
  return { mark, fault: markFault(mark, kept) };
}

/**
 * Compares the database with what Temporal keeps of it.
 * @returns null where work may start
 * @throws Error when Temporal does not answer
 */
export async function findMarkFault(context: Compared): Promise<MarkFault | null> {
  return (await compare(context)).fault;
}

/**
 * Advances the mark in Postgres and in Temporal.
 * @returns a fault found meanwhile, since Postgres may have been restored after the comparison
 */
async function advanceMark(context: Compared, mark: DatabaseMark): Promise<MarkFault | null> {
  const { database, workflows } = context;
  // Temporal knows a database before its mark grows: else one that is new beside others would be taken for a stranger.
  if (mark.position === 0) await storeMark(workflows, mark);
  const advanced = await advanceDatabaseMark(database);
  if (advanced === null || (await storeMark(workflows, advanced))) return null;
  return findMarkFault(context);
}

/**
 * Waits until the database is not behind its mark in Temporal any more.
 * @param say gets the reason, for `/readyz`
 * @throws Error when Temporal does not answer
 */
export async function waitForMark(context: MarkContext, say: (reason: string) => void): Promise<void> {
  let fault = await findMarkFault(context);
  if (fault === null) return;
  const reason = describeMarkFault(fault);
  context.log.error({ fault }, reason);
  say(reason);
  while (fault !== null) {
    await delay(STAND_BY_MS);
    // Temporal may restart meanwhile: what is known of the database stands.
    fault = await findMarkFault(context).catch(() => fault);
  }
  context.log.info('the database is no longer behind its mark: work starts');
}

/**
 * Compares the database with its mark while a process runs, because Postgres may be restored under it, or Temporal was
 * away when it started.
 * @param isAdvancing whether the process also advances the mark, as workers do
 * @param onFault called once; then the process should end
 * @returns a function that stops it
 */
export function followMark(context: MarkContext, isAdvancing: boolean, onFault: (reason: string) => void): () => void {
  let isFound = false;
  const compareUntilFault = async (): Promise<void> => {
    if (isFound) return;
    const { mark, fault: found } = await compare(context);
    const fault = found ?? (isAdvancing ? await advanceMark(context, mark) : null);
    if (fault === null) return;
    isFound = true;
    onFault(describeMarkFault(fault));
  };
  const onError = (fault: unknown): void => context.log.debug({ fault }, 'the mark of the database was not compared');
  compareUntilFault().catch(onError);
  return every(ADVANCE_MS, compareUntilFault, onError);
}
