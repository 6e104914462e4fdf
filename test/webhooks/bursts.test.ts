import { SEARCH_ATTRIBUTES, workflowIds } from '../../workflows/contract';
import { eventually } from '../support/builders';
import { startScriptedServer, type HttpRequest, type Reaction, type ScriptedServer } from '../support/http-server';
import { startStack, type Stack } from '../support/stack';

const RETRY_MS = 5 * 60_000;

let receiver: ScriptedServer;
let stack: Stack;
let key: string;
let react: (request: HttpRequest) => Reaction = () => ({ status: 200 });

beforeEach(async () => {
  react = () => ({ status: 200 });
  receiver = await startScriptedServer((request) => react(request));
  stack = await startStack({ webhookTrustedOrigins: [receiver.url], workers: false });
  key = await stack.createKey('acme');
});
afterEach(async () => {
  await stack.stop();
  await receiver.close();
});

async function subscribe(path: string, event: string): Promise<string> {
  const body = { url: `${receiver.url}/${path}`, events: [event] };
  return String((await stack.call('POST', '/v1/webhooks', { key, body })).body['id']);
}

/** Each makes one event; while no worker runs their deliveries become due together. */
async function makeShipments(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const body = { origin_country: 'DE', destination_country: 'US' };
    expect((await stack.call('POST', '/v1/shipments', { key, body })).status).toBe(201);
  }
}

interface Row {
  id: string;
  webhook_id: string;
  status: string;
  burst: string | null;
  attempts: number;
  next_attempt_at: Date | null;
  ended_at: Date | null;
}

const rows = (): Promise<Row[]> =>
  stack.database.query<Row>(
    `select d.id, d.webhook_id, d.status, d.burst, d.next_attempt_at, count(a.number)::int as attempts,
       max(a.started_at + make_interval(secs => a.duration_ms / 1000.0)) as ended_at
     from deliveries d left join delivery_attempts a on a.delivery_id = d.id and a.duration_ms is not null
     group by d.id order by d.id`,
  );

const untilAttempted = (): Promise<Row[]> =>
  eventually(rows, (found) => found.every(({ attempts }) => attempts === 1), 'all first attempts');

async function workflowsOf(found: readonly Row[]): Promise<Map<string, 'own' | 'none'>> {
  const { client } = stack.services.workflows;
  const kinds = found.map(async ({ id }) => {
    const described = client.workflow.getHandle(workflowIds.delivery(id)).describe();
    return [
      id,
      await described.then(
        () => 'own' as const,
        () => 'none' as const,
      ),
    ] as const;
  });
  return new Map(await Promise.all(kinds));
}

const describeBurst = (id: string) =>
  stack.services.workflows.client.workflow.getHandle(workflowIds.burst(id)).describe();

