import type { Queryable } from '../../../../db/database';
import type { Tenant } from '../../../../domain/auth/tenant';
import { InstructionReader } from '../../../../db/payments/instruction/instruction-reader';

const MINE: Tenant = { accountId: 'mine', environment: 'test' };
const MY_OTHER_SIDE: Tenant = { accountId: 'mine', environment: 'live' };
const THEIRS: Tenant = { accountId: 'theirs', environment: 'test' };
const FOUND = {
  accountId: 'mine',
  environment: 'test',
  submittedAt: 0,
  settledAt: null,
  lastUpdatedAt: 0,
  erasedAt: null,
};

function isVersioned(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

/** Answers look-ups of instructions, all of the test side of account `mine`, except those that are called `unknown`. */
class FakeTable implements Queryable {
  /** What each statement asked for, and with what. */
  readonly asked: ['all' | 'version', ...unknown[]][] = [];
  version = 1;
  isEmpty = false;

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    this.asked.push([text.includes('status_history') ? 'all' : 'version', ...values]);
    await new Promise((resolve) => setImmediate(resolve));
    const [ids, accounts, sides, known] = values.map((value) =>
      Array.isArray(value) ? (value as unknown[]) : [value],
    );
    const rows = (ids ?? []).flatMap((id, index): object[] => {
      const has = known?.[index] ?? null;
      const isMine = accounts?.[index] === 'mine' && sides?.[index] === 'test';
      if (this.isEmpty || id === 'unknown' || !isMine || !isVersioned(has)) return [];
      const position = index + 1;
      if (has === this.version) return [{ position, found: null, privateSealed: null }];
      const { version } = this;
      return [{ position, version, found: { id, version, ...FOUND }, privateSealed: Buffer.alloc(0) }];
    });
    return rows as Row[];
  }
}

describe('reading instructions', () => {
  it('runs a look-up that is alone by itself', async () => {
    const table = new FakeTable();
    expect(await new InstructionReader(table).find('a', MINE)).toMatchObject({ id: 'a' });
    expect(table.asked).toEqual([['all', 'a', 'mine', 'test']]);
  });

  it('asks for the version alone of what it knows, and for all once that has moved', async () => {
    const table = new FakeTable();
    const reader = new InstructionReader(table);
    const asked = (): unknown[] => table.asked.splice(0).map(([what]) => what);
    const first = await reader.find('a', MINE);
    expect([await reader.find('a', MINE), asked()]).toEqual([first, ['all', 'version']]);
    table.version = 2;
    expect([await reader.find('a', MINE), asked()]).toEqual([{ ...first, version: 2 }, ['version', 'all']]);
    table.isEmpty = true;
    expect([await reader.find('a', MINE), asked()]).toEqual([null, ['version']]);
  });

  it('lets look-ups that arrive while one is under way share a statement, each with its own answer', async () => {
    const table = new FakeTable();
    const reader = new InstructionReader(table);
    const found = await Promise.all([
      reader.find('a', MINE),
      reader.find('b', MINE),
      reader.find('unknown', MINE),
      reader.find('a', MINE),
    ]);
    expect(found.map((row) => row?.id ?? null)).toEqual(['a', 'b', null, 'a']);
    expect(table.asked).toEqual([
      ['all', 'a', 'mine', 'test'],
      ['all', ['b', 'unknown', 'a'], ['mine', 'mine', 'mine'], ['test', 'test', 'test'], [null, null, null]],
    ]);
  });

  it('gives the same object while its version is the newest, and a new one afterwards', async () => {
    const table = new FakeTable();
    const reader = new InstructionReader(table);
    const first = await reader.find('a', MINE);
    const [again, inCompany] = await Promise.all([reader.find('a', MINE), reader.find('a', MINE)]);
    expect(again).toBe(first);
    expect(inCompany).toBe(first);
    table.version = 2;
    expect(await reader.find('a', MINE)).toMatchObject({ id: 'a', version: 2 });
  });

  it.each([
    ['another account', THEIRS],
    ['the other side of the same account', MY_OTHER_SIDE],
  ])('shows nothing to %s, alone or in company', async (_name, stranger) => {
    const reader = new InstructionReader(new FakeTable());
    expect(await reader.find('a', stranger)).toBeNull();
    expect(await reader.find('a', MINE)).toMatchObject({ id: 'a' });
    expect(await reader.find('a', stranger)).toBeNull();
    const both = await Promise.all([reader.find('a', stranger), reader.find('a', MINE)]);
    expect(both).toMatchObject([null, { id: 'a' }]);
  });

  it('tells every waiting look-up that the database is away, and goes on afterwards', async () => {
    let isAway = true;
    const table = new FakeTable();
    const reader = new InstructionReader({
      query: (text, values) => (isAway ? Promise.reject(new Error('away')) : table.query(text, values)),
    });
    const outcomes = await Promise.allSettled([reader.find('a', MINE), reader.find('b', MINE)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await reader.find('a', MINE)).toMatchObject({ id: 'a' });
  });
});
