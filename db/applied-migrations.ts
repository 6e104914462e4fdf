import type { Queryable } from './database';
import { BASELINE, MIGRATIONS } from './migrations';

/** The tables of the database follow no release: they cannot be brought up to date. */
export class UnreleasedSchema extends Error {
  override readonly name = 'UnreleasedSchema';

  constructor() {
    super(
      'The database was made before release 1.0.0 and cannot be brought up to date: begin with empty data by ' +
        '"npm start -- --reset", or name an empty database in DATABASE_URL.',
    );
  }
}

/** The database lacks tables or columns that this release reads; they can be made at any time. */
class MissingMigrations extends Error {
  override readonly name = 'MissingMigrations';

  constructor(missing: readonly string[]) {
    super(`The database lacks the migrations ${missing.join(', ')}: run "corridor migrate".`);
  }
}

/** Names of the applied migrations in no order; empty for an empty database, and for a role that may not read them. */
export async function readAppliedMigrations(database: Queryable): Promise<string[]> {
  const [list] = await database.query<{ isReadable: boolean | null }>(
    `select has_table_privilege(to_regclass('knex_migrations'), 'select') as "isReadable"`,
  );
  if (list?.isReadable !== true) return [];
  const rows = await database.query<{ name: string }>('select name from knex_migrations');
  return rows.map(({ name }) => name);
}

/** @throws UnreleasedSchema when migrations were applied that did not begin with that of release 1.0.0 */
export async function refuseUnreleasedSchema(database: Queryable): Promise<void> {
  const applied = await readAppliedMigrations(database);
  if (applied.length > 0 && !applied.includes(BASELINE)) throw new UnreleasedSchema();
}

/** @throws MissingMigrations unless those of this release were applied; a role that may not read the list passes */
export async function refuseMissingMigrations(database: Queryable): Promise<void> {
  const [list] = await database.query<{ isReadable: boolean | null }>(
    `select has_table_privilege(to_regclass('knex_migrations'), 'select') as "isReadable"`,
  );
  if (list?.isReadable === false) return;
  const applied = await readAppliedMigrations(database);
  const missing = MIGRATIONS.map(({ name }) => name).filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new MissingMigrations(missing);
}
