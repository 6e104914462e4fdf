import { PERIOD_MS } from '../../../../domain/limits/bucket';
import { paceOf, type PaceOf } from '../../../../domain/payments/batches/pace';

const NONE: PaceOf = { minute: null, hour: null, day: null, endpoint: null };
const minutes = (tokens: number): number => tokens * PERIOD_MS.minute;

/** Source: docs/GAPS.md#P18 */
describe('the pace of a batch', () => {
  it('is as much as is wanted where nothing limits it', () => {
    expect(paceOf(NONE, NONE, 50)).toEqual({ tokens: 50, waitMs: 0 });
  });

  it('leaves a quarter of each bucket to the other requests of the key', () => {
    const limits = { ...NONE, minute: 60, endpoint: 100 };
    expect(paceOf(limits, { ...NONE, minute: minutes(60), endpoint: minutes(100) }, 50)).toEqual({
      ...{ tokens: 45, waitMs: 0 },
    });
    expect(paceOf(limits, { ...NONE, minute: minutes(60), endpoint: minutes(35) }, 50)).toEqual({
      ...{ tokens: 10, waitMs: 0 },
    });
  });

  it('waits until there are tokens for six seconds of work', () => {
    const limits = { ...NONE, endpoint: 100 };
    expect(paceOf(limits, { ...NONE, endpoint: minutes(25) }, 50)).toEqual({ tokens: 0, waitMs: 6_000 });
    expect(paceOf(limits, { ...NONE, endpoint: minutes(34) }, 50)).toEqual({ tokens: 0, waitMs: 600 });
    expect(paceOf(limits, { ...NONE, endpoint: minutes(35) }, 50)).toEqual({ tokens: 10, waitMs: 0 });
    // The last one waits for itself alone.
    expect(paceOf(limits, { ...NONE, endpoint: minutes(25) }, 1)).toEqual({ tokens: 0, waitMs: 600 });
  });

  it('makes a payment at a time where a key has few of them a day, and looks once a minute', () => {
    const limits = { ...NONE, minute: 10, hour: 100, day: 1_000 };
    const levels = { minute: minutes(10), hour: 100 * PERIOD_MS.hour, day: 250 * PERIOD_MS.day, endpoint: null };
    expect(paceOf(limits, levels, 50)).toEqual({ tokens: 0, waitMs: 60_000 });
    expect(paceOf(limits, { ...levels, day: 251 * PERIOD_MS.day }, 50)).toEqual({ tokens: 1, waitMs: 0 });
  });

  it('works with a limit of one', () => {
    const limits = { ...NONE, minute: 1 };
    expect(paceOf(limits, { ...NONE, minute: minutes(1) }, 5)).toEqual({ tokens: 1, waitMs: 0 });
    expect(paceOf(limits, { ...NONE, minute: minutes(1) - 1 }, 5)).toEqual({ tokens: 0, waitMs: 1 });
  });
});
