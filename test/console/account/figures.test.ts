import { createUser } from '../../../db/auth/users';
import { firstIdAt } from '../../../domain/ids';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertInstructions, insertPartner } from '../../support/rows';

/** Every number of these pages is compared with a query of its own over the same payments. */

const PASSWORD = 'nine blue herons at dawn';
const NOW = new Date('2026-11-20T15:00:00Z');
const MOMENTS = ['2026-11-02T08:00:00Z', '2026-11-19T12:00:00Z', '2026-11-20T09:00:00Z'];
const CURRENCIES = ['EUR', 'JPY', 'USD'];
/** Status, how many of each day and currency, and the seconds to settlement of those that settled. */
const KINDS = [
  ['submitted', 2, null],
  ['processing', 1, null],
  ['settled', 5, 90],
  ['settled', 1, 7_200],
  ['failed', 2, null],
  ['returned', 1, 600],
  ['cancelled', 1, null],
] as const;
const MINE = `account_id = 'acc_north' and environment = 'test'`;

let database: TestDatabase;
let owner: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'north');
  await insertPartner(database, 'south');
  for (const at of MOMENTS) {
    for (const [place, currency] of CURRENCIES.entries()) {
      for (const [kind, [status, count, seconds]] of KINDS.entries()) {
        // The last digits of the moment tell groups apart, so that each has ids of its own.
        const prefix = firstIdAt('instruction', Date.parse(at) + place * 1000 + kind);
        await insertInstructions(database, { prefix, count, partner: 'north' });
        await become(prefix, { status, currency, at, seconds });
      }
    }
  }
  const waits = firstIdAt('instruction', Date.parse(MOMENTS[2] ?? '') + 60_000);
  await insertInstructions(database, { prefix: waits, count: 3, partner: 'north', waitingReason: 'partner_busy' });
  await insertInstructions(database, { prefix: 'instr_other', count: 4, partner: 'south' });
  await archiveFirst();
  const member = { email: 'owner@example.com', name: 'Owner', role: 'owner', accountId: 'acc_north' } as const;
  await createUser(database, { ...member, password: PASSWORD, actor: 'command:test' });
  owner = new Person(createConsoleApp(database, { now: () => NOW }));
  await owner.logIn('owner@example.com', PASSWORD);
});

/** Past every rule of the program: what the pages count is what stands in the rows. */
async function become(
  prefix: string,
  row: { status: string; currency: string; at: string; seconds: number | null },
): Promise<void> {
  await database.transaction(async (client) => {
    await client.query('set local session_replication_role = replica');
    await client.query(
      `update payment_instructions set status = $2, currency = $3, amount = case when $3 = 'JPY' then 1251 else 1250.5 end,
         submitted_at = $4::timestamptz, settled_at = $4::timestamptz + $5::integer * interval '1 second'
       where id like $1 || '%'`,
      [prefix, row.status, row.currency, row.at, row.seconds],
    );
  });
}

/** A payment of the archive is in no list and no figure. */
async function archiveFirst(): Promise<void> {
  await database.query(
    `select move_payments('public', 'archive', $chosen$chosen as materialized (
       select min(id) as id from payment_instructions where ${MINE} and status = 'settled')$chosen$, variadic '{}'::text[])`,
  );
}

async function countsBySql(condition = 'true'): Promise<Record<string, number>> {
  const rows = await database.query<{ status: string; count: number }>(
    `select status, count(*)::integer as count from payment_instructions where ${MINE} and ${condition} group by status`,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const plain = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

it('each tab of the list of payments counts the payments that it shows', async () => {
  const { text } = await owner.get('/console/test/payments');
  const tabs = [...text.matchAll(/status=(\w+)"[^>]*>[^<]+<span class="count">([\d,]+)</g)];
  const counts: Record<string, number> = Object.fromEntries(
    tabs.map(([, status, count = '']) => [status, Number(count.replaceAll(',', ''))]),
  );
  expect(counts).toEqual(await countsBySql());
  for (const [status, count] of Object.entries(counts)) {
    const { text: file } = await owner.get(`/console/test/payments/file?status=${status}`);
    expect([status, file.trim().split('\r\n').length - 1]).toEqual([status, count]);
  }
});

it('the tiles of the overview count the payments of today', async () => {
  const { text } = await owner.get('/console/test');
  const tiles = [...text.matchAll(/class="figure">([\d,]+)<\/span><span class="badge \w+"[^>]*>(\w+)</g)];
  const shown: Record<string, number> = Object.fromEntries(tiles.map(([, count, status]) => [status, Number(count)]));
  const found = await countsBySql(`id >= '${firstIdAt('instruction', Date.parse('2026-11-20T00:00:00Z'))}'`);
  expect(Object.fromEntries(Object.entries(shown).filter(([, count]) => count > 0))).toEqual(found);
});

it('the pictures count what settled, what failed, and what went where', async () => {
  const text = plain((await owner.get('/console/test?days=30')).text);
  const found = await countsBySql();
  const failed = (found['failed'] ?? 0) + (found['returned'] ?? 0);
  expect(text).toContain(`${found['settled']} settled, ${failed} failed or returned`);
  const sums = await database.query<{ currency: string; count: number; amount: string }>(
    `select currency, count(*)::integer as count, round(sum(amount)) as amount from payment_instructions
     where ${MINE} and status not in ('failed', 'cancelled', 'returned') group by currency`,
  );
  for (const { currency, count, amount } of sums)
    expect(text).toContain(`${Number(amount).toLocaleString('en')} ${currency} ${count} payments`);
});

it('the time to settlement is that of payments that have settled, to within 5 %', async () => {
  const { text } = await owner.get('/console/test?days=30');
  const [, shown = ''] = /Time to settlement<strong>([^<]+)</.exec(text) ?? [];
  const [{ median = 0 } = {}] = await database.query<{ median: number }>(
    `select extract(epoch from percentile_disc(0.5) within group (order by settled_at - submitted_at))::float8 as median
     from payment_instructions where ${MINE} and settled_at is not null`,
  );
  const seconds = Number(shown.split(' ')[0]) * (shown.endsWith(' min') ? 60 : 1);
  expect(Math.abs(seconds / median - 1)).toBeLessThan(0.07);
});
