import { findOrCreateAccount } from '../../../db/auth/accounts';
import { recordCheckedEvent } from '../../../db/events';
import { TOPICS } from '../../../db/outbox';
import { assignProbe } from '../../../db/webhooks/breakers';
import type { AttemptResult } from '../../../db/webhooks/record-attempts';
import { readSenderBacklog } from '../../../db/webhooks/sender';
import type { AttemptOrder } from '../../../db/webhooks/attempt-orders';
import type { EventName } from '../../../domain/webhooks/events';
import { BROKEN, record, setDue, take, takeAll } from '../../support/attempts';
import { eventually } from '../../support/builders';
import { startScriptedServer, type Reaction, type ScriptedServer } from '../../support/http-server';
import { untilWaiting } from '../../support/locks';
import { startStack, type Stack } from '../../support/stack';

/** Faults in a row that open a breaker. Source: docs/GAPS.md#W15 */
const FAULTS = 5;

let stack: Stack;
let receiver: ScriptedServer;
/** Of the test. */
let account: string;
let key: string;
let reaction: Reaction;
let accounts = 0;

beforeAll(async () => {
  receiver = await startScriptedServer(() => reaction);
  stack = await startStack({ webhookTrustedOrigins: [receiver.url], workers: false });
});
beforeEach(async () => {
  reaction = 'reset';
  account = `acme-${(accounts += 1)}`;
  key = await stack.createKey(account);
});
afterEach(() => stack.stopWorkers());

async function create(controls: object): Promise<string> {
  const body = { url: `${receiver.url}/hook`, events: ['buyer.matched'], ...controls };
  return String((await stack.call('POST', '/v1/webhooks', { key, body })).body['id']);
}

const look = async (path: string): Promise<Record<string, unknown>> => (await stack.call('GET', path, { key })).body;

/** @returns the delivery of a new event */
async function publish(subject: string, type: EventName = 'buyer.matched'): Promise<string> {
  const tenant = { accountId: (await findOrCreateAccount(stack.database, account)).id, environment: 'test' as const };
  const object = { id: subject };
  const event = await recordCheckedEvent(stack.database, { tenant, type, object, subject });
  const [delivery] = (await look(`/v1/events/${event}`))['deliveries'] as { id: string }[];
  return delivery?.id ?? '';
}

const publishMany = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => publish(`s${number}`)));

const GONE: AttemptResult = {
  durationMs: 1,
  statusCode: null,
  error: 'connection_reset',
  responseHeaders: null,
  responseExcerpt: null,
};

const idsOf = (orders: readonly AttemptOrder[]): string[] => orders.map(({ deliveryId }) => deliveryId);

const setProbeDue = (): Promise<unknown> =>
  stack.database.query(`update webhook_breakers set open_until = now() - interval '1 ms', probe_until = null`);

/** Opens the breaker by as many faults. @returns the subscription, and the deliveries that failed */
async function createUnreachable(controls: object): Promise<{ webhook: string; failed: string[] }> {
  const webhook = await create({ breaker: true, ...controls });
  const failed = (await publishMany(FAULTS)).sort();
  await record(stack.database, await takeAll(stack, webhook), GONE);
  return { webhook, failed };
}

