import Koa from 'koa';
import request from 'supertest';
import { createLogger } from '../../process/logger';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { createClientKey } from '../../db/auth/credentials';
import { createUser } from '../../db/auth/users';
import { withBuilder } from '../../db/operator-work/builder';
import { createConsoleMiddleware, Person } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createLimitedApp } from '../support/limited-app';

const ACCOUNT_NUMBER = 'DE89370400440532013000';
const BENEFICIARY = 'Planted Beneficiary Name';
const PASSWORD = 'planted password of somebody';
const WRONG_PASSWORD = 'planted wrong password';

let database: TestDatabase;
const lines: string[] = [];
const log = createLogger('debug', 'test', { write: (line: string) => void lines.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
});

describe('logs', () => {
  it('hold no key, password, name or account number of what was asked', async () => {
    const { id: accountId } = await findOrCreateAccount(database, 'Planted');
    const issued = await createClientKey(database, { accountId, environment: 'test', label: '', plan: 'starter' });
    const { id: keyId, key } = issued;
    const http = request(createLimitedApp(database, null, log).app.callback());
    const body = { beneficiary: { name: BENEFICIARY, bankAccount: { accountNumber: ACCOUNT_NUMBER } } };
    const broken = await http.post('/v1/broken').set('Authorization', `Bearer ${key}`).send(body);
    expect(broken.status).toBe(413);
    expect((await http.post('/v1/broken').set('Authorization', `Bearer ${key}`).send({})).status).toBe(500);
    expect((await http.get('/v1/plain').set('Authorization', `Bearer ${key}x`)).status).toBe(401);

    await createUser(database, {
      email: 'planted@example.com',
      name: BENEFICIARY,
      password: PASSWORD,
      role: 'owner',
      accountId,
      actor: 'command',
    });
    const person = new Person(new Koa().use(createConsoleMiddleware(database, { log })));
    await person.logIn('planted@example.com', WRONG_PASSWORD);
    await person.logIn('planted@example.com', PASSWORD);

    const text = lines.join('');
    expect(text).toContain('POST answered 500');
    const requests = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request');
    const common = { method: 'POST', operation: 'broken', keyId };
    expect(requests).toMatchObject([
      { ...common, status: 413, requestId: broken.headers['request-id'] },
      { ...common, status: 500 },
      { method: 'GET', operation: 'plain', keyId: null, status: 401 },
    ]);
    const audited = JSON.stringify(await database.query('select * from audit_log'));
    expect(audited).toContain('refused');
    for (const planted of [key, PASSWORD, WRONG_PASSWORD, BENEFICIARY, ACCOUNT_NUMBER, 'planted@example.com']) {
      expect(text).not.toContain(planted);
      expect(audited).not.toContain(planted);
    }
  });

  it('blot out secrets even where somebody hands them over, and keep values of statements out of faults', async () => {
    lines.length = 0;
    log.info(
      { authorization: 'Bearer planted', body: { accountNumber: ACCOUNT_NUMBER, secret: 'whsec_planted' } },
      'x',
    );
    const fault: unknown = await database
      .query('insert into accounts (id, name, plan) values ($1, $2, $3)', ['acc_x', BENEFICIARY, ACCOUNT_NUMBER])
      .catch((cause: unknown) => cause);
    log.error({ fault }, 'a statement failed');
    const built: unknown = await withBuilder(database.directUrl, (builder) =>
      builder('accounts').insert({ id: 'acc_y', name: BENEFICIARY, plan: ACCOUNT_NUMBER }),
    ).catch((cause: unknown) => cause);
    log.error({ fault: built }, 'a statement failed');
    const text = lines.join('');
    expect(text).toContain('accounts_plan_check');
    for (const planted of ['planted', BENEFICIARY, ACCOUNT_NUMBER]) expect(text).not.toContain(planted);
  });

  it('leave secrets out of every table but as hashes and seals', async () => {
    const tables = await database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const { id: accountId } = await findOrCreateAccount(database, 'Dumped');
    const { key } = await createClientKey(database, { accountId, environment: 'test', label: '', plan: 'starter' });
    for (const { name } of tables) {
      const rows = await database.query<{ text: string }>(`select t::text as text from "${name}" t`);
      const dump = rows.map(({ text }) => text).join('\n');
      for (const planted of [key, PASSWORD, WRONG_PASSWORD, ACCOUNT_NUMBER]) {
        expect([name, dump.includes(planted)]).toEqual([name, false]);
      }
    }
  });
});
