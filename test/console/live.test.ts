import { AdmissionGate } from '../../api/admission-gate';
import type { Services } from '../../api/services';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { createUser } from '../../db/auth/users';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';

const PASSWORD = 'seven green boats at noon';
const PAGE = '/console/test/deliveries';
const FOLLOW = { Accept: 'text/event-stream' };

let database: TestDatabase;
let accountId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
  const owner = { email: 'owner@example.com', name: 'Owner', role: 'owner', accountId } as const;
  await createUser(database, { ...owner, password: PASSWORD, actor: 'command' });
});

function servicesWith(livePages: AdmissionGate): Services {
  return { livePages, limiter: { describeAddress: () => ({ 'X-RateLimit-Limit': '60' }) } } as unknown as Services;
}

describe('a page that follows what happens', () => {
  it('has places that the people of an account share, and that no account takes from others', async () => {
    const livePages = new AdmissionGate({ total: 2, perKey: 1, maxWaiting: 0 });
    const person = new Person(createConsoleApp(database, { services: servicesWith(livePages) }));
    await person.logIn('owner@example.com', PASSWORD);
    const own = await livePages.enter(accountId, 0);
    const refused = await person.get(PAGE, FOLLOW);
    expect([refused.status, refused.headers]).toMatchObject([
      429,
      { 'retry-after': '10', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' },
    ]);
    if (own.admitted) own.release();
    for (const other of ['acc_1', 'acc_2']) await livePages.enter(other, 0);
    const full = await person.get(PAGE, FOLLOW);
    expect([full.status, full.headers['retry-after']]).toEqual([503, '10']);
  });
});
