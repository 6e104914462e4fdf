import { issueAccountKey } from '../../../db/auth/account-keys';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createClientKey } from '../../../db/auth/credentials';
import { createUser } from '../../../db/auth/users';
import { RequestCounter } from '../../../db/limits/request-counts';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const PASSWORD = 'nine blue herons at dawn';
const EMAIL = 'viewer@example.com';
const NOW = new Date('2026-11-20T15:00:00Z');
const DAY_MS = 86_400_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { id: accountId } = await findOrCreateAccount(database, 'Acme');
  const viewer = { email: EMAIL, name: 'Viewer', role: 'viewer', accountId } as const;
  await createUser(database, { ...viewer, password: PASSWORD, actor: 'command:test' });
  const tenant = { accountId, environment: 'test' } as const;
  await issueAccountKey(database, { tenant, label: 'shop', scopes: [], expiresAt: null, actor: 'command:test' });
  for (let day = 0; day < 40; day += 3) {
    const at = new Date(NOW.getTime() - day * DAY_MS);
    const counter = new RequestCounter(
      database,
      () => at,
      (fault) => {
        throw fault;
      },
    );
    for (let count = 0; count <= day; count += 1) {
      counter.count({ tenant, plan: 'free', operation: 'searchHsCodes', status: count === 0 ? 429 : 200 });
    }
    counter.count({ tenant, plan: 'starter', operation: 'getAccount', status: 403 });
    await counter.write();
  }
});

describe('the page of usage', () => {
  it('sums thirty days by operation, plan and day, and names the limits', async () => {
    const person = new Person(createConsoleApp(database, { now: () => NOW }));
    await person.logIn(EMAIL, PASSWORD);
    const { text } = await person.get('/console/test/usage');
    // Days 0, 3, …, 27 before: 1 + 4 + … + 28 searches and ten more requests.
    expect(text).toContain('155 requests, 10 of them refused by limits.');
    const rows = [...text.matchAll(/<span class="whole">([\w-]+)<\/span><\/th><td class="number">([\d,]+)<\/td>/g)];
    const figures = Object.fromEntries(rows.map(([, name, count]) => [name, count]));
    expect(figures).toMatchObject({ searchHsCodes: '145', getAccount: '10', '2026-11-20': '2', '2026-11-17': '5' });
    expect(figures).not.toHaveProperty('2026-10-21');
    expect(text).toContain('0 of 10 used this minute');
    expect(text).not.toContain('Single operations');
    expect((await person.get('/console/live/usage')).text).toContain('No requests with a live key.');
  });
});

describe('the limits of a key', () => {
  it('are shown where single operations have other ones than the standard, with the key and beside its usage', async () => {
    const { id: accountId } = await findOrCreateAccount(database, 'Large');
    const owner = { email: 'large@example.com', name: 'Large', role: 'owner', accountId } as const;
    await createUser(database, { ...owner, password: PASSWORD, actor: 'command:test' });
    const base = { accountId, environment: 'test', plan: 'enterprise' } as const;
    const customEndpointLimits = { createInstruction: 1_000, statusReport: 2_000 };
    await createClientKey(database, { ...base, label: 'custom', customEndpointLimits });
    await createClientKey(database, { ...base, label: 'free', endpointLimits: false });
    const person = new Person(createConsoleApp(database, { now: () => NOW }));
    await person.logIn(owner.email, PASSWORD);
    for (const page of ['/console/test/usage', '/console/keys']) {
      const { text } = await person.get(page);
      expect(text).toContain('Single operations: createInstruction 1,000 a minute, statusReport 2,000 a minute');
      expect(text).toContain('Single operations: no limits of their own');
    }
  });
});
