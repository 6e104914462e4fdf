import { findOrCreateAccount } from '../../db/auth/accounts';
import { createUser } from '../../db/auth/users';
import { createConsoleApp, ledTo, Person } from '../support/console-app';
import { createTestDatabase } from '../support/database';
import { insertInstructions, insertPartner } from '../support/rows';

const PASSWORD = 'nine blue herons at dawn';
const PAYMENTS = '/console/test/payments';
const COOKIE = 'corridor_tables';

let owner: Person;

beforeAll(async () => {
  const database = await createTestDatabase();
  await insertPartner(database, 'ptn_a');
  await insertInstructions(database, { prefix: 'instr_0000000000000000000000000', count: 3, partner: 'ptn_a' });
  await findOrCreateAccount(database, 'ptn_a');
  const user = { email: 'owner@example.com', name: 'Ann', role: 'owner', accountId: 'acc_ptn_a' } as const;
  await createUser(database, { ...user, password: PASSWORD, actor: 'command:test' });
  owner = new Person(createConsoleApp(database));
  await owner.logIn(user.email, PASSWORD);
});

// A login is throttled: one person reads everything, with a new choice each time.
beforeEach(() => owner.plantCookie(COOKIE, ''));

/** @returns heads of the table of payments */
async function headsOf(): Promise<string[]> {
  const { text } = await owner.get(PAYMENTS);
  const [, head = ''] = /<thead>(.*?)<\/thead>/s.exec(text) ?? [];
  return [...head.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, name = '']) =>
    name
      .replaceAll(/<[^>]*>/g, '')
      .replace(/ [↑↓]$/, '')
      .trim(),
  );
}

const choose = (fields: [string, string][], list = 'payments') =>
  owner.submit(PAYMENTS, '/console/tables', [['list', list], ...fields]);
const COLUMNS: [string, string][] = [
  ['column', 'partner'],
  ['column', 'expected'],
];

it('a reader leaves columns out, but neither amount nor status', async () => {
  expect(await headsOf()).toEqual(['Payment', 'Amount', 'Status', 'Partner', 'Submitted', 'Settled or expected']);
  const answer = await choose([...COLUMNS, ['shown', 'expected']]);
  expect(answer.status).toBe(303);
  expect(await headsOf()).toEqual(['Payment', 'Amount', 'Status', 'Submitted', 'Settled or expected']);
  const { text } = await owner.get(PAYMENTS);
  expect(text).toMatch(/<details class="choice">.*name="shown" value="partner"\/> Partner/s);
  expect(text).toMatch(/name="shown" value="expected" checked/);
  await choose([
    ['column', 'amount'],
    ['column', 'status'],
  ]);
  expect(await headsOf()).toContain('Amount');
  await choose([...COLUMNS, ['shown', 'partner'], ['shown', 'expected']]);
  expect(await headsOf()).toHaveLength(6);
  expect(owner.cookie(COOKIE)).toBeUndefined();
});

it('a choice leads back to its list, which says once that it is saved', async () => {
  const token = /name="form_token" value="([^"]+)"/.exec((await owner.get(PAYMENTS)).text)?.[1] ?? '';
  const page = `${PAYMENTS}?order=oldest`;
  const fields: [string, string][] = [['form_token', token], ['list', 'payments'], ...COLUMNS];
  const answer = await owner.post('/console/tables', fields, { Referer: `http://localhost${page}` });
  expect(answer.headers['location']).toBe(page);
  expect((await owner.get(page)).text).toMatch(/role="status".*Table layout saved\./);
  expect((await owner.get(page)).text).not.toContain('Table layout saved.');
});

it('a choice that was sent again after its login had expired does not lead back to the kept form', async () => {
  const { text } = await owner.get(PAYMENTS);
  const token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const fields: [string, string][] = [['form_token', token], ['list', 'payments'], ...COLUMNS];
  const answer = await owner.post('/console/tables', fields, { Referer: 'http://localhost/console/kept-form/kept_1' });
  expect(ledTo(answer)).toEqual(['/console', 'table-saved']);
});

it('the columns to choose from are a group with a name', async () => {
  const { text } = await owner.get(PAYMENTS);
  const [group = ''] = /<fieldset><legend>Shown columns<\/legend>.*?<\/fieldset>/s.exec(text) ?? [];
  expect([...group.matchAll(/name="shown" value="(\w+)"/g)].map(([, name]) => name)).toEqual(['partner', 'expected']);
});

it('each list has a choice of its own, and all have the same height of rows', async () => {
  await choose([...COLUMNS, ['shown', 'expected']]);
  await choose(
    [
      ['column', 'key'],
      ['compact', 'yes'],
    ],
    'requests',
  );
  expect(owner.cookie(COOKIE)).toBe('compact~payments.partner~requests.key');
  const { text } = await owner.get(PAYMENTS);
  expect(text).toContain('<body class="compact"');
  expect(await headsOf()).not.toContain('Partner');
  await choose([...COLUMNS, ['shown', 'partner'], ['shown', 'expected']]);
  expect((await owner.get(PAYMENTS)).text).not.toContain('<body class="compact"');
});

it.each<[string, [string, string][], string]>([
  ['a list that there is not', COLUMNS, 'members'],
  ['what is no column', [['column', 'Partner; Path=/']], 'payments'],
  ['more columns than a table has', Array.from({ length: 11 }, () => ['column', 'partner']), 'payments'],
  ['another height of rows', [['compact', 'very']], 'payments'],
])('%s is refused', async (_what, fields, list) => {
  expect((await choose(fields, list)).status).toBe(400);
});

it.each(['payments', 'payments.', '~~..', 'constructor.partner', 'payments.%00'])(
  'the cookie %s leaves nothing out',
  async (value) => {
    owner.plantCookie(COOKIE, value);
    expect(await headsOf()).toHaveLength(6);
  },
);
