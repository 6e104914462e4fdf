import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEBTOR } from '../../../../lab/benches/debtor';
import { createPartner } from '../../../../db/payments/dispatch/partners';
import { createUser } from '../../../../db/auth/users';
import { createConsoleApp, Person } from '../../../support/console-app';
import { TEST_VAULT } from '../../../support/limited-app';
import { createTestDatabase, type TestDatabase } from '../../../support/database';

const PASSWORD = 'seven green boats at noon';
const PLACE = '/console/operator/network/partners/new';
const DESCRIPTION: unknown = JSON.parse(
  readFileSync(path.join('docs', 'examples', 'banks', 'json-header.json'), 'utf8'),
);
let database: TestDatabase;
let operator: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  const person = { email: 'op@example.com', name: 'Op', role: 'operator', accountId: null } as const;
  await createUser(database, { ...person, password: PASSWORD, actor: 'command' });
  operator = new Person(createConsoleApp(database));
  await operator.logIn(person.email, PASSWORD);
});

const add = (fields: Record<string, string>) => operator.submit(PLACE, PLACE, Object.entries(fields));

/** Source: docs/GAPS.md#P10 */
describe('the form that adds a partner', () => {
  it('offers a partner of the protocol first', async () => {
    expect((await operator.get(PLACE)).text).toMatch(/<select [^>]*name="adapter"[^>]*><option value="http"/);
  });

  it('takes the settings of a bank by description', async () => {
    const config = JSON.stringify({ description: DESCRIPTION });
    const made = await add({ name: 'By description', adapter: 'described', environment: 'test', config });
    expect(made.status).toBe(201);
    expect(await database.query(`select config from partners where name = 'By description'`)).toEqual([
      { config: { description: DESCRIPTION } },
    ]);
  });

  it('names what is wrong with the settings at their field, and keeps what was typed', async () => {
    const torn = await add({ name: 'Torn', adapter: 'described', environment: 'test', config: '{"description":' });
    expect(torn.status).toBe(400);
    expect(torn.text).toMatch(/id="config-fault">is not valid JSON/);
    expect(torn.text).toContain('{&quot;description&quot;:');
    const lacking = await add({ name: 'Lacking', adapter: 'iso20022', environment: 'test', config: '{}' });
    expect(lacking.status).toBe(400);
    expect(lacking.text).toMatch(/id="config-fault">[^<]*directory[^<]*; [^<]*debtorName/);
  });
});

/** Source: docs/GAPS.md#P23 */
describe('the page of a bank by files', () => {
  it('has its rules as a table, those of its settings marked; another partner has none', async () => {
    const partner = { adapter: 'iso20022', environment: 'test' as const, isEnabled: true };
    const profileMembers = { names: { kind: 'cut', lengths: { Nm: 35 } } };
    const config = { ...DEBTOR, directory: '/var/lib/corridor/bank', profile: 'sepa', profileMembers };
    const { id } = await createPartner(database, TEST_VAULT, { name: 'Files', ...partner, config });
    const { text } = await operator.get(`/console/operator/network/partners/${id}`);
    expect(text).toContain('Rules of the bank: sepa');
    expect(text).toMatch(/>names<[^]{0,300}?>settings<[^]{0,300}?>shortens Nm to 35</);
    expect(text).toContain('leaves out PmtId/UETR, TxInf/OrgnlUETR');
    const http = {
      name: 'Plain',
      adapter: 'http',
      environment: 'test' as const,
      config: { url: 'https://bank.example' },
    };
    const other = await createPartner(database, TEST_VAULT, http);
    expect((await operator.get(`/console/operator/network/partners/${other.id}`)).text).not.toContain(
      'Rules of the bank',
    );
  });
});
