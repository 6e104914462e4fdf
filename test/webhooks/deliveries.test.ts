import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { SEARCH_ATTRIBUTES } from '../../workflows/contract';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import { startScriptedServer, type HttpRequest, type Reaction, type ScriptedServer } from '../support/http-server';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';
import { begun, clientOf } from '../support/temporal';

let stack: Stack;
let partner: TestPartner;
let receiver: ScriptedServer;
let key: string;
let react: (request: HttpRequest) => Reaction = () => ({ status: 200 });
/** Each test has its own endpoint: what an earlier one's deliveries still send goes to that one's. */
let path = '';
let tests = 0;

beforeAll(async () => {
  receiver = await startScriptedServer((request) => react(request));
  stack = await startStack({ webhookTrustedOrigins: [receiver.url] });
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
});

beforeEach(async () => {
  react = () => ({ status: 200 });
  path = `/hook-${++tests}`;
  const page = await stack.call('GET', '/v1/webhooks?limit=100', { key });
  for (const hook of page.body['data'] as { id: string }[])
    await stack.call('DELETE', `/v1/webhooks/${hook.id}`, { key });
});

interface Hook {
  id: string;
  secret: string;
}

async function subscribe(events: string[], extra: Record<string, unknown> = {}): Promise<Hook> {
  const body = { url: `${receiver.url}${path}`, events, ...extra };
  const answer = await stack.call('POST', '/v1/webhooks', { key, body });
  expect(answer.status).toBe(201);
  return answer.body as unknown as Hook;
}

/** The requests to this test's endpoint, once there are so many. */
const ours = (): HttpRequest[] => receiver.requests.filter((request) => request.path === path);

async function received(count: number, what: string): Promise<HttpRequest[]> {
  await receiver.until(() => ours().length >= count, what);
  return ours();
}

async function pay(): Promise<string> {
  const answer = await stack.call('POST', '/api/v1/payments/instructions', {
    key,
    body: instructionBody({ clientReference: `c-${Math.random()}` }),
  });
  return (answer.body['data'] as { instructionId: string }).instructionId;
}

function payload(request: HttpRequest | undefined): Record<string, unknown> {
  return JSON.parse(request?.body.toString('utf8') ?? '{}') as Record<string, unknown>;
}

interface DeliveryShown {
  id: string;
  status: string;
  event: string;
  next_attempt_at: string | null;
  attempts: {
    number: number;
    at: string;
    status_code: number | null;
    duration_ms: number | null;
    error: string | null;
    response_excerpt: string | null;
  }[];
}

async function deliveriesOf(hook: Hook): Promise<DeliveryShown[]> {
  const answer = await stack.call('GET', `/v1/webhooks/${hook.id}/deliveries`, { key });
  return answer.body['data'] as DeliveryShown[];
}

/** The newest delivery to a hook, once it is as wanted. */
async function untilDelivery(hook: Hook, wanted: (delivery: DeliveryShown) => boolean, what: string) {
  const list = await eventually(
    () => deliveriesOf(hook),
    ([newest]) => newest !== undefined && wanted(newest),
    what,
  );
  return list[0];
}

const hasFailed = ({ attempts }: DeliveryShown): boolean => attempts[0]?.status_code === 500;
const isDelivered = ({ status }: DeliveryShown): boolean => status === 'delivered';

