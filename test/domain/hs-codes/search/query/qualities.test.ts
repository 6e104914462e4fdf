import { shadesOf, weightOfQuality } from '../../../../../domain/hs-codes/search/query/qualities';

describe('words for how goods look', () => {
  it.each([
    ['navy', 0.3],
    ['black', 0.3],
    ['multicolor', 0.3],
    ['beige', 0.3],
    ['stripe', 0.4],
    ['zipped', 0.4],
    ['detailed', 0.4],
    ['asymmetric', 0.4],
    ['autumn', 0.4],
  ])('%s counts %d', (word, weight) => expect(weightOfQuality(word)).toBe(weight));

  it.each(['shirt', 'olive', 'orange', 'cream', 'spring', 'gold', ''])('"%s" may be the goods', (word) => {
    expect(weightOfQuality(word)).toBe(1);
  });
});

it('a shade is what a colour is named after, before the colour alone', () => {
  expect(shadesOf(['chocolate', 'brown', 'top'])).toEqual(['chocolate']);
  expect(shadesOf(['brown', 'chocolate', 'cake'])).toEqual([]);
  expect(shadesOf(['leather', 'brown'])).toEqual([]);
  expect(shadesOf(['olive', 'olive', 'green'])).toEqual(['olive']);
  expect(shadesOf(['olive'])).toEqual([]);
});
