import { destinationName, generationIn, isSameDestination } from '../../../../domain/payments/dispatch/destination';

/** Source: docs/GAPS.md#P21 */
describe('a destination', () => {
  it('is named by the generation, and by the mark of a directory', () => {
    expect([destinationName(3), destinationName(3, 'a/b@7')]).toEqual(['3', '3/a/b@7']);
    expect(['3', '3/a/b@7'].map(generationIn)).toEqual(['3', '3']);
  });

  it.each([
    ['1', '1', true],
    ['1', '2', false],
    ['1/a', '1/a', true],
    ['1/a', '1/b', false],
    ['1/a', '1', false],
    ['1', '1/b', false],
    ['1', '12/b', false],
    [null, '1', false],
    ['1', null, false],
    [null, null, false],
  ])('%s answers about %s: %s', (sent, asked, isSame) => {
    expect(isSameDestination(sent, asked)).toBe(isSame);
  });
});
