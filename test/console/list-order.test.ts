import { findOrCreateAccount } from '../../db/auth/accounts';
import { createUser } from '../../db/auth/users';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';

const PASSWORD = 'nine blue herons at dawn';
/** More than a page of any of these lists. */
const COUNT = 30;

let database: TestDatabase;
let owner: Person;

/** Thirty rows of each list, a second after each other, numbered from 1. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { id: accountId } = await findOrCreateAccount(database, 'acme');
  const user = { email: 'owner@example.com', name: 'Ann', role: 'owner', accountId } as const;
  await createUser(database, { ...user, password: PASSWORD, actor: 'command:test' });
  await database.query(
    `insert into payment_batches (id, account_id, environment, request_id, name, mode, is_strict, pace, total, created_at)
     select 'bat_' || lpad(number::text, 26, '0'), $1, 'test', 'req_1', 'No. ' || number || '.', 'valid_only', false, '{}',
       1, now() from generate_series(1, $2::integer) number`,
    [accountId, COUNT],
  );
  await database.query(
    `insert into documents (id, account_id, environment, request_id, type, number, locale, created_at, expires_at)
     select 'doc_' || lpad(number::text, 26, '0'), $1, 'test', 'req_1', 'commercial_invoice', 'No. ' || number || '.',
       'en', now(), now() + interval '1 day' from generate_series(1, $2::integer) number`,
    [accountId, COUNT],
  );
  owner = new Person(createConsoleApp(database));
  await owner.logIn(user.email, PASSWORD);
});

const numbersIn = (text: string): number[] => [...text.matchAll(/No\. (\d+)\./g)].map(([, number]) => Number(number));

describe.each(['batches', 'documents'])('the list of %s', (list) => {
  const page = `/console/test/${list}`;

  it('is sorted by the head of its column of time, page by page, and its file follows', async () => {
    const { text: newest } = await owner.get(page);
    expect(numbersIn(newest).slice(0, 2)).toEqual([30, 29]);
    const [, head = ''] = /aria-sort="descending"><a href="([^"]+)"/.exec(newest) ?? [];
    expect(head).toBe(`${page}?order=oldest`);
    const { text: oldest } = await owner.get(head);
    expect(numbersIn(oldest)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    expect(oldest).toContain(`aria-sort="ascending"><a href="${page}?order=newest"`);
    const [, next = ''] = /class="pager".*?href="([^"]+)"/s.exec(oldest) ?? [];
    expect(numbersIn((await owner.get(next.replaceAll('&amp;', '&'))).text)).toEqual([26, 27, 28, 29, 30]);
    expect(oldest).toContain(`href="${page}/file?order=oldest"`);
    const { text: file } = await owner.get(`${page}/file?order=oldest`);
    expect(numbersIn(file)).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
  });
});

it('a filter keeps the order of the list', async () => {
  const { text } = await owner.get('/console/test/documents?order=oldest&type=commercial_invoice');
  expect(text).toMatch(/role="search" aria-label="Filter".*<input type="hidden" name="order" value="oldest"/s);
  expect((await owner.get('/console/test/documents')).text).not.toContain('name="order"');
});

it.each(['test/requests', 'test/deliveries', 'test/documents', 'test/batches', 'audit'])(
  'the list of %s refuses an order that there is not',
  async (list) => {
    for (const path of [`/console/${list}`, `/console/${list}/file`]) {
      expect((await owner.get(`${path}?order=oldest`)).status).toBe(200);
      const { status, text } = await owner.get(`${path}?order=sideways`);
      expect([status, text.includes('The order of a list is newest or oldest.')]).toEqual([400, true]);
    }
  },
);

it('the audit log begins with its first entry where that is asked for', async () => {
  const linesOf = async (query: string): Promise<string[]> =>
    (await owner.get(`/console/audit/file${query}`)).text.trim().split('\r\n').slice(1);
  expect(await linesOf('?order=oldest')).toEqual((await linesOf('')).reverse());
  expect((await owner.get('/console/audit?order=oldest')).text).toContain('aria-sort="ascending"');
});
