import type { OperatorDatabase } from '../../../db/database';
import { backfill, walkPages } from '../../../db/operator-work/pages';
import { eventually } from '../../support/builders';
import { createTestDatabase, openForOperator, type TestDatabase } from '../../support/database';

const ROWS = 1_050;
const NUMBERS = { name: 'Numbers', table: 'numbers', key: 'id' };

let database: TestDatabase;
let operator: OperatorDatabase;
let said: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  operator = openForOperator(database, (line) => said.push(line));
  await database.query('create table numbers (id text primary key, n integer not null, half integer)');
});
beforeEach(async () => {
  said = [];
  await database.query('truncate numbers, operator_places');
  await database.query(
    `insert into numbers (id, n) select lpad(n::text, 6, '0'), n from generate_series(1, $1::integer) n`,
    [ROWS],
  );
});

describe('a walk through a table', () => {
  it('meets every row once, in the order of its key, and forgets its place at the end', async () => {
    const met: string[] = [];
    const walked = await walkPages(operator, NUMBERS, async (client, { after, upTo }) => {
      const rows = await client.query<{ id: string }>('select id from numbers where id > $1 and id <= $2 order by id', [
        after,
        upTo,
      ]);
      met.push(...rows.map(({ id }) => id));
      return rows.length;
    });
    expect(walked).toEqual({ rows: ROWS, isWhole: true });
    expect(met).toEqual(Array.from({ length: ROWS }, (_, index) => String(index + 1).padStart(6, '0')));
    expect(await database.query('select work from operator_places')).toEqual([]);
  });

  it('that was killed goes on where it was, with what the last page did undone', async () => {
    const firsts: string[] = [];
    const walk = (dieAt: number) =>
      walkPages(operator, NUMBERS, async (client, { after, upTo }) => {
        firsts.push(after);
        await client.query('update numbers set half = coalesce(half, 0) + 1 where id > $1 and id <= $2', [after, upTo]);
        if (firsts.length === dieAt) throw new Error('killed');
        return 1;
      });
    await expect(walk(3)).rejects.toThrow('killed');
    expect((await walk(0)).isWhole).toBe(false);
    expect(firsts[3]).toBe(firsts[2]);
    expect(new Set(firsts).size).toBe(firsts.length - 1);
    expect(await database.query('select id from numbers where half is distinct from 1')).toEqual([]);
  });
});

describe('a backfill', () => {
  const HALVES = { ...NUMBERS, name: 'Halves', set: 'half = n / 2', where: 'half is null' };

  it('fills what is empty and nothing else, and waits for a row that another transaction has', async () => {
    await database.query(`update numbers set half = -1 where id = '000007'`);
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query(`select from numbers where id = '000300' for update`);
    const filled = backfill(operator, HALVES);
    await eventually(
      () => Promise.resolve(said),
      (lines) => lines.some((line) => line.startsWith('Halves: another transaction holds a lock')),
      'the wait',
    );
    // It keeps none of the rows of that page meanwhile.
    await database.query(`update numbers set n = n where id = '000299'`);
    await holder.query('rollback');
    holder.release();
    expect(await filled).toEqual({ rows: ROWS - 1, isWhole: true });
    expect(await database.query('select n from numbers where half is distinct from n / 2')).toEqual([{ n: 7 }]);
  });
});
