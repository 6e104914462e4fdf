import { jaroWinkler } from '../../domain/jaro-winkler';

describe('the similarity of two words', () => {
  // Winkler, "String Comparator Metrics and Enhanced Decision Rules in the Fellegi-Sunter Model", 1990, table of examples.
  it.each([
    ['shackleford', 'shackelford', 0.982],
    ['dunningham', 'cunnigham', 0.896],
    ['nichleson', 'nichulson', 0.956],
    ['jones', 'johnson', 0.832],
    ['massey', 'massie', 0.933],
    ['abroms', 'abrams', 0.922],
    ['hardin', 'martinez', 0.722],
    ['itman', 'smith', 0.467],
    ['jeraldine', 'geraldine', 0.926],
    ['marhta', 'martha', 0.961],
    ['michelle', 'michael', 0.921],
    ['julies', 'julius', 0.933],
    ['tanya', 'tonya', 0.88],
    ['dwayne', 'duane', 0.84],
    ['sean', 'susan', 0.805],
    ['jon', 'john', 0.933],
  ])('of %s and %s is %d', (left, right, expected) => {
    expect(jaroWinkler(left, right)).toBeCloseTo(expected, 3);
  });

  it('is 1 for one word and 0 for two without a common letter', () => {
    expect([jaroWinkler('', ''), jaroWinkler('a', 'a'), jaroWinkler('abc', 'xyz'), jaroWinkler('', 'a')]).toEqual([
      1, 1, 0, 0,
    ]);
  });

  it('counts a common beginning of four letters at most', () => {
    expect(jaroWinkler('abcdef', 'abcdxf')).toBeCloseTo(8 / 9 + 0.4 * (1 / 9), 9);
    expect(jaroWinkler('abcdef', 'abcdex')).toBeCloseTo(8 / 9 + 0.4 * (1 / 9), 9);
  });
});
