import { listAuditEntries } from '../../db/auth/audit-log';
import { beginAttempt, readMadeAttempt, resolveDeliveryState } from '../../db/webhooks/attempts';
import { finishAttempts, type AttemptResult } from '../../db/webhooks/finish-attempts';
import { updateSubscription } from '../../db/webhooks/subscriptions';
import { createTestDelivery } from '../../db/webhooks/deliveries';
import { DELIVERY_STATUSES } from '../../domain/webhooks/schemas';
import { startStack, type Stack } from '../support/stack';

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

async function begin(): Promise<{ deliveryId: string; number: number }> {
  const tenant = { accountId, environment: 'test' as const };
  const made = { tenant, webhookId, type: 'payment.settled', object: {} };
  const { deliveryId } = await createTestDelivery(stack.database, made);
  const attempt = { deliveryId, number: 1 };
  expect((await beginAttempt(stack.database, stack.vault, attempt, new Date())).kind).toBe('send');
  return attempt;
}

const state = async (deliveryId: string) => {
  const [row] = await stack.database.query('select status, next_attempt_at from deliveries where id = $1', [
    deliveryId,
  ]);
  return row;
};

const OK = { durationMs: 20, statusCode: 200, error: null, responseHeaders: {}, responseExcerpt: '' };
const CONFLICT = { durationMs: 30, statusCode: 409, error: 'status', responseHeaders: {}, responseExcerpt: '' };
const LATER = new Date(Date.now() + 300_000);

/** @returns whether this run recorded the end of the attempt */
async function finish(
  attempt: { deliveryId: string; number: number },
  result: AttemptResult,
  nextAttemptAt: Date | null,
): Promise<boolean> {
  return (await finishAttempts(stack.database, [{ ...attempt, ...result, nextAttemptAt }])).has(attempt.deliveryId);
}

describe('an attempt that two runs make', () => {
  it('is begun by one of them; the other waits until it is on record, or until the first cannot be at it any more', async () => {
    const attempt = await begin();
    const beginAgain = () => beginAttempt(stack.database, stack.vault, attempt, new Date());
    const others = await Promise.all([beginAgain(), beginAgain()]);
    expect(others).toEqual([{ kind: 'under_way' }, { kind: 'under_way' }]);
    await stack.database.query('update delivery_attempts set leased_until = now() where delivery_id = $1', [
      attempt.deliveryId,
    ]);
    const kinds = (await Promise.all([beginAgain(), beginAgain()])).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['send', 'under_way']);
    await finish(attempt, OK, null);
    expect(await beginAgain()).toMatchObject({ kind: 'made', delivered: true });
  });

  it('is not on record for a run that may not begin it', async () => {
    const attempt = await begin();
    await stack.database.query('delete from delivery_attempts where delivery_id = $1', [attempt.deliveryId]);
    const declined = { ...attempt, mayBegin: () => false };
    expect(await beginAttempt(stack.database, stack.vault, declined, new Date())).toEqual({ kind: 'deferred' });
    expect((await beginAttempt(stack.database, stack.vault, attempt, new Date())).kind).toBe('send');
  });

  it('is recorded by the first: a late failure does not take back a delivery', async () => {
    const attempt = await begin();
    expect(await finish(attempt, OK, null)).toBe(true);
    expect(await finish(attempt, CONFLICT, LATER)).toBe(false);
    expect(await state(attempt.deliveryId)).toEqual({ status: 'delivered', next_attempt_at: null });
    expect(await readMadeAttempt(stack.database, attempt)).toMatchObject({ delivered: true });
  });

  it('is told to whoever comes later with the end that is on record', async () => {
    const attempt = await begin();
    await finish(attempt, CONFLICT, LATER);
    const [row] = await stack.database.query<{ started_at: Date }>(
      'select started_at from delivery_attempts where delivery_id = $1',
      [attempt.deliveryId],
    );
    const made = await beginAttempt(stack.database, stack.vault, attempt, new Date());
    const endedAt = new Date((row?.started_at.getTime() ?? 0) + CONFLICT.durationMs);
    expect(made).toEqual({ kind: 'made', delivered: false, endedAt, inBurst: false });
  });
});

