import { CONSOLE_ASSETS } from '../../console/layout';
import request from 'supertest';
import { AdmissionGate } from '../../api/admission-gate';
import { Ending } from '../../api/ending';
import type { Services } from '../../api/services';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { createUser } from '../../db/auth/users';
import { createConsoleApp, Person, serve } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';

const PASSWORD = 'seven green boats at noon';
const PAGE = '/console/test/deliveries';
const HOUR_MS = 60 * 60_000;
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
  return {
    livePages,
    ending: new Ending(),
    limiter: { describeAddress: () => ({ 'X-RateLimit-Limit': '60' }) },
  } as unknown as Services;
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

  it('is no use of the login, which ends when nobody has used it for two hours', async () => {
    let nowMs = Date.now();
    const livePages = new AdmissionGate({ total: 9, perKey: 9, maxWaiting: 0 });
    const now = (): Date => new Date(nowMs);
    const app = createConsoleApp(database, { services: servicesWith(livePages), now });
    const person = new Person(app);
    await person.logIn('owner@example.com', PASSWORD);
    const address = await serve(app);
    const headers = { ...FOLLOW, Cookie: `corridor_login=${person.cookie('corridor_login') ?? ''}` };
    nowMs += 1.5 * HOUR_MS;
    const stream = await fetch(`${address}${PAGE}`, { headers });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    nowMs += 0.6 * HOUR_MS;
    // It ends by itself, and is not opened anew.
    await stream.text();
    const anew = await fetch(`${address}${PAGE}`, { headers, redirect: 'manual' });
    expect(anew.headers.get('location')).toContain('/console/login');
    expect((await person.get(PAGE)).status).toBe(303);
  });

  it('is refused by another method with those that it knows, other pages too', async () => {
    const app = createConsoleApp(database);
    const sent = [
      request(app.callback()).put(PAGE),
      request(app.callback()).trace(PAGE),
      request(app.callback()).delete('/console/keys'),
      request(app.callback()).post(CONSOLE_ASSETS.script.address),
      request(app.callback()).post('/console/nowhere'),
    ];
    const answers = await Promise.all(sent);
    expect(answers.map(({ status, headers }) => [status, headers['allow']])).toEqual([
      [405, 'GET, HEAD'],
      [405, 'GET, HEAD'],
      [405, 'GET, HEAD, POST'],
      [405, 'GET, HEAD'],
      [404, undefined],
    ]);
  });
});
