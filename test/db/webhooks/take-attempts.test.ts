import { listAuditEntries } from '../../../db/auth/audit-log';
import { settleDelivery } from '../../../db/webhooks/take-attempts';
import { updateSubscription } from '../../../db/webhooks/subscriptions';
import { createTestDelivery } from '../../../db/webhooks/deliveries';
import type { AttemptResult, MadeAttempt } from '../../../db/webhooks/record-attempts';
import { DELIVERY_STATUSES } from '../../../domain/webhooks/schemas';
import { BROKEN, OK, record, setDue, take, takeAll } from '../../support/attempts';
import { startStack, type Stack } from '../../support/stack';

let stack: Stack;
let key: string;
let webhookId: string;
let accountId: string;

beforeAll(async () => {
  stack = await startStack({ workers: false, webhookTrustedOrigins: ['http://127.0.0.1:9'] });
  key = await stack.createKey('acme');
  const body = { url: 'http://127.0.0.1:9/hook', events: ['payment.settled'] };
  webhookId = String((await stack.call('POST', '/v1/webhooks', { key, body })).body['id']);
  const [row] = await stack.database.query<{ id: string }>('select account_id as id from webhook_subscriptions');
  accountId = row?.id ?? '';
});

type Order = MadeAttempt['order'];

/** Begins the attempt of a test. */
async function begin(): Promise<Order> {
  const tenant = { accountId, environment: 'test' as const };
  const made = { tenant, webhookId, type: 'payment.settled', object: {} };
  const { deliveryId } = await createTestDelivery(stack.database, made);
  return beginAttempt(deliveryId, 1);
}

async function beginAttempt(deliveryId: string, number: number): Promise<Order> {
  const decision = await take(stack, deliveryId, number);
  if (decision.status !== 'send') throw new Error(decision.status);
  return decision.order;
}

const state = async (deliveryId: string) => {
  const [row] = await stack.database.query('select status, next_attempt_at from deliveries where id = $1', [
    deliveryId,
  ]);
  return row;
};

/** @returns whether this run recorded the end of the attempt */
async function finish(order: Order, result: AttemptResult): Promise<boolean> {
  return (await record(stack.database, [order], result)).has(order.deliveryId);
}

