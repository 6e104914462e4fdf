import { eventually } from '../support/builders';
import { startScriptedServer, type Reaction, type ScriptedServer } from '../support/http-server';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;
let receiver: ScriptedServer;
let key: string;
let react: () => Reaction;
let workers: Promise<void> | null = null;

beforeAll(async () => {
  receiver = await startScriptedServer(() => react());
  stack = await startStack({ workers: false, webhookTrustedOrigins: [receiver.url] });
  key = await stack.createKey('acme');
});
beforeEach(() => {
  react = () => ({ status: 200, body: {} });
  receiver.requests.length = 0;
});

const startWorkers = (): Promise<void> => (workers ??= stack.startWorkers());

async function subscribe(event: string, extra: Record<string, unknown> = {}): Promise<string> {
  const body = { url: `${receiver.url}/hook`, events: [event], ...extra };
  return String((await stack.call('POST', '/v1/webhooks', { key, body })).body['id']);
}

const sendSample = (webhookId: string, event: string) =>
  stack.call('POST', `/v1/webhooks/${webhookId}/test`, { key, body: { event } });

it('is answered 202 with its delivery while nobody works, and is sent once when somebody does', async () => {
  const sent = await sendSample(await subscribe('document.generated'), 'document.generated');
  const id = String(sent.body['delivery_id']);
  expect(sent).toMatchObject({ status: 202, body: { status: 'pending', response_status: null, duration_ms: null } });
  expect(sent.headers.get('location')).toBe(`/v1/deliveries/${id}`);
  const ordered = await stack.database.query('select 1 from outbox where subject = $1', [id]);
  expect(ordered).toHaveLength(1);
  await startWorkers();
  await eventually(
    () => stack.call('GET', `/v1/deliveries/${id}`, { key }),
    ({ body }) => body['status'] === 'delivered',
    'the delivery of the sample',
  );
  // The order in the outbox is carried out, too, and starts nothing that has been started.
  await eventually(
    () => stack.database.query('select 1 from outbox where subject = $1', [id]),
    ({ length }) => length === 0,
    'the end of the order',
  );
  expect(receiver.requests).toHaveLength(1);
});

it('sends a sample once, also to a disabled subscription', async () => {
  await startWorkers();
  react = () => ({ status: 503, body: { reason: 'busy' }, headers: { 'x-reason': 'busy', 'x-at': '7' } });
  const webhookId = await subscribe('payment.settled', { enabled: false });
  const answer = await sendSample(webhookId, 'shipment.created');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ event: 'shipment.created', status: 'failed', response_status: 503 });
  const shown = await stack.call('GET', `/v1/deliveries/${String(answer.body['delivery_id'])}`, { key });
  expect(shown.body).toMatchObject({
    status: 'failed',
    attempts: [{ number: 1, response_excerpt: '{"reason":"busy"}' }],
    next_attempt_at: null,
  });
  const [{ response_headers: headers } = { response_headers: {} }] = shown.body['attempts'] as {
    response_headers: Record<string, string>;
  }[];
  // As they travelled.
  expect(Object.entries(headers).filter(([name]) => name.startsWith('x-'))).toEqual([
    ['x-reason', 'busy'],
    ['x-at', '7'],
  ]);
  const cutOff = { 'content-length': '100', connection: 'close' };
  react = () => ({ status: 200, body: Buffer.from('{'), headers: cutOff });
  const half = await sendSample(webhookId, 'shipment.created');
  expect(half.body).toMatchObject({ status: 'failed', response_status: 200 });
  react = () => ({ status: 200 });
  const good = await sendSample(webhookId, 'payment.status_changed');
  expect(good.body).toMatchObject({ status: 'delivered', response_status: 200 });
});

/** Source: docs/GAPS.md#W7 */
describe('an event', () => {
  let webhookId: string;
  let deliveryId: string;
  beforeEach(async () => {
    await startWorkers();
    webhookId = await subscribe('shipment.created');
    const shipment = { origin_country: 'US', destination_country: 'DE' };
    await stack.call('POST', '/v1/shipments', { key, body: shipment });
    const { body } = await eventually(
      () => listed(),
      (answer) => (answer.body['data'] as { status: string }[])[0]?.status === 'delivered',
      'the delivery',
    );
    deliveryId = (body['data'] as [{ id: string }])[0].id;
  });
  afterEach(() => stack.call('DELETE', `/v1/webhooks/${webhookId}`, { key }));

  const listed = (query = '') => stack.call('GET', `/v1/webhooks/${webhookId}/deliveries${query}`, { key });
  const resend = () => stack.call('POST', `/v1/deliveries/${deliveryId}/resend`, { key });

  it('is found by its name, and sent again with the same payload', async () => {
    expect((await listed('?event=shipment.created')).body['data']).toMatchObject([{ id: deliveryId }]);
    expect((await listed('?event=shipment.deleted')).body['data']).toEqual([]);
    expect((await listed('?event=shipment.nope')).body['error']).toMatchObject({ details: [{ field: 'event' }] });
    expect((await resend()).status).toBe(202);
    await receiver.until((requests) => requests.length >= 2, 'the second delivery');
    expect(receiver.requests[1]?.body.equals(receiver.requests[0]?.body ?? Buffer.alloc(0))).toBe(true);
  });

  it('is sent again only once at a time', async () => {
    react = () => ({ status: 500 });
    const answers = await Promise.all([resend(), resend(), resend()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    const made = answers.find(({ status }) => status === 202)?.body['id'];
    const refused = answers.find(({ status }) => status === 409)?.body['error'];
    expect(refused).toMatchObject({ code: 'DUPLICATE', deliveryId: made });
  });
});
