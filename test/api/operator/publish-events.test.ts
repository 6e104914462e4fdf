import { randomUUID } from 'node:crypto';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { EVENT_TYPES } from '../../../domain/webhooks/events';
import { eventually } from '../../support/builders';
import { startScriptedServer, type ScriptedServer } from '../../support/http-server';
import { startStack, type Answer, type Stack } from '../../support/stack';

let stack: Stack;
let receiver: ScriptedServer;
let operator: string;
let key: string;

beforeAll(async () => {
  receiver = await startScriptedServer(() => ({ status: 200, body: {} }));
  stack = await startStack({ webhookTrustedOrigins: [receiver.url] });
  operator = await stack.createOperator();
  key = await stack.createKey('acme');
});

const MATCH = { type: 'buyer.matched', account: 'acme', object: { id: 'match-1', country: 'DE' } };

function publish(body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return stack.call('POST', '/v1/events', { key: operator, body, headers });
}

/** Fields and codes at fault, in their order. */
function faults({ status, body }: Answer): string[] {
  expect(status).toBe(400);
  const { details } = body['error'] as { details: { field: string; code: string }[] };
  return details.map(({ field, code }) => `${field}:${code}`);
}

it('reaches the subscriptions and the log of the account, on the test side, with who did it', async () => {
  const hook = { url: `${receiver.url}/hook`, events: ['buyer.matched'] };
  expect((await stack.call('POST', '/v1/webhooks', { key, body: hook })).status).toBe(201);
  const answer = await publish(MATCH);
  expect([answer.status, answer.body['type'], answer.body['data']]).toEqual([
    201,
    'buyer.matched',
    { object: MATCH.object },
  ]);
  const id = String(answer.body['id']);
  const deliveries = await eventually(
    async () => (await stack.call('GET', `/v1/events/${id}`, { key })).body['deliveries'] as { status: string }[],
    ([delivery]) => delivery?.status === 'delivered',
    'the delivery',
  );
  expect(deliveries).toHaveLength(1);
  const [sent] = receiver.requests;
  expect(JSON.parse(sent?.body.toString() ?? '')).toMatchObject({ id, data: { object: MATCH.object } });
  const [entry] = await listAuditEntries(stack.database, null);
  expect([entry?.act, entry?.subject, entry?.actor, entry?.detail]).toEqual([
    'event.published',
    id,
    expect.stringMatching(/^operator:key_/),
    { type: 'buyer.matched', environment: 'test', by: { person: expect.stringMatching(/^usr_/) } },
  ]);
});

it('publishes once for an Idempotency-Key', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const [first, again] = [await publish(MATCH, headers), await publish(MATCH, headers)];
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect((await publish({ ...MATCH, object: { id: 'other' } }, headers)).status).toBe(409);
});

it.each(EVENT_TYPES.map(({ name, sample }) => [name, sample] as const))(
  'takes the sample of %s',
  async (type, object) => {
    expect((await publish({ type, account: 'acme', object })).status).toBe(201);
  },
);

it('names what is wrong with the object, the type and the members', async () => {
  const shipment = { id: 1, origin_country: 'VN', status: 'lost' };
  const refused = await publish({ type: 'shipment.created', account: 'acme', object: shipment });
  expect(JSON.stringify(refused.body)).toContain(
    '"field":"object.hs_code","code":"invalid_type","message":"is required"',
  );
  expect(faults(refused).sort()).toEqual([
    'object.created_at:invalid_type',
    'object.destination_country:invalid_type',
    'object.hs_code:invalid_type',
    'object.id:invalid_type',
    'object.status:invalid_value',
  ]);
  expect(faults(await publish({ type: 'payment.*', object: [], environment: 'both' }))).toEqual([
    'type:event',
    'account:invalid_type',
    'object:invalid_type',
    'environment:invalid_value',
  ]);
  expect((await publish({ ...MATCH, account: 'nobody' })).status).toBe(404);
});

it('keeps the sides apart and lets payments alone say what happened to live money', async () => {
  const live = { environment: 'live' };
  expect(faults(await publish({ ...MATCH, ...live }))).toEqual(['environment:closed']);
  const liveKey = await stack.createKey('acme', { environment: 'live' });
  const { status, body } = await publish({ ...MATCH, ...live });
  expect(status).toBe(201);
  const path = `/v1/events/${String(body['id'])}`;
  expect((await stack.call('GET', path, { key: liveKey })).status).toBe(200);
  expect((await stack.call('GET', path, { key })).status).toBe(404);
  const settled = EVENT_TYPES.find(({ name }) => name === 'payment.settled');
  const forged = { type: 'payment.settled', account: 'acme', object: settled?.sample, ...live };
  expect(faults(await publish(forged))).toEqual(['type:payments_only']);
});
