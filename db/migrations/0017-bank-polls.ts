import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';

const FILE = path.join(__dirname, '..', 'schema', '27-bank-polls.sql');

/** A database whose schema was made before it had this file gets its table; in any other it is there. */
export async function up(builder: Knex): Promise<void> {
  const { rows } = await builder.raw<{ rows: { isThere: boolean }[] }>(
    `select to_regclass('bank_polls') is not null as "isThere"`,
  );
  if (rows[0]?.isThere !== true) await builder.raw(readFileSync(FILE, 'utf8').replaceAll('?', '\\?'));
}