describe('a delivery', () => {
  const expireLease = (deliveryId: string) =>
    stack.database.query('update delivery_attempts set leased_until = now() where delivery_id = $1', [deliveryId]);
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
    const { deliveryId } = await begin();
    expect(await shown(deliveryId)).toEqual({ status: 'delivering', isDue: false, found: ['delivering'] });
    await finish({ deliveryId, number: 1 }, CONFLICT, new Date());
    expect(await shown(deliveryId)).toEqual({ status: 'pending', isDue: true, found: ['pending'] });
    await beginAttempt(stack.database, stack.vault, { deliveryId, number: 2 }, new Date());
    expect(await shown(deliveryId)).toEqual({ status: 'delivering', isDue: false, found: ['delivering'] });
    await finish({ deliveryId, number: 2 }, OK, null);
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
async function beginReal(): Promise<{ deliveryId: string; number: number }> {
  const attempt = await begin();
  await stack.database.query('update deliveries set test = false where id = $1', [attempt.deliveryId]);
  return attempt;
}

describe('a subscription that listens to an event no more', () => {
  const listenTo = (...events: string[]) =>
    stack.database.query('update webhook_subscriptions set events = $2 where id = $1', [webhookId, events]);
  const beginNext = ({ deliveryId }: { deliveryId: string }) =>
    beginAttempt(stack.database, stack.vault, { deliveryId, number: 2 }, new Date());
  const attemptsOf = ({ deliveryId }: { deliveryId: string }) =>
    stack.database.query('select number from delivery_attempts where delivery_id = $1 order by number', [deliveryId]);

  let waiting: { deliveryId: string; number: number };
  beforeEach(async () => {
    waiting = await beginReal();
    await finish(waiting, CONFLICT, LATER);
  });
  afterEach(() => listenTo('payment.settled'));

  it('is sent nothing: the delivery is cancelled at its next attempt, of which nothing is on record', async () => {
    await listenTo('payment.failed');
    expect(await beginNext(waiting)).toEqual({ kind: 'cancelled' });
    expect(await state(waiting.deliveryId)).toEqual({ status: 'cancelled', next_attempt_at: null });
    expect(await attemptsOf(waiting)).toEqual([{ number: 1 }]);
  });

  it('has its waiting deliveries cancelled at once', async () => {
    await listenTo('payment.failed');
    expect(await resolveDeliveryState(stack.database, waiting.deliveryId)).toBe('cancelled');
    expect(await state(waiting.deliveryId)).toEqual({ status: 'cancelled', next_attempt_at: null });
  });

  it('is sent what a pattern still names', async () => {
    await listenTo('payment.failed', 'payment.*');
    expect(await resolveDeliveryState(stack.database, waiting.deliveryId)).toBe('waiting');
    expect(await beginNext(waiting)).toMatchObject({ kind: 'send' });
  });

  it('is sent tests of it', async () => {
    const test = await begin();
    await listenTo('payment.failed');
    await finish(test, CONFLICT, LATER);
    expect(await beginNext(test)).toMatchObject({ kind: 'send' });
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
    await finish(early, CONFLICT, LATER);
    expect(await entries()).toEqual([]);
    await failFor(5);
    await finish(first, CONFLICT, LATER);
    await finish(second, CONFLICT, LATER);
    const [row] = await stack.database.query('select enabled, disabled_reason from webhook_subscriptions');
    expect(row).toEqual({ enabled: false, disabled_reason: 'Every delivery failed for 5 days' });
    expect(await entries()).toEqual(['corridor']);
    const orders = await stack.database.query(`select subject from outbox where topic = 'webhook.changed'`);
    expect(orders).toEqual([{ subject: webhookId }]);
  });
});
