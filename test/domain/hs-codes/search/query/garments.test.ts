import { garmentsBeginningWith, speaksOfClothes } from '../../../../../domain/hs-codes/search/query/garments';

describe('words for clothes', () => {
  it('are cuts and cloth, not who wears or uses what is sold', () => {
    expect(speaksOfClothes(['airport', 'zipped', 'jac'])).toBe(true);
    expect(speaksOfClothes(['linen', 'tr'])).toBe(true);
    expect(speaksOfClothes(['men', 'antiperspirant', 'sh'])).toBe(false);
    expect(speaksOfClothes([])).toBe(false);
  });

  it('are the garments that begin with the letters, the commonest first', () => {
    expect(garmentsBeginningWith('sh')).toEqual(['shirt', 'shorts']);
    expect(garmentsBeginningWith('jac')).toEqual(['jacket']);
    expect(garmentsBeginningWith('skirt')).toEqual([]);
    expect(garmentsBeginningWith('zzz')).toEqual([]);
  });
});
