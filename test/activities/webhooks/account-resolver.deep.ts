import { AccountResolver, LOOKUPS_OF_ONE_ACCOUNT, NameNotFound } from '../../../activities/webhooks/account-resolver';
import { eventually } from '../../support/builders';
import { startNameServer, type NameServer } from '../../support/name-server';
import { startScriptedServer, type ScriptedServer } from '../../support/http-server';
import { startStack, type Stack } from '../../support/stack';

const PUBLIC_ADDRESS = '93.184.215.14';
const isSilent = (name: string): boolean => name.endsWith('.silent.example');

let server: NameServer;
beforeAll(async () => {
  server = await startNameServer((name) => (isSilent(name) ? null : PUBLIC_ADDRESS));
});

const names = (count: number, zone: string): string[] => Array.from({ length: count }, (_, n) => `h${n}.${zone}`);

function resolver(): { resolve: (hostname: string, accountId?: string) => Promise<unknown> } {
  const made = new AccountResolver([server.address]);
  return { resolve: (hostname, account = 'acc_1') => made.resolve(hostname, account, new AbortController().signal) };
}

describe('names whose servers are silent', () => {
  it('are asked for so many at a time by one account, while others are answered', async () => {
    const { resolve } = resolver();
    const wanted = names(LOOKUPS_OF_ONE_ACCOUNT + 10, 'one.silent.example');
    const faults = wanted.map((name) => resolve(name).catch((fault: unknown) => fault));
    expect(await resolve('good.example', 'acc_2')).toEqual([{ address: PUBLIC_ADDRESS, family: 4 }]);
    expect(server.asked().filter((name) => name.endsWith('one.silent.example'))).toEqual(
      wanted.slice(0, LOOKUPS_OF_ONE_ACCOUNT),
    );
    for (const fault of await Promise.all(faults)) expect(fault).toBeInstanceOf(NameNotFound);
    expect(new Set(server.asked())).toEqual(new Set([...wanted, 'good.example']));
  });

  it('are not asked for again at once', async () => {
    const { resolve } = resolver();
    await expect(resolve('again.silent.example')).rejects.toBeInstanceOf(NameNotFound);
    const asked = server.asked().length;
    await expect(resolve('again.silent.example')).rejects.toBeInstanceOf(NameNotFound);
    expect(server.asked()).toHaveLength(asked);
  });

  it('leave the line when their attempt is over', async () => {
    const made = new AccountResolver([server.address]);
    const held = names(LOOKUPS_OF_ONE_ACCOUNT, 'held.silent.example').map((name) =>
      made.resolve(name, 'acc_1', new AbortController().signal).catch(() => null),
    );
    const late = made.resolve('late.silent.example', 'acc_1', AbortSignal.abort(new Error('over')));
    await expect(late).rejects.toThrow('over');
    await Promise.all(held);
    expect(server.asked()).not.toContain('late.silent.example');
  });
});

describe('a subscription', () => {
  it('is refused by what the name servers of deliveries say, not by those of the machine', async () => {
    const inside = await startNameServer(() => '10.0.0.5');
    const stack = await startStack({ workers: false, webhookNameServers: [inside.address] });
    const body = { url: 'https://hooks.example.com/in', events: ['payment.settled'] };
    const answer = await stack.call('POST', '/v1/webhooks', { key: await stack.createKey('acme'), body });
    expect([answer.status, inside.asked()]).toEqual([400, ['hooks.example.com']]);
    expect(answer.body).toMatchObject({ error: { details: [{ field: 'url', code: 'address' }] } });
  });
});

describe('a service whose name server never answers', () => {
  let stack: Stack;
  let receiver: ScriptedServer;
  let silent: NameServer;

  beforeAll(async () => {
    silent = await startNameServer(() => null);
    receiver = await startScriptedServer(() => ({ status: 200 }));
    stack = await startStack({ webhookTrustedOrigins: [receiver.url], webhookNameServers: [silent.address] });
  });

  it('delivers to everybody else and answers every call', async () => {
    const [hostile, neighbour] = [await stack.createKey('hostile'), await stack.createKey('neighbour')];
    const events = ['shipment.created'];
    const subscribe = (key: string, url: string) => stack.call('POST', '/v1/webhooks', { key, body: { url, events } });
    const urls = names(40, 'dark.example').map((name) => `https://${name}/hook`);
    for (const { status } of await Promise.all(urls.map((url) => subscribe(hostile, url)))) expect(status).toBe(201);
    await subscribe(neighbour, `${receiver.url}/hook`);
    const body = { origin_country: 'VN', destination_country: 'DE' };
    const ship = (key: string) => stack.call('POST', '/v1/shipments', { key, body });

    await ship(hostile);
    await eventually(
      async () => silent.asked().length,
      (count) => count > 0,
      'a question to the name server',
    );
    expect((await ship(neighbour)).status).toBe(201);
    await receiver.until((requests) => requests.length > 0, 'the neighbour’s delivery');
    const calls = ['/v1/shipments', '/v1/webhooks', '/api/v1/payments/instructions', '/readyz'];
    const answers = await Promise.all(calls.map((path) => stack.call('GET', path, { key: neighbour })));
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));

    const ended = () =>
      stack.database.query<{ error: string }>(
        `select a.error from delivery_attempts a join deliveries d on d.id = a.delivery_id
         join webhook_subscriptions s on s.id = d.webhook_id where s.url like '%dark.example%' and a.duration_ms is not null`,
      );
    const faults = await eventually(ended, (rows) => rows.length === urls.length, 'the end of the other attempts');
    expect(faults.every(({ error }) => error === 'name_not_found' || error === 'timeout')).toBe(true);
  });
});
