import type { Knex } from 'knex';
import type { Database } from './database';
import { MIGRATIONS } from './migrations';

interface NamedMigration {
  name: string;
  up(builder: Knex): Promise<unknown>;
}

/** Migrations are modules of the program, so that compiled code and tests run the very same list. */
const source: Knex.MigrationSource<NamedMigration> = {
  getMigrations: () => Promise.resolve([...MIGRATIONS]),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) =>
    Promise.resolve({
      up: async (builder: Knex) => {
        await migration.up(builder);
      },
      down: () => Promise.reject(new Error('Corridor migrates forward only; restore a backup to go back.')),
    }),
};

/**
 * Brings the schema up to date; safe to run from several processes at once (knex locks).
 * @returns names of the migrations that were applied
 */
export async function migrate(database: Database): Promise<string[]> {
  const [, applied] = (await database.builder.migrate.latest({ migrationSource: source })) as [number, string[]];
  return applied;
}
