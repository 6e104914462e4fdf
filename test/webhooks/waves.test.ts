import { MockActivityEnvironment } from '@temporalio/testing';
import { TOPICS } from '../../db/outbox';
import { beginBurstAttempts } from '../../db/webhooks/burst-attempts';
import { readBurst } from '../../db/webhooks/bursts';
import { finishAttempts } from '../../db/webhooks/finish-attempts';
import {
  offBy,
  RETRY_1_MS,
  RETRY_2_MS,
  SIZE,
  startBurstScene,
  type BurstScene,
  type FormedBurst,
} from '../support/burst-scene';

let scene: BurstScene;

beforeAll(async () => {
  scene = await startBurstScene();
});
beforeEach(() => {
  scene.react = () => ({ status: 503 });
  scene.arrivals.clear();
});

const setDue = (id: string, at: Date): Promise<unknown> =>
  scene.stack.database.query('update deliveries set next_attempt_at = $2 where id = $1', [id, at]);

async function setAllDue(burst: FormedBurst): Promise<void> {
  for (const { id } of await burst.rows()) await setDue(id, new Date());
}

async function orders(burst: FormedBurst, topic: string): Promise<unknown[]> {
  const ids = (await burst.rows()).map(({ id }) => id);
  const found = await scene.stack.database.query<{ payload: unknown }>(
    'select payload from outbox where subject = any($1) and topic = $2',
    [ids, topic],
  );
  return found.map(({ payload }) => payload);
}

const attempted = (): number => [...scene.arrivals.values()].flat().length;

describe('retries of a burst', () => {
  it("are the burst's to make, five minutes after each first attempt, which waits in a workflow of its own", async () => {
    const burst = await scene.formOne();
    const outcome = await scene.bursts.attemptBurst(burst.id);
    const found = await burst.rows();
    expect(found.map(({ status, burst: id, made }) => [status, id, made])).toEqual(
      found.map(() => ['pending', burst.id, 1]),
    );
    for (const row of found) expect(offBy(row, RETRY_1_MS)).toBeLessThan(1_000);
    const first = Math.min(...found.map(({ next_attempt_at: due }) => due?.getTime() ?? 0));
    expect(outcome).toEqual({ delivered: 0, goingOn: SIZE, nextDueAtMs: first });
    expect(await orders(burst, TOPICS.startWaiting)).toEqual(found.map(() => ({ attemptsMade: 1 })));
  });

  it('are made at the due second of each, and what fails again waits on from its own end', async () => {
    const burst = await scene.failFirst();
    const began = Date.now();
    const pauses = [400, 450, 1_500, 1_600, 3_000, 60_000];
    const dueAt = new Map<string, number>();
    for (const [index, { id, event_id: event }] of (await burst.rows()).entries()) {
      const at = began + (pauses[index] ?? 0);
      await setDue(id, new Date(at));
      dueAt.set(event, at);
    }
    const [lucky, ...others] = await burst.rows();
    scene.react = ({ headers }) => ({ status: headers['webhook-id'] === lucky?.event_id ? 200 : 503 });
    const outcome = await scene.bursts.attemptBurst(burst.id);
    for (const [event, [at, ...more]] of scene.arrivals) {
      const late = (at ?? 0) - (dueAt.get(event) ?? 0);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(1_000);
      expect(more).toEqual([]);
    }
    expect(scene.arrivals.size).toBe(SIZE - 1);
    const found = await burst.rows();
    expect(found.map(({ status, made }) => [status, made])).toEqual([
      ['delivered', 2],
      ...others.slice(1).map(() => ['pending', 2]),
      ['pending', 1],
    ]);
    for (const row of found.slice(1, -1)) expect(offBy(row, RETRY_2_MS)).toBeLessThan(1_000);
    expect(outcome).toEqual({ delivered: 1, goingOn: SIZE - 1, nextDueAtMs: began + 60_000 });
    // Their workflows began with the first failure.
    expect(await orders(burst, TOPICS.startWaiting)).toHaveLength(SIZE);
  });

  it('are made once each when the worker died between their record and their result', async () => {
    const burst = await scene.failFirst();
    await setAllDue(burst);
    const members = await readBurst(scene.stack.database, burst.id);
    const begin = { burst: burst.id, members };
    const begun = await beginBurstAttempts(scene.stack.database, scene.stack.vault, begin, new Date());
    expect([...(begun ?? new Map()).values()].map(({ kind }) => kind)).toEqual(members.map(() => 'send'));
    await expect(scene.bursts.attemptBurst(burst.id)).rejects.toThrow('another run is making this attempt');
    expect(attempted()).toBe(0);
    await scene.stack.database.query('update delivery_attempts set leased_until = now() where duration_ms is null');
    await Promise.allSettled([scene.bursts.attemptBurst(burst.id), scene.bursts.attemptBurst(burst.id)]);
    await scene.bursts.attemptBurst(burst.id);
    expect([...scene.arrivals.values()].map((times) => times.length)).toEqual(members.map(() => 1));
    expect((await burst.rows()).map(({ made, status }) => [made, status])).toEqual(members.map(() => [2, 'pending']));
  });

  it('are left to the deliveries, which are told, when the subscription is disabled', async () => {
    const burst = await scene.failFirst();
    await setAllDue(burst);
    await scene.stack.database.query('update webhook_subscriptions set enabled = false where id = $1', [
      burst.webhookId,
    ]);
    expect(await scene.bursts.attemptBurst(burst.id)).toEqual({ delivered: 0, goingOn: 0 });
    expect(attempted()).toBe(0);
    expect((await burst.rows()).map(({ burst: id }) => id)).toEqual(Array.from({ length: SIZE }, () => null));
    expect(await orders(burst, TOPICS.signalDelivery)).toHaveLength(SIZE);
  });
});

