import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { PoolClient } from 'pg';
import { refuseUnreleasedSchema } from './applied-migrations';
import type { OperatorDatabase } from './database';
import { MIGRATIONS, type Migration } from './migrations';
import { withBuilder } from './operator-work/builder';
import { retryOnLock } from './operator-work/lock-retries';
import { updateShippedCalendars } from './payments/routing/shipped-calendars';

/**
 * Held by the one process that migrates. It is tried, not waited for: a concurrent build of an index waits for every
 * transaction, also for one that waits for this lock.
 */
const MIGRATION_LOCK = 724_004;
const POLL_MS = 500;

/**
 * The migrations in the form that knex wants. They are modules of the program, so that compiled code and tests run the
 * same list.
 */
function sourceOf(migrations: readonly Migration[], database: OperatorDatabase): Knex.MigrationSource<Migration> {
  return {
    getMigrations: () => Promise.resolve([...migrations]),
    getMigrationName: ({ name }) => name,
    getMigration: (migration) =>
      Promise.resolve({
        config: { transaction: migration.transaction ?? true },
        up: async (builder: Knex) => {
          await migration.up(builder, database.say, database);
        },
        down: () => Promise.reject(new Error('Corridor migrates forward only; restore a backup to go back.')),
      }),
  };
}

/** Takes the migration lock, polling until another process has ended. */
async function waitForLock(client: PoolClient, { say }: OperatorDatabase): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken === true) return;
    if (tries === 0) say('Another process migrates this database. Waiting for its end …');
    await delay(POLL_MS);
  }
}

/** Runs work under the migration lock. Its session holds the lock, so the lock ends with the process. */
async function withMigrationLock<Result>(database: OperatorDatabase, work: () => Promise<Result>): Promise<Result> {
  const client = await database.pool.connect();
  try {
    await waitForLock(client, database);
    return await work();
  } finally {
    client.release(true);
  }
}

/** Applies missing migrations. @returns their names */
async function applyMissing(
  builder: Knex,
  migrations: readonly Migration[],
  database: OperatorDatabase,
): Promise<string[]> {
  const options = { migrationSource: sourceOf(migrations, database) };
  // The lock of knex is a row, which a process that was killed leaves behind.
  await builder.migrate.forceFreeMigrationsLock(options);
  const [, waiting] = (await builder.migrate.list(options)) as [object[], Migration[]];
  const applied: string[] = [];
  for (const { name } of waiting) {
    // One by one: `latest` would take one transaction for all.
    await retryOnLock({ name: `Migration ${name}`, say: database.say }, () => builder.migrate.up({ ...options, name }));
    applied.push(name);
  }
  return applied;
}

/**
 * Applies missing migrations and updates the calendars that are part of the release. Several processes may run it at
 * once, and again after one was killed. Each migration is a transaction of its own, so that none keeps the locks of
 * earlier ones.
 * @returns names of the applied migrations
 * @throws UnreleasedSchema
 */
export function migrate(database: OperatorDatabase, migrations: readonly Migration[] = MIGRATIONS): Promise<string[]> {
  const { directUrl, say } = database;
  return withMigrationLock(database, async () => {
    await refuseUnreleasedSchema(database);
    const applied = await withBuilder(directUrl, (builder) => applyMissing(builder, migrations, database));
    await retryOnLock({ name: 'Archive', say }, () => database.query('select follow_in_archive()'));
    const changed = await retryOnLock({ name: 'Calendars', say }, () => updateShippedCalendars(database));
    if (changed.length > 0) say(`Calendars brought to what ships: ${changed.length}`);
    return applied;
  });
}
