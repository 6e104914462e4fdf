import { eventually } from '../support/builders';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;
let receiver: ScriptedServer;
let key: string;

beforeAll(async () => {
  receiver = await startScriptedServer(() => ({ status: 200, body: {} }));
  stack = await startStack({ workers: false, webhookTrustedOrigins: [receiver.url] });
  key = await stack.createKey('acme');
});
afterAll(async () => {
  await stack.stop();
  await receiver.close();
});

it('is answered 202 with its delivery while nobody works, and is sent once when somebody does', async () => {
  const hook = { url: `${receiver.url}/hook`, events: ['document.generated'] };
  const made = await stack.call('POST', '/v1/webhooks', { key, body: hook });
  const path = `/v1/webhooks/${String(made.body['id'])}/test`;
  const sent = await stack.call('POST', path, { key, body: { event: 'document.generated' } });
  const id = String(sent.body['delivery_id']);
  expect(sent).toMatchObject({ status: 202, body: { status: 'pending', response_status: null, duration_ms: null } });
  expect(sent.headers.get('location')).toBe(`/v1/deliveries/${id}`);
  const ordered = await stack.database.query('select 1 from outbox where subject = $1', [id]);
  expect(ordered).toHaveLength(1);
  await stack.startWorkers();
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
