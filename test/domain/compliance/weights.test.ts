import { weighNames } from '../../../domain/compliance/weights';
import { WordIndex } from '../../../domain/compliance/word-index';
import { addListed } from '../../support/listed-names';

const index = new WordIndex();
const names = ['Mohammed Zhadrekov', 'al Mohammed Q.', 'al Krell ul Tesh', 'Krell'].map((name, number) =>
  addListed(index, { name: number, entry: number }, name),
);
const weights = weighNames(names, index);
const idOf = (text: string): number => Array.from({ length: index.size }, (_, id) => index.textOf(id)).indexOf(text);
const rangeOf = (text: string) => [weights.lightest[idOf(text)], weights.heaviest[idOf(text)]];
const [once, twice] = [Math.log(20_000 / 2), Math.log(20_000 / 3)];

describe('what listed names tell', () => {
  it('is the sum of their words, of which an initial tells least', () => {
    expect([...weights.totals].map((nats) => nats.toFixed(6))).toEqual(
      [4.5 + once, 4.5 + 1, twice + once, twice].map((nats) => nats.toFixed(6)),
    );
    expect([[...weights.lengths], [...weights.initials]]).toEqual([
      [2, 2, 2, 1],
      [0, 1, 0, 0],
    ]);
  });

  it('is of words as one what both tell, and of one with its particle what it tells', () => {
    expect(rangeOf('mohammedzhadrekov')).toEqual([4.5 + once, 4.5 + once]);
    expect(rangeOf('zhadrekovmohammed')).toEqual([4.5 + once, 4.5 + once]);
    expect(rangeOf('almohammed')).toEqual([4.5, 4.5]);
    expect(rangeOf('krellul')).toEqual([twice, twice]);
    expect(rangeOf('mohammed')).toEqual([0, 0]);
  });

  it('is the least and the most, where names have other words as one', () => {
    const words = new WordIndex();
    const both = ['Al Mohammed', 'Almo Hammed'].map((name, number) =>
      addListed(words, { name: number, entry: number }, name),
    );
    const { lightest, heaviest } = weighNames(both, words);
    const id = both[0]?.glued[0] ?? -1;
    expect(words.textOf(id)).toBe('almohammed');
    expect([lightest[id], heaviest[id]]).toEqual([4.5, 2 * once]);
  });
});
