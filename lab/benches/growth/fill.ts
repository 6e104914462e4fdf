import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { ALGORITHM_VERSION } from '../../../domain/compliance/screen';

const FILL_SQL = readFileSync(path.join(__dirname, 'fill.sql'), 'utf8');

/** Changes when a filled database would hold something else. */
export const FILL = `${FILL_SQL}\n${ALGORITHM_VERSION}`;

/**
 * Fills a migrated, empty database as 60 days of use would. Minutes for a million payments; 12 GB for five.
 * @param url of a superuser: foreign keys and triggers rest meanwhile
 */
export async function fill(url: string, payments: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const settings = [String(payments), ALGORITHM_VERSION];
    await client.query(
      `select set_config('fill.payments', $1, false), set_config('fill.algorithm', $2, false)`,
      settings,
    );
    await client.query(FILL_SQL);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
