import { findOrCreateAccount } from '../../db/auth/accounts';
import { createUser } from '../../db/auth/users';
import { sealBeneficiary } from '../../db/beneficiaries/beneficiary-rows';
import { ID_PREFIXES, type IdKind } from '../../domain/ids';
import { openVault } from '../../lib/vault';
import { createConsoleApp, Person } from '../support/console-app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertInstructions, insertPartner } from '../support/rows';

const PASSWORD = 'nine blue herons at dawn';
/** More than a page of any of these lists. */
const COUNT = 30;
const NUMBERS = Array.from({ length: COUNT }, (_none, index) => index + 1);

let database: TestDatabase;
let accountId: string;
let owner: Person;
let operator: Person;

const idOf = (kind: IdKind, number: number): string => ID_PREFIXES[kind] + String(number).padStart(26, '0');

/** Rows of a list with ids of that kind, numbered from 1. @param select SQL of its other columns, of `id` and `number` */
async function insertRows(table: string, kind: IdKind, columns: string, select: string): Promise<void> {
  await database.query(
    `insert into ${table} (id, ${columns})
     select id, ${select} from unnest($1::text[]) with ordinality as made (id, number)`,
    [NUMBERS.map((number) => idOf(kind, number))],
  );
}

async function insertBeneficiaries(): Promise<void> {
  const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
  const sealed = NUMBERS.map((number) =>
    sealBeneficiary(vault, idOf('beneficiary', number), {
      label: `No. ${number}.`,
      name: 'Example Trading Ltd',
      country: 'US',
      bankAccount: { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' },
    }),
  );
  await database.query(
    `insert into screenings (id, account_id, environment, request_id, algorithm, editions, blocked_countries, countries,
       candidates, decision, screened_at)
     values ('scr_1', $1, 'test', 'req_1', '1', '[]', '[]', '[]', '[]', 'clear', now())`,
    [accountId],
  );
  await database.query(
    `with made as (
       insert into beneficiaries (id, account_id, environment, request_id, private_sealed)
       select id, $3, 'test', 'req_1', sealed from unnest($1::text[], $2::bytea[]) as given (id, sealed) returning id),
     versions as (
       insert into beneficiary_versions (beneficiary_id, version, changed_by, changed_at)
       select id, 1, 'user:usr_1', now() from made)
     insert into beneficiary_screenings (beneficiary_id, screening_id) select id, 'scr_1' from made`,
    [NUMBERS.map((number) => idOf('beneficiary', number)), sealed, accountId],
  );
}

async function insertClearances(): Promise<void> {
  await insertInstructions(database, { prefix: 'instr_', count: COUNT, partner: 'north' });
  await database.query(
    `update payment_instructions set status = 'failed', private_sealed = null, erased_at = now(), version = version + 1`,
  );
  await insertRows(
    'clearances',
    'clearance',
    'account_id, environment, instruction_id, entries, reason, created_by, expires_at',
    `'acc_north', 'test', 'instr_' || number, '[]', 'No. ' || number || '.', 'user:usr_1', now()`,
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  accountId = (await findOrCreateAccount(database, 'acme')).id;
  await insertPartner(database, 'north');
  await insertRows(
    'payment_batches',
    'batch',
    'account_id, environment, request_id, name, mode, is_strict, pace, total, created_at',
    `'${accountId}', 'test', 'req_1', 'No. ' || number || '.', 'valid_only', false, '{}', 1, now()`,
  );
  await insertRows(
    'documents',
    'document',
    'account_id, environment, request_id, type, number, locale, created_at, expires_at',
    `'${accountId}', 'test', 'req_1', 'commercial_invoice', 'No. ' || number || '.', 'en', now(), now() + interval '1 day'`,
  );
  await insertBeneficiaries();
  await insertRows(
    'payment_statements',
    'statement',
    'partner_id, file_hash, message, message_id',
    `'north', number, 'camt.053', 'No. ' || number || '.'`,
  );
  await insertClearances();
  await insertRows(
    'bulk_decisions',
    'bulkDecision',
    'decision, reason, filter, has_more, prepared_by',
    `'try_now', 'No. ' || number || '.', '{"waiting": "person"}', false, 'user:usr_1'`,
  );
  const common = { password: PASSWORD, actor: 'command:test' };
  await createUser(database, { ...common, email: 'owner@example.com', name: 'Ann', role: 'owner', accountId });
  await createUser(database, { ...common, email: 'op@example.com', name: 'Op', role: 'operator', accountId: null });
  const app = createConsoleApp(database);
  [owner, operator] = [new Person(app), new Person(app)];
  await owner.logIn('owner@example.com', PASSWORD);
  await operator.logIn('op@example.com', PASSWORD);
});

/** Who sees a page. */
const reader = (page: string): Person => (page.startsWith('/console/operator/') ? operator : owner);

const numbersIn = (text: string): number[] => [...text.matchAll(/No\. (\d+)\./g)].map(([, number]) => Number(number));

describe.each([
  '/console/test/batches',
  '/console/test/documents',
  '/console/test/beneficiaries',
  '/console/operator/statements',
  '/console/operator/clearances',
  '/console/operator/bulk-decisions',
])('the list %s', (page) => {
  it('is sorted by the head of its column of time, page by page, and its file follows', async () => {
    const { text: newest } = await reader(page).get(page);
    expect(numbersIn(newest).slice(0, 2)).toEqual([30, 29]);
    const [, head = ''] = /aria-sort="descending"><a href="([^"]+)"/.exec(newest) ?? [];
    expect(head).toBe(`${page}?order=oldest`);
    const { text: oldest } = await reader(page).get(head);
    expect(numbersIn(oldest)).toEqual(NUMBERS.slice(0, 25));
    expect(oldest).toContain(`aria-sort="ascending"><a href="${page}?order=newest"`);
    const [, next = ''] = /class="pager".*?href="([^"]+)"/s.exec(oldest) ?? [];
    expect(numbersIn((await reader(page).get(next.replaceAll('&amp;', '&'))).text)).toEqual(NUMBERS.slice(25));
    expect(oldest).toContain(`href="${page}/file?order=oldest"`);
    const { text: file } = await reader(page).get(`${page}/file?order=oldest`);
    expect(numbersIn(file)).toEqual(NUMBERS);
  });
});

it('a filter keeps the order of the list', async () => {
  const { text } = await owner.get('/console/test/documents?order=oldest&type=commercial_invoice');
  expect(text).toMatch(/role="search" aria-label="Filter".*<input type="hidden" name="order" value="oldest"/s);
  expect((await owner.get('/console/test/documents')).text).not.toContain('name="order"');
});

it.each([
  ...['test/requests', 'test/deliveries', 'test/documents', 'test/batches', 'test/beneficiaries', 'audit'],
  ...['operator/statements', 'operator/clearances', 'operator/bulk-decisions'],
])('the list of %s refuses an order that there is not', async (list) => {
  for (const path of [`/console/${list}`, `/console/${list}/file`]) {
    expect((await reader(path).get(`${path}?order=oldest`)).status).toBe(200);
    const { status, text } = await reader(path).get(`${path}?order=sideways`);
    expect([status, text.includes('The order of a list is newest or oldest.')]).toEqual([400, true]);
  }
});

it('the audit log begins with its first entry where that is asked for', async () => {
  const linesOf = async (query: string): Promise<string[]> =>
    (await owner.get(`/console/audit/file${query}`)).text.trim().split('\r\n').slice(1);
  expect(await linesOf('?order=oldest')).toEqual((await linesOf('')).reverse());
  expect((await owner.get('/console/audit?order=oldest')).text).toContain('aria-sort="ascending"');
});
