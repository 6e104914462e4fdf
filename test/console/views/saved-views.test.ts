import { findOrCreateAccount } from '../../../db/auth/accounts';
import { listSavedViews, MAX_SAVED_VIEWS, saveView } from '../../../db/auth/saved-views';
import { createUser } from '../../../db/auth/users';
import { eraseUser } from '../../../db/erasure/erase-user';
import { insertInstructions, insertPartner } from '../../support/rows';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const PASSWORD = 'nine blue herons at dawn';
const PAYMENTS = '/console/test/payments';
const QUERY = 'order=oldest&status=settled';

let database: TestDatabase;
let accountId: string;
let owner: { id: string; person: Person };
let viewer: { id: string; person: Person };

async function newMember(email: string, role: 'owner' | 'viewer'): Promise<{ id: string; person: Person }> {
  const user = { email, name: 'Ann', role, accountId } as const;
  const id = await createUser(database, { ...user, password: PASSWORD, actor: 'command:test' });
  const person = new Person(createConsoleApp(database), '203.0.113.9');
  expect((await person.logIn(email, PASSWORD)).status).toBe(303);
  return { id, person };
}

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_a');
  await insertInstructions(database, { prefix: 'instr_0000000000000000000000000', count: 3, partner: 'ptn_a' });
  await findOrCreateAccount(database, 'ptn_a');
  accountId = 'acc_ptn_a';
  owner = await newMember('owner@example.com', 'owner');
  viewer = await newMember('viewer@example.com', 'viewer');
});

beforeEach(() => database.query('delete from saved_views'));

const save = ({ person }: { person: Person }, name: string, query = QUERY) =>
  person.submit(`${PAYMENTS}?${QUERY}`, `${PAYMENTS}/views`, [
    ['name', name],
    ['query', query],
  ]);

/** Tabs of the list, as a reader sees them; the one that is shown in brackets. */
async function tabsOf({ person }: { person: Person }, query = ''): Promise<string[]> {
  const { text } = await person.get(`${PAYMENTS}${query}`);
  const [, list = ''] = /aria-label="Saved views">(.*?)<\/ul>/s.exec(text) ?? [];
  return [...list.matchAll(/<a href="[^"]*"( aria-current="page")?>(.*?)<\/a>/gs)].map(([, isCurrent, name = '']) =>
    isCurrent === undefined ? name : `[${name}]`,
  );
}

it('keeps filters and order under a name, for the person alone, on both sides of the account', async () => {
  expect(await tabsOf(owner)).toEqual([]);
  const answer = await save(owner, ' Settled <first> ', `${QUERY}&cursor=abc&reference=`);
  expect([answer.status, ...ledTo(answer)]).toEqual([303, `${PAYMENTS}?${QUERY}`, 'view-saved']);
  expect(await tabsOf(owner, `?status=settled&order=oldest&cursor=`)).toEqual(['All', '[Settled &lt;first>]']);
  expect(await tabsOf(owner)).toEqual(['[All]', 'Settled &lt;first>']);
  expect((await owner.person.get('/console/live/payments')).text).toContain(
    `href="/console/live/payments?order=oldest`,
  );
  expect(await tabsOf(viewer)).toEqual([]);
  expect((await save(viewer, 'Mine')).status).toBe(303);
  expect(await tabsOf(viewer)).toEqual(['[All]', 'Mine']);
});

it('replaces a view of the same name, and deletes it', async () => {
  await save(viewer, 'Mine');
  await save(viewer, 'Mine', 'status=failed');
  expect(await tabsOf(viewer, '?status=failed')).toEqual(['All', '[Mine]']);
  const gone = await viewer.person.submit(`${PAYMENTS}?status=failed`, `${PAYMENTS}/views/delete`, [['name', 'Mine']]);
  expect([gone.status, ...ledTo(gone)]).toEqual([303, PAYMENTS, 'view-deleted']);
  expect(await tabsOf(viewer)).toEqual([]);
});

it.each([
  ['no name', ' ', QUERY],
  ['a name of more than 40 characters', 'x'.repeat(41), QUERY],
  ['no filter', 'Empty', 'cursor=abc'],
  ['an address that is too long once it is encoded', 'Long', `currency=${'('.repeat(1_900)}`],
])('refuses %s', async (_what, name, query) => {
  expect((await save(viewer, name, query)).status).toBe(400);
  expect(await tabsOf(viewer)).toEqual([]);
});

it('refuses more than 20 views of a list, and erases them with the person', async () => {
  const reader = await newMember('reader@example.com', 'viewer');
  await save(owner, 'Mine');
  for (let count = 0; count < MAX_SAVED_VIEWS; count += 1)
    await save(reader, `View ${count}`, `currency=EUR&n=${count}`);
  expect((await save(reader, 'One more')).status).toBe(400);
  expect((await save(reader, 'View 3')).status).toBe(303);
  await database.transaction((client) => eraseUser(client, reader.id));
  const left = await database.query<{ of: string }>('select distinct user_id as of from saved_views');
  expect(left.map((row) => row.of)).toEqual([owner.id]);
});

it('keeps the limit where two views are saved at once', async () => {
  const reader = await newMember('hasty@example.com', 'viewer');
  const limit = { userId: reader.id, list: 'payments' };
  await database.query(
    `insert into saved_views (user_id, list, name, query)
     select $1, 'payments', 'View ' || number, 'currency=EUR' from generate_series(2, $2::integer) number`,
    [reader.id, MAX_SAVED_VIEWS],
  );
  const saved = await Promise.all(
    ['one', 'two', 'three'].map((name) => saveView(database, { ...limit, name, query: 'currency=USD' })),
  );
  expect(saved.filter(Boolean)).toHaveLength(1);
  expect(await listSavedViews(database, limit)).toHaveLength(MAX_SAVED_VIEWS);
});

it('sorts payments by the head of a column, page by page', async () => {
  const { text } = await owner.person.get(PAYMENTS);
  expect(text).toMatch(/aria-sort="descending"><a href="\/console\/test\/payments\?order=oldest">Submitted/);
  const ids = async (query: string): Promise<string[]> => {
    const page = await owner.person.get(`${PAYMENTS}?${query}`);
    return [...page.text.matchAll(/payments\/instr_\d*?(\d)"/g)].map(([, id = '']) => id);
  };
  expect(await ids('order=oldest')).toEqual(['1', '2', '3']);
  expect(await ids('order=newest&status=submitted')).toEqual(['3', '2', '1']);
  const first = Buffer.from('instr_00000000000000000000000001', 'latin1').toString('base64url');
  expect(await ids(`order=oldest&cursor=${first}`)).toEqual(['2', '3']);
  expect(await ids(`order=oldest&currency=USD&cursor=${first}`)).toEqual(['2', '3']);
  const { text: file } = await owner.person.get(`${PAYMENTS}/file?order=oldest`);
  expect(
    file
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(31, 32)),
  ).toEqual(['1', '2', '3']);
});