describe('an attempt that two runs make', () => {
  it('is begun by one of them; the other waits until it is on record, or until the first cannot be at it any more', async () => {
    const order = await begin();
    const { deliveryId } = order;
    const beginAgain = () => take(stack, deliveryId, 1);
    const others = await Promise.all([beginAgain(), beginAgain()]);
    expect(others).toEqual([{ status: 'under_way' }, { status: 'under_way' }]);
    await stack.database.query(
      `update delivery_attempts set leased_until = now() - interval '1 millisecond' where delivery_id = $1`,
      [deliveryId],
    );
    const statuses = (await Promise.all([beginAgain(), beginAgain()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['send', 'under_way']);
    await finish(order, OK);
    expect(await beginAgain()).toEqual({ status: 'delivered' });
  });

  it('is recorded by the first: a late failure does not take back a delivery', async () => {
    const order = await begin();
    expect(await finish(order, OK)).toBe(true);
    expect(await finish(order, BROKEN)).toBe(false);
    expect(await state(order.deliveryId)).toEqual({ status: 'delivered', next_attempt_at: null });
    expect(await take(stack, order.deliveryId, 1)).toEqual({ status: 'delivered' });
  });

  it('is told to whoever comes later with the end that is on record', async () => {
    const order = await begin();
    await finish(order, BROKEN);
    const [row] = await stack.database.query<{ started_at: Date }>(
      'select started_at from delivery_attempts where delivery_id = $1',
      [order.deliveryId],
    );
    const endedAtMs = (row?.started_at.getTime() ?? 0) + BROKEN.durationMs;
    expect(await take(stack, order.deliveryId, 1)).toEqual({ status: 'failed', endedAtMs });
  });
});

describe('a delivery', () => {
  const expireLease = (deliveryId: string) =>
    stack.database.query(
      `update delivery_attempts set leased_until = now() - interval '1 millisecond' where delivery_id = $1`,
      [deliveryId],
    );
  const shown = async (deliveryId: string) => {
    const { body } = await stack.call('GET', `/v1/deliveries/${deliveryId}`, { key });
    const found: string[] = [];
    for (const status of DELIVERY_STATUSES) {
      const list = await stack.call('GET', `/v1/webhooks/${webhookId}/deliveries?status=${status}&limit=100`, { key });
      if ((list.body['data'] as { id: string }[]).some(({ id }) => id === deliveryId)) found.push(status);
    }
    return { status: body['status'], isDue: body['next_attempt_at'] !== null, found };
  };

  it('is delivering while an attempt is made, the first one or a later one, and found as that alone', async () => {
    const first = await beginReal();
    const { deliveryId } = first;
    expect(await shown(deliveryId)).toEqual({ status: 'delivering', isDue: false, found: ['delivering'] });
    await finish(first, BROKEN);
    expect(await shown(deliveryId)).toEqual({ status: 'pending', isDue: true, found: ['pending'] });
    await setDue(stack.database, deliveryId);
    const second = await beginAttempt(deliveryId, 2);
    expect(await shown(deliveryId)).toEqual({ status: 'delivering', isDue: false, found: ['delivering'] });
    await finish(second, OK);
    expect(await shown(deliveryId)).toEqual({ status: 'delivered', isDue: false, found: ['delivered'] });
  });

  it('waits again when nobody can be at its first attempt any more', async () => {
    const { deliveryId } = await begin();
    await expireLease(deliveryId);
    expect(await shown(deliveryId)).toEqual({ status: 'pending', isDue: true, found: ['pending'] });
  });

  it('stays paused or cancelled where it became so just before its first attempt', async () => {
    for (const status of ['paused', 'cancelled']) {
      const { deliveryId } = await begin();
      await stack.database.query('update deliveries set status = $2 where id = $1', [deliveryId, status]);
      expect(await shown(deliveryId)).toMatchObject({ status, found: [status] });
    }
  });
});

/** Of an event, where `begin` makes a test. */
async function beginReal(): Promise<Order> {
  const order = await begin();
  await stack.database.query('update deliveries set test = false, in_sender = true where id = $1', [order.deliveryId]);
  return { ...order, test: false };
}

describe('a retry', () => {
  it('is made once the first attempt has failed and it is due', async () => {
    const order = await beginReal();
    const { deliveryId } = order;
    expect(await take(stack, deliveryId, 2)).toEqual({ status: 'cancelled' });
    await finish(order, BROKEN);
    expect(await take(stack, deliveryId, 2)).toMatchObject({
      status: 'waiting',
      untilMs: expect.any(Number) as number,
    });
    await setDue(stack.database, deliveryId);
    expect(await take(stack, deliveryId, 2)).toMatchObject({ status: 'send' });
    expect(await take(stack, 'dlv_invented', 1)).toEqual({ status: 'cancelled' });
  });

  it('is due five minutes after the end of the first attempt, in a workflow of its own that somebody begins', async () => {
    const order = await beginReal();
    const before = Date.now();
    await finish(order, BROKEN);
    const [row] = await stack.database.query<{ next: Date; in_sender: boolean }>(
      'select next_attempt_at as next, in_sender from deliveries where id = $1',
      [order.deliveryId],
    );
    expect(row?.in_sender).toBe(false);
    expect(Math.abs((row?.next.getTime() ?? 0) - before - 300_000)).toBeLessThan(2_000);
    const orders = await stack.database.query(`select topic from outbox where subject = $1 and available_at > now()`, [
      order.deliveryId,
    ]);
    expect(orders).toContainEqual({ topic: 'delivery.start' });
  });
});

describe('a batch that a killed worker has left', () => {
  it('is taken again when its lease has ended, and not before', async () => {
    const order = await beginReal();
    await stack.database.query(`update deliveries set status = 'cancelled' where webhook_id = $1 and id <> $2`, [
      webhookId,
      order.deliveryId,
    ]);
    expect(await takeAll(stack, webhookId)).toEqual([]);
    await stack.database.query(`update delivery_attempts set leased_until = now() - interval '1 millisecond'`);
    expect((await takeAll(stack, webhookId)).map(({ deliveryId }) => deliveryId)).toEqual([order.deliveryId]);
    await finish(order, OK);
    expect(await takeAll(stack, webhookId)).toEqual([]);
  });
});

describe('a delivery that is paused or cancelled during its attempt', () => {
  const settle = async (deliveryId: string, change: string) => {
    await stack.database.query(`update deliveries set in_sender = false where id = $1`, [deliveryId]);
    await stack.database.query(`update webhook_subscriptions set ${change} where id = $1`, [webhookId]);
    return settleDelivery(stack.database, deliveryId);
  };
  afterEach(() => stack.database.query('update webhook_subscriptions set enabled = true, deleted_at = null'));

  it('stays cancelled when the attempt fails, and is delivered when it succeeds', async () => {
    const [failing, succeeding] = [await beginReal(), await beginReal()];
    for (const { deliveryId } of [failing, succeeding]) {
      expect(await settle(deliveryId, 'deleted_at = now()')).toBe('cancelled');
    }
    await finish(failing, BROKEN);
    await finish(succeeding, OK);
    expect(await state(failing.deliveryId)).toEqual({ status: 'cancelled', next_attempt_at: null });
    expect(await state(succeeding.deliveryId)).toEqual({ status: 'delivered', next_attempt_at: null });
  });

  it('stays paused when the attempt fails, and keeps its due time once it is enabled', async () => {
    const order = await beginReal();
    expect(await settle(order.deliveryId, 'enabled = false')).toBe('paused');
    await finish(order, BROKEN);
    const paused = await state(order.deliveryId);
    expect(paused).toMatchObject({ status: 'paused', next_attempt_at: expect.any(Date) as Date });
    expect(await settle(order.deliveryId, 'enabled = true')).toBe('waiting');
    expect(await state(order.deliveryId)).toEqual({ ...paused, status: 'pending' });
  });
});

describe('a subscription that listens to an event no more', () => {
  const listenTo = (...events: string[]) =>
    stack.database.query('update webhook_subscriptions set events = $2 where id = $1', [webhookId, events]);
  const attemptsOf = ({ deliveryId }: { deliveryId: string }) =>
    stack.database.query('select number from delivery_attempts where delivery_id = $1 order by number', [deliveryId]);

  let waiting: Order;
  beforeEach(async () => {
    waiting = await beginReal();
    await finish(waiting, BROKEN);
    await setDue(stack.database, waiting.deliveryId);
  });
  afterEach(() => listenTo('payment.settled'));

  it('is sent nothing: the delivery is cancelled at its next attempt, of which nothing is on record', async () => {
    await listenTo('payment.failed');
    expect(await take(stack, waiting.deliveryId, 2)).toEqual({ status: 'cancelled' });
    expect(await state(waiting.deliveryId)).toEqual({ status: 'cancelled', next_attempt_at: null });
    expect(await attemptsOf(waiting)).toEqual([{ number: 1 }]);
  });

  it('has its waiting deliveries cancelled at once', async () => {
    await listenTo('payment.failed');
    expect(await settleDelivery(stack.database, waiting.deliveryId)).toBe('cancelled');
    expect(await state(waiting.deliveryId)).toEqual({ status: 'cancelled', next_attempt_at: null });
  });

  it('is sent what a pattern still names', async () => {
    await listenTo('payment.failed', 'payment.*');
    expect(await settleDelivery(stack.database, waiting.deliveryId)).toBe('waiting');
    expect(await take(stack, waiting.deliveryId, 2)).toMatchObject({ status: 'send' });
  });

  it('is sent tests of it', async () => {
    await listenTo('payment.failed');
    expect(await begin()).toMatchObject({ number: 1 });
  });
});

describe('a subscription that failed for five days', () => {
  const failFor = (days: number) =>
    stack.database.query('update webhook_subscriptions set failing_since = now() - make_interval(days => $1)', [days]);
  const entries = async () =>
    (await listAuditEntries(stack.database, accountId))
      .filter(({ act }) => act === 'webhook.disabled')
      .map(({ actor }) => actor);

  it('begins anew where it is sent elsewhere: the new address has not failed', async () => {
    await failFor(5);
    const tenant = { accountId, environment: 'test' as const };
    const change = (url: string) =>
      updateSubscription(stack.database, stack.vault, { tenant, id: webhookId, actor: 'test' }, { url });
    const since = async () =>
      (
        await stack.database.query<{ since: Date | null }>('select failing_since as since from webhook_subscriptions')
      )[0]?.since;
    await change('http://127.0.0.1:9/hook');
    expect(await since()).toBeInstanceOf(Date);
    await change('http://127.0.0.1:9/other');
    expect(await since()).toBeNull();
  });

  it('is disabled once, an act of the service in the audit log, and its waiting deliveries are parked', async () => {
    const [early, first, second] = [await beginReal(), await beginReal(), await beginReal()];
    await failFor(4);
    await finish(early, BROKEN);
    expect(await entries()).toEqual([]);
    await failFor(5);
    await stack.database.query('update webhook_subscriptions set used_up_at = now()');
    await finish(first, BROKEN);
    await finish(second, BROKEN);
    const [row] = await stack.database.query('select enabled, disabled_reason from webhook_subscriptions');
    expect(row).toEqual({ enabled: false, disabled_reason: 'Every delivery failed for 5 days' });
    expect(await entries()).toEqual(['corridor']);
    const orders = await stack.database.query(`select subject from outbox where topic = 'webhook.changed'`);
    expect(orders).toEqual([{ subject: webhookId }]);
  });
});
