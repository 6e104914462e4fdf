import { DatabaseClock, describeOffset, PassingMoment } from '../../db/database-clock';
import type { Queryable } from '../../db/database';
import { createTestDatabase } from '../support/database';

/** A Postgres and a process whose clocks are set by hand. */
class Bench {
  postgresMs = 1_000_000;
  monotonicMs = 500;
  wallMs = 1_000_000;
  /** How long each of the next answers takes, half of it on the way there; 0 beyond. */
  roundTripsMs: number[] = [];

  readonly clock = new DatabaseClock(
    {
      query: () => {
        const halfMs = (this.roundTripsMs.shift() ?? 0) / 2;
        this.pass(halfMs);
        const ms = this.postgresMs;
        this.pass(halfMs);
        return Promise.resolve([{ ms }]);
      },
    } as unknown as Queryable,
    { monotonicMs: () => this.monotonicMs, wallMs: () => this.wallMs },
  );

  pass(ms: number): void {
    this.postgresMs += ms;
    this.monotonicMs += ms;
    this.wallMs += ms;
  }
}

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});

/** More than two seconds apart, by half the round trip of the fastest of several answers. Source: docs/GAPS.md#P14 */
describe('the clock of a process beside that of Postgres', () => {
  it('is as far off as the fastest of three answers says', async () => {
    bench.wallMs += 1_234;
    bench.roundTripsMs = [900, 40, 700];
    await bench.clock.look();
    expect(bench.clock.offsetMs()).toBe(1_234);
    bench.pass(60_000);
    expect(bench.clock.offsetMs()).toBe(1_234);
  });

  it.each([
    [2_000, false],
    [2_001, true],
    [-2_000, false],
    [-2_001, true],
    [6_000, true],
  ])('%d ms ahead is off: %s', async (aheadMs, isOff) => {
    bench.wallMs += aheadMs;
    await bench.clock.look();
    expect(bench.clock.isOff).toBe(isOff);
  });

  it('is not called off while answers are too slow to tell', async () => {
    bench.wallMs += 2_400;
    bench.roundTripsMs = [1_000, 1_000, 1_000];
    await bench.clock.look();
    expect(bench.clock.isOff).toBe(false);
    await bench.clock.look();
    expect(bench.clock.isOff).toBe(true);
  });

  it('is off from the moment of a step, and right from the moment at which it was set back', async () => {
    await bench.clock.look();
    bench.wallMs += 6_000;
    expect(bench.clock.isOff).toBe(true);
    bench.wallMs -= 6_000;
    expect(bench.clock.isOff).toBe(false);
  });

  it('is off once a machine was paused whose monotonic clock did not count that', async () => {
    await bench.clock.look();
    bench.postgresMs += 60_000;
    bench.wallMs += 60_000;
    expect(bench.clock.isOff).toBe(true);
    await bench.clock.look();
    expect(bench.clock.isOff).toBe(false);
  });

  it('never takes Postgres to be later than it is', async () => {
    bench.roundTripsMs = [400, 400, 400];
    await bench.clock.look();
    expect(bench.clock.nowMs()).toBe(bench.postgresMs - 200);
    bench.pass(10_000);
    expect(bench.clock.nowMs()).toBe(bench.postgresMs - 200);
  });

  it('says nothing before it was looked at', () => {
    expect(() => bench.clock.nowMs()).toThrow('has not been looked at');
  });
});

it('reads the clock of a real Postgres', async () => {
  const clock = new DatabaseClock(await createTestDatabase());
  await clock.look();
  expect(Math.abs(clock.nowMs() - Date.now())).toBeLessThan(60_000);
});

it('is described for people', () => {
  expect([6_049, -90_000].map(describeOffset)).toEqual(['6.0 s ahead of Postgres', '90.0 s behind Postgres']);
});

describe("a moment of Postgres' clock", () => {
  it('passes with the clocks of the process, until one is set or the machine is paused', () => {
    const moment = new PassingMoment(new Date(1_000_000), {
      monotonicMs: () => bench.monotonicMs,
      wallMs: () => bench.wallMs,
    });
    bench.pass(5_000);
    expect(moment.now()).toEqual(new Date(1_005_000));
    bench.wallMs += 1_001;
    expect(moment.now()).toBeNull();
  });
});
