import { MockActivityEnvironment } from '@temporalio/testing';
import { createBurstActivities, type BurstActivities } from '../../activities/webhooks/attempt-burst';
import { createDeliveryActivities, type DeliveryActivities } from '../../activities/webhooks/attempt-delivery';
import { createGuardedAgents } from '../../activities/webhooks/guarded-connect';
import { BEFORE_ALL_ACCOUNTS, takeOutboxItems, TOPICS } from '../../db/outbox';
import { beginBurstAttempts } from '../../db/webhooks/burst-attempts';
import { formBurst, readBurst } from '../../db/webhooks/bursts';
import { finishAttempts } from '../../db/webhooks/finish-attempts';
import { closeAtEnd } from '../support/closing';
import { startScriptedServer, type HttpRequest, type Reaction, type ScriptedServer } from '../support/http-server';
import { startStack, type Stack } from '../support/stack';

/** The schedule of the specification: after the first attempt, and after retry 1. */
const RETRY_1_MS = 5 * 60_000;
const RETRY_2_MS = 30 * 60_000;
const SIZE = 6;

let receiver: ScriptedServer;
let stack: Stack;
let bursts: BurstActivities;
let deliveries: DeliveryActivities;
let react: (request: HttpRequest) => Reaction = () => ({ status: 503 });
/** When each event arrived, Unix time in milliseconds. */
const arrivals = new Map<string, number[]>();

beforeAll(async () => {
  receiver = await startScriptedServer((request) => {
    const event = String(request.headers['webhook-id']);
    arrivals.set(event, [...(arrivals.get(event) ?? []), Date.now()]);
    return react(request);
  });
  const trustedOrigins = [receiver.url];
  stack = await startStack({ webhookTrustedOrigins: trustedOrigins, workers: false });
  const agents = createGuardedAgents({ caFile: null, nameServers: [] });
  closeAtEnd(() => agents.close());
  const context = { database: stack.database, vault: stack.vault, agents, trustedOrigins };
  bursts = createBurstActivities(context);
  deliveries = createDeliveryActivities(context);
});
beforeEach(() => {
  react = () => ({ status: 503 });
  arrivals.clear();
});

interface Row {
  id: string;
  event_id: string;
  status: string;
  burst: string | null;
  next_attempt_at: Date | null;
  made: number;
  ended_at: Date | null;
}

interface Burst {
  key: string;
  webhookId: string;
  id: string;
  rows: () => Promise<Row[]>;
}

const rowsOf = (webhookId: string): Promise<Row[]> =>
  stack.database.query<Row>(
    `select d.id, d.event_id, d.status, d.burst, d.next_attempt_at, count(a.number)::int as made,
       max(a.started_at + make_interval(secs => a.duration_ms / 1000.0)) as ended_at
     from deliveries d left join delivery_attempts a on a.delivery_id = d.id and a.duration_ms is not null
     where d.webhook_id = $1 group by d.id order by d.id`,
    [webhookId],
  );

let accounts = 0;

/** Deliveries of one subscription in one burst, of which no attempt is made. */
async function formOne(): Promise<Burst> {
  accounts += 1;
  const key = await stack.createKey(`account-${accounts}`);
  const hook = { url: `${receiver.url}/hook`, events: ['shipment.created'] };
  const webhookId = String((await stack.call('POST', '/v1/webhooks', { key, body: hook })).body['id']);
  for (let made = 0; made < SIZE; made += 1) {
    await stack.call('POST', '/v1/shipments', { key, body: { origin_country: 'DE', destination_country: 'US' } });
  }
  const found = await rowsOf(webhookId);
  const ids = new Set(found.map(({ id }) => id));
  const take = { lane: 'deliveries' as const, after: BEFORE_ALL_ACCOUNTS, limit: 500, ofOneAccount: 100 };
  const items = await takeOutboxItems(stack.database, { ...take, leaseSeconds: 0 });
  await formBurst(
    stack.database,
    webhookId,
    items.filter(({ subject }) => ids.has(subject)),
  );
  const [row] = await rowsOf(webhookId);
  return { key, webhookId, id: row?.burst ?? '', rows: () => rowsOf(webhookId) };
}

