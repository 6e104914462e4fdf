import { hasDelivered, retryDelayMs } from '../../../domain/webhooks/retry';

/** The schedule of the specification, in minutes. Source: specification, "Events" */
describe('the pause after a failed attempt', () => {
  it.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 360],
    [5, 1_440],
  ])('%i is %i minutes', (attempt, minutes) => {
    expect(retryDelayMs(attempt)).toBe(minutes * 60_000);
  });

  it('is none after the fifth retry', () => {
    expect(retryDelayMs(6)).toBeNull();
    expect(retryDelayMs(0)).toBeNull();
  });
});

/** Source: docs/GAPS.md#W4 */
it.each([
  [200, null, true],
  [201, null, false],
  [200, 'timeout', false],
  [null, 'connection_refused', false],
])('an attempt that ended with %s and %s delivered: %s', (statusCode, error, expected) => {
  expect(hasDelivered({ statusCode, error })).toBe(expected);
});
