import { askedWordsOf } from '../../../domain/compliance/asked-words';
import { nameTokens } from '../../../domain/compliance/names';
import { WordIndex } from '../../../domain/compliance/word-index';

const index = new WordIndex();
['zorblatov', 'alzorblatov', 'quillonzorblatov', 'q', 'zhadrul'].forEach((word, name) => {
  index.countName();
  index.addTo({ name, entry: name }, word, true);
});
const ask = (name: string) => askedWordsOf(nameTokens(name), index);

describe('the words of an asked name', () => {
  it('are like listed words by themselves', () => {
    const [word] = ask('Zorblatow');
    expect(word?.similar).toEqual(new Map([[0, 0.98]]));
    expect(word?.weight).toBe(index.informationOf('zorblatow'));
    expect(word?.joined.size).toBe(0);
  });

  it('are like listed words with the particles before them, and with the article after them', () => {
    expect(ask('al Zorblatov')[0]?.similar.get(1)).toBe(1);
    expect(ask('al Zorblatov')[0]?.similar.get(0)).toBe(1);
    expect(ask('Zhadr-ul-Quillon')[0]?.similar.get(4)).toBe(1);
  });

  it('are like listed words with the next one, the last with the first', () => {
    expect(ask('Zorblatov Quillon').map(({ joined }) => joined.get(2))).toEqual([undefined, 1]);
  });

  it('are like nothing where they are initials of a longer name, and tell little', () => {
    expect(ask('Q Zorblatov')[0]).toMatchObject({ weight: 1, similar: new Map() });
    expect(ask('Q')[0]?.similar.get(3)).toBe(1);
  });
});
