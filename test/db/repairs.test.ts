import { newId } from '../../lib/ids';
import { insertInstruction } from '../../db/payments/create-instruction';
import { readMaybeStopped } from '../../db/repairs/stopped';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertPartner } from '../support/rows';
import { newInstruction } from '../interleavings/operation';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
});

/** @returns whether a payment that was begun again so often, and so long ago at last, is looked at */
async function isLookedAt(attempts: number, secondsAgo: number): Promise<boolean> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  await database.query(`update payment_instructions set last_updated_at = now() - interval '2 days' where id = $1`, [
    id,
  ]);
  await database.query(
    `insert into repairs (kind, subject, attempts, last_at)
     values ('payment', $1, $2, now() - make_interval(secs => $3))`,
    [id, attempts, secondsAgo],
  );
  const rows = await readMaybeStopped(database, 'payment', { after: null, limit: 100 });
  return rows.some((row) => row.id === id);
}

describe('a workflow that stops again and again', () => {
  it.each([
    [1, 20, false],
    [1, 40, true],
    [2, 40, false],
    [2, 70, true],
    [4, 200, false],
    [4, 250, true],
    [30, 3_500, false],
    [30, 3_700, true],
  ])('begun again %i times, the last time %i s ago, is looked at: %s', async (attempts, secondsAgo, expected) => {
    expect(await isLookedAt(attempts, secondsAgo)).toBe(expected);
  });
});
