import { countPaymentDays } from '../../../../db/payments/review/payment-days';
import { firstIdAt } from '../../../../domain/ids';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertDispatch, insertInstructions, insertPartner } from '../../../support/rows';

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'];
const NOW = new Date('2026-11-20T15:00:00Z');
const tenant = { accountId: 'acc_north', environment: 'test' } as const;

let database: TestDatabase;

const insertAt = (at: string, count: number, partner = 'north') =>
  insertInstructions(database, { prefix: firstIdAt('instruction', Date.parse(at)), count, partner });

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'north');
  await insertPartner(database, 'south');
  await insertAt('2026-11-17T23:59:59.999Z', 1);
  await insertAt('2026-11-18T00:00:00Z', 3);
  await insertAt('2026-11-19T23:59:59.999Z', 2);
  await insertAt('2026-11-19T12:00:00Z', 5, 'south');
  const settled = firstIdAt('instruction', Date.parse('2026-11-18T00:00:00Z'));
  for (const number of [1, 2, 3]) await insertDispatch(database, `${settled}${number}`);
  await database.query(
    `update payment_instructions set version = version + 1, status = 'settled', settled_at = submitted_at + interval '100 s'
     where id like $1 || '%'`,
    [settled],
  );
});

describe('the payments of days', () => {
  it('are those of the account whose ids were made on each, by what they are', async () => {
    const alike = { currency: 'USD', country: 'US' };
    const { days } = await countPaymentDays(database, tenant, DAYS, NOW);
    expect(days.map(({ day, groups }) => [day, groups])).toEqual([
      ['2026-11-18', [{ ...alike, status: 'settled', count: 3, amount: 3751.5 }]],
      ['2026-11-19', [{ ...alike, status: 'submitted', count: 2, amount: 2501 }]],
      ['2026-11-20', []],
    ]);
  });

  it('tell how long those that are settled took, to within 5 %', async () => {
    const {
      days: [first, open],
    } = await countPaymentDays(database, tenant, DAYS, NOW);
    const [[bucket, count] = [0, 0], ...others] = [...(first?.times ?? [])];
    expect([count, others]).toEqual([3, []]);
    expect(1.05 ** bucket).toBeLessThanOrEqual(100);
    expect(1.05 ** (bucket + 1)).toBeGreaterThan(100);
    expect([...(open?.times ?? [])]).toEqual([]);
  });

  const count = async (day: string, seconds = 0): Promise<number | undefined> => {
    const at = new Date(NOW.getTime() + seconds * 1000);
    const { days } = await countPaymentDays(database, tenant, [day], at);
    return days[0]?.groups.reduce((sum, group) => sum + group.count, 0);
  };

  it('are counted anew where there are few, and once in a while where there are many', async () => {
    await insertAt('2026-11-12T10:00:00Z', 499);
    await insertAt('2026-11-13T10:00:00Z', 500);
    expect([await count('2026-11-12'), await count('2026-11-13')]).toEqual([499, 500]);
    await insertAt('2026-11-12T11:00:00Z', 1);
    await insertAt('2026-11-13T11:00:00Z', 1);
    expect([await count('2026-11-12'), await count('2026-11-13')]).toEqual([500, 500]);
    expect([await count('2026-11-13', 599), await count('2026-11-13', 600)]).toEqual([500, 501]);
  });

  it('are at most half a minute old on the day itself', async () => {
    await insertAt('2026-11-20T10:00:00Z', 500);
    expect(await count('2026-11-20')).toBe(500);
    await insertAt('2026-11-20T11:00:00Z', 1);
    expect([await count('2026-11-20', 29), await count('2026-11-20', 30)]).toEqual([500, 501]);
  });

  it('are counted by some days a visit where there are very many, the last ones first', async () => {
    const days = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05'];
    for (const day of days.slice(1)) await insertAt(`${day}T10:00:00Z`, 500);
    const visit = async (at: Date) => {
      const found = await countPaymentDays(database, tenant, days, at, 1_000);
      return [found.uncounted, ...found.days.map(({ groups }) => groups[0]?.count ?? 0)];
    };
    expect(await visit(NOW)).toEqual([2, 0, 0, 500, 500, 500]);
    expect(await visit(NOW)).toEqual([0, 0, 500, 500, 500, 500]);
    // What is to be counted anew is shown as it was until its turn comes.
    expect(await visit(new Date(NOW.getTime() + 3_600_000))).toEqual([0, 0, 500, 500, 500, 500]);
  });
});
