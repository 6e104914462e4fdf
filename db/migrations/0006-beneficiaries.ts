import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';

const FILE = path.join(__dirname, '..', 'schema', '21-beneficiaries.sql');

/** A database whose schema was made before it had this file gets its tables and columns; in any other they are there. */
export async function up(builder: Knex): Promise<void> {
  await builder.raw(`alter table payment_instructions
    add column if not exists beneficiary_id text,
    add column if not exists beneficiary_version integer`);
  const { rows } = await builder.raw<{ rows: { isThere: boolean }[] }>(
    `select to_regclass('beneficiaries') is not null as "isThere"`,
  );
  if (rows[0]?.isThere !== true) await builder.raw(readFileSync(FILE, 'utf8').replaceAll('?', '\\?'));
}
