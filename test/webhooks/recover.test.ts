import { randomUUID } from 'node:crypto';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { recordCheckedEvent } from '../../db/events';
import { recoverPage } from '../../db/webhooks/recover';
import type { EventName } from '../../domain/webhooks/events';
import pino from 'pino';
import { createMaintenanceActivities } from '../../activities/maintenance';
import { workflowIds } from '../../workflows/contract';
import { eventually } from '../support/builders';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { untilWaiting } from '../support/locks';
import { startStack, type Answer, type Stack } from '../support/stack';
import { clientOf } from '../support/temporal';

let stack: Stack;
let receiver: ScriptedServer;
let key: string;
let isDown = true;

beforeAll(async () => {
  receiver = await startScriptedServer(() => ({ status: isDown ? 500 : 200, body: {} }));
  stack = await startStack({ webhookTrustedOrigins: [receiver.url] });
  key = await stack.createKey('acme');
});

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

async function subscribe(more: object = {}): Promise<string> {
  const body = { url: `${receiver.url}/hook`, events: ['buyer.matched'], ...more };
  return String((await stack.call('POST', '/v1/webhooks', { key, body })).body['id']);
}

async function publish(type: EventName): Promise<string> {
  const tenant = { accountId: (await findOrCreateAccount(stack.database, 'acme')).id, environment: 'test' as const };
  return recordCheckedEvent(stack.database, { tenant, type, object: { id: 'match' }, subject: 'match' });
}

function recover(id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return stack.call('POST', `/v1/webhooks/${id}/recover`, { key, body, headers });
}

it('sends again what failed and what came while it was disabled, and nothing else, once', async () => {
  const id = await subscribe();
  const failed = await publish('buyer.matched');
  const attempts = () =>
    stack.database.query(
      `select 1 as one from delivery_attempts a join deliveries d on d.id = a.delivery_id
       where d.event_id = $1 and a.status_code = 500 and d.next_attempt_at > now()`,
      [failed],
    );
  await eventually(attempts, ({ length }) => length === 1, 'the failed attempt');
  await stack.database.query(`update deliveries set status = 'failed' where event_id = $1`, [failed]);
  isDown = false;
  const delivered = await publish('buyer.matched');
  const statusOf = async (event: string): Promise<string[]> => {
    const { body } = await stack.call('GET', `/v1/events/${event}`, { key });
    return (body['deliveries'] as { status: string }[]).map(({ status }) => status);
  };
  await eventually(
    () => statusOf(delivered),
    ([status]) => status === 'delivered',
    'the delivery',
  );
  await stack.call('PATCH', `/v1/webhooks/${id}`, { key, body: { enabled: false } });
  const missed = await publish('buyer.matched');
  await publish('shipment.created');
  await stack.call('PATCH', `/v1/webhooks/${id}`, { key, body: { enabled: true } });

  const since = ago(60);
  expect((await recover(id, { since: ago(3600), until: ago(1800) })).body['count']).toBe(0);
  const headers = { 'Idempotency-Key': randomUUID() };
  const answer = await recover(id, { since }, headers);
  expect([answer.status, answer.body]).toEqual([202, expect.objectContaining({ webhook_id: id, since, count: 2 })]);
  expect((await recover(id, { since }, headers)).body).toEqual(answer.body);
  await eventually(
    () => statusOf(failed),
    (all) => all.join() === 'failed,delivered',
    'what failed',
  );
  await eventually(
    () => statusOf(missed),
    (all) => all.join() === 'delivered',
    'what was missed',
  );
  expect(await statusOf(delivered)).toEqual(['delivered']);
  expect((await recover(id, { since })).body['count']).toBe(0);
});

it('goes through many pages, one recovery of a subscription at a time', async () => {
  await stack.stopWorkers();
  const id = await subscribe({ events: ['shipment.deleted'], enabled: false });
  for (let number = 0; number < 120; number += 1) await publish('shipment.deleted');
  await stack.call('PATCH', `/v1/webhooks/${id}`, { key, body: { enabled: true } });
  const answers = await Promise.all([1, 2, 3].map(() => recover(id, { since: ago(60) })));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  await stack.startWorkers();
  const count = async (): Promise<number> => {
    const sql = `select count(distinct event_id)::int as n, count(*)::int as every from deliveries
      where webhook_id = $1 and status = 'delivered'`;
    const [row] = await stack.database.query<{ n: number; every: number }>(sql, [id]);
    expect(row?.n).toBe(row?.every);
    return row?.n ?? 0;
  };
  await eventually(count, (delivered) => delivered === 120, '120 deliveries');
});

