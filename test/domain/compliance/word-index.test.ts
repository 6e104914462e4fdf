import { WordIndex } from '../../../domain/compliance/word-index';

function indexOf(...words: readonly string[]): WordIndex {
  const index = new WordIndex();
  words.forEach((word, name) => {
    index.countName();
    index.addTo({ name, entry: name }, word, true);
  });
  return index;
}

describe('words of listed names', () => {
  it('are found as they are written, spelled or heard', () => {
    const index = indexOf('zorblatov', 'aleksandr', 'drovnik');
    expect(index.similarTo('zorblatov')).toEqual(new Map([[0, 1]]));
    expect(index.similarTo('zorblatow')).toEqual(new Map([[0, 0.98]]));
    expect(index.similarTo('iskander')).toEqual(new Map([[1, 0.96]]));
    expect(index.similarTo('quillon')).toEqual(new Map());
  });

  it('are counted once for each name', () => {
    const index = new WordIndex();
    const id = index.addTo({ name: 7, entry: 7 }, 'zorblatov', true);
    expect([
      index.addTo({ name: 7, entry: 7 }, 'zorblatov', true),
      index.addTo({ name: 8, entry: 8 }, 'zorblatov', true),
    ]).toEqual([id, id]);
    expect([index.textOf(id), index.namesOf(id)]).toEqual(['zorblatov', [7, 8]]);
    expect([index.textOf(99), index.namesOf(99)]).toEqual(['', []]);
  });

  it('are counted once for each entry, however many of its names have them', () => {
    const index = new WordIndex();
    const id = index.addTo({ name: 0, entry: 5 }, 'zorblatov', true);
    index.addTo({ name: 1, entry: 5 }, 'zorblatov', true);
    index.addTo({ name: 2, entry: 6 }, 'zorblatov', true);
    expect([index.namesOf(id), index.entriesOf(id), index.entriesOf(99)]).toEqual([[0, 1, 2], [5, 6], []]);
  });

  it('tell the less the more names have them', () => {
    const index = indexOf('zorblatov', 'zorblatov', 'drovnik');
    expect(index.informationOf('drovnik')).toBeCloseTo(Math.log(20_000 / 2), 9);
    expect(index.informationOf('zorblatov')).toBeCloseTo(Math.log(20_000 / 3), 9);
    expect(index.informationOf('quillon')).toBeCloseTo(Math.log(20_000), 9);
  });

  it('tell the more the more names there are', () => {
    const index = indexOf('zorblatov');
    for (let count = 1; count < 30_000; count += 1) index.countName();
    expect(index.informationOf('zorblatov')).toBeCloseTo(Math.log(30_000 / 2), 9);
  });

  it('tell little where very many people have them, and least as an initial', () => {
    const index = indexOf('mohammed', 'z');
    expect(index.weightOf(0)).toBe(4.5);
    expect(index.weightOf(1)).toBe(1);
  });

  it('tell no less than an initial, however many names have them', () => {
    const index = indexOf(...Array.from({ length: 20_001 }, () => 'zorblatov'));
    expect([index.weightOf(0), index.informationOf('zorblatov')]).toEqual([1, 1]);
    expect(index.weightOf(99)).toBe(0);
  });

  it('tell what their sound tells, by their ids and by themselves', () => {
    const index = indexOf('zorblatov', 'zorblatow', 'mohammed', 'quillon');
    for (const [id, text] of ['zorblatov', 'zorblatow', 'mohammed', 'quillon'].entries())
      expect(index.weightOf(id)).toBe(index.informationOf(text));
  });

  it('are weighed anew after another name was counted', () => {
    const index = indexOf('zorblatov');
    const before = index.weightOf(0);
    index.countName();
    index.addTo({ name: 1, entry: 1 }, 'zorblatov', true);
    expect(index.weightOf(0)).toBeLessThan(before);
  });

  it('that are only written as one are found by their consonants alone, and are not common for it', () => {
    const index = new WordIndex();
    index.countName();
    index.addTo({ name: 0, entry: 0 }, 'quillonzhadrek', false);
    expect(index.nearlyOneWith('quillonzhadrek').get(0)).toBe(1);
    expect(index.similarTo('quillonzhadre').size).toBe(0);
    expect(index.informationOf('quillonzhadrek')).toBeCloseTo(Math.log(20_000), 9);
    index.addTo({ name: 1, entry: 1 }, 'quillonzhadrek', true);
    expect(index.similarTo('quillonzhadre').size).toBe(1);
  });

  it('stand apart by name from those that are written as one there', () => {
    const index = new WordIndex();
    const id = index.addTo({ name: 0, entry: 0 }, 'quillonzhadrek', false);
    for (const [name, isWhole] of [
      [0, false],
      [1, true],
      [2, true],
      [2, false],
    ] as const)
      index.addTo({ name, entry: name }, 'quillonzhadrek', isWhole);
    expect([index.namesOf(id), index.entriesOf(id), index.namesAsOneOf(id)]).toEqual([
      [1, 2],
      [1, 2],
      [0, 2],
    ]);
    expect([index.size, index.namesAsOneOf(99)]).toEqual([1, []]);
  });

  it('are found after they were asked for and others came, too', () => {
    const index = indexOf('zorblatov');
    expect(index.similarTo('zorblatov')).toEqual(new Map([[0, 1]]));
    expect(index.similarTo('zorblatov')).toEqual(new Map([[0, 1]]));
    index.addTo({ name: 1, entry: 1 }, 'zorblatow', true);
    expect(index.similarTo('zorblatov')).toEqual(
      new Map([
        [0, 1],
        [1, 0.98],
      ]),
    );
  });

  it('that are written as one are found where they are nearly the same', () => {
    const index = indexOf('zorblatov');
    expect(index.nearlyOneWith('zorblatow')).toEqual(new Map([[0, 0.98]]));
    expect(index.nearlyOneWith('zorblatove').size).toBe(1);
    expect(index.nearlyOneWith('zorbletev').size).toBe(1);
    expect(index.nearlyOneWith('zerbletevi').size).toBe(0);
    expect(index.similarTo('zerbletevi').size).toBe(1);
  });
});