/** A burst whose first attempts have all failed. */
async function failFirst(): Promise<Burst> {
  const burst = await formOne();
  await bursts.attemptBurst(burst.id);
  arrivals.clear();
  return burst;
}

const setDue = (id: string, at: Date): Promise<unknown> =>
  stack.database.query('update deliveries set next_attempt_at = $2 where id = $1', [id, at]);

async function setAllDue(burst: Burst): Promise<void> {
  for (const { id } of await burst.rows()) await setDue(id, new Date());
}

async function orders(burst: Burst, topic: string): Promise<unknown[]> {
  const ids = (await burst.rows()).map(({ id }) => id);
  const found = await stack.database.query<{ payload: unknown }>(
    'select payload from outbox where subject = any($1) and topic = $2',
    [ids, topic],
  );
  return found.map(({ payload }) => payload);
}

const attempted = (): number => [...arrivals.values()].flat().length;
/** How far a due time is from the end of the last attempt, in milliseconds, beyond the pause. */
const offBy = ({ next_attempt_at: due, ended_at: ended }: Row, pauseMs: number): number =>
  Math.abs((due?.getTime() ?? 0) - (ended?.getTime() ?? 0) - pauseMs);

describe('retries of a burst', () => {
  it("are the burst's to make, five minutes after each first attempt, which waits in a workflow of its own", async () => {
    const burst = await formOne();
    const outcome = await bursts.attemptBurst(burst.id);
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
    const burst = await failFirst();
    const began = Date.now();
    const pauses = [400, 450, 1_500, 1_600, 3_000, 60_000];
    const dueAt = new Map<string, number>();
    for (const [index, { id, event_id: event }] of (await burst.rows()).entries()) {
      const at = began + (pauses[index] ?? 0);
      await setDue(id, new Date(at));
      dueAt.set(event, at);
    }
    const [lucky, ...others] = await burst.rows();
    react = ({ headers }) => ({ status: headers['webhook-id'] === lucky?.event_id ? 200 : 503 });
    const outcome = await bursts.attemptBurst(burst.id);
    for (const [event, [at, ...more]] of arrivals) {
      const late = (at ?? 0) - (dueAt.get(event) ?? 0);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(1_000);
      expect(more).toEqual([]);
    }
    expect(arrivals.size).toBe(SIZE - 1);
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
    const burst = await failFirst();
    await setAllDue(burst);
    const members = await readBurst(stack.database, burst.id);
    const begin = { burst: burst.id, members };
    const begun = await beginBurstAttempts(stack.database, stack.vault, begin, new Date());
    expect([...begun.values()].map(({ kind }) => kind)).toEqual(members.map(() => 'send'));
    await expect(bursts.attemptBurst(burst.id)).rejects.toThrow('another run is making this attempt');
    expect(attempted()).toBe(0);
    await stack.database.query('update delivery_attempts set leased_until = now() where duration_ms is null');
    await Promise.allSettled([bursts.attemptBurst(burst.id), bursts.attemptBurst(burst.id)]);
    await bursts.attemptBurst(burst.id);
    expect([...arrivals.values()].map((times) => times.length)).toEqual(members.map(() => 1));
    expect((await burst.rows()).map(({ made, status }) => [made, status])).toEqual(members.map(() => [2, 'pending']));
  });

  it('are left to the deliveries, which are told, when the subscription is disabled', async () => {
    const burst = await failFirst();
    await setAllDue(burst);
    await stack.database.query('update webhook_subscriptions set enabled = false where id = $1', [burst.webhookId]);
    expect(await bursts.attemptBurst(burst.id)).toEqual({ delivered: 0, goingOn: 0 });
    expect(attempted()).toBe(0);
    expect((await burst.rows()).map(({ burst: id }) => id)).toEqual(Array.from({ length: SIZE }, () => null));
    expect(await orders(burst, TOPICS.signalDelivery)).toHaveLength(SIZE);
  });
});

