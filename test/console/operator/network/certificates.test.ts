import { listAuditEntries } from '../../../../db/auth/audit-log';
import { createUser } from '../../../../db/auth/users';
import { storeCertificate } from '../../../../db/payments/dispatch/certificates';
import { createPartner } from '../../../../db/payments/dispatch/partners';
import { settingsHash, type LaboratoryReport } from '../../../../domain/payments/dispatch/certificate';
import { createConsoleApp, Person } from '../../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { TEST_VAULT } from '../../../support/limited-app';

const PASSWORD = 'seven green boats at noon';
const NETWORK = '/console/operator/network';
const URL = 'https://bank.example/api';
let database: TestDatabase;
let operator: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  const person = { email: 'op@example.com', name: 'Op', role: 'operator', accountId: null } as const;
  await createUser(database, { ...person, password: PASSWORD, actor: 'command' });
  operator = new Person(createConsoleApp(database));
  await operator.logIn(person.email, PASSWORD);
});

async function makeDisabled(name: string): Promise<string> {
  const live = { adapter: 'http', config: { url: URL }, environment: 'live', isEnabled: false } as const;
  return (await createPartner(database, TEST_VAULT, { name, ...live })).id;
}

async function keep(partnerId: string, report: Partial<LaboratoryReport>): Promise<void> {
  const whole: LaboratoryReport = {
    ...{ partnerId, adapter: 'http', url: URL, seed: 1, verdict: 'passed', results: [] },
    settingsHash: settingsHash({ adapter: 'http', config: { url: URL } }),
    ...{ startedAt: '2026-11-26T10:00:00.000Z', endedAt: '2026-11-26T10:01:00.000Z' },
    ...report,
  };
  await storeCertificate(database, TEST_VAULT, { report: whole, actor: 'command:test' });
}

/** Source: docs/GAPS.md#P20 */
describe('the page of a live partner', () => {
  it('shows what the laboratory found, with the faults by name', async () => {
    const id = await makeDisabled('Examined');
    expect((await operator.get(`${NETWORK}/partners/${id}`)).text).toContain('has not examined this partner');
    const found = { scenario: 'two_orders', title: 'tells two orders apart', message: 'One reference.', durationMs: 1 };
    const results = [{ ...found, outcome: 'failed', fault: 'shared_reference' }] as const;
    await keep(id, { verdict: 'failed', results: [...results] });
    await keep(id, { settingsHash: settingsHash({ adapter: 'http', config: { url: 'https://old.example' } }) });
    const { text } = await operator.get(`${NETWORK}/partners/${id}`);
    expect(text).toContain('two_orders: shared_reference');
    expect(text).toContain('passed, other settings');
    await database.query(`update partner_certificates set report = report || '{"seed": 2}' where partner_id = $1`, [
      id,
    ]);
    expect((await operator.get(`${NETWORK}/partners/${id}`)).text).toContain('changed since');
  });

  it('enables it without a passed report where that is said, for a reason', async () => {
    const id = await makeDisabled('Unexamined');
    const place = `${NETWORK}/partners/${id}/enable`;
    const refused = await operator.submit(place, place, [['reason', 'Go']]);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('has no report of the laboratory about its present settings');
    const sent = [
      ['withoutCertificate', 'yes'],
      ['reason', 'Examined at their office'],
    ] as [string, string][];
    expect((await operator.submit(place, place, sent)).headers['location']).toBe(NETWORK);
    const [entry] = await listAuditEntries(database, null);
    expect(entry).toMatchObject({
      ...{ act: 'partner.enabled', subject: id },
      detail: { after: { disabled: false, withoutCertificate: true }, reason: 'Examined at their office' },
    });
  });
});