describe('deliveries that are due at once', () => {
  it('travel in bursts of at most 50, of one subscription each, once each, when they are more than 16', async () => {
    const hooks = [await subscribe('one', 'shipment.created'), await subscribe('two', 'shipment.created')];
    await makeShipments(30);
    await stack.startWorkers();
    const found = await untilAttempted();
    expect(found).toHaveLength(60);
    expect(found.map(({ status }) => status)).toEqual(found.map(() => 'delivered'));
    const bursts = new Set(found.flatMap(({ burst }) => burst ?? []));
    for (const burst of bursts) {
      const members = found.filter((row) => row.burst === burst);
      expect(members.length).toBeLessThanOrEqual(50);
      expect(new Set(members.map(({ webhook_id }) => webhook_id)).size).toBe(1);
      expect((await describeBurst(burst)).type).toBe('webhookBurst');
    }
    expect(new Set(found.filter(({ burst }) => burst !== null).map(({ webhook_id }) => webhook_id))).toEqual(
      new Set(hooks),
    );
    expect(found.filter(({ burst }) => burst === null).length).toBeLessThanOrEqual(16);
    const ids = receiver.requests.map(({ headers, path }) => `${String(headers['webhook-id'])} ${path}`);
    expect(new Set(ids).size).toBe(60);
    expect(ids).toHaveLength(60);
  });

  it('begin each by itself when they are 16', async () => {
    await subscribe('one', 'shipment.created');
    await makeShipments(16);
    await stack.startWorkers();
    const found = await untilAttempted();
    expect(found.map(({ burst }) => burst)).toEqual(found.map(() => null));
    expect([...(await workflowsOf(found)).values()]).toEqual(found.map(() => 'own'));
  });

  it('wait in workflows of their own from retry 1, five minutes after the attempt that failed', async () => {
    await subscribe('one', 'shipment.created');
    await makeShipments(20);
    const [unlucky] = await rows();
    const [{ event_id: eventId } = { event_id: '' }] = await stack.database.query<{ event_id: string }>(
      'select event_id from deliveries where id = $1',
      [unlucky?.id],
    );
    react = ({ headers }) => ({ status: headers['webhook-id'] === eventId ? 500 : 200 });
    await stack.startWorkers();
    const found = await untilAttempted();
    const failed = found.filter(({ status }) => status === 'pending');
    expect(failed.map(({ id }) => id)).toEqual([unlucky?.id]);
    const [row] = failed;
    const dueAt = row?.next_attempt_at?.getTime() ?? 0;
    expect(Math.abs(dueAt - (row?.ended_at?.getTime() ?? 0) - RETRY_MS)).toBeLessThan(1_000);
    const handle = stack.services.workflows.client.workflow.getHandle(workflowIds.delivery(row?.id ?? ''));
    const described = await eventually(
      () => handle.describe().catch(() => null),
      (found) => found !== null,
      'the workflow of the delivery',
    );
    const { nextAttemptAt } = SEARCH_ATTRIBUTES;
    expect(described?.typedSearchAttributes.get(nextAttemptAt)?.getTime()).toBe(dueAt);
    const words = `attempt 1 of 6 got no 200; retry 1 of 5 is due ${new Date(dueAt).toISOString()}, in a burst`;
    expect(await described?.staticDetails()).toContain(words);
    // Nothing is to be done in it until the burst has had a minute for the retry.
    expect((await handle.fetchHistory()).events).toHaveLength(1);
    expect(Math.abs((described?.executionTime?.getTime() ?? 0) - dueAt - 60_000)).toBeLessThan(1_000);
    expect([...(await workflowsOf(found)).values()].filter((kind) => kind === 'own')).toHaveLength(1);
    // The burst makes the retry, and waits for it as well.
    expect((await describeBurst(row?.burst ?? '')).status.name).toBe('RUNNING');

    const path = `/v1/webhooks/${row?.webhook_id ?? ''}`;
    const change = async (enabled: boolean, wanted: string): Promise<Row | undefined> => {
      await stack.call('PATCH', path, { key, body: { enabled } });
      const mine = (all: Row[]): Row | undefined => all.find(({ id }) => id === row?.id);
      return mine(await eventually(rows, (all) => mine(all)?.status === wanted, `a delivery that is ${wanted}`));
    };
    await change(false, 'paused');
    const resumed = await change(true, 'pending');
    // By the attempts on record, whose times are those of Postgres.
    expect(resumed?.burst).toBeNull();
    expect(Math.abs((resumed?.next_attempt_at?.getTime() ?? 0) - dueAt)).toBeLessThan(1_000);
    const timers = ({ events }: Awaited<ReturnType<typeof handle.fetchHistory>>) =>
      (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) => timer?.startToFireTimeout?.seconds ?? []);
    const [seconds] = await eventually(
      async () => timers(await handle.fetchHistory()),
      ({ length }) => length > 0,
      'a timer',
    );
    // By itself from now on, and at the due second.
    expect(Math.abs(Date.now() + Number(seconds) * 1_000 - dueAt)).toBeLessThan(5_000);
  });

  it('go by themselves where their start got no answer, since it may have arrived', async () => {
    await subscribe('one', 'shipment.created');
    await makeShipments(20);
    const [first] = await rows();
    const deliveryId = first?.id ?? '';
    const [facts] = await stack.database.query<{
      accountId: string;
      eventType: string;
      webhookId: string;
      event: string;
    }>(
      `update outbox o set attempts = 1 from deliveries d where o.subject = $1 and d.id = o.subject
       returning d.account_id as "accountId", d.event_type as "eventType", d.webhook_id as "webhookId",
         d.event_id as event`,
      [deliveryId],
    );
    if (facts === undefined) throw new Error('there is no order to start the delivery');
    await stack.services.workflows.startDelivery({ ...facts, deliveryId, attemptsMade: 0, once: false });
    await stack.startWorkers();
    const found = await untilAttempted();
    expect(found.filter(({ burst }) => burst !== null)).toHaveLength(19);
    expect(found.find(({ id }) => id === deliveryId)?.burst).toBeNull();
    expect(receiver.requests.filter(({ headers }) => headers['webhook-id'] === facts.event)).toHaveLength(1);
  });

  it('are parked one by one when their subscription is disabled before they are sent', async () => {
    const hook = await subscribe('one', 'shipment.created');
    await makeShipments(20);
    await stack.database.query('update webhook_subscriptions set enabled = false where id = $1', [hook]);
    await stack.startWorkers();
    const found = await eventually(rows, (all) => all.every(({ status }) => status === 'paused'), 'paused deliveries');
    expect(found.map(({ burst, attempts }) => [burst, attempts])).toEqual(found.map(() => [null, 0]));
    expect(receiver.requests).toHaveLength(0);
  });
});
