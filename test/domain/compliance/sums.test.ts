import { Sums } from '../../../domain/compliance/sums';

const taken = (sums: Sums): [number, number, number][] => {
  const all: [number, number, number][] = [];
  sums.take((at, common, freed) => all.push([at, common, freed]));
  return all.sort(([left], [right]) => left - right);
};

describe('sums', () => {
  it('add up the greatest of both values of each round, each by itself', () => {
    const sums = new Sums();
    sums.reserve(3);
    sums.raiseForRound(0, 1, 7);
    sums.raiseForRound(0, 3, 0);
    sums.raiseForRound(0, 2, 5);
    sums.raiseForRound(2, 5, 0);
    sums.endRound();
    sums.raiseForRound(0, 4, 1);
    sums.endRound();
    expect(taken(sums)).toEqual([
      [0, 7, 8],
      [2, 5, 0],
    ]);
  });

  it('take what is offered to known numbers where something was offered before, or they are made known', () => {
    const sums = new Sums();
    sums.reserve(4);
    sums.raiseForRound(0, 1, 1);
    sums.endRound();
    sums.know(1);
    sums.know(1);
    for (const at of [0, 1, 2]) sums.offerToKnown(at, 5, 2);
    sums.know(3);
    sums.endRound();
    expect(taken(sums)).toEqual([
      [0, 6, 3],
      [1, 5, 2],
      [3, 0, 0],
    ]);
    sums.offerToKnown(1, 5, 2);
    sums.endRound();
    expect(taken(sums)).toEqual([]);
  });

  it('are empty once they were taken', () => {
    const sums = new Sums();
    sums.reserve(1);
    sums.raiseForRound(0, 1, 3);
    sums.endRound();
    expect(taken(sums)).toEqual([[0, 1, 3]]);
    expect(taken(sums)).toEqual([]);
    sums.raiseForRound(0, 2, 1);
    sums.endRound();
    expect(taken(sums)).toEqual([[0, 2, 1]]);
  });

  it('keep their room when less is asked for', () => {
    const sums = new Sums();
    sums.reserve(3);
    sums.raiseForRound(2, 1, 0);
    sums.reserve(2);
    sums.reserve(3);
    sums.endRound();
    expect(taken(sums)).toEqual([[2, 1, 0]]);
  });
});
