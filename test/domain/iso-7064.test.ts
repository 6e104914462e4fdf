import { isRightByMod97 } from '../../domain/iso-7064';

/** Source: ISO 7064, MOD 97-10 */
describe('a text with check digits at its end', () => {
  it.each([
    ['1', true],
    ['98', true],
    ['79', false],
    ['79444', true],
    ['WESTDEKX0', false],
    ['', false],
    ['a1', false],
    ['1 ', false],
    ['Ⅷ1', false],
  ])('%j is right: %s', (text, isRight) => expect(isRightByMod97(text)).toBe(isRight));
});
