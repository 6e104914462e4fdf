import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';

/** @returns the text of a file of `db/schema` as knex takes it: for it a question mark is a parameter */
export function schemaFile(file: string): string {
  return readFileSync(path.join(__dirname, '..', 'schema', file), 'utf8').replaceAll('?', '\\?');
}

/** Makes what a file of `db/schema` has in a database whose schema was made before the file; in any other it is there. */
export async function addSchemaFile(builder: Knex, file: string, table: string): Promise<void> {
  const { rows } = await builder.raw<{ rows: { isThere: boolean }[] }>(
    `select to_regclass('${table}') is not null as "isThere"`,
  );
  if (rows[0]?.isThere !== true) await builder.raw(schemaFile(file));
}
