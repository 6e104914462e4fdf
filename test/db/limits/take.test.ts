import fc from 'fast-check';
import { capacity, PERIOD_MS, refill, type Bucket } from '../../../domain/limits/bucket';
import { takeTokens, type Levels, type Take, type Taken } from '../../../db/limits/take';
import { takeSingle } from '../../../db/limits/take-single';
import { TokenStore } from '../../../db/limits/token-store';
import { createTestDatabase, type TestDatabase } from '../../support/database';

let database: TestDatabase;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});

const newSubject = (): string => `subject-${String((made += 1)).padStart(6, '0')}`;

function take(parts: Partial<Take> & { minute?: number; hour?: number; day?: number; perEndpoint?: number }): Take {
  const { minute = null, hour = null, day = null, perEndpoint = null, ...rest } = parts;
  return {
    planSubject: 'plan',
    endpointSubject: null,
    wanted: 1,
    limits: { minute, hour, day, endpoint: perEndpoint },
    ...rest,
  };
}

async function one(request: Take): Promise<Taken> {
  const [taken] = await takeTokens(database, [request]);
  if (taken === undefined) throw new Error('no outcome');
  return taken;
}

/** What the rows should hold: the plain rule, one request after the other. */
class Model {
  private readonly fills = new Map<string, { level: number; atMs: number }>();

  level(subject: string, bucket: Bucket, nowMs: number): number {
    const fill = this.fills.get(`${subject} ${bucket.period}`) ?? { level: capacity(bucket), atMs: nowMs };
    return refill(bucket, fill, nowMs);
  }

  private buckets(request: Take): { subject: string; bucket: Bucket }[] {
    const list: { subject: string; bucket: Bucket }[] = [];
    const { minute, hour, day, endpoint } = request.limits;
    if (minute !== null) list.push({ subject: request.planSubject, bucket: { limit: minute, period: 'minute' } });
    if (hour !== null) list.push({ subject: request.planSubject, bucket: { limit: hour, period: 'hour' } });
    if (day !== null) list.push({ subject: request.planSubject, bucket: { limit: day, period: 'day' } });
    if (endpoint !== null && request.endpointSubject !== null) {
      list.push({ subject: request.endpointSubject, bucket: { limit: endpoint, period: 'minute' } });
    }
    return list;
  }

  /** A bucket that is looked at after the clock stepped back goes on from now. */
  look(request: Take, nowMs: number): void {
    for (const { subject, bucket } of this.buckets(request)) {
      const name = `${subject} ${bucket.period}`;
      const fill = this.fills.get(name);
      if (fill !== undefined && fill.atMs > nowMs) this.fills.set(name, { level: fill.level, atMs: nowMs });
    }
  }

  /** One request at a time: a token from each bucket, or nothing from any. */
  grant(request: Take, nowMs: number): number {
    let granted = 0;
    for (let index = 0; index < request.wanted; index += 1) {
      const levels = this.buckets(request).map((entry) => ({
        ...entry,
        level: this.level(entry.subject, entry.bucket, nowMs),
      }));
      if (levels.some(({ level, bucket }) => level < PERIOD_MS[bucket.period])) return granted;
      for (const { subject, bucket, level } of levels) {
        this.fills.set(`${subject} ${bucket.period}`, { level: level - PERIOD_MS[bucket.period], atMs: nowMs });
      }
      granted += 1;
    }
    return granted;
  }
}

