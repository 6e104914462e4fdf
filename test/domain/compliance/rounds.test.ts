import { askedWordsOf } from '../../../domain/compliance/asked-words';
import { nameTokens } from '../../../domain/compliance/names';
import { Rounds } from '../../../domain/compliance/rounds';
import { weighNames } from '../../../domain/compliance/weights';
import { WordIndex } from '../../../domain/compliance/word-index';
import type { Round, Worths } from '../../../domain/compliance/worths';
import { addListed } from '../../support/listed-names';

const LISTED = Math.log(20_000 / 2);

function roundsOf(asked: string, ...names: readonly string[]): Round[] {
  const words = new WordIndex();
  const listed = names.map((name, number) => addListed(words, { name: number, entry: number + 10 }, name));
  const rounds = new Rounds(words, weighNames(listed, words));
  const askedWords = askedWordsOf(nameTokens(asked), words);
  expect(rounds.of(askedWords)).toEqual(rounds.of(askedWords));
  return rounds.of(askedWords);
}

const commonsOf = ({ all }: Worths): number[] => all.map(({ common }) => common);

describe('what asked words are worth', () => {
  it('is what they have in common with listed words, by names and entries', () => {
    const [quillon, tesh] = roundsOf('Quillon Tesh', 'Quillon Krell', 'Drovnik');
    expect(quillon?.alone).toEqual({
      all: [{ names: [0], entries: [10], common: LISTED, freed: 0 }],
      common: LISTED,
      freed: 0,
    });
    expect([tesh?.alone.all, quillon?.joined.all]).toEqual([[], []]);
  });

  it('frees what either word weighs beyond the other', () => {
    const [slip] = roundsOf('Mohammged', 'Mohammed');
    const [common] = roundsOf('Mohammed', 'Mohammged');
    expect(slip?.alone.all[0]?.freed).toBeCloseTo(Math.log(20_000) - 4.5, 9);
    expect(common?.alone.all[0]?.freed).toBeCloseTo(LISTED - 4.5, 9);
    // Of the asked word alone.
    expect([slip?.alone.freed, common?.alone.freed]).toEqual([expect.closeTo(Math.log(20_000) - 4.5, 9), 0]);
  });

  it('is what two listed words weigh where they are asked for as one, in no entry', () => {
    const [abdul] = roundsOf('Krellzhadrek', 'Krell Zhadrek');
    expect(abdul?.alone.all).toEqual([
      { names: [0], entries: [], common: Math.log(20_000), freed: expect.closeTo(2 * LISTED - Math.log(20_000), 9) },
    ]);
  });

  it('is shared by two words that are listed as one, and counted once', () => {
    const rounds = roundsOf('Tesh Krell Zhadrek', 'Krellzhadrek', 'Krell Zhadrek');
    expect(rounds.map(({ joined }) => commonsOf(joined).length)).toEqual([0, 1, 1]);
    const shares = rounds.map(({ joined }) => joined.common);
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(LISTED, 9);
    expect(shares[1]).toBeCloseTo(LISTED / 2, 9);
    expect(rounds[1]?.joined.all[0]).toMatchObject({ names: [0], entries: [] });
    expect(rounds[1]?.joined.freed).toBeCloseTo(LISTED / 2, 9);
  });

  it('is the share of a pair with either neighbour, the last with the first', () => {
    const rounds = roundsOf('Krell Zhadrek', 'Krellzhadrek', 'Zhadrekkrell');
    expect(rounds.map(({ joined }) => joined.all.map(({ names }) => names))).toEqual([
      [[0], [1]],
      [[0], [1]],
    ]);
  });
});
