import { askedWordsOf } from '../../../domain/compliance/asked-words';
import { Initials, type OfInitials } from '../../../domain/compliance/initials';
import { nameTokens } from '../../../domain/compliance/names';
import { WordIndex } from '../../../domain/compliance/word-index';
import { addListed } from '../../support/listed-names';

const [LISTED, UNLISTED] = [Math.log(20_000 / 2), Math.log(20_000)];

function initialsIn(asked: string, listed: string): OfInitials & { count: number } {
  const index = new WordIndex();
  const { words } = addListed(index, { name: 0, entry: 0 }, listed);
  const initials = new Initials(askedWordsOf(nameTokens(asked), index), index);
  initials.in(words);
  return { count: initials.count, ...initials.in(words) };
}

describe('what initials are worth', () => {
  it('is that of the heaviest word which each may stand for', () => {
    expect(initialsIn('Q. Tesh', 'Quillon Tesh')).toEqual({ count: 1, pairs: 1, freed: LISTED - 1 });
    expect(initialsIn('M. Tesh', 'Mohammed Mikel Tesh')).toEqual({ count: 1, pairs: 1, freed: LISTED - 1 });
    expect(initialsIn('Q Q', 'Quillon Tesh')).toEqual({ count: 2, pairs: 1, freed: LISTED - 1 });
  });

  it('is that of several words for several initials', () => {
    expect(initialsIn('Q. Q. Tesh', 'Quillon Quint')).toMatchObject({ pairs: 2, freed: 2 * (LISTED - 1) });
    expect(initialsIn('Q. T. Krell', 'Quillon Tesh')).toMatchObject({ pairs: 2, freed: 2 * (LISTED - 1) });
  });

  it('is that of an asked word for a listed initial, and nothing freed of two initials', () => {
    expect(initialsIn('Quillon Tesh', 'Q. Tesh')).toEqual({ count: 0, pairs: 1, freed: UNLISTED - 1 });
    expect(initialsIn('Q. Tesh', 'Q. Tesh')).toEqual({ count: 1, pairs: 1, freed: 0 });
  });

  it('is nothing where no word begins with them', () => {
    expect(initialsIn('M. Tesh', 'Quillon Tesh')).toEqual({ count: 1, pairs: 0, freed: 0 });
    expect(initialsIn('Quillon Tesh', 'M. Tesh')).toEqual({ count: 0, pairs: 0, freed: 0 });
    expect(initialsIn('Quillon Tesh', 'Quillon Tesh')).toEqual({ count: 0, pairs: 0, freed: 0 });
  });
});
