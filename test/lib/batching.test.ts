import { Batcher } from '../../lib/batching';
import { DomainError } from '../../domain/errors';

const OPTIONS = { maxBatchSize: 3, maxConcurrent: 1 };

describe('gathering questions', () => {
  it('asks a question alone at once, and those that come meanwhile together', async () => {
    const batches: number[][] = [];
    const batcher = new Batcher((questions: readonly number[]) => {
      batches.push([...questions]);
      return new Promise<number[]>((resolve) => setImmediate(() => resolve(questions.map((number) => number * 2))));
    }, OPTIONS);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => batcher.submit(number)));
    expect(answers).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  /** Refuses every statement that holds a number which `isBad` names, and counts the statements. */
  function pickyBatcher(isBad: (number: number) => boolean, options = OPTIONS) {
    const batches: number[][] = [];
    const batcher = new Batcher(async (questions: readonly number[]) => {
      batches.push([...questions]);
      await new Promise((resolve) => setImmediate(resolve));
      const bad = questions.find(isBad);
      if (bad !== undefined) throw new RangeError(String(bad));
      return questions;
    }, options);
    return { batcher, batches };
  }

  it('gives a fault to the question that it is of, whatever the fault, and answers the others', async () => {
    const { batcher } = pickyBatcher((number) => number === 3);
    const answers = await Promise.allSettled([1, 2, 3, 4].map((number) => batcher.submit(number)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(answers[2]).toMatchObject({ reason: new RangeError('3') });
  });

  it('finds one faulty question among fifty with a dozen statements', async () => {
    const { batcher, batches } = pickyBatcher((number) => number === 17, { maxBatchSize: 50, maxConcurrent: 2 });
    const numbers = Array.from({ length: 51 }, (_, index) => index);
    const answers = await Promise.allSettled(numbers.map((number) => batcher.submit(number)));
    expect(answers.flatMap(({ status }, number) => (status === 'rejected' ? [number] : []))).toEqual([17]);
    // The first question is alone, the next fifty fail together, then six times two halves.
    expect(batches.length).toBeLessThanOrEqual(14);
  });

  it('serves new questions between the parts of a statement that failed', async () => {
    const { batcher, batches } = pickyBatcher((number) => number < 50, { maxBatchSize: 50, maxConcurrent: 1 });
    const bad = Array.from({ length: 50 }, (_, index) => batcher.submit(index).catch(() => undefined));
    await new Promise((resolve) => setImmediate(resolve));
    const before = batches.length;
    expect(await Promise.all([batcher.submit(100), batcher.submit(101)])).toEqual([100, 101]);
    expect(batches.length - before).toBeLessThanOrEqual(4);
    await Promise.all(bad);
  });

  it('lets nobody who shared a statement with a faulty question wait without end behind new ones', async () => {
    const { batcher } = pickyBatcher((number) => number % 2 === 1, { maxBatchSize: 8, maxConcurrent: 1 });
    let isAnswered = false;
    const first = batcher.submit(1).catch(() => undefined);
    const innocent = batcher.submit(0).then(() => (isAnswered = true));
    for (let asked = 2; asked < 10_000 && !isAnswered; asked += 1) {
      batcher.submit(asked).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(isAnswered).toBe(true);
    await Promise.all([first, innocent]);
  });

  it('does not take a statement apart when the database is away, and goes on', async () => {
    let isBroken = true;
    let statements = 0;
    const batcher = new Batcher(async (questions: readonly number[]) => {
      statements += 1;
      await Promise.resolve();
      if (isBroken) throw new DomainError('UNAVAILABLE', 'away');
      return questions;
    }, OPTIONS);
    const answers = await Promise.allSettled([1, 2, 3].map((number) => batcher.submit(number)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(statements).toBe(2);
    isBroken = false;
    expect(await batcher.submit(4)).toBe(4);
  });

  it('takes a statement apart that waited for another in a circle: others were not in it', async () => {
    const cause = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const batcher = new Batcher((questions: readonly number[]) => {
      const isInCircle = questions.includes(2) && questions.includes(3);
      return isInCircle
        ? Promise.reject(new DomainError('UNAVAILABLE', 'away', { cause }))
        : Promise.resolve(questions);
    }, OPTIONS);
    expect(await Promise.all([1, 2, 3, 4].map((number) => batcher.submit(number)))).toEqual([1, 2, 3, 4]);
  });

  it('goes on after a statement that is never answered, and asks nothing for those who have waited too long', async () => {
    const asked: number[] = [];
    const batcher = new Batcher(
      (questions: readonly number[]) => {
        asked.push(...questions);
        return questions.includes(1) ? new Promise<number[]>(() => undefined) : Promise.resolve([...questions]);
      },
      { ...OPTIONS, deadlineMs: 50 },
    );
    const answers = await Promise.allSettled([1, 2].map((number) => batcher.submit(number)));
    expect(answers[0]).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    expect(await batcher.submit(3)).toBe(3);
    expect(asked[0]).toBe(1);
    expect(asked.at(-1)).toBe(3);
  });
});
