import { hasDelivered, nextAttemptAfter, retryDelayMs } from '../../../domain/webhooks/retry';

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

describe('the attempt after one', () => {
  const endedAt = new Date('2026-11-23T10:00:00Z');
  const failed = { statusCode: 503, error: null };

  it('is due a pause after its end', () => {
    expect(nextAttemptAfter(failed, 2, endedAt)).toEqual(new Date('2026-11-23T10:30:00Z'));
  });
  it('is none after the last', () => expect(nextAttemptAfter(failed, 6, endedAt)).toBeNull());
  it('is none where it delivered', () => {
    expect(nextAttemptAfter({ statusCode: 200, error: null }, 1, endedAt)).toBeNull();
  });
});
