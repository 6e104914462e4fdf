import { openDatabase } from '../../../db/database';
import { insertStatement } from '../../../db/payments/settlement/insert-statement';
import { judgeStatement } from '../../../db/payments/settlement/judge-statement';
import { readStatement } from '../../../db/payments/settlement/read-statements';
import { hashFile } from '../../../importers/read-file';
import { readCamtFile } from '../../../importers/statements/camt';
import { openVault } from '../../../lib/vault';
import { timed, type Seconds } from './timed';

const CONNECTIONS = 4;
const VAULT = openVault(Buffer.alloc(32, 7).toString('base64'));

/** Imports a statement as `corridor statements import` does; each of its entries has to confirm a payment. */
export async function matchStatement(file: string, databaseUrl: string, partnerId: string): Promise<Seconds> {
  const seconds: Seconds = {};
  const database = openDatabase(databaseUrl, CONNECTIONS);
  try {
    const statement = await timed(seconds, 'read', () => readCamtFile({ name: 'statement.xml', path: file }));
    const kept = { ...statement, partnerId, fileHash: await hashFile({ name: 'statement.xml', path: file }) };
    const { id } = await timed(seconds, 'stored', () =>
      insertStatement(database, kept, { actor: 'corridor', comparedBy: 'caller', vault: VAULT }),
    );
    await timed(seconds, 'compared', () => judgeStatement(database, id));
    const found = await readStatement(database, id);
    if (found === null || found.confirmed !== statement.entries.length)
      throw new Error(`of ${statement.entries.length} entries ${found?.confirmed ?? 0} are confirmed`);
  } finally {
    await database.close();
  }
  return seconds;
}
