import { countPaymentDays } from '../../../../db/payments/review/payment-days';
import { firstIdAt } from '../../../../domain/ids';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertInstructions, insertPartner } from '../../../support/rows';

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
  await database.query(
    `update payment_instructions set version = version + 1, status = 'settled', settled_at = submitted_at + interval '100 s'
     where id like $1 || '%'`,
    [firstIdAt('instruction', Date.parse('2026-11-18T00:00:00Z'))],
  );
});

describe('the payments of days', () => {
  it('are those of the account whose ids were made on each, by what they are', async () => {
    const alike = { currency: 'USD', country: 'US' };
    const days = await countPaymentDays(database, tenant, DAYS, NOW);
    expect(days.map(({ day, groups }) => [day, groups])).toEqual([
      ['2026-11-18', [{ ...alike, status: 'settled', count: 3, amount: 3751.5 }]],
      ['2026-11-19', [{ ...alike, status: 'submitted', count: 2, amount: 2501 }]],
      ['2026-11-20', []],
    ]);
  });

  it('tell how long they took to within 5 %', async () => {
    const [first] = await countPaymentDays(database, tenant, DAYS, NOW);
    const [[bucket, count] = [0, 0], ...others] = [...(first?.times ?? [])];
    expect([count, others]).toEqual([3, []]);
    expect(1.05 ** bucket).toBeLessThanOrEqual(100);
    expect(1.05 ** (bucket + 1)).toBeGreaterThan(100);
  });

  it('are counted anew where there are few, and kept where there are many', async () => {
    const quiet = ['2026-11-12'];
    const busy = ['2026-11-13'];
    const count = async (days: string[]) =>
      (await countPaymentDays(database, tenant, days, NOW))[0]?.groups.reduce((sum, group) => sum + group.count, 0);
    await insertAt('2026-11-12T10:00:00Z', 499);
    await insertAt('2026-11-13T10:00:00Z', 500);
    expect([await count(quiet), await count(busy)]).toEqual([499, 500]);
    await insertAt('2026-11-12T11:00:00Z', 1);
    await insertAt('2026-11-13T11:00:00Z', 1);
    expect([await count(quiet), await count(busy)]).toEqual([500, 500]);
  });

  it('are counted anew on the day itself, however many there are', async () => {
    await insertAt('2026-11-20T10:00:00Z', 500);
    const count = async () => (await countPaymentDays(database, tenant, ['2026-11-20'], NOW))[0]?.groups[0]?.count;
    expect(await count()).toBe(500);
    await insertAt('2026-11-20T11:00:00Z', 1);
    expect(await count()).toBe(501);
  });
});