describe('taking tokens', () => {
  it('gives the limit and refuses the next', async () => {
    const planSubject = newSubject();
    const outcome = await one(take({ planSubject, wanted: 11, minute: 10, hour: 100, day: 1_000 }));
    expect(outcome.granted).toBe(10);
    expect(outcome.levels).toMatchObject({ minute: 600_000, hour: 360_000_000, endpoint: null });
  });

  it('takes nothing from the plan when the endpoint refuses, and the other way round', async () => {
    const planSubject = newSubject();
    const atEndpoint = take({ planSubject, endpointSubject: newSubject(), wanted: 5, minute: 100, perEndpoint: 2 });
    expect((await one(atEndpoint)).granted).toBe(2);
    const plan = await one(take({ planSubject, wanted: 0, minute: 100 }));
    expect(Math.floor((plan.levels.minute ?? 0) / PERIOD_MS.minute)).toBe(98);

    const other = newSubject();
    const atPlan = take({ planSubject: other, endpointSubject: `${other} e`, wanted: 5, minute: 2, perEndpoint: 100 });
    expect((await one(atPlan)).granted).toBe(2);
    const again = await one({ ...atPlan, wanted: 0 });
    expect(Math.floor((again.levels.endpoint ?? 0) / PERIOD_MS.minute)).toBe(98);
  });

  it('decides like the plain rule, request by request, over any batches and pauses', async () => {
    const limit = fc.option(fc.integer({ min: 1, max: 12 }), { nil: null });
    const keys = fc.record({
      minute: limit,
      hour: limit,
      day: limit,
      endpoints: fc.array(limit, { minLength: 3, maxLength: 3 }),
    });
    const step = fc.record({
      /** How long ago the last statement was, told to the rows by moving them into the past. */
      pauseMs: fc.constantFrom(0, 1, 700, 6_000, 61_000, 500_000, -5_000),
      groups: fc.uniqueArray(
        fc.record({
          key: fc.nat(1),
          endpoint: fc.integer({ min: -1, max: 2 }),
          wanted: fc.integer({ min: 1, max: 8 }),
        }),
        { selector: ({ key, endpoint }) => `${key} ${endpoint}`, minLength: 1, maxLength: 6 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.tuple(keys, keys), fc.array(step, { minLength: 1, maxLength: 8 }), async (limits, steps) => {
        const names = [newSubject(), newSubject()];
        const model = new Model();
        let shiftMs = 0;
        for (const { pauseMs, groups } of steps) {
          shiftMs += pauseMs;
          await database.query(
            'update rate_buckets set filled_at_ms = filled_at_ms - $2::bigint where subject like any ($1)',
            [names.map((name) => `${name}%`), pauseMs],
          );
          const takes = groups.map(({ key, endpoint, wanted }): Take => {
            const own = limits[key === 0 ? 0 : 1];
            const perEndpoint = endpoint < 0 ? null : (own.endpoints[endpoint] ?? null);
            const planSubject = names[key] ?? '';
            const endpointSubject = perEndpoint === null ? null : `${planSubject} ${endpoint}`;
            const levels: Levels = { minute: own.minute, hour: own.hour, day: own.day, endpoint: perEndpoint };
            return { planSubject, endpointSubject, wanted, limits: levels };
          });
          // One group per pair of buckets, as takeTokens asks for.
          const unique = takes.filter(
            (request, index) =>
              takes.findIndex(
                (other) =>
                  other.planSubject === request.planSubject && other.endpointSubject === request.endpointSubject,
              ) === index,
          );
          // Groups whose rows are new are served last; which of several concurrent requests wins is left open then.
          await takeTokens(
            database,
            unique.map((request) => ({ ...request, wanted: 0 })),
          );
          const outcomes = await takeTokens(database, unique);
          unique.forEach((request, index) => {
            const outcome = outcomes[index];
            const nowMs = (outcome?.nowMs ?? 0) + shiftMs;
            model.look(request, nowMs);
            expect(outcome?.granted).toBe(model.grant(request, nowMs));
          });
        }
      }),
      { numRuns: 120 },
    );
  });

  it('decides alike for a request that is alone', async () => {
    const limit = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null });
    const limits = fc.record({ minute: limit, hour: limit, day: limit, endpoint: fc.constant(null) });
    const pauses = fc.array(fc.constantFrom(0, 1, 700, 15_000, 61_000, 1_000_000, -60_000), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(limits, pauses, async (levels, steps) => {
        const planSubject = newSubject();
        const request: Take = { planSubject, endpointSubject: null, wanted: 1, limits: levels };
        const model = new Model();
        let shiftMs = 0;
        expect(await takeSingle(database, request)).toBeNull();
        await one({ ...request, wanted: 0 });
        for (const pauseMs of steps) {
          shiftMs += pauseMs;
          const move = 'update rate_buckets set filled_at_ms = filled_at_ms - $2::bigint where subject = $1';
          await database.query(move, [planSubject, pauseMs]);
          const alone = await takeSingle(database, request);
          const outcome = alone ?? (await one(request));
          const nowMs = outcome.nowMs + shiftMs;
          model.look(request, nowMs);
          expect(outcome.granted).toBe(model.grant(request, nowMs));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('goes on from now when the clock has stepped back', async () => {
    const planSubject = newSubject();
    const request = take({ planSubject, wanted: 10, minute: 10 });
    await one(request);
    await database.query('update rate_buckets set filled_at_ms = filled_at_ms + 3600000 where subject = $1', [
      planSubject,
    ]);
    expect((await one(request)).granted).toBe(0);
    await database.query('update rate_buckets set filled_at_ms = filled_at_ms - 6000 where subject = $1', [
      planSubject,
    ]);
    expect((await one(request)).granted).toBe(1);
  });

  it(
    'has a request wait alone whose bucket somebody holds, and no other with it',
    async () => {
      const [held, free] = [newSubject(), newSubject()];
      const store = new TokenStore(database);
      const limits = { minute: 10, hour: null, day: null, endpoint: null };
      const ask = (planSubject: string) => store.take({ planSubject, endpointSubject: null, limits, wanted: 1 });
      await Promise.all([ask(held), ask(free)]);
      await database.transaction(async (client) => {
        await client.query('select from rate_buckets where subject = $1 for update', [held]);
        const [first, second, third] = await Promise.allSettled([ask(held), ask(free), ask(held), ask(free)]);
        expect([first, third]).toEqual(
          [1, 3].map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'UNAVAILABLE' }) })),
        );
        expect(second).toMatchObject({ status: 'fulfilled', value: { isGranted: true } });
      });
      expect(await ask(held)).toMatchObject({ isGranted: true });
    },
    // A connection's own limit for locks is longer.
    9_000,
  );
});
