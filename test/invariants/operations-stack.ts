import { randomUUID } from 'node:crypto';
import { createPartner } from '../../db/payments/dispatch/partners';
import { closeAtEnd } from '../support/closing';
import { startStack, type Answer, type CallOptions, type Stack } from '../support/stack';
import { instructionBody } from '../support/builders';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { addRoute, newRoute, startTestPartner, type TestPartner } from '../support/partner';
import { SCOPES } from '../../domain/auth/principal';
import type { Access } from '../../api/access';
import type { Endpoint } from '../../api/endpoint';
import { NOTHING, type World } from './samples';
import { memberOf } from '../../domain/unknown-value';
import { newId } from '../../lib/ids';

/** The service with one account, one partner, one operator and a receiver of webhooks. */
export interface OperationsStack {
  stack: Stack;
  receiver: ScriptedServer;
  keys: Record<Exclude<Access['kind'], 'public'>, string>;
  /** Makes one thing of each kind for the account of `key`. */
  createWorld(key: string): Promise<World>;
  /** Calls and checks what every answer has: request id, limits, and the error body when it is a refusal. */
  ask(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The credential that an operation is for. */
  keyFor(record: Endpoint): string | undefined;
}

/** Of pino. */
const ERROR_LEVEL = 50;

/** What every answer carries. Source: docs/GAPS.md#G2, docs/GAPS.md#G3, docs/GAPS.md#L3 */
export function checkAnswer(path: string, answer: Answer): void {
  const requestId = answer.headers.get('request-id');
  expect(requestId).toMatch(/^req_[0-9a-z]{26}$/);
  for (const name of ['limit', 'remaining', 'reset']) {
    expect(answer.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
  }
  expect(answer.status).toBeLessThan(500);
  if (answer.status < 400) return;
  const { success, error } = answer.body as unknown as { success?: boolean; error: Record<string, unknown> };
  expect(success).toBe(path.startsWith('/api/v1') ? false : undefined);
  expect(error).toMatchObject({ code: expect.stringMatching(/^[A-Za-z_]+$/) as string, requestId });
  expect(typeof error['message']).toBe('string');
  expect(error['doc_url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/docs\/errors\/[A-Za-z_]+$/);
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\bselect\b|\binsert into\b|at \w+ \(|\.ts:/i);
}

function member(answer: Answer, ...path: string[]): string {
  const value = memberOf(answer.body, ...path);
  return typeof value === 'string' ? value : '';
}

export async function startOperationsStack(): Promise<OperationsStack> {
  const receiver = await startScriptedServer(() => ({ status: 200, body: {} }));
  const stack = await startStack({ documents: true, webhookTrustedOrigins: [receiver.url] });
  const partner: TestPartner = await startTestPartner(stack.database, stack.vault, { name: 'law' });
  closeAtEnd(async () => {
    await stack.stop();
    // Whatever was asked, nothing of it may have been a fault of ours.
    expect(stack.logged.filter(({ level }) => level >= ERROR_LEVEL)).toEqual([]);
  });
  const keys = {
    client: await stack.createKey('laws', { scopes: SCOPES }),
    partner: partner.key,
    operator: await stack.createOperator(),
  };

  async function createWorld(key: string): Promise<World> {
    const payment = await stack.call('POST', '/api/v1/payments/instructions', { key, body: instructionBody() });
    const hook = { url: `${receiver.url}/hook`, events: ['payment.settled'] };
    const webhook = await stack.call('POST', '/v1/webhooks', { key, body: hook });
    const webhookId = member(webhook, 'id');
    const test = { key, body: { event: 'payment.submitted' } };
    await stack.call('POST', `/v1/webhooks/${webhookId}/test`, test);
    // The delivery is there even when the machine is too busy to have made its attempt in time.
    const deliveries = await stack.call('GET', `/v1/webhooks/${webhookId}/deliveries`, { key });
    // Of a day without events: nothing is sent again.
    const day = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' };
    const recovery = await stack.call('POST', `/v1/webhooks/${webhookId}/recover`, { key, body: day });
    // One that has ended, earlier than the hour of which drills are counted: it keeps no other from running, and sends nothing.
    const [drill] = await stack.database.query<{ id: string }>(
      `insert into webhook_drills (id, account_id, environment, webhook_id, status, verdict, created_at, finished_at)
       select $1, account_id, environment, id, 'completed', 'passed', now() - interval '2 hours', now() from webhook_subscriptions
       where id = $2 and environment = 'test' returning id`,
      [newId('drill'), webhookId],
    );
    const items = { mode: 'all_or_nothing', items: [instructionBody()] };
    const batch = await stack.call('POST', '/api/v1/payments/batches', { key, body: items });
    const body = { origin_country: 'VN', destination_country: 'DE' };
    const shipment = await stack.call('POST', '/v1/shipments', { key, body });
    const payee = await stack.call('POST', '/api/v1/beneficiaries', {
      key,
      body: instructionBody()['beneficiary'] as object,
    });
    // Of a currency that no sample pays in: what is done to it touches no payment.
    const bank = {
      name: `world ${randomUUID()}`,
      adapter: 'http',
      config: { url: receiver.url },
      environment: 'test',
    } as const;
    const { id: partnerId } = await createPartner(stack.database, stack.vault, bank);
    const routeId = await addRoute(stack.database, newRoute(partnerId, { currencies: ['XPF'] }));
    return {
      ...NOTHING,
      partnerId,
      routeId,
      instructionId: member(payment, 'data', 'instructionId'),
      webhookId,
      deliveryId: member(deliveries, 'data', '0', 'id'),
      recoveryId: member(recovery, 'id'),
      ...(drill === undefined ? {} : { drillId: drill.id }),
      batchId: member(batch, 'data', 'batchId'),
      eventId: member(deliveries, 'data', '0', 'event_id'),
      ...(payee.status === 201 ? { beneficiaryId: member(payee, 'data', 'id') } : {}),
      ...(shipment.status === 201 ? { shipmentId: member(shipment, 'id') } : {}),
      receiverUrl: receiver.url,
    };
  }

  return {
    stack,
    receiver,
    keys,
    createWorld,
    async ask(method, path, options) {
      const answer = await stack.call(method, path, options);
      checkAnswer(path, answer);
      return answer;
    },
    keyFor: ({ access }) => (access.kind === 'public' ? undefined : keys[access.kind]),
  };
}
