import { findOrCreateAccount } from '../../db/auth/accounts';
import { recordCheckedEvent } from '../../db/events';
import { beginAttempt, type AttemptDecision } from '../../db/webhooks/attempts';
import { finishAttempts } from '../../db/webhooks/finish-attempts';
import { TOPICS } from '../../db/outbox';
import type { EventName } from '../../domain/webhooks/events';
import { eventually } from '../support/builders';
import { startScriptedServer, type Reaction, type ScriptedServer } from '../support/http-server';
import { startStack, type Stack } from '../support/stack';

/** Faults in a row that open a breaker. Source: docs/GAPS.md#W15 */
const FAULTS = 5;

let stack: Stack;
let receiver: ScriptedServer;
let key: string;
let reaction: Reaction;

beforeEach(async () => {
  reaction = 'reset';
  receiver = await startScriptedServer(() => reaction);
  stack = await startStack({ webhookTrustedOrigins: [receiver.url], workers: false });
  key = await stack.createKey('acme');
});
afterEach(async () => {
  await stack.stop();
  await receiver.close();
});

async function create(controls: object): Promise<string> {
  const body = { url: `${receiver.url}/hook`, events: ['buyer.matched'], ...controls };
  return String((await stack.call('POST', '/v1/webhooks', { key, body })).body['id']);
}

const look = async (path: string): Promise<Record<string, unknown>> => (await stack.call('GET', path, { key })).body;

/** @returns the delivery of a new event */
async function publish(subject: string, type: EventName = 'buyer.matched'): Promise<string> {
  const tenant = { accountId: (await findOrCreateAccount(stack.database, 'acme')).id, environment: 'test' as const };
  const object = { id: subject };
  const event = await recordCheckedEvent(stack.database, { tenant, type, object, subject });
  const [delivery] = (await look(`/v1/events/${event}`))['deliveries'] as { id: string }[];
  return delivery?.id ?? '';
}

const publishMany = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => publish(`s${number}`)));

const begin = (deliveryId: string): Promise<AttemptDecision> =>
  beginAttempt(stack.database, stack.vault, { deliveryId, number: 1 }, new Date());

/** Makes the first attempt as its activity does. */
async function attempt(
  deliveryId: string,
  answer: number | null,
  fault = 'connection_reset',
): Promise<AttemptDecision['kind']> {
  const decision = await begin(deliveryId);
  if (decision.kind !== 'send') return decision.kind;
  const { webhookId, accountId, hasBreaker } = decision.order;
  const result = { durationMs: 1, statusCode: answer, error: answer === null ? fault : 'status' };
  const nextAttemptAt = new Date(Date.now() + 300_000);
  const breaker = hasBreaker ? { breakerOf: { webhookId, accountId } } : {};
  await finishAttempts(stack.database, [
    { deliveryId, number: 1, ...result, responseHeaders: null, responseExcerpt: null, nextAttemptAt, ...breaker },
  ]);
  return decision.kind;
}

const setProbeDue = (): Promise<unknown> =>
  stack.database.query(`update webhook_breakers set open_until = now() - interval '1 ms'`);

/** @returns deliveries that were told to look, since this was asked last */
async function readWoken(): Promise<string[]> {
  const woken = await stack.database.query<{ topic: string; subject: string }>(
    'delete from outbox returning topic, subject',
  );
  return woken.filter(({ topic }) => topic === TOPICS.signalDelivery).map(({ subject }) => subject);
}

/** Opens the breaker by as many faults. @returns the subscription */
async function createUnreachable(controls: object): Promise<string> {
  const webhook = await create({ breaker: true, ...controls });
  for (const id of await publishMany(FAULTS)) expect(await attempt(id, null)).toBe('send');
  return webhook;
}

