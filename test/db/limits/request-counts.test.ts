import { RequestCounter, listUsage, type CountedRequest } from '../../../db/limits/request-counts';
import { eventually } from '../../support/builders';
import { startStack, type Stack } from '../../support/stack';

const NOW = new Date('2026-11-20T23:59:59Z');

let stack: Stack;
let accountId: string;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  key = await stack.createKey('Counted', { plan: 'starter' });
  const [row] = await stack.database.query<{ id: string }>(`select id from accounts where name = 'Counted'`);
  accountId = row?.id ?? '';
});

const fail = (fault: unknown): never => {
  throw fault;
};

describe('the counts of requests', () => {
  it('add up over processes, by day, plan and operation, with what a limit refused apart', async () => {
    const tenant = { accountId, environment: 'live' } as const;
    const asked = (status: number): CountedRequest => ({ tenant, plan: 'starter', operation: 'searchHsCodes', status });
    const processes = [1, 2].map(() => new RequestCounter(stack.database, () => NOW, fail));
    for (const process of processes) {
      for (const status of [200, 429, 404]) process.count(asked(status));
      await process.write();
    }
    expect(await listUsage(stack.database, tenant, '2026-11-20')).toEqual([
      { day: '2026-11-20', plan: 'starter', operation: 'searchHsCodes', requests: 6, refused: 2, failed: 2 },
    ]);
    expect(await listUsage(stack.database, tenant, '2026-11-21')).toEqual([]);
  });

  it('are kept for the next time where Postgres does not take them', async () => {
    let isAway = true;
    const { database } = stack;
    const away = { query: () => Promise.reject(new Error('away')) };
    const flaky = new Proxy(database, {
      get: (target, name) => (isAway && name === 'query' ? away.query : Reflect.get(target, name, target)),
    });
    const tenant = { accountId, environment: 'live' } as const;
    const counter = new RequestCounter(flaky, () => NOW, fail);
    counter.count({ tenant, plan: 'free', operation: 'getAccount', status: 200 });
    await expect(counter.write()).rejects.toThrow('away');
    isAway = false;
    await counter.write();
    const usage = await listUsage(database, tenant, '2026-11-20');
    expect(usage.filter(({ operation }) => operation === 'getAccount')).toMatchObject([{ requests: 1 }]);
  });

  it('are made of every request with a key of the account, whatever it is answered', async () => {
    await stack.call('GET', '/v1/account', { key });
    await stack.call('GET', '/v1/shipments/shp_unknown', { key });
    await stack.call('GET', '/v1/account');
    const usage = await eventually(
      () => listUsage(stack.database, { accountId, environment: 'test' }, '2026-01-01'),
      (found) => found.length === 2,
      'the counts to be written',
    );
    expect(usage.map(({ operation, plan, requests, failed }) => [operation, plan, requests, failed])).toEqual([
      ['getAccount', 'starter', 1, 0],
      ['getShipment', 'starter', 1, 1],
    ]);
  });
});
