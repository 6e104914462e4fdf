import { dictionaryForms, isNounFirst, languagesOf } from '../../../../../domain/hs-codes/search/words/languages';

const told = (query: string, ...hints: Parameters<typeof languagesOf>[1]) => [...languagesOf(query, hints)];

describe('the language of a query', () => {
  it.each([
    ['Hemd für Herren', ['de']],
    ['chemise pour homme', ['fr']],
    ['camisa para hombre y mujer', ['es']],
    ['camicia per uomo', ['it']],
    ['de la', ['fr', 'es']],
    ['leather shoes', []],
  ])('of %s is %j', (query, expected) => expect(told(query)).toEqual(expected));

  it('is told by letters and by words that English does not have', () => {
    expect(told('Gläser')).toEqual(['de']);
    expect(told('camisa', 'es')).toEqual(['es']);
    expect(told('Hemd mit', 'es')).toEqual(['de', 'es']);
  });

  it('puts the noun first in the Romance languages', () => {
    expect(isNounFirst(languagesOf('lampada da', []))).toBe(true);
    expect(isNounFirst(languagesOf('Lampe mit', []))).toBe(false);
    expect(isNounFirst(new Set())).toBe(false);
  });
});

describe('the dictionary form of a word', () => {
  it.each([
    ['hemden', 'hemd'],
    ['schrauben', 'schraube'],
    ['bilder', 'bild'],
    ['tische', 'tisch'],
    ['moebel', 'mobel'],
    ['bateaux', 'bateau'],
    ['chevaux', 'cheval'],
    ['verte', 'vert'],
    ['zapatos', 'zapato'],
    ['altavoces', 'altavoz'],
    ['blusas', 'blusa'],
    ['libri', 'libro'],
    ['stivali', 'stivale'],
    ['scarpe', 'scarpa'],
    ['giochi', 'gioco'],
    ['barche', 'barca'],
    ['orologi', 'orologio'],
  ])('of %s may be %s', (word, form) => expect(dictionaryForms(word)).toContain(form));

  it('is the word itself first, and never less than three letters', () => {
    expect(dictionaryForms('reis')[0]).toBe('reis');
    expect(dictionaryForms('the').every((form) => form.length >= 3)).toBe(true);
  });
});
