import { Gatherer } from '../../db/gather';

const OPTIONS = { maxAtOnce: 3, maxParallel: 1 };

describe('gathering questions', () => {
  it('asks a question alone at once, and those that come meanwhile together', async () => {
    const batches: number[][] = [];
    const gatherer = new Gatherer((questions: readonly number[]) => {
      batches.push([...questions]);
      return new Promise<number[]>((resolve) => setImmediate(() => resolve(questions.map((number) => number * 2))));
    }, OPTIONS);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => gatherer.ask(number)));
    expect(answers).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('gives a fault that is of one question to that one only', async () => {
    const isOfOne = (fault: unknown): boolean => fault instanceof RangeError;
    const gatherer = new Gatherer(
      async (questions: readonly number[]) => {
        await Promise.resolve();
        if (questions.includes(3)) throw new RangeError('three');
        return questions;
      },
      { ...OPTIONS, isOfOne },
    );
    const answers = await Promise.allSettled([1, 2, 3, 4].map((number) => gatherer.ask(number)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('gives any other fault to all of its statement, and goes on', async () => {
    let isBroken = true;
    const gatherer = new Gatherer(async (questions: readonly number[]) => {
      await Promise.resolve();
      if (isBroken) throw new Error('no connection');
      return questions;
    }, OPTIONS);
    const answers = await Promise.allSettled([1, 2, 3].map((number) => gatherer.ask(number)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    isBroken = false;
    expect(await gatherer.ask(4)).toBe(4);
  });
});
