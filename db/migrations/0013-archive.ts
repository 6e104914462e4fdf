import type { Knex } from 'knex';
import { schemaFile } from './schema-file';

/** Built beside writers by the migration after this one. */
const INDEX = /^create index tracking_links_instruction .*$/m;

/** A database whose schema was made before there was an archive gets it; in any other it is there. */
export async function up(builder: Knex): Promise<void> {
  const { rows } = await builder.raw<{ rows: { isThere: boolean }[] }>(
    `select to_regnamespace('archive') is not null as "isThere"`,
  );
  if (rows[0]?.isThere === true) return;
  await builder.raw(schemaFile('25-archive.sql').replace(INDEX, ''));
}
