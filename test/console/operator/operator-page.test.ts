import { createUser } from '../../../db/auth/users';
import { raiseFlag } from '../../../db/operator-flags';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertCases, insertInstructions, insertPartner } from '../../support/rows';

const PASSWORD = 'nine blue herons at dawn';

let database: TestDatabase;
let operator: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  const user = { email: 'op@example.com', name: 'Op', role: 'operator', accountId: null } as const;
  await createUser(database, { ...user, password: PASSWORD, actor: 'command:test' });
  operator = new Person(createConsoleApp(database), '203.0.113.9');
  expect((await operator.logIn(user.email, PASSWORD)).status).toBe(303);
});

/** Titles of the cards, as a reader sees them. */
async function titles(): Promise<string[]> {
  const { text } = await operator.get('/console/operator');
  return [...text.matchAll(/<h3>(.*?)<\/h3>/gs)].map(([, title]) => (title ?? '').replace(/<[^>]*>/g, '').trim());
}

it('says of each flag and each case whether it is about a test or a live payment', async () => {
  for (const environment of ['test', 'live'] as const) {
    const partner = `ptn_${environment}`;
    const prefix = `instr_${environment}`;
    await insertPartner(database, partner, { environment });
    await insertInstructions(database, { prefix, count: 1, partner, environment });
    await raiseFlag(database, `${prefix}1`, 'silence', {});
    const kind = 'conflicting_report';
    const from = new Date(environment === 'test' ? '2026-01-01T00:00:00Z' : '2026-01-02T00:00:00Z');
    await insertCases(database, { prefix, count: 1, partner, kind, detail: {}, from });
  }
  await raiseFlag(database, 'payment.signal', 'outbox_stuck', {});
  expect(await titles()).toEqual(
    expect.arrayContaining([
      'A partner is silent live',
      'A partner is silent test',
      'A report contradicts the outcome live',
      'A report contradicts the outcome test',
      'Temporal does not accept work',
    ]),
  );
});

/** What a reader sees on a day. */
async function pageOn(day: string): Promise<string> {
  const reader = new Person(createConsoleApp(database, { now: () => new Date(`${day}T12:00:00Z`) }), '203.0.113.9');
  expect((await reader.logIn('op@example.com', PASSWORD)).status).toBe(303);
  return (await reader.get('/console/operator')).text;
}

it('names the shipped facts that run out within 30 days', async () => {
  expect(await pageOn('2027-08-31')).not.toContain('vat: TH runs out');
  expect(await pageOn('2027-09-01')).toContain('vat: TH runs out on 2027-10-01');
});
