import { hasSpellings, headSpelling } from '../../../domain/compliance/spellings';

describe('spellings of one name', () => {
  it.each([
    ['iskander', 'alexander'],
    ['volodymyr', 'vladimir'],
    ['yousef', 'giuseppe'],
    ['choe', 'choi'],
    ['handelsbank', 'handelsbank'],
    ['banque', 'bank'],
  ])('%s and %s stand for each other', (left, right) => {
    expect(headSpelling(left)).toBe(headSpelling(right));
  });

  it('are not those of another name', () => expect(headSpelling('pavel')).not.toBe(headSpelling('petr')));

  it('leave an unknown word as it is', () => {
    expect(headSpelling('zhadrekov')).toBe('zhadrekov');
    expect([hasSpellings('zhadrekov'), hasSpellings('aleksandr'), hasSpellings('iskander')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
