import pino from 'pino';
import { Ending } from '../../../api/ending';
import type { Services } from '../../../api/services';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { ScreeningRulesCache } from '../../../db/compliance/screening-rules';
import { openVault } from '../../../lib/vault';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const PASSWORD = 'nine blue herons at dawn';
const LIST = '/console/test/beneficiaries';
const PAYEE: [string, string][] = [
  ['label', 'Supplier of cotton'],
  ['name', 'Example Trading Ltd'],
  ['country', 'US'],
  ['bankAccount.accountNumber', '9876543210'],
  ['bankAccount.swiftBic', 'BOFAUS3N'],
  ['bankAccount.country', 'us'],
];

let database: TestDatabase;
let ada: Person;
let bob: Person;
let cid: Person;
let reader: Person;

async function person(app: ReturnType<typeof createConsoleApp>, email: string): Promise<Person> {
  const visitor = new Person(app);
  await visitor.logIn(email, PASSWORD);
  return visitor;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
  const services = {
    ...{ database, vault, log: pino({ enabled: false }), ending: new Ending(), wake: () => undefined },
    ...{ settings: { publicUrl: 'http://localhost' }, limiter: { describeAddress: () => ({}) } },
    screeningRules: new ScreeningRulesCache(database, null),
  } as unknown as Services;
  const app = createConsoleApp(database, { services });
  const { id: accountId } = await findOrCreateAccount(database, 'acme');
  const common = { password: PASSWORD, actor: 'command:test', accountId };
  const people = [
    ['ada', 'owner'],
    ['bob', 'developer'],
    ['cid', 'developer'],
    ['eve', 'viewer'],
  ] as const;
  for (const [name, role] of people) {
    await createUser(database, { ...common, email: `${name}@example.com`, name, role });
  }
  [ada, bob, cid, reader] = (await Promise.all(
    ['ada', 'bob', 'cid', 'eve'].map((name) => person(app, `${name}@example.com`)),
  )) as [Person, Person, Person, Person];
});

/** @returns the page of a beneficiary that was saved by the form */
async function saved(): Promise<string> {
  const answer = await ada.submit(`${LIST}/new`, LIST, PAYEE);
  const [page, notice] = ledTo(answer);
  expect([answer.status, notice]).toEqual([303, 'beneficiary-saved']);
  return String(page);
}

const confirmation = (version: string, person = 'Ann Li'): [string, string][] => [
  ['version', version],
  ['confirmedWith.person', person],
  ['confirmedWith.way', 'telephone'],
];