describe('a subscription with a breaker', () => {
  it('lets deliveries wait while its endpoint cannot be reached, says so, and sends them when it answers', async () => {
    await stack.startWorkers();
    const webhook = await create({ breaker: true });
    const failed: string[] = [];
    for (let made = 0; made < FAULTS; made += 1) failed.push(await publish(`failed-${made}`));
    const isOut = (shown: Record<string, unknown>): boolean => shown['unreachable'] !== undefined;
    const shown = await eventually(() => look(`/v1/webhooks/${webhook}`), isOut, 'an open breaker');
    expect(shown).toMatchObject({ breaker: true, unreachable: { error: 'connection_reset' } });
    const { since } = shown['unreachable'] as { since: string };

    const held = await publishMany(3);
    for (const id of held) {
      const waits = (delivery: Record<string, unknown>): boolean => delivery['waits_for'] !== undefined;
      const delivery = await eventually(() => look(`/v1/deliveries/${id}`), waits, 'a delivery that waits');
      expect(delivery).toMatchObject({ status: 'pending', attempts: [], waits_for: { reason: 'unreachable', since } });
    }
    reaction = { status: 200 };
    const isDelivered = (all: Record<string, unknown>[]): boolean => all.every((one) => one['status'] === 'delivered');
    const all = () => Promise.all(held.map((id) => look(`/v1/deliveries/${id}`)));
    for (const delivery of await eventually(all, isDelivered, 'three deliveries')) {
      expect(delivery['attempts']).toHaveLength(1);
    }
    expect(await look(`/v1/webhooks/${webhook}`)).not.toHaveProperty('unreachable');
    // What has failed keeps to its schedule.
    const [first] = failed;
    expect(await look(`/v1/deliveries/${first ?? ''}`)).toMatchObject({ status: 'pending', next_attempt_at: /Z$/ });
  });

  it('makes one probe at a time, and hands the next one on when it fails', async () => {
    await create({ breaker: true });
    const deliveries = await publishMany(FAULTS + 3);
    const [one = '', two = '', three = ''] = deliveries.slice(FAULTS);
    for (const id of deliveries.slice(0, FAULTS)) expect(await attempt(id, null)).toBe('send');
    expect([await attempt(one, null), await attempt(two, null)]).toEqual(['held', 'held']);
    await setProbeDue();
    await stack.database.query('delete from outbox');
    expect(await attempt(one, null)).toBe('send');
    const told = await stack.database.query('select topic, subject from outbox');
    expect(told).toContainEqual({ topic: TOPICS.signalDelivery, subject: two });
    await setProbeDue();
    expect((await begin(two)).kind).toBe('send');
    expect(await attempt(three, null)).toBe('held');
    await stack.database.query('update delivery_attempts set leased_until = now() where duration_ms is null');
    // It keeps its probe when it asks again. 503 is an answer: the endpoint is there, so the others go on.
    expect(await attempt(two, 503)).toBe('send');
    const [change] = await stack.database.query('select subject from outbox where topic = $1', [TOPICS.webhookChanged]);
    expect(change).toBeDefined();
    expect(await attempt(three, 503)).toBe('send');
  });

  it('hands the next probe on to one that its order does not hold up', async () => {
    await createUnreachable({ ordered: true });
    const [behind, one, two] = [await publish('s0'), await publish('one'), await publish('two')];
    for (const id of [behind, one, two]) expect(await attempt(id, null)).toBe('held');
    await setProbeDue();
    await readWoken();
    expect(await attempt(one, null)).toBe('send');
    expect(await readWoken()).toEqual([two]);
  });

  it('hands the probe on from a delivery that ends without one', async () => {
    const webhook = await createUnreachable({ events: ['buyer.matched', 'shipment.created'] });
    const [one, two] = [await publish('one', 'shipment.created'), await publish('two')];
    for (const id of [one, two]) expect(await attempt(id, null)).toBe('held');
    await stack.call('PATCH', `/v1/webhooks/${webhook}`, { key, body: { events: ['buyer.matched'] } });
    await readWoken();
    expect(await attempt(one, null)).toBe('cancelled');
    expect(await readWoken()).toEqual([two]);
  });

  it('hands the probe on from a delivery that its order has come to hold up', async () => {
    await createUnreachable({ ordered: true });
    const [earlier, one, two] = [await publish('one'), await publish('one'), await publish('two')];
    await stack.database.query(`update deliveries set status = 'failed' where id = $1`, [earlier]);
    for (const id of [one, two]) expect(await attempt(id, null)).toBe('held');
    expect((await stack.call('POST', `/v1/deliveries/${earlier}/resend`, { key })).status).toBe(202);
    await readWoken();
    expect(await attempt(one, null)).toBe('held');
    expect(await readWoken()).toEqual([two]);
  });

  it('hands the probe on when its own policy refuses the target', async () => {
    await createUnreachable({});
    const [one, two] = [await publish('one'), await publish('two')];
    for (const id of [one, two]) expect(await attempt(id, null)).toBe('held');
    await setProbeDue();
    await readWoken();
    expect(await attempt(one, null, 'target_refused')).toBe('send');
    expect(await readWoken()).toEqual([two]);
  });

  it('forgets the outage when its address is changed or it is enabled', async () => {
    const webhook = await create({ breaker: true });
    for (const change of [{ url: `${receiver.url}/other` }, { enabled: true }, { breaker: true }]) {
      for (const id of await publishMany(FAULTS)) await attempt(id, null);
      expect(await look(`/v1/webhooks/${webhook}`)).toHaveProperty('unreachable');
      await stack.call('PATCH', `/v1/webhooks/${webhook}`, { key, body: change });
      expect(await look(`/v1/webhooks/${webhook}`)).not.toHaveProperty('unreachable');
    }
  });
});

describe('a subscription without a breaker', () => {
  it('makes every attempt at its time, however many have failed', async () => {
    await create({});
    for (const id of await publishMany(FAULTS + 1)) expect(await attempt(id, null)).toBe('send');
  });
});
