import { findOrCreateAccount } from '../../db/auth/accounts';
import { recordCheckedEvent } from '../../db/events';
import { workflowIds } from '../../workflows/contract';
import { takeAll } from '../support/attempts';
import { eventually } from '../support/builders';
import { startScriptedServer, type HttpRequest, type Reaction, type ScriptedServer } from '../support/http-server';
import { startStack, type Stack } from '../support/stack';
import { begun, clientOf } from '../support/temporal';
import { wakeSender } from '../../workflows/client/deliveries';

let stack: Stack;
let receiver: ScriptedServer;
let key: string;
let accountId: string;
let react: (request: HttpRequest) => Reaction | Promise<Reaction>;
let webhookId: string;

beforeAll(async () => {
  receiver = await startScriptedServer((request) => react(request));
  stack = await startStack({ webhookTrustedOrigins: [receiver.url] });
  key = await stack.createKey('acme');
  accountId = (await findOrCreateAccount(stack.database, 'acme')).id;
});

beforeEach(async () => {
  react = () => ({ status: 200 });
  receiver.requests.length = 0;
  webhookId = await subscribe({});
});
afterEach(() => stack.call('DELETE', `/v1/webhooks/${webhookId}`, { key }));

async function subscribe(more: object): Promise<string> {
  const body = { url: `${receiver.url}/hook`, events: ['buyer.matched'], ...more };
  return String((await stack.call('POST', '/v1/webhooks', { key, body })).body['id']);
}

async function publish(count: number, subject = 's'): Promise<string[]> {
  const tenant = { accountId, environment: 'test' as const };
  const events: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const object = { id: `m${number}` };
    events.push(
      await recordCheckedEvent(stack.database, {
        tenant,
        type: 'buyer.matched',
        object,
        subject: `${subject}${number}`,
      }),
    );
  }
  return events;
}

const change = (body: object) => stack.call('PATCH', `/v1/webhooks/${webhookId}`, { key, body });
const handle = () => begun(clientOf(stack.services.workflows), workflowIds.sender(webhookId));

/** How many deliveries stand where. */
async function counts(): Promise<Record<string, number>> {
  const rows = await stack.database.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from deliveries where webhook_id = $1 group by status',
    [webhookId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const until = (wanted: Record<string, number>, what: string) =>
  eventually(counts, (found) => JSON.stringify(found) === JSON.stringify(wanted), what);

const details = async (): Promise<string> => {
  const metadata = await (await handle()).query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
};

describe('the sender of a subscription', () => {
  it('sends a backlog of several batches, each event once, and ends', async () => {
    await stack.stopWorkers();
    const events = await publish(230);
    await stack.startWorkers();
    await until({ delivered: 230 }, 'all deliveries');
    await (await handle()).result();
    expect(receiver.requests.map(({ headers }) => String(headers['webhook-id'])).sort()).toEqual(events.sort());
  });

  it('takes again what a batch has left whose worker died', async () => {
    await stack.stopWorkers();
    await publish(3);
    expect(await takeAll(stack, webhookId)).toHaveLength(3);
    // As if the time of the batch had passed.
    await stack.database.query(`update delivery_attempts set leased_until = now() + interval '1 second'`);
    await stack.startWorkers();
    await until({ delivered: 3 }, 'all deliveries');
    expect(receiver.requests).toHaveLength(3);
    await (await handle()).result();
  });

  it('pauses first attempts of a disabled subscription, says so, and makes them when it is enabled', async () => {
    await stack.stopWorkers();
    await publish(3);
    await change({ enabled: false });
    await stack.startWorkers();
    await until({ paused: 3 }, 'the pause');
    await eventually(details, (text) => text.includes('3 deliveries are paused'), 'the sentence');
    expect(receiver.requests).toEqual([]);
    await change({ enabled: true });
    await until({ delivered: 3 }, 'all deliveries');
    await (await handle()).result();
  });

  it('ends first attempts whose subscription is deleted, or listens to their event no more', async () => {
    await stack.stopWorkers();
    await publish(2);
    await change({ enabled: false });
    await stack.startWorkers();
    await until({ paused: 2 }, 'the pause');
    await change({ events: ['shipment.created'] });
    await until({ cancelled: 2 }, 'the end');
    await (await handle()).result();
    await change({ events: ['buyer.matched'], enabled: true });
    await stack.stopWorkers();
    await publish(2);
    await stack.call('DELETE', `/v1/webhooks/${webhookId}`, { key });
    await stack.startWorkers();
    await until({ cancelled: 4 }, 'the end of all');
    expect(receiver.requests).toEqual([]);
  });

  it.each([
    ['deleted', () => stack.call('DELETE', `/v1/webhooks/${webhookId}`, { key })],
    ['listens to their event no more', () => change({ events: ['shipment.created'] })],
  ])('ends attempts under way whose subscription is %s, once they fail', async (_name, end) => {
    let answer = (): void => undefined;
    const awaited = new Promise<Reaction>((resolve) => (answer = () => resolve({ status: 503 })));
    react = () => awaited;
    await publish(3);
    await receiver.until(({ length }) => length === 3, 'the requests');
    await end();
    answer();
    await until({ cancelled: 3 }, 'the end');
    const [open] = await stack.database.query<{ waits: boolean; finished: boolean }>(
      `select exists (select from outbox where topic = 'delivery.start') as waits,
         bool_and(finished_at is not null and next_attempt_at is null) as finished
       from deliveries where webhook_id = $1`,
      [webhookId],
    );
    expect(open).toEqual({ waits: false, finished: true });
    await (await handle()).result();
  });

  it('sends what comes while an answer is awaited, without waiting for that', async () => {
    let answer = (): void => undefined;
    const awaited = new Promise<Reaction>((resolve) => (answer = () => resolve({ status: 200 })));
    react = () => awaited;
    const [slow] = await publish(1);
    await receiver.until(({ length }) => length === 1, 'the first request');
    react = () => ({ status: 200 });
    await publish(1, 'quick');
    await receiver.until(({ length }) => length === 2, 'the second request');
    expect((await counts())['delivered'] ?? 0).toBeLessThan(2);
    answer();
    await until({ delivered: 2 }, 'both');
    expect(String(receiver.requests[0]?.headers['webhook-id'])).toBe(slow);
  });

  it('goes on where it was when somebody cancels it, and when it was terminated with the next event', async () => {
    await stack.stopWorkers();
    await publish(2);
    await wakeSender(stack.services.workflows, { webhookId, accountId });
    await (await handle()).cancel();
    await stack.startWorkers();
    await until({ delivered: 2 }, 'all deliveries');
    await stack.stopWorkers();
    await publish(1, 'third');
    await wakeSender(stack.services.workflows, { webhookId, accountId });
    await (await handle()).terminate('by mistake');
    await publish(1, 'fourth');
    await stack.startWorkers();
    await until({ delivered: 4 }, 'all deliveries');
  });
});