describe('the pages of beneficiaries', () => {
  it('save one from a form, which keeps what was typed beside each fault', async () => {
    const refused = await ada.submit(`${LIST}/new`, LIST, [
      ...PAYEE.slice(0, 3),
      ['bankAccount.accountNumber', '9876543210'],
    ]);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('value="Example Trading Ltd"');
    expect(refused.text).toContain('is required unless the account is an IBAN');
    const page = await saved();
    const shown = (await reader.get(page)).text;
    expect(shown).toContain('****3210');
    expect(shown).not.toContain('9876543210');
    expect(shown).not.toContain('/edit');
    expect(shown).toContain(`/console/test/requests?about=${page.split('/').at(-1)}`);
    expect((await reader.get(LIST)).text).toContain('Supplier of cotton');
    const { text: file } = await reader.get(`${LIST}/file`);
    expect(file).toMatch(
      /^id,name,account_number,bank,country,screening,held_until,saved,changed\r\nben_\w{26},Supplier of cotton,\*{4}3210,/,
    );
    expect((await reader.get(`${LIST}/new`)).status).toBe(403);
  });

  it('hold changed bank details until another member confirms them', async () => {
    const page = await saved();
    const edit = (await ada.get(`${page}/edit`)).text;
    expect(edit).toContain('value="BOFAUS3N"');
    expect(edit).not.toMatch(/9876543210|3210/);
    const changed = await ada.submit(`${page}/edit`, `${page}/edit`, [['bankAccount.accountNumber', '1111222233']]);
    expect(ledTo(changed)).toEqual([page, 'beneficiary-changed']);
    expect((await ada.get(page)).text).toMatch(/role="status".*Beneficiary changed\./);
    expect((await ada.get(page)).text).not.toContain('Beneficiary changed.');
    const own = (await ada.get(page)).text;
    expect(own).toContain('another member has to confirm it');
    expect(own).not.toContain('Compare old and new');
    expect((await ada.submit(page, `${page}/confirm`, confirmation('2'))).status).toBe(403);
    const seen = (await bob.get(page)).text;
    expect(seen).toContain('****2233');
    expect(seen).not.toMatch(/9876543210|1111222233/);
    expect((await bob.submit(page, `${page}/confirm`, confirmation('1'))).status).toBe(409);
    const nobodyAsked = await bob.submit(page, `${page}/confirm`, confirmation('2', ''));
    expect([nobodyAsked.status, nobodyAsked.text.includes('id="confirmedWith.person-fault"')]).toEqual([400, true]);
    expect(ledTo(await bob.submit(page, `${page}/confirm`, confirmation('2')))).toEqual([
      page,
      'beneficiary-confirmed',
    ]);
    const confirmed = (await bob.get(page)).text;
    expect(confirmed).not.toContain('are held until');
    expect(confirmed).toContain('Ann Li, by telephone');
  });

  /** Source: docs/GAPS.md#A5 */
  it('say that no member can confirm what a key without a member has changed', async () => {
    const page = await saved();
    await ada.submit(`${page}/edit`, `${page}/edit`, [['bankAccount.accountNumber', '1111222233']]);
    await database.query(`update beneficiary_versions set changed_by = 'key:key_gone' where beneficiary_id = $1`, [
      page.slice(page.lastIndexOf('/') + 1),
    ]);
    const { text } = await bob.get(page);
    expect(text).toContain('so no member can confirm the change');
    expect(text).not.toContain('Compare old and new');
  });

  it('show old and new in full to who may confirm, and record who saw them and how the payee was asked', async () => {
    const page = await saved();
    await ada.submit(`${page}/edit`, `${page}/edit`, [['bankAccount.accountNumber', '1111222233']]);
    await ada.submit(`${page}/edit`, `${page}/edit`, [['bankAccount.accountNumber', '4444555566']]);
    expect((await ada.submit(page, `${page}/compare`, [])).status).toBe(403);
    expect((await reader.submit(page, `${page}/compare`, [])).status).toBe(403);
    const { status, text } = await bob.submit(page, `${page}/compare`, []);
    expect(status).toBe(200);
    expect(text).toMatch(/Account number<\/th><td[^>]*>9876543210<\/td><td[^>]*><mark>4444555566<\/mark>/);
    expect(text).not.toContain('1111222233');
    expect(text.match(/Changed by ada@example\.com/g)).toHaveLength(2);
    await bob.submit(page, `${page}/confirm`, confirmation('3'));
    const entries = await database.query<{ act: string; detail: unknown }>(
      `select act, detail from audit_log where subject = $1 and act like '%bank_details_%' order by id`,
      [page.split('/').at(-1)],
    );
    expect(entries.slice(-2)).toEqual([
      { act: 'beneficiary.bank_details_shown', detail: { environment: 'test', version: 3 } },
      {
        act: 'beneficiary.bank_details_confirmed',
        detail: { environment: 'test', version: 3, confirmedBy: 'telephone' },
      },
    ]);
    const again = await bob.submit(page, `${page}/compare`, []);
    expect([again.status, again.headers['location']]).toEqual([303, page]);
  });

  it('do not let anybody confirm their own number once a colleague has changed the bank', async () => {
    const page = await saved();
    const change = (who: Person, name: string, value: string) =>
      who.submit(`${page}/edit`, `${page}/edit`, [[`bankAccount.${name}`, value]]);
    const confirm = async (who: Person) => (await who.submit(page, `${page}/confirm`, confirmation('3'))).status;
    await change(ada, 'accountNumber', '1111222233');
    expect((await bob.get(page)).text).not.toContain('cannot be confirmed any more');
    await change(bob, 'bankName', 'Other Bank');
    for (const who of [ada, bob]) {
      expect((await who.get(page)).text).not.toContain('Compare old and new');
      expect(await confirm(who)).toBe(403);
    }
    const seen = (await cid.get(page)).text;
    expect(seen).toContain('Compare old and new');
    expect(seen).toContain('cannot be confirmed any more');
    expect(await confirm(cid)).toBe(303);
  });

  it('let who made a change confirm a later one once theirs is old enough', async () => {
    const page = await saved();
    const edit = `${page}/edit`;
    await ada.submit(edit, edit, [['bankAccount.accountNumber', '1111222233']]);
    await database.query(
      `update beneficiary_versions set held_until = clock_timestamp() where beneficiary_id = $1 and version = 2`,
      [page.split('/').at(-1)],
    );
    await bob.submit(edit, edit, [['bankAccount.bankName', 'Other Bank']]);
    const seen = (await ada.get(page)).text;
    expect(seen).toContain('Compare old and new');
    expect(seen).not.toContain('cannot be confirmed any more');
    expect((await ada.submit(page, `${page}/confirm`, confirmation('3'))).status).toBe(303);
  });

  it('compare with a change that was replaced, and has become old enough since', async () => {
    const page = await saved();
    const edit = `${page}/edit`;
    for (const number of ['1111222233', '4444555566'])
      await ada.submit(edit, edit, [['bankAccount.accountNumber', number]]);
    const compared = async () => {
      const { text } = await bob.submit(page, `${page}/compare`, []);
      return /Account number<\/th><td[^>]*>(\d+)<\/td><td[^>]*><mark>(\d+)<\/mark>/.exec(text)?.slice(1);
    };
    expect(await compared()).toEqual(['9876543210', '4444555566']);
    await database.query(
      `update beneficiary_versions set held_until = clock_timestamp() where beneficiary_id = $1 and version = 2`,
      [page.split('/').at(-1)],
    );
    expect(await compared()).toEqual(['1111222233', '4444555566']);
  });

  it('say that a change was taken back, which is to be confirmed, too', async () => {
    const page = await saved();
    const edit = `${page}/edit`;
    for (const number of ['1111222233', '9876543210'])
      await ada.submit(edit, edit, [['bankAccount.accountNumber', number]]);
    const { text } = await bob.submit(page, `${page}/compare`, []);
    expect(text).not.toContain('<mark>');
    expect(text).toContain('a change was taken back');
    expect((await bob.submit(page, `${page}/confirm`, confirmation('3'))).status).toBe(303);
  });

  it('delete one after a question', async () => {
    const page = await saved();
    await ada.submit(`${page}/edit`, `${page}/edit`, [['bankAccount.accountNumber', '1111222233']]);
    expect((await ada.get(`${page}/delete`)).text).toContain('Supplier of cotton');
    expect(ledTo(await ada.submit(`${page}/delete`, `${page}/delete`, []))).toEqual([LIST, 'beneficiary-deleted']);
    expect((await ada.get(page)).status).toBe(404);
    const id = page.split('/').at(-1);
    expect(await database.query('select change_sealed from beneficiaries where id = $1', [id])).toEqual([
      { change_sealed: null },
    ]);
  });
});
