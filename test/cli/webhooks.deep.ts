import { actor } from '../../cli/actor';
import { listAuditEntries } from '../../db/auth/audit-log';
import { CommandLine } from '../support/command-line';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { startStack, type Answer, type Stack } from '../support/stack';

const ACTOR = actor().id;

let stack: Stack;
let receiver: ScriptedServer;
let key: string;
let line: CommandLine;

beforeAll(async () => {
  receiver = await startScriptedServer(() => ({ status: 200 }));
  stack = await startStack();
  key = await stack.createKey('acme');
  const { dataKey, temporal } = stack.settings;
  line = new CommandLine({
    DATABASE_URL: stack.database.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    DATA_KEY: dataKey ?? '',
  });
});

const corridor = (...args: string[]) => line.run('webhooks', ...args, '--json');

function subscribe(as = key): Promise<Answer> {
  const body = { url: `${receiver.url}/hook`, events: ['buyer.matched'] };
  return stack.call('POST', '/v1/webhooks', { key: as, body });
}

function messageOf({ body }: Answer): string {
  const { details } = body['error'] as { details: { message: string }[] };
  return details[0]?.message ?? '';
}

it('trust lets the test side reach an origin of this machine, at once, until untrust', async () => {
  const refused = await subscribe();
  expect(refused.status).toBe(400);
  expect(messageOf(refused)).toContain(`corridor listen --forward-to ${receiver.url}`);
  expect(messageOf(refused)).toContain(`corridor webhooks trust ${receiver.url}`);
  const live = await stack.createKey('acme', { environment: 'live' });

  expect((await corridor('trust', receiver.url)).said).toEqual({
    origin: receiver.url,
    trusted: true,
    changed: true,
  });
  expect((await corridor('trust', receiver.url)).said).toMatchObject({ changed: false });
  expect((await corridor('trusted')).said).toEqual({ origins: [receiver.url] });
  const made = await subscribe();
  expect(made.status).toBe(201);
  const other = await subscribe(live);
  expect([other.status, messageOf(other)]).toEqual([400, 'must use https']);

  const id = String(made.body['id']);
  const list = await corridor('list', '--account', 'acme');
  expect(list.said['webhooks']).toMatchObject([{ id, url: `${receiver.url}/hook`, enabled: true }]);
  const test = await corridor('test', id);
  expect([test.code, test.said]).toMatchObject([
    0,
    { event: 'buyer.matched', status: 'delivered', response_status: 200 },
  ]);
  const shown = await corridor('show', id);
  expect(shown.said).toMatchObject({ id, environment: 'test', deliveries: [{ status: 'delivered', last: 200 }] });

  expect((await corridor('untrust', receiver.url)).said).toMatchObject({ trusted: false, changed: true });
  expect((await subscribe()).status).toBe(400);
  const before = receiver.requests.length;
  const failed = await corridor('test', id, '--event', 'shipment.created');
  expect([failed.code, failed.said]).toMatchObject([1, { event: 'shipment.created', status: 'failed' }]);
  expect(receiver.requests).toHaveLength(before);
  const acts = (await listAuditEntries(stack.database, null)).filter(({ subject }) => subject === receiver.url);
  expect(acts.map(({ act, actor }) => [act, actor]).sort()).toEqual([
    ['webhook_origin.trusted', ACTOR],
    ['webhook_origin.untrusted', ACTOR],
  ]);
});

it('say what is wrong', async () => {
  const cases: [string[], string][] = [
    [['trust', `${receiver.url}/path`], 'without a path'],
    [['trust', 'ftp://127.0.0.1'], 'http://127.0.0.1:9000'],
    [['show', 'nothing'], 'id of a subscription'],
    [['show', 'wh_00000000007000000000000000'], 'There is no subscription'],
    [['test', 'wh_00000000007000000000000000', '--event', 'payment.paid'], '"payment.paid" is not an event name'],
    [['list', '--account', 'nobody'], 'There is no account nobody.'],
  ];
  for (const [args, fault] of cases) {
    expect(await corridor(...args)).toMatchObject({ code: 1, fault: expect.stringContaining(fault) as string });
  }
});