describe('payment notifications', () => {
  it('arrive for each transition with sequence and previous status', async () => {
    await subscribe(['payment.*']);
    const id = await pay();
    // Until the partner was sent the payment it knows of none.
    const accept = () =>
      stack.call('PUT', `/api/v1/payments/instructions/${id}/status`, {
        key: partner.key,
        body: { status: 'accepted' },
      });
    await eventually(accept, ({ status }) => status === 200, 'the report');
    await stack.call('POST', `/api/v1/payments/instructions/${id}/settlement`, {
      key: partner.key,
      body: settlementBody(),
    });
    const events = await eventually(
      () =>
        Promise.resolve(
          ours()
            .map(payload)
            .sort((a, b) => sequence(a) - sequence(b)),
        ),
      (all) => all.some((event) => event['type'] === 'payment.settled' && sequence(event) === all.length),
      'every event up to the settlement',
    );
    // A partner whose answer takes longer than the client waits is announced first, as `pending`.
    expect(events.map((event) => [event['event'], event['type']]).slice(-3)).toEqual([
      ['payment.status_changed', 'payment.submitted'],
      ['payment.status_changed', 'payment.accepted'],
      ['payment.status_changed', 'payment.settled'],
    ]);
    const data = events.map((event) => event['data'] as { status: string });
    data.forEach((object, index) =>
      expect(object).toMatchObject({
        instructionId: id,
        previousStatus: data[index - 1]?.status ?? null,
        sequence: index + 1,
      }),
    );
  });

  function sequence(event: Record<string, unknown>): number {
    return (event['data'] as { sequence: number }).sequence;
  }

  it('carry amount and currency, signed, where a subscription asks for them', async () => {
    const plain = await subscribe(['payment.submitted']);
    const { secret, ...shown } = await subscribe(['payment.submitted'], { include_amount: true });
    expect(shown).toMatchObject({ include_amount: true });
    expect(plain).not.toHaveProperty('include_amount');
    const body = instructionBody({ amount: 1250.5, currency: 'EUR', clientReference: `c-${Math.random()}` });
    expect((await stack.call('POST', '/api/v1/payments/instructions', { key, body })).status).toBe(201);
    const requests = await received(2, 'both deliveries');
    const data = requests.map((request) => payload(request)['data'] as Record<string, unknown>);
    const [asked] = data.filter((object) => 'amount' in object);
    const [others] = data.filter((object) => !('amount' in object));
    expect(asked).toEqual({ ...others, amount: 1250.5, currency: 'EUR' });
    const sent = requests.find((request) => request.body.includes('"amount"'));
    const verify = () => new Webhook(secret).verify(sent?.body ?? '', sent?.headers as Record<string, string>);
    expect(verify).not.toThrow();
  });

  it('are chosen by an amount or currency that they carry', async () => {
    const filters = [{ currency: ['EUR'], status: ['submitted'] }, { currency: ['USD'] }, { amount: [1250.5, 7] }];
    const hooks: unknown[] = [];
    for (const filter of filters) {
      hooks.push((await subscribe(['payment.submitted'], { include_amount: true, filter }))['id']);
    }
    const without = await subscribe(['payment.submitted'], { filter: { currency: ['EUR'] } });
    const body = instructionBody({ amount: 1250.5, currency: 'EUR', clientReference: `c-${Math.random()}` });
    expect((await stack.call('POST', '/api/v1/payments/instructions', { key, body })).status).toBe(201);
    const given = () =>
      stack.database.query<{ id: string }>(
        'select webhook_id as id from deliveries where webhook_id = any($1) order by id',
        [[...hooks, without['id']]],
      );
    const rows = await eventually(given, ({ length }) => length > 0, 'deliveries');
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([hooks[0], hooks[2]]));
  });

  it('carry every signature that the specification and Standard Webhooks know', async () => {
    const { secret } = await subscribe(['payment.submitted']);
    await pay();
    const [request] = await received(1, 'the event');
    const body = request?.body ?? Buffer.alloc(0);
    const header = (name: string): string => String(request?.headers[name]);

    expect(header('x-service-signature')).toBe(createHmac('sha256', secret).update(body).digest('hex'));
    expect(
      new Webhook(secret).verify(body, {
        'webhook-id': header('webhook-id'),
        'webhook-timestamp': header('webhook-timestamp'),
        'webhook-signature': header('webhook-signature'),
      }),
    ).toMatchObject({ type: 'payment.submitted' });
    // A receiver that drops the signature member and writes the rest again in the received order.
    const { signature, ...rest } = payload(request);
    expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(JSON.stringify(rest)).digest('hex')}`);
    expect(header('content-type')).toBe('application/json');
    expect(header('user-agent')).toBe('Corridor-Webhooks/1');
    expect(header('webhook-id')).toBe(rest['id']);
  });

  it('go once to a subscription however many of its patterns match', async () => {
    const hook = await subscribe(['payment.submitted', 'payment.*', '*']);
    await pay();
    await untilDelivery(hook, isDelivered, 'the delivery');
    expect(await deliveriesOf(hook)).toHaveLength(1);
  });

  it.each([201, 204, 302, 500])('status %i is a failure, retried in five minutes from the attempt', async (status) => {
    react = () => ({ status, headers: { location: `${receiver.url}/elsewhere` } });
    const hook = await subscribe(['payment.submitted']);
    await pay();
    const delivery = await untilDelivery(
      hook,
      ({ attempts, status }) => (attempts[0]?.duration_ms ?? null) !== null && status === 'pending',
      'the failure',
    );
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ number: 1, status_code: status, error: 'status' }],
    });
    const [attempt] = delivery?.attempts ?? [];
    const endedAt = Date.parse(attempt?.at ?? '') + (attempt?.duration_ms ?? 0);
    expect(Math.abs(Date.parse(delivery?.next_attempt_at ?? '') - endedAt - 300_000)).toBeLessThan(60_000);
    expect(receiver.requests.some((request) => request.path === '/elsewhere')).toBe(false);
  });

  it('an answer after five seconds is a failure', async () => {
    react = () => 'silence';
    const hook = await subscribe(['payment.submitted']);
    await pay();
    const delivery = await untilDelivery(hook, ({ attempts }) => attempts[0]?.error === 'timeout', 'the time-out');
    expect(delivery?.attempts[0]?.duration_ms).toBeGreaterThanOrEqual(4_900);
    expect(delivery?.attempts[0]?.duration_ms).toBeLessThan(30_000);
  });

  it('pause while the subscription is disabled and end when it is deleted', async () => {
    react = () => ({ status: 500 });
    const hook = await subscribe(['payment.submitted']);
    await pay();
    await untilDelivery(hook, hasFailed, 'the failure');
    await stack.call('PATCH', `/v1/webhooks/${hook.id}`, { key, body: { enabled: false } });
    const paused = await untilDelivery(hook, ({ status }) => status === 'paused', 'the pause');
    await stack.call('PATCH', `/v1/webhooks/${hook.id}`, { key, body: { enabled: true } });
    await untilDelivery(hook, ({ status }) => status === 'pending', 'the resumption');
    await stack.call('DELETE', `/v1/webhooks/${hook.id}`, { key });
    const read = () => stack.call('GET', `/v1/deliveries/${paused?.id ?? ''}`, { key });
    await eventually(read, (answer) => answer.body['status'] === 'cancelled', 'the cancellation');
  });

  it('are made by the sender of the subscription, whose history names each with its outcome', async () => {
    const hook = await subscribe(['shipment.created']);
    const ship = () =>
      stack.call('POST', '/v1/shipments', { key, body: { origin_country: 'US', destination_country: 'DE' } });
    await ship();
    const delivery = await untilDelivery(hook, isDelivered, 'the delivery');
    const handle = await begun(clientOf(stack.services.workflows), `whs/${hook.id}`);
    await handle.result();
    const { events } = await handle.fetchHistory();
    const results = (events ?? []).flatMap(
      ({ activityTaskCompletedEventAttributes: completed }) => completed?.result?.payloads ?? [],
    );
    const outcomes = results.map(({ data }) => JSON.parse(Buffer.from(data ?? []).toString()) as { attempts: object });
    expect(outcomes[0]?.attempts).toEqual({ [delivery?.id ?? '']: '200' });
  });

  it('that fail leave the sender, which ends, and wait in a workflow of their own', async () => {
    react = () => ({ status: 500 });
    const hook = await subscribe(['payment.submitted']);
    await pay();
    const delivery = await untilDelivery(hook, hasFailed, 'the failure');
    const client = clientOf(stack.services.workflows);
    await (await begun(client, `whs/${hook.id}`)).result();
    const { status, typedSearchAttributes } = await (await begun(client, `whd/${delivery?.id ?? ''}`)).describe();
    expect(status.name).toBe('RUNNING');
    const due = typedSearchAttributes.get(SEARCH_ATTRIBUTES.nextAttemptAt);
    expect(due?.toISOString()).toBe(delivery?.next_attempt_at);
    const orders = await stack.database.query('select topic from outbox where subject = $1', [delivery?.id]);
    expect(orders).toEqual([]);
  });

  it('of a disabled subscription are not made up for later', async () => {
    const hook = await subscribe(['payment.submitted'], { enabled: false });
    await pay();
    await stack.call('PATCH', `/v1/webhooks/${hook.id}`, { key, body: { enabled: true } });
    expect(await deliveriesOf(hook)).toEqual([]);
  });

  it('say in the workflow what a waiting delivery waits for', async () => {
    react = () => ({ status: 500 });
    const hook = await subscribe(['payment.submitted']);
    await pay();
    const delivery = await untilDelivery(hook, hasFailed, 'the failure');
    const handle = await begun(clientOf(stack.services.workflows), `whd/${delivery?.id ?? ''}`);
    const ask = () => handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
    const metadata = await eventually(
      ask,
      ({ currentDetails }) => currentDetails?.includes('waiting') === true,
      'the sentence',
    );
    expect(metadata.currentDetails).toMatch(/attempt 1 of 6 got no 200; retry 1 of 5 is due \d{4}-/);
  });
});

describe('rotation of a secret', () => {
  it('lists both signatures during the overlap and keeps the old one in the single-value forms', async () => {
    const hook = await subscribe(['payment.submitted']);
    const rotated = await stack.call('POST', `/v1/webhooks/${hook.id}/rotate-secret`, { key, body: {} });
    const newSecret = String(rotated.body['secret']);
    await pay();
    const [request] = await received(1, 'the event');
    const body = request?.body ?? Buffer.alloc(0);
    expect(request?.headers['x-service-signature']).toBe(createHmac('sha256', hook.secret).update(body).digest('hex'));
    const headers = {
      'webhook-id': String(request?.headers['webhook-id']),
      'webhook-timestamp': String(request?.headers['webhook-timestamp']),
      'webhook-signature': String(request?.headers['webhook-signature']),
    };
    expect(new Webhook(hook.secret).verify(body, headers)).toBeDefined();
    expect(new Webhook(newSecret).verify(body, headers)).toBeDefined();
  });

  it('without an overlap the new secret signs alone', async () => {
    const hook = await subscribe(['payment.submitted']);
    const rotated = await stack.call('POST', `/v1/webhooks/${hook.id}/rotate-secret`, {
      key,
      body: { overlap_hours: 0 },
    });
    await pay();
    const [request] = await received(1, 'the event');
    const expected = createHmac('sha256', String(rotated.body['secret']))
      .update(request?.body ?? '')
      .digest('hex');
    expect(request?.headers['x-service-signature']).toBe(expected);
  });
});
