import fc from 'fast-check';
import { Greatest } from '../../../domain/compliance/greatest';

describe('the greatest of many', () => {
  it('are those that stand first once all are sorted, of equals the lower number', () => {
    const worths = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 });
    const order = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(worths, order, fc.integer({ min: 1, max: 8 }), (all, keys, count) => {
        const offered = all
          .map((worth, at) => ({ at, worth, key: keys.next().value ?? 0 }))
          .sort((left, right) => left.key - right.key);
        const greatest = new Greatest(count);
        for (const { at, worth } of offered) greatest.offer(at, worth);
        const sorted = [...offered].sort((left, right) => right.worth - left.worth || left.at - right.at);
        expect(greatest.numbers()).toEqual(sorted.slice(0, count).map(({ at }) => at));
      }),
      { numRuns: 500 },
    );
  });

  it('are none where nothing was offered', () => {
    expect(new Greatest(3).numbers()).toEqual([]);
  });
});
