import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';

const FILE = path.join(__dirname, '..', 'schema', '25-partner-certificates.sql');

/** A database whose schema was made before reports of the laboratory were kept gets their table. */
export async function up(builder: Knex): Promise<void> {
  const { rows } = await builder.raw<{ rows: { isThere: boolean }[] }>(
    `select to_regclass('partner_certificates') is not null as "isThere"`,
  );
  if (rows[0]?.isThere !== true) await builder.raw(readFileSync(FILE, 'utf8'));
}