describe("a delivery whose retries are a burst's", () => {
  const attempt = async (id: string, number: number): Promise<unknown> =>
    new MockActivityEnvironment().run(scene.deliveries.attemptDelivery, id, number);

  it('reads what the burst has made, and leaves the burst when it makes a retry itself', async () => {
    const burst = await scene.failFirst();
    const [first, second] = await burst.rows();
    await setDue(first?.id ?? '', new Date());
    await scene.bursts.attemptBurst(burst.id);
    expect(attempted()).toBe(1);
    const [read] = await burst.rows();
    const endedAtMs = read?.ended_at?.getTime();
    expect(await attempt(first?.id ?? '', 2)).toEqual({ status: 'failed', endedAtMs, inBurst: true });
    expect(attempted()).toBe(1);

    expect(await attempt(second?.id ?? '', 2)).toMatchObject({ status: 'waiting' });
    expect(attempted()).toBe(1);
    await setDue(second?.id ?? '', new Date());
    expect(await attempt(second?.id ?? '', 2)).toEqual({ status: 'failed', endedAtMs: expect.any(Number) as number });
    expect(attempted()).toBe(2);
    expect((await readBurst(scene.stack.database, burst.id)).map(({ deliveryId }) => deliveryId)).not.toContain(
      second?.id,
    );
    await scene.bursts.attemptBurst(burst.id);
    expect(attempted()).toBe(2);
  });

  /** The burst is making retry 1 of all when `change` comes; the attempts end afterwards, the first of them well. */
  async function changeDuringAttempts(change: (burst: FormedBurst) => Promise<unknown>) {
    const burst = await scene.failFirst();
    await setAllDue(burst);
    const members = await readBurst(scene.stack.database, burst.id);
    await beginBurstAttempts(scene.stack.database, scene.stack.vault, { burst: burst.id, members }, new Date());
    await change(burst);
    for (const { deliveryId } of members) await scene.deliveries.parkDelivery(deliveryId);
    const result = { durationMs: 1, error: null, responseHeaders: {}, responseExcerpt: '' };
    const attempts = members.map(({ deliveryId, number }, index) => {
      const nextAttemptAt = index === 0 ? null : new Date(Date.now() + RETRY_2_MS);
      return { ...result, deliveryId, number, nextAttemptAt, statusCode: index === 0 ? 200 : 503 };
    });
    await finishAttempts(scene.stack.database, attempts);
    return { burst, rows: await burst.rows() };
  }

  it('stays cancelled when an attempt under way fails, and is delivered when it succeeds', async () => {
    const { rows } = await changeDuringAttempts(({ key, webhookId }) =>
      scene.stack.call('DELETE', `/v1/webhooks/${webhookId}`, { key }),
    );
    const [delivered, ...others] = rows.map(({ status, next_attempt_at: due }) => [status, due]);
    expect(delivered).toEqual(['delivered', null]);
    expect(others).toEqual(others.map(() => ['cancelled', null]));
  });

  it('stays paused when an attempt under way fails, and keeps its due time once it is enabled', async () => {
    const patch = ({ key, webhookId }: FormedBurst, enabled: boolean) =>
      scene.stack.call('PATCH', `/v1/webhooks/${webhookId}`, { key, body: { enabled } });
    const { burst, rows } = await changeDuringAttempts((formed) => patch(formed, false));
    const [, paused] = rows;
    expect([paused?.status, paused?.burst]).toEqual(['paused', null]);
    await patch(burst, true);
    expect(await scene.deliveries.parkDelivery(paused?.id ?? '')).toBe('waiting');
    const [, resumed] = await burst.rows();
    expect([resumed?.status, resumed?.next_attempt_at]).toEqual(['pending', paused?.next_attempt_at]);
  });

  it('is told that it is over when it was parked during the attempt that delivered it, and stays delivered', async () => {
    const burst = await scene.failFirst();
    const first = (await burst.rows())[0]?.id ?? '';
    const enable = (enabled: boolean) =>
      scene.stack.call('PATCH', `/v1/webhooks/${burst.webhookId}`, { key: burst.key, body: { enabled } });
    scene.react = async () => {
      await enable(false);
      expect(await scene.deliveries.parkDelivery(first)).toBe('paused');
      return { status: 200 };
    };
    await setDue(first, new Date());
    await scene.bursts.attemptBurst(burst.id);
    expect((await burst.rows())[0]).toMatchObject({ status: 'delivered', burst: null });
    expect(await orders(burst, TOPICS.signalDelivery)).toHaveLength(1);

    for (const enabled of [false, true]) {
      await enable(enabled);
      expect(await scene.deliveries.parkDelivery(first)).toBe('in_burst');
    }
    expect(await attempt(first, 2)).toMatchObject({ status: 'delivered' });
    expect((await burst.rows())[0]).toMatchObject({ status: 'delivered', next_attempt_at: null });
  });
});
