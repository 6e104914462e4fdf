import { openDatabase } from '../../../../db/database';
import { PART_NAMES, statementFor } from '../../../../db/payments/instruction/change-statements';
import { closeAtEnd } from '../../../support/closing';
import { createTestDatabase, urlFor, type TestDatabase } from '../../../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const WAYS = [true, false].flatMap((isShared) => [true, false].map((isMoving) => ({ isShared, isMoving })));

describe('the statements that change payments', () => {
  it.each([
    ['api', PART_NAMES],
    ['worker', PART_NAMES.filter((name) => name !== 'words')],
  ] as const)('ask for no right that the %s has not', async (role, allowed) => {
    const process = openDatabase(urlFor(role, database.url), 2);
    closeAtEnd(() => process.close());
    for (const needed of [...allowed.map((name) => [name]), allowed]) {
      for (const way of WAYS) {
        const { text, parts } = statementFor(needed, way);
        const written = await process.query(text, ['[]', 'time', null, ...parts.map(() => '[]')]);
        expect([needed, way, written]).toEqual([needed, way, []]);
      }
    }
  });
});
