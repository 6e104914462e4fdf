import fc from 'fast-check';
import {
  capacity,
  MAX_LIMIT,
  PERIOD_MS,
  refill,
  bucketStatus,
  tightest,
  type Bucket,
} from '../../../domain/limits/bucket';

const bucket = fc.record({
  limit: fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: MAX_LIMIT })),
  period: fc.constantFrom('minute' as const, 'hour' as const, 'day' as const),
});
const NOW = 1_900_000_000_000;
const FREE: Bucket = { limit: 10, period: 'minute' };

describe('token bucket', () => {
  it('lets the whole limit through at once, and then a token each period / limit', () => {
    const full = { level: capacity(FREE), atMs: NOW };
    expect(bucketStatus(FREE, full, 10)).toEqual({ ...FREE, remaining: 0, fullAtMs: NOW + 60_000, waitMs: 6_000 });
    const later = { level: refill(FREE, { level: 0, atMs: NOW }, NOW + 6_000), atMs: NOW + 6_000 };
    expect(bucketStatus(FREE, later, 0)).toMatchObject({ remaining: 1, waitMs: 0, fullAtMs: NOW + 60_000 });
    expect(bucketStatus(FREE, full, 0)).toMatchObject({ remaining: 10, fullAtMs: NOW });
  });

  it('shows no more than it holds when full, also where leased tokens are added to what was replaced meanwhile', () => {
    const full = { level: capacity(FREE), atMs: NOW };
    expect(bucketStatus(FREE, full, -3)).toMatchObject({ remaining: 10, fullAtMs: NOW, waitMs: 0 });
  });

  it('has no token one millisecond before it is due', () => {
    const level = refill(FREE, { level: 0, atMs: NOW }, NOW + 5_999);
    expect(bucketStatus(FREE, { level, atMs: NOW + 5_999 }, 0)).toMatchObject({ remaining: 0, waitMs: 1 });
  });

  it('gains nothing from a clock that steps back and loses nothing either', () => {
    fc.assert(
      fc.property(
        bucket,
        fc.integer({ min: 1, max: 1e10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (b, back, part) => {
          const level = Math.floor(capacity(b) * part);
          expect(refill(b, { level, atMs: NOW }, NOW - back)).toBe(level);
        },
      ),
    );
  });

  it('fills by the same amount in one step as in many', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(bucket, steps, (b, waits) => {
        let fill = { level: 0, atMs: NOW };
        for (const wait of waits) {
          const atMs = fill.atMs + wait;
          fill = { level: refill(b, fill, atMs), atMs };
        }
        const total = waits.reduce((sum, wait) => sum + wait, 0);
        expect(fill.level).toBe(Math.min(capacity(b), total * b.limit));
      }),
    );
  });

  it('stays exact: every level is a safe integer', () => {
    fc.assert(
      fc.property(bucket, fc.integer({ min: 0, max: 1e12 }), (b, elapsed) => {
        const level = refill(b, { level: 0, atMs: NOW }, NOW + elapsed);
        expect(Number.isSafeInteger(level)).toBe(true);
        expect(level).toBeLessThanOrEqual(capacity(b));
      }),
    );
  });

  it('promises a token exactly at the end of the wait', () => {
    fc.assert(
      fc.property(bucket, fc.double({ min: 0, max: 1, noNaN: true }), (b, part) => {
        const fill = { level: Math.floor((PERIOD_MS[b.period] - 1) * part), atMs: NOW };
        const { waitMs } = bucketStatus(b, fill, 0);
        expect(refill(b, fill, NOW + waitMs)).toBeGreaterThanOrEqual(PERIOD_MS[b.period]);
        expect(refill(b, fill, NOW + waitMs - 1)).toBeLessThan(PERIOD_MS[b.period]);
      }),
    );
  });

  it('shows the bucket with the fewest tokens, and among equals the one that fills last', () => {
    const minute = bucketStatus(FREE, { level: 3 * PERIOD_MS.minute, atMs: NOW }, 0);
    const hour = bucketStatus({ limit: 100, period: 'hour' }, { level: 2 * PERIOD_MS.hour, atMs: NOW }, 0);
    expect(tightest([minute, hour])).toBe(hour);
    const equal = bucketStatus(FREE, { level: 2 * PERIOD_MS.minute, atMs: NOW }, 0);
    expect(tightest([equal, hour])).toBe(hour);
    expect(tightest([hour, equal])).toBe(hour);
    expect(tightest([hour, minute])).toBe(hour);
    expect(tightest([minute, hour, { ...hour }])).toBe(hour);
    expect(tightest([])).toBeNull();
  });
});