it('leaves out what somebody is sending again at the same moment', async () => {
  await stack.stopWorkers();
  const id = await subscribe({ events: ['document.failed'] });
  const event = await publish('document.failed');
  const [failed] = await stack.database.query<{ id: string }>(
    `update deliveries set status = 'failed' where event_id = $1 returning id`,
    [event],
  );
  const recovery = String((await recover(id, { since: ago(60) })).body['id']);
  const both = await stack.database.transaction(async (client) => {
    // The resend has made its delivery, and cannot order its start yet.
    await client.query('lock table outbox in share mode');
    const resend = stack.call('POST', `/v1/deliveries/${failed?.id ?? ''}/resend`, { key });
    await untilWaiting(stack.database, 1);
    const page = recoverPage(stack.database, recovery);
    await untilWaiting(stack.database, 2);
    return { resend, page };
  });
  expect((await both.resend).status).toBe(202);
  expect(await both.page).toMatchObject({ sent: 0, isOver: true });
  const open = await stack.database.query(`select from deliveries where event_id = $1 and status = 'pending'`, [event]);
  expect(open).toHaveLength(1);
  await stack.startWorkers();
});

it('tells how far it is, and goes on where it was when its workflow is terminated', async () => {
  const id = await subscribe({ events: ['shipment.updated'], enabled: false });
  const events: string[] = [];
  for (let number = 0; number < 170; number += 1) events.push(await publish('shipment.updated'));
  await stack.call('PATCH', `/v1/webhooks/${id}`, { key, body: { enabled: true } });
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = { since: ago(600) };
  const { body: begun, headers: answered } = await recover(id, body, headers);
  expect(begun).toMatchObject({ status: 'running', count: 170, sent: 0, finished_at: null });
  const place = `/v1/webhooks/${id}/recoveries/${String(begun['id'])}`;
  expect(answered.get('location')).toBe(place);
  const progress = async () => (await stack.call('GET', place, { key })).body;
  await eventually(progress, ({ sent }) => Number(sent) >= 50, 'the first page');
  const { workflow } = clientOf(stack.services.workflows);
  await workflow.getHandle(workflowIds.recovery(String(begun['id']))).terminate('by mistake');
  const halfway = await progress();
  expect([halfway['status'], Number(halfway['sent']) < 170]).toEqual(['running', true]);
  expect((await recover(id, { since: ago(600) })).status).toBe(409);

  const { database, services, vault, logged } = stack;
  await database.query(`update webhook_recoveries set created_at = now() - interval '10 minutes'`);
  const log = pino({ enabled: false });
  const { workflows, screeningRules: rules, watchLists } = services;
  const maintenance = createMaintenanceActivities({ database, workflows, vault, rules, watchLists, log });
  expect(await maintenance.repairPage('recovery', null)).toEqual({ next: null, repaired: 1 });
  expect(await maintenance.repairPage('recovery', null)).toEqual({ next: null, repaired: 0 });
  const done = await eventually(progress, ({ status }) => status === 'completed', 'the rest');
  expect(done).toMatchObject({ count: 170, sent: 170, finished_at: expect.stringMatching(/Z$/) as string });
  const deliveries = await stack.database.query<{ event_id: string }>(
    'select event_id from deliveries where webhook_id = $1 order by event_id',
    [id],
  );
  expect(deliveries.map(({ event_id }) => event_id)).toEqual([...events].sort());
  expect((await recover(id, body, headers)).body['id']).toBe(begun['id']);
  const absent = `/v1/webhooks/${await subscribe()}/recoveries/${String(begun['id'])}`;
  expect((await stack.call('GET', absent, { key })).status).toBe(404);
  expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
});

it('quickens while the receiver answers well, and slows down after failures', async () => {
  await stack.stopWorkers();
  const id = await subscribe({ events: ['document.generated'], enabled: false });
  for (let number = 0; number < 360; number += 1) await publish('document.generated');
  await stack.call('PATCH', `/v1/webhooks/${id}`, { key, body: { enabled: true } });
  const recovery = String((await recover(id, { since: ago(60) })).body['id']);
  const { database } = stack;
  const answer = (status: string) =>
    database.query('update deliveries set status = $2, in_sender = false where webhook_id = $1 and in_sender', [
      id,
      status,
    ]);
  expect(await recoverPage(database, recovery, null)).toMatchObject({ sent: 50, pace: 50 });
  await answer('delivered');
  expect(await recoverPage(database, recovery, 50)).toMatchObject({ sent: 150, pace: 100 });
  // Nobody has answered to these yet.
  expect(await recoverPage(database, recovery, 100)).toMatchObject({ sent: 250, pace: 100 });
  await answer('pending');
  expect(await recoverPage(database, recovery, 100)).toMatchObject({ sent: 300, pace: 50 });
  await database.query('update webhook_subscriptions set rate_per_second = 10 where id = $1', [id]);
  await answer('delivered');
  expect(await recoverPage(database, recovery, 50)).toMatchObject({ sent: 350, pace: 50 });
  await stack.startWorkers();
});

it('refuses moments that make no sense', async () => {
  const id = await subscribe();
  const ahead = { since: ago(-60), until: ago(-120) };
  for (const body of [{}, { since: 'yesterday' }, { since: ago(-60) }, ahead, { since: ago(10), until: ago(20) }]) {
    const answer = await recover(id, body);
    expect([answer.status, (answer.body['error'] as { details: { field: string }[] }).details[0]?.field]).toEqual([
      400,
      'since',
    ]);
  }
});
