import { DomainError, RowLockedElsewhere } from '../../domain/errors';
import { ROW_LOCKED, PooledBatcher, type OrRowLocked, type Way } from '../../lib/batching';

const POOL = { transaction: () => undefined };
const OPTIONS = { maxBatchSize: 50, maxConcurrent: 1, maxAlone: 2 };

type Batch = { items: readonly number[]; way: Way };
type Execute = (items: readonly number[], way: Way) => Promise<readonly OrRowLocked<number>[]>;

function batcherOf(execute: Execute) {
  const batches: Batch[] = [];
  const batcher = new PooledBatcher<object, number, number>(async (_pool, items, way) => {
    batches.push({ items: [...items], way });
    await new Promise((resolve) => setImmediate(resolve));
    return execute(items, way);
  }, OPTIONS);
  return { batcher, batches };
}

const isHeld = (item: number): boolean => item === 3;
const skipHeld: Execute = async (items, way) =>
  items.map((item) => (way === 'shared' && isHeld(item) ? ROW_LOCKED : item * 2));

function fault(code: string): DomainError {
  return new DomainError('UNAVAILABLE', 'not now', { cause: Object.assign(new Error(code), { code }) });
}

const codesOf = (answers: PromiseSettledResult<unknown>[]): string[] => answers.map(({ status }) => status);

describe('an item that a shared statement would wait for', () => {
  it('goes alone, and the others have their results of the shared one', async () => {
    const { batcher, batches } = batcherOf(skipHeld);
    expect(await Promise.all([1, 2, 3, 4].map((item) => batcher.submit(POOL, item)))).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([
      { items: [1], way: 'shared' },
      { items: [2, 3, 4], way: 'shared' },
      { items: [3], way: 'alone' },
    ]);
  });

  it('is told to a caller who does not want to wait', async () => {
    const { batcher, batches } = batcherOf(skipHeld);
    expect(await batcher.submitShared(POOL, 3)).toBe(ROW_LOCKED);
    expect(batches).toEqual([{ items: [3], way: 'shared' }]);
  });

  it('keeps no place of the shared statements while it waits', async () => {
    const { batcher } = batcherOf(async (items, way) =>
      way === 'alone' ? new Promise<never>(() => undefined) : skipHeld(items, way),
    );
    // More than there are places for waiting alone.
    for (let waiting = 0; waiting < 10; waiting += 1) void batcher.submit(POOL, 3).catch(() => undefined);
    for (const item of [1, 2, 4]) expect(await batcher.submit(POOL, item)).toBe(2 * item);
  });

  it('is refused by itself when it waits in vain', async () => {
    const { batcher } = batcherOf(async (items, way) => {
      if (way === 'alone') throw new RowLockedElsewhere();
      return skipHeld(items, way);
    });
    const answers = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.submit(POOL, item)));
    expect(codesOf(answers)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(answers[2]).toMatchObject({ reason: { code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 2 } });
  });

  it.each([
    ['waited for a lock', () => new RowLockedElsewhere(), 'alone'],
    ['took too long', () => fault('57014'), 'shared'],
    ['closed a circle of locks', () => fault('40P01'), 'shared'],
  ])('is found where the statement %s', async (_what, faultOf, last) => {
    const { batcher, batches } = batcherOf(async (items, way) => {
      if (way === 'shared' && items.some(isHeld)) throw faultOf();
      return items.map((item) => 2 * item);
    });
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => batcher.submit(POOL, item)));
    expect(codesOf(answers).filter((status) => status === 'rejected')).toHaveLength(last === 'alone' ? 0 : 1);
    expect(batches.findLast(({ items }) => items.includes(3))).toEqual({ items: [3], way: last });
  });

  it('waits as its transaction does inside one of its caller', async () => {
    const { batcher, batches } = batcherOf(async (items) => items);
    expect(await batcher.submit({}, 3)).toBe(3);
    expect(batches).toEqual([{ items: [3], way: 'callers' }]);
  });
});
