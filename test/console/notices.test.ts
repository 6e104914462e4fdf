import { findOrCreateAccount } from '../../db/auth/accounts';
import { createUser } from '../../db/auth/users';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase } from '../support/database';

const PASSWORD = 'nine blue herons at dawn';
const APPROVALS = '/console/test/approvals';
const COOKIE = 'corridor_notice';

let owner: Person;

beforeAll(async () => {
  const database = await createTestDatabase();
  const { id: accountId } = await findOrCreateAccount(database, 'acme');
  const user = { email: 'owner@example.com', name: 'Ann', role: 'owner', accountId } as const;
  await createUser(database, { ...user, password: PASSWORD, actor: 'command:test' });
  owner = new Person(createConsoleApp(database));
  await owner.logIn(user.email, PASSWORD);
});

/** @returns the notice that a page shows; null where it shows none */
const shownAt = async (page: string): Promise<string | null> =>
  /id="done"[^>]*>.*?<p>(.*?)<\/p>/s.exec((await owner.get(page)).text)?.[1] ?? null;

it('a page that an act leads to says what was done, and not when it is loaded again', async () => {
  const fields: [string, string][] = [
    ['amount', '1000'],
    ['currency', 'USD'],
    ['approvals', '2'],
  ];
  const answer = await owner.submit(APPROVALS, APPROVALS, fields);
  expect([answer.status, answer.headers['location']]).toEqual([303, APPROVALS]);
  expect(String(answer.headers['set-cookie'])).toMatch(
    /corridor_notice=rule-set@%2Fconsole%2Ftest%2Fapprovals; Path=\/; HttpOnly; SameSite=Lax; Max-Age=60/,
  );
  for (const other of [`${APPROVALS}/file`, '/console/test/payments', `${APPROVALS}/none`, '/console/none.css'])
    expect([other, await shownAt(other)]).toEqual([other, null]);
  expect(await shownAt(APPROVALS)).toBe('Rule saved. It applies to every payment from now on.');
  expect(await shownAt(APPROVALS)).toBeNull();
});

it.each([
  ['events-resent.1', '1 event will be resent.'],
  ['events-resent.30', '30 events will be resent in batches.'],
  ['proposed', 'Proposal recorded. It is carried out once another operator confirms it within 24 hours.'],
  ['constructor', null],
  ['rule-set.', null],
  ['<b>', null],
])('the cookie %s shows %s', async (value, text) => {
  owner.plantCookie(COOKIE, `${value}@${encodeURIComponent(APPROVALS)}`);
  expect(await shownAt(APPROVALS)).toBe(text);
  expect(owner.cookie(COOKIE)).toBeUndefined();
});
