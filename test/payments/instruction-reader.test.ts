import type { Queryable } from '../../db/database';
import { InstructionReader } from '../../db/payments/instruction-reader';

/** Answers look-ups of instructions, all of account `mine`, except those that are called `unknown`. */
class FakeTable implements Queryable {
  readonly asked: unknown[][] = [];

  async query<Row extends object>(_text: string, values: unknown[] = []): Promise<Row[]> {
    this.asked.push(values);
    await new Promise((resolve) => setImmediate(resolve));
    const [wanted, accountId] = values;
    const ids = Array.isArray(wanted) ? wanted : accountId === 'mine' ? [wanted] : [];
    const rows: unknown[] = ids.filter((id) => id !== 'unknown').map((id: unknown) => ({ id, account_id: 'mine' }));
    return rows as Row[];
  }
}

describe('reading instructions', () => {
  it('runs a look-up that is alone by itself', async () => {
    const table = new FakeTable();
    expect(await new InstructionReader(table).find('a', 'mine')).toMatchObject({ id: 'a' });
    expect(table.asked).toEqual([['a', 'mine']]);
  });

  it('lets look-ups that arrive together share a statement, each with its own answer', async () => {
    const table = new FakeTable();
    const reader = new InstructionReader(table);
    const found = await Promise.all([
      reader.find('a', 'mine'),
      reader.find('b', 'mine'),
      reader.find('unknown', 'mine'),
      reader.find('a', 'mine'),
    ]);
    expect(found.map((row) => row?.id ?? null)).toEqual(['a', 'b', null, 'a']);
    expect(table.asked).toEqual([[['a', 'b', 'unknown']]]);
  });

  it("does not show one account another one's instruction, alone or in company", async () => {
    const reader = new InstructionReader(new FakeTable());
    expect(await reader.find('a', 'theirs')).toBeNull();
    expect(await Promise.all([reader.find('a', 'theirs'), reader.find('a', 'mine')])).toMatchObject([
      null,
      { id: 'a' },
    ]);
  });

  it('tells every waiting look-up that the database is away, and goes on afterwards', async () => {
    let isAway = true;
    const table = new FakeTable();
    const reader = new InstructionReader({
      query: (text, values) => (isAway ? Promise.reject(new Error('away')) : table.query(text, values)),
    });
    const outcomes = await Promise.allSettled([reader.find('a', 'mine'), reader.find('b', 'mine')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await reader.find('a', 'mine')).toMatchObject({ id: 'a' });
  });
});
