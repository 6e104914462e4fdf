import fc from 'fast-check';
import { LEAST_SIMILARITY, wordOf, wordSimilarity } from '../../../domain/compliance/similarity';

const similarity = (left: string, right: string): number => wordSimilarity(wordOf(left), wordOf(right));

it('a word has its sound, the spelling that stands for it, and whether a digit is in it', () => {
  expect(wordOf('iskander')).toEqual({
    text: 'iskander',
    sound: 'iskander',
    head: 'aleksandr',
    isNumbered: false,
    isVowelless: false,
  });
  expect(wordOf('unit12').isNumbered).toBe(true);
});

describe('how much two words of names are one', () => {
  it('is wholly where they are written alike', () => expect(similarity('zhadrekov', 'zhadrekov')).toBe(1));
  it('is nearly where they sound alike', () => expect(similarity('zhadrekow', 'zhadrekov')).toBe(0.98));
  it('is nearly for a known spelling', () => expect(similarity('aleksandr', 'iskander')).toBe(0.96));
  it('is not at all for another number', () => expect(similarity('zhad12', 'zhad13')).toBe(0));
  it('is wholly for the same number', () => expect(similarity('unit12', 'unit12')).toBe(1));
  it('is not at all for other words', () => expect(similarity('quillon', 'drovnik')).toBe(0));

  it('costs a vowel less than a consonant, and a sound that is near less than a far one', () => {
    expect(similarity('drovnik', 'drevnik')).toBeGreaterThan(similarity('drovnik', 'drornik'));
    expect(similarity('drovnik', 'drofnik')).toBeGreaterThan(similarity('drovnik', 'dromnik'));
    expect(similarity('zorblatov', 'zorblatv')).toBeGreaterThan(similarity('zorblatov', 'zorlatov'));
  });

  it('costs exchanged letters less than two wrong ones', () => {
    expect(similarity('zorbnatov', 'zobrnatov')).toBeGreaterThan(similarity('zorbnatov', 'zokmnatov'));
  });

  it('costs more at the first letter', () => {
    expect(similarity('morblatov', 'korblatov')).toBeLessThan(similarity('zormlatov', 'zorklatov'));
  });

  it('is the same whichever word comes first', () => {
    expect(similarity('zorbaltov', 'zorblatov')).toBeCloseTo(similarity('zorblatov', 'zorbaltov'), 6);
  });

  it('is that of the costs: one consonant left out of nine sounds', () => {
    expect(similarity('zorblatov', 'zorlatov')).toBeCloseTo(0.98 - 1 / 9, 6);
  });

  /** 0.98 less the costs by the number of sounds; another first letter costs 0.3 more. */
  it.each([
    ['drovnik', 'drevnik', 0.4, 7],
    ['drofnik', 'drovnik', 0.35, 7],
    ['drovlik', 'drovrik', 0.7, 7],
    ['drogin', 'drozin', 0.6, 6],
    ['mohsen', 'mosen', 0.35, 6],
    ['drovnika', 'drovnik', 0.35, 8],
    ['udrovnik', 'drovnik', 0.35 + 0.3, 8],
    ['eadrovnik', 'drovnik', 2 * 0.35 + 0.3, 9],
    ['zorblatov', 'zobrlatov', 0.8, 9],
    ['zroblatov', 'rzoblatov', 0.8 + 0.3, 9],
    ['zorblatov', 'zobmlatov', 2, 9],
  ])('%s and %s cost %d of %i sounds', (left, right, cost, sounds) => {
    expect(similarity(left, right)).toBeCloseTo(0.98 - cost / sounds, 6);
    expect(similarity(right, left)).toBeCloseTo(0.98 - cost / sounds, 6);
  });

  it('is not at all where one of them has a number', () => {
    expect([similarity('zhadrekov1', 'zhadrekov'), similarity('zhadrekov', 'zhadrekov1')]).toEqual([0, 0]);
  });

  it('is that of the sound however long a word is', () => {
    const long = 'drovnika'.repeat(9);
    expect(similarity(`${long}w`, `${long}v`)).toBe(0.98);
  });

  it('compares no word of more than 64 sounds', () => {
    const long = 'drovnika'.repeat(8);
    expect(similarity(`${long}m`, `${long}k`)).toBe(0);
    expect(similarity(long, `${long.slice(0, -1)}e`)).toBeGreaterThan(0.9);
  });

  it('is the same where more counts at least, and not at all below', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aehkgmno'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(text, text, fc.double({ min: LEAST_SIMILARITY, max: 0.97, noNaN: true }), (left, right, least) => {
        const plain = similarity(left, right);
        expect(wordSimilarity(wordOf(left), wordOf(right), least)).toBe(plain >= least ? plain : 0);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a word of consonants alone', () => {
  it.each([
    ['MLK', 'malik', 0.9],
    ['ASD', 'assad', 0.9],
    ['malik', 'MLK', 0.9],
    ['MLK', 'MLK', 1],
  ])('%s is like %s', (left, right, least) => expect(similarity(left, right)).toBeGreaterThanOrEqual(least));

  it.each([
    ['MLK', 'salim'],
    ['MLK', 'karim'],
  ])('%s is not like %s', (left, right) => expect(similarity(left, right)).toBeLessThan(LEAST_SIMILARITY));

  it('is like a word of the same consonants as nothing else is', () => {
    expect(similarity('MLK', 'malik')).toBeGreaterThan(similarity('mlk', 'malik'));
  });
});
