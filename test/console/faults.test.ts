import { createUser } from '../../db/auth/users';
import type { Database } from '../../db/database';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertPartner } from '../support/rows';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

/** The page of somebody who seems to be logged in, where each look-up ends with this fault. */
async function pageWith(fault: Error): Promise<{ status: number; text: string }> {
  const person = new Person(
    createConsoleApp(database, { database: { ...database, query: () => Promise.reject(fault) } }),
  );
  person.plantCookie('corridor_login', 'x'.repeat(43));
  return person.get('/console/test/payments');
}

describe('a page of the console', () => {
  it('says "not now" for a fault of Postgres that passes, also where no statement of ours has named it', async () => {
    const { status, text } = await pageWith(Object.assign(new Error('shutting down'), { code: '57P01' }));
    expect(status).toBe(503);
    expect(text).toContain('The database cannot answer at the moment.');
  });

  it('says nothing of any other fault but whom to ask about it', async () => {
    const { status, text } = await pageWith(new Error('column x of acme does not exist'));
    expect(status).toBe(500);
    expect(text).toContain('Something failed on our side. Please quote ');
    expect(text).not.toContain('acme');
  });

  it('is shown without the counts of its menu where these fail', async () => {
    await insertPartner(database, 'north');
    const member = { email: 'olga@example.com', name: 'olga', role: 'owner', accountId: 'acc_north' } as const;
    const password = 'nine blue herons at dawn';
    await createUser(database, { ...member, password, actor: 'command:test' });
    let failed = 0;
    const query = (...of: Parameters<Database['query']>) => {
      if (!of[0].includes('"delayedSince"')) return database.query(...of);
      failed += 1;
      return Promise.reject(new Error('canceling statement due to statement timeout'));
    };
    const person = new Person(
      createConsoleApp(database, { database: { ...database, query: query as Database['query'] } }),
    );
    await person.logIn(member.email, password);
    expect((await person.get('/console/test/tariffs')).status).toBe(200);
    expect(failed).toBeGreaterThan(0);
  });
});