/** @returns what was told to look, or to send, since this was asked last */
async function readWoken(): Promise<{ topic: string; subject: string }[]> {
  return stack.database.query('delete from outbox returning topic, subject');
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

  it('lets its sender make one probe at a time, when it is due', async () => {
    const { webhook } = await createUnreachable({});
    await publishMany(3);
    const askedAt = Date.now();
    expect(await takeAll(stack, webhook)).toEqual([]);
    const { left, nextAt, unreachableSince } = await readSenderBacklog(stack.database, webhook);
    expect([left, unreachableSince]).toEqual([3, expect.any(Date)]);
    expect(nextAt?.getTime()).toBeGreaterThan(askedAt);
    await setProbeDue();
    const both = await Promise.all([takeAll(stack, webhook), takeAll(stack, webhook)]);
    expect(both.flat()).toHaveLength(1);
    expect(await takeAll(stack, webhook)).toEqual([]);
    await record(stack.database, both.flat(), GONE);
    expect(await takeAll(stack, webhook)).toEqual([]);
    await setProbeDue();
    const next = await takeAll(stack, webhook);
    expect(next).toHaveLength(1);
    await readWoken();
    // 503 is an answer: the endpoint is there, so the others go on.
    await record(stack.database, next, BROKEN);
    expect(await readWoken()).toContainEqual({ topic: TOPICS.webhookChanged, subject: webhook });
    expect(await takeAll(stack, webhook)).toHaveLength(1);
  });

  it('makes no probe that another transaction has assigned and not committed yet', async () => {
    const { webhook } = await createUnreachable({});
    await publishMany(1);
    await setProbeDue();
    let taken: Promise<AttemptOrder[]> = Promise.resolve([]);
    await stack.database.transaction(async (client) => {
      await client.query(
        `update webhook_breakers set probe_owner = 'dlv_other', probe_until = now() + interval '10 seconds' where webhook_id = $1`,
        [webhook],
      );
      taken = takeAll(stack, webhook);
      await untilWaiting(stack.database, 1);
    });
    expect(await taken).toEqual([]);
  });

  it('has the probe made by a delivery that waits elsewhere, where the sender has none', async () => {
    const { webhook, failed } = await createUnreachable({});
    const [one = '', two = ''] = failed;
    for (const id of [one, two]) {
      await setDue(stack.database, id);
      expect(await take(stack, id, 2)).toMatchObject({
        status: 'waiting',
        unreachableSince: expect.any(String) as string,
      });
    }
    // The sender is the clock of the probe.
    expect(await readWoken()).toContainEqual({ topic: TOPICS.sendFirsts, subject: webhook });
    expect(await readSenderBacklog(stack.database, webhook)).toMatchObject({ left: 0, isClock: true });
    await assignProbe(stack.database, webhook);
    expect(await readWoken()).toEqual([]);
    await setProbeDue();
    await assignProbe(stack.database, webhook);
    await assignProbe(stack.database, webhook);
    expect(await readWoken()).toEqual([{ topic: TOPICS.signalDelivery, subject: one }]);
    expect((await take(stack, two, 2)).status).toBe('waiting');
    expect((await take(stack, one, 2)).status).toBe('send');
  });

  it('gives the probe to another one when whoever has it makes none in its time', async () => {
    const { webhook, failed } = await createUnreachable({});
    for (const id of failed) {
      await setDue(stack.database, id);
      await take(stack, id, 2);
    }
    await setProbeDue();
    await assignProbe(stack.database, webhook);
    await stack.database.query(`update deliveries set status = 'cancelled' where id = $1`, [failed[0]]);
    await stack.database.query(`update webhook_breakers set probe_until = now()`);
    await readWoken();
    await assignProbe(stack.database, webhook);
    expect(await readWoken()).toEqual([{ topic: TOPICS.signalDelivery, subject: failed[1] }]);
  });

  it('gives the probe to none that its order holds up', async () => {
    const { webhook } = await createUnreachable({ ordered: true });
    const [behind, free] = [await publish('s0'), await publish('free')];
    await setProbeDue();
    expect(idsOf(await takeAll(stack, webhook))).toEqual([free]);
    const row = await look(`/v1/deliveries/${behind}`);
    expect(row).toMatchObject({ status: 'pending', waits_for: { reason: 'order' } });
  });

  it('frees the probe when its own policy refuses the target', async () => {
    const { webhook } = await createUnreachable({});
    await publishMany(2);
    await setProbeDue();
    await record(stack.database, await takeAll(stack, webhook), { ...GONE, error: 'target_refused' });
    await stack.database.query(`update webhook_breakers set open_until = now()`);
    expect(await takeAll(stack, webhook)).toHaveLength(1);
  });

  it('forgets the outage when its address is changed or it is enabled', async () => {
    const webhook = await create({ breaker: true });
    for (const change of [{ url: `${receiver.url}/other` }, { enabled: true }, { breaker: true }]) {
      await publishMany(FAULTS);
      await record(stack.database, await takeAll(stack, webhook), GONE);
      expect(await look(`/v1/webhooks/${webhook}`)).toHaveProperty('unreachable');
      await stack.call('PATCH', `/v1/webhooks/${webhook}`, { key, body: change });
      expect(await look(`/v1/webhooks/${webhook}`)).not.toHaveProperty('unreachable');
    }
  });
});

describe('a subscription without a breaker', () => {
  it('makes every attempt at its time, however many have failed', async () => {
    const webhook = await create({});
    await publishMany(FAULTS);
    await record(stack.database, await takeAll(stack, webhook), GONE);
    await publishMany(1);
    expect(await takeAll(stack, webhook)).toHaveLength(1);
  });
});
