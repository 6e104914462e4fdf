import { CONSOLE_ROUTES } from '../../console/routes';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { appendAuditEntry } from '../../db/auth/audit-log';
import { createUser } from '../../db/auth/users';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';

const PASSWORD = 'nine blue herons at dawn';
const FILE = /\/file$/;

let database: TestDatabase;
let accountId: string;
let owner: Person;
let operator: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
  const app = createConsoleApp(database);
  const common = { password: PASSWORD, actor: 'command:test' };
  const people = [
    { ...common, email: 'owner@example.com', name: 'Olga', role: 'owner', accountId },
    { ...common, email: 'op@example.com', name: 'Op', role: 'operator', accountId: null },
  ] as const;
  const [one, other] = people.map(() => new Person(app));
  if (one === undefined || other === undefined) throw new Error('there are two people');
  [owner, operator] = [one, other];
  for (const person of people) await createUser(database, person);
  await owner.logIn('owner@example.com', PASSWORD);
  await operator.logIn('op@example.com', PASSWORD);
});

const linesOf = (text: string): string[] => text.trimEnd().split('\r\n');

/** Source: docs/GAPS.md#A9 */
describe('files of lists', () => {
  it('are for those who see the list', () => {
    const accessOf = (path: string) =>
      CONSOLE_ROUTES.find((route) => route.method === 'get' && route.path === path)?.access;
    const files = CONSOLE_ROUTES.filter(({ path }) => FILE.test(path));
    expect(files.map(({ path, access }) => [path, access])).toEqual(
      files.map(({ path }) => [path, accessOf(path.replace(FILE, ''))]),
    );
    expect(new Set(files.map(({ method }) => method))).toEqual(new Set(['get']));
  });

  it('begin with the names of their columns where nothing is listed', async () => {
    const account = [
      'payments',
      'requests',
      'deliveries',
      'beneficiaries',
      'batches',
      'decisions',
      'documents',
      'shipments',
    ];
    for (const list of account) {
      const { status, headers, text } = await owner.get(`/console/test/${list}/file`);
      expect([list, status, headers['content-type']]).toEqual([list, 200, 'text/csv; charset=utf-8']);
      expect(headers['content-disposition']).toMatch(new RegExp(`filename="?${list}-test-\\d{4}-\\d\\d-\\d\\d\\.csv`));
      expect(text).toMatch(/^id,\w+(,\w+)*\r\n$/);
    }
    for (const list of ['statements', 'clearances', 'bulk-decisions']) {
      const { status, text } = await operator.get(`/console/operator/${list}/file`);
      expect([list, status]).toEqual([list, 200]);
      expect(text).toMatch(/^id,\w+(,\w+)*\r\n$/);
      expect((await owner.get(`/console/operator/${list}/file`)).status).toBe(403);
    }
  });

  it('refuse what the list refuses', async () => {
    expect((await owner.get('/console/test/deliveries/file?status=lost')).status).toBe(400);
    expect((await owner.get('/console/test/requests/file?status=9xx')).status).toBe(400);
    expect((await owner.get('/console/test/batches/bat_00000000000000000000000000/file')).status).toBe(404);
    const statement = '/console/operator/statements/stm_00000000000000000000000000';
    expect((await operator.get(`${statement}/file`)).status).toBe(404);
    for (const page of [statement, `${statement}/file`]) {
      const { status, text } = await operator.get(`${page}?verdict=lost`);
      expect([page, status, text.includes('Verdict is not one of the allowed values')]).toEqual([page, 400, true]);
    }
  });

  it('answer with a page of error where the first rows cannot be read', async () => {
    await database.query('alter table shipments rename to hidden_shipments');
    try {
      const { status, headers } = await owner.get('/console/test/shipments/file');
      expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
      expect(headers).not.toHaveProperty('content-disposition');
    } finally {
      await database.query('alter table hidden_shipments rename to shipments');
    }
  });

  it('have the whole audit log, of which a page shows a hundred entries', async () => {
    for (let number = 1; number <= 120; number += 1) {
      const detail = { why: number === 7 ? '=HYPERLINK("x")' : 'because' };
      await appendAuditEntry(database, {
        actor: 'corridor',
        act: 'flag.cleared',
        subject: `one_${number}`,
        accountId,
        detail,
      });
    }
    const first = await owner.get('/console/audit');
    expect(first.text).toContain('one_120');
    expect(first.text).not.toContain('one_7<');
    const next = /href="(\/console\/audit\?cursor=[^"]+)"/.exec(first.text)?.[1] ?? '';
    expect((await owner.get(next)).text).toContain('one_7<');
    const lines = linesOf((await owner.get('/console/audit/file')).text);
    expect(lines[0]).toBe('place,time,actor,actor_name,act,subject,subject_ends_in,detail');
    expect(lines.filter((line) => line.includes(',flag.cleared,one_'))).toHaveLength(120);
    expect(lines.find((line) => line.includes(',one_7,'))).toContain(`"why: =HYPERLINK(""x"")"`);
    expect((await operator.get('/console/audit/file')).text).toContain('one_120');
  });
});
