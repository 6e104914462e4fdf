import pino from 'pino';
import { Ending } from '../../../api/ending';
import type { Services } from '../../../api/services';
import { findOrCreateAccount, openLiveSide } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { finishDrill, keepDrillResult } from '../../../db/webhooks/drills';
import { createSubscription } from '../../../db/webhooks/subscriptions';
import type { Environment } from '../../../domain/auth/tenant';
import { openVault } from '../../../lib/vault';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const PASSWORD = 'nine blue herons at dawn';

let database: TestDatabase;
let ada: Person;
const pages = {} as Record<Environment, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
  const services = {
    ...{ database, vault, log: pino({ enabled: false }), ending: new Ending(), wake: () => undefined },
    ...{ settings: { publicUrl: 'http://localhost' }, limiter: { describeAddress: () => ({}) } },
  } as unknown as Services;
  const { id: accountId } = await findOrCreateAccount(database, 'acme');
  const person = { email: 'ada@example.com', name: 'Ada', role: 'owner', accountId } as const;
  await createUser(database, { ...person, password: PASSWORD, actor: 'command:test' });
  await openLiveSide(database, accountId, 'command:test');
  const hook = {
    url: 'https://shop.example/hook',
    events: ['payment.*'],
    description: '',
    enabled: true,
    controls: {},
  };
  for (const environment of ['test', 'live'] as const) {
    const tenant = { accountId, environment };
    const { id } = await createSubscription(database, vault, tenant, { ...hook, actor: 'key:key_1' }, null);
    pages[environment] = `/console/${environment}/webhooks/${id}`;
  }
  ada = new Person(createConsoleApp(database, { services }));
  await ada.logIn(person.email, PASSWORD);
});

/** Source: docs/GAPS.md#drills */
describe('the page of an endpoint', () => {
  it('starts one drill, and shows what it has found as it goes', async () => {
    const page = pages.test;
    expect((await ada.get(page)).text).not.toContain('Newest drill');
    for (const notice of ['drill-started', 'drill-running']) {
      const answer = await ada.submit(page, `${page}/drill`, []);
      expect([answer.status, ...ledTo(answer)]).toEqual([303, `${page}#drill`, notice]);
    }
    const drills = await database.query<{ id: string }>('select id from webhook_drills');
    expect(drills).toHaveLength(1);
    expect((await ada.get(page)).text).toContain('The drill is running: 0 of 10 scenarios done.');

    const id = drills[0]?.id ?? '';
    const message = 'An ordinary delivery was answered with 204, not 200.';
    const found = { outcome: 'failed', fault: 'not_200', message, advice: 'Answer with status 200.' } as const;
    await keepDrillResult(database, id, { scenario: 'takes_delivery', title: 'answers', ...found, deliveries: [] });
    await finishDrill(database, id);
    const { text } = await ada.get(page);
    expect(text).toContain('The receiver failed');
    expect(text).toContain(message);
    expect(text).toContain('Answer with status 200.');
  });

  it('starts none on the live side', async () => {
    const { status, text } = await ada.get(pages.live);
    expect(status).toBe(200);
    expect(text).not.toContain('Start a drill');
    expect((await ada.submit(pages.live, `${pages.live}/drill`, [])).status).toBe(400);
    const live = await database.query(`select from webhook_drills where environment = 'live'`);
    expect(live).toEqual([]);
  });
});
