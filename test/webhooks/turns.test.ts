import { takeSlot } from '../../db/webhooks/turns';
import { updateSubscription } from '../../db/webhooks/subscriptions';
import { openVault } from '../../lib/vault';
import { createTestDatabase, type TestDatabase } from '../support/database';

const HOOK = 'wh_00000000007000000000000000';
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`insert into accounts (id, name) values ('acc_1', 'acme')`);
  await database.query(
    `insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, created_at,
       rate_per_second)
     values ($1, 'acc_1', 'test', 'https://receiver.example/hook', '{*}', '', now(), 1)`,
    [HOOK],
  );
  await database.query(
    `insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, created_at)
     select 'dlv_' || number, 'acc_1', 'test', 'evt_' || number, 'buyer.matched', $1, now()
     from generate_series(1, 6) number`,
    [HOOK],
  );
});

/** Seconds until a delivery has its turn; 0 where that is now. */
async function wait(number: number): Promise<number> {
  const until = await takeSlot(database, `dlv_${number}`);
  return until === null ? 0 : (until.getTime() - Date.now()) / 1000;
}

async function change(rate: number): Promise<void> {
  const tenant = { accountId: 'acc_1', environment: 'test' } as const;
  const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
  await updateSubscription(database, vault, { tenant, id: HOOK, actor: 'test' }, { rate_per_second: rate });
}

/** Source: docs/GAPS.md#W13 */
describe('turns under a rate', () => {
  it('are given once, and anew when they were missed: what waited while nothing was sent keeps the rate', async () => {
    for (const number of [1, 2, 3]) await wait(number);
    expect(await wait(3)).toBeGreaterThan(1);
    await database.query(`update deliveries set slot_at = slot_at - interval '1 hour' where slot_at is not null`);
    await database.query(`update webhook_subscriptions set next_slot_at = next_slot_at - interval '1 hour'`);
    const waits = [await wait(1), await wait(2), await wait(3)];
    expect(waits[0]).toBe(0);
    expect(waits[1]).toBeGreaterThan(0);
    expect(waits[2]).toBeGreaterThan(1);
  });

  it('are those of the rate that the subscription has now', async () => {
    await database.query(`update webhook_subscriptions set next_slot_at = now() + interval '1 hour'`);
    expect(await wait(4)).toBeGreaterThan(3_000);
    await change(100);
    expect(await wait(4)).toBe(0);
    expect(await wait(5)).toBeLessThan(1);
    await change(1);
    await wait(6);
    expect(await wait(5)).toBeGreaterThan(0.5);
  });
});
