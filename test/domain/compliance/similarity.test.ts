import { wordSimilarity, type Word } from '../../../domain/compliance/similarity';
import { soundOf } from '../../../domain/compliance/sounds';
import { headSpelling } from '../../../domain/compliance/spellings';

const word = (text: string): Word => ({ text, sound: soundOf(text), head: headSpelling(text) });
const similarity = (left: string, right: string): number => wordSimilarity(word(left), word(right));

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
});
