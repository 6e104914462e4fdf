import { Sums } from '../../../domain/compliance/sums';

const taken = (sums: Sums, least = 0.5): [number, number][] => {
  const all: [number, number][] = [];
  sums.take(least, (at, sum) => all.push([at, sum]));
  return all.sort(([left], [right]) => left - right);
};

describe('sums', () => {
  it('add up the greatest value of each round', () => {
    const sums = new Sums();
    sums.reserve(3);
    sums.offer(0, 1);
    sums.offer(0, 3);
    sums.offer(0, 2);
    sums.offer(2, 5);
    sums.endRound();
    sums.offer(0, 4);
    sums.endRound();
    expect(taken(sums)).toEqual([
      [0, 7],
      [2, 5],
    ]);
  });

  it('take what is offered to known numbers where something was offered before, or they are made known', () => {
    const sums = new Sums();
    sums.reserve(4);
    sums.offer(0, 1);
    sums.endRound();
    sums.know(1);
    for (const at of [0, 1, 2]) sums.offerToKnown(at, 5);
    sums.know(3);
    sums.endRound();
    expect(taken(sums)).toEqual([
      [0, 6],
      [1, 5],
    ]);
    sums.offerToKnown(1, 5);
    sums.endRound();
    expect(taken(sums)).toEqual([]);
  });

  it('are handed out where they come to the least or are wanted', () => {
    const sums = new Sums();
    sums.reserve(5);
    [1, 2, 3].forEach((value, at) => sums.offer(at, value));
    sums.want(0);
    sums.want(3);
    sums.offerToKnown(3, 1);
    sums.want(4);
    sums.endRound();
    expect(taken(sums, 2)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 1],
      [4, 0],
    ]);
    [1, 2].forEach((value, at) => sums.offer(at, value));
    sums.endRound();
    expect(taken(sums, 2)).toEqual([[1, 2]]);
  });

  it('are empty once they were taken', () => {
    const sums = new Sums();
    sums.reserve(1);
    sums.offer(0, 1);
    sums.endRound();
    expect(taken(sums)).toEqual([[0, 1]]);
    expect(taken(sums)).toEqual([]);
    sums.offer(0, 2);
    sums.endRound();
    expect(taken(sums)).toEqual([[0, 2]]);
  });

  it('count nothing for what is worth nothing', () => {
    const sums = new Sums();
    sums.reserve(1);
    sums.offer(0, 0);
    sums.endRound();
    expect(taken(sums)).toEqual([]);
  });

  it('keep their room when less is asked for', () => {
    const sums = new Sums();
    sums.reserve(3);
    sums.offer(2, 1);
    sums.reserve(2);
    sums.reserve(3);
    sums.endRound();
    expect(taken(sums)).toEqual([[2, 1]]);
  });
});
