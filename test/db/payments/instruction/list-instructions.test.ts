import { listInstructions, type InstructionFilter } from '../../../../db/payments/instruction/list-instructions';
import { newId } from '../../../../lib/ids';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { rowsReadBy } from '../../../support/plans';
import { insertPartner } from '../../../support/rows';

const TENANT = { accountId: 'acc_north', environment: 'test' } as const;
const COUNT = 2000;
const FIRST_DAY = Date.parse('2026-01-01T00:00:00Z');
const MINUTE_MS = 60_000;

/** A payment in each minute, and one at the last moment of the first day, whose reference is its number. */
function submissions(): Date[] {
  const minutes = Array.from({ length: COUNT }, (_none, index) => new Date(FIRST_DAY + index * MINUTE_MS));
  return [...minutes, new Date('2026-01-01T23:59:59.999Z')];
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const account of ['north', 'south']) await insertPartner(database, account);
  await insertPayments('north', 'settled');
  await insertPayments('south', 'pending');
  await database.query('analyze payment_instructions');
});

async function insertPayments(account: string, status: string): Promise<void> {
  const times = submissions();
  await database.query(
    `insert into payment_instructions (id, account_id, request_id, status, environment, amount, currency, client_reference,
       beneficiary_country, purpose_code, private_sealed, requested_route, partner_id, partner_name, route_id, channel,
       timeline, route_reasons, expected_date, date_explanation, fee_estimated, fee_breakdown, submitted_at,
       last_updated_at, uetr)
     select id, 'acc_' || $3, 'req_1', $4, 'test', 10, case when number <= 3 then 'CHF' else 'USD' end, number,
       'US', 'trade_settlement', '', '{}', $3, 'Bank ' || $3, 'rt_' || $3, 'api', 'same_day', '[]', '2026-01-02', '[]', 5,
       '[]', at, at, gen_random_uuid()
     from unnest($1::text[], $2::timestamptz[]) with ordinality as made (id, at, number)`,
    [times.map((at) => newId('instruction', at.getTime())), times, account, status],
  );
}

type Filters = Partial<Omit<InstructionFilter, 'tenant'>>;

async function listed(filters: Filters): Promise<(string | null)[]> {
  const found = await listInstructions(database, { tenant: TENANT, limit: 3, ...filters });
  return found.map(({ clientReference }) => clientReference);
}

const readFor = (filters: Partial<InstructionFilter>): Promise<number> =>
  rowsReadBy(database, (recorder) => listInstructions(recorder, { tenant: TENANT, limit: 3, ...filters }));

describe('a list of payments', () => {
  it('holds whole days in UTC, both ends included', async () => {
    expect(await listed({ toDate: '2026-01-01' })).toEqual([String(COUNT + 1), '1440', '1439']);
    expect(await listed({ fromDate: '2026-01-02', toDate: '2026-01-02', limit: COUNT })).toHaveLength(COUNT - 1440);
    expect(await listed({ fromDate: '2026-01-02', limit: COUNT })).toHaveLength(COUNT - 1440);
    expect(await listed({ toDate: '2025-12-31' })).toEqual([]);
    expect(await listed({ fromDate: '0000-01-01', toDate: '9999-12-31' })).toEqual(['2000', '1999', '1998']);
  });

  it.each<[string, Filters]>([
    ['the oldest day', { toDate: '2026-01-01' }],
    ['a day on which there was none', { fromDate: '2025-12-31', toDate: '2025-12-31' }],
    ['a rare currency', { currency: 'CHF' }],
    ['a currency that no payment has', { currency: 'JPY' }],
    ['a rare currency of one day', { currency: 'CHF', toDate: '2026-01-01' }],
    ['a status that no payment has', { status: 'returned' }],
    ['a rare status in a currency that most have', { status: 'failed', currency: 'USD' }],
    ['one reference', { reference: '7' }],
  ])('reads no others to find those of %s', async (_what, filters) => {
    expect(await readFor(filters)).toBeLessThanOrEqual(3);
  });

  it('reads no others to find those of a status that only payments of another account have', async () => {
    expect(await readFor({ tenant: { ...TENANT, accountId: 'acc_south' }, status: 'settled' })).toBeLessThanOrEqual(3);
  });

  it('goes on after any payment without reading those before it', async () => {
    const [, , last] = await listInstructions(database, { tenant: TENANT, limit: 3, currency: 'CHF' });
    expect(await readFor({ after: last?.id })).toBeLessThanOrEqual(3);
  });
});
