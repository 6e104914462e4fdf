import { openDatabase, type Database } from '../../db/database';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase } from '../support/database';

const SIZE = 4;

let database: Database;

beforeAll(async () => {
  const { url } = await createTestDatabase();
  database = openDatabase(url, SIZE);
  closeAtEnd(() => database.close());
});

/** Holds so many transactions open while `work` runs. */
async function holding(transactions: number, work: () => Promise<void>): Promise<void> {
  if (transactions === 0) return work();
  await database.transaction(() => holding(transactions - 1, work));
}

describe('the connections of a process', () => {
  it('serve as many transactions as there are connections', async () => {
    await holding(SIZE, () => Promise.resolve(expect(database.connectionCounts().all).toBe(SIZE)));
  });

  it('serve as many that begin in the same turn of the loop, of statements planned for their values, too', async () => {
    let begun = 0;
    let endAll = (): void => undefined;
    const all = new Promise<void>((resolve) => (endAll = resolve));
    const transaction = () =>
      database.transaction(async () => {
        begun += 1;
        if (begun === SIZE - 1) endAll();
        await all;
      });
    const transactions = Array.from({ length: SIZE - 1 }, transaction);
    const rows = database.query('select 1 as one', [], 'for_values');
    await Promise.all(transactions);
    expect(await rows).toEqual([{ one: 1 }]);
  });

  it('serve a statement while all but one are in use', async () => {
    await holding(SIZE - 1, async () => {
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    });
  });
});