describe("a delivery whose retries are a burst's", () => {
  const attempt = async (id: string, number: number): Promise<unknown> =>
    new MockActivityEnvironment().run(deliveries.attemptDelivery, id, number);

  it('reads what the burst has made, and leaves the burst when it makes a retry itself', async () => {
    const burst = await failFirst();
    const [first, second] = await burst.rows();
    await setDue(first?.id ?? '', new Date());
    await bursts.attemptBurst(burst.id);
    expect(attempted()).toBe(1);
    const [read] = await burst.rows();
    const endedAtMs = read?.ended_at?.getTime();
    expect(await attempt(first?.id ?? '', 2)).toEqual({ status: 'failed', endedAtMs, inBurst: true });
    expect(attempted()).toBe(1);

    expect(await attempt(second?.id ?? '', 2)).toEqual({ status: 'failed', endedAtMs: expect.any(Number) as number });
    expect(attempted()).toBe(2);
    expect((await readBurst(stack.database, burst.id)).map(({ deliveryId }) => deliveryId)).not.toContain(second?.id);
    await bursts.attemptBurst(burst.id);
    expect(attempted()).toBe(2);
  });

  /** The burst is making retry 1 of all when `change` comes; the attempts end afterwards, the first of them well. */
  async function changeDuringAttempts(change: (burst: Burst) => Promise<unknown>): Promise<Row[]> {
    const burst = await failFirst();
    await setAllDue(burst);
    const members = await readBurst(stack.database, burst.id);
    await beginBurstAttempts(stack.database, stack.vault, { burst: burst.id, members }, new Date());
    await change(burst);
    for (const { deliveryId } of members) await deliveries.parkDelivery(deliveryId, Date.now());
    const result = { durationMs: 1, error: null, responseExcerpt: '' };
    const attempts = members.map(({ deliveryId, number }, index) => {
      const nextAttemptAt = index === 0 ? null : new Date(Date.now() + RETRY_2_MS);
      return { ...result, deliveryId, number, nextAttemptAt, statusCode: index === 0 ? 200 : 503 };
    });
    await finishAttempts(stack.database, attempts);
    return burst.rows();
  }

  it('stays cancelled when an attempt under way fails, and is delivered when it succeeds', async () => {
    const rows = await changeDuringAttempts(({ key, webhookId }) =>
      stack.call('DELETE', `/v1/webhooks/${webhookId}`, { key }),
    );
    const [delivered, ...others] = rows.map(({ status, next_attempt_at: due }) => [status, due]);
    expect(delivered).toEqual(['delivered', null]);
    expect(others).toEqual(others.map(() => ['cancelled', null]));
  });

  it('stays paused when an attempt under way fails, and keeps its due time once it is enabled', async () => {
    const patch = (enabled: boolean) => (burst: Pick<Burst, 'key' | 'webhookId'>) =>
      stack.call('PATCH', `/v1/webhooks/${burst.webhookId}`, { key: burst.key, body: { enabled } });
    let disabled: Burst | null = null;
    const rows = await changeDuringAttempts((burst) => {
      disabled = burst;
      return patch(false)(burst);
    });
    const [, paused] = rows;
    expect([paused?.status, paused?.burst]).toEqual(['paused', null]);
    await patch(true)(disabled ?? { key: '', webhookId: '' });
    expect(await deliveries.parkDelivery(paused?.id ?? '', Date.now())).toBe('waiting');
    const [, resumed] = await rowsOf((disabled ?? { webhookId: '' }).webhookId);
    expect([resumed?.status, resumed?.next_attempt_at]).toEqual(['pending', paused?.next_attempt_at]);
  });
});
