import { recordCheckedEvent } from '../../../db/events';
import { createSubscription, updateSubscription } from '../../../db/webhooks/subscriptions';
import { readSenderBacklog, releaseHeld } from '../../../db/webhooks/sender';
import { openVault } from '../../../lib/vault';
import type { AttemptOrder } from '../../../db/webhooks/attempt-orders';
import { takeAll } from '../../support/attempts';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { untilWaiting } from '../../support/locks';

const TENANT = { accountId: 'acc_1', environment: 'test' as const };
const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
let database: TestDatabase;
let webhookId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`insert into accounts (id, name) values ('acc_1', 'acme')`);
});

beforeEach(async () => {
  await database.query('truncate delivery_attempts, deliveries');
  const wanted = { url: 'https://shop.example/hook', description: '', enabled: true, actor: 'test' };
  const request = { ...wanted, events: ['*'], controls: { rate_per_second: 1 } };
  webhookId = (await createSubscription(database, vault, TENANT, request, null)).id;
});

async function publish(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const object = { id: `m${number}` };
    await recordCheckedEvent(database, { tenant: TENANT, type: 'buyer.matched', object, subject: `s${number}` });
  }
  await database.query('delete from deliveries where webhook_id <> $1', [webhookId]);
}

const take = () => takeAll({ database, vault }, webhookId);

/** Seconds until each delivery that is held has its turn, in their order. */
async function waits(): Promise<number[]> {
  const rows = await database.query<{ seconds: number }>(
    `select extract(epoch from slot_at - now())::float8 as seconds from deliveries
     where status = 'pending' and in_sender and next_attempt_at = slot_at and slot_at > now() order by id`,
  );
  return rows.map(({ seconds }) => seconds);
}

async function change(rate: number): Promise<void> {
  await updateSubscription(
    database,
    vault,
    { tenant: TENANT, id: webhookId, actor: 'test' },
    { rate_per_second: rate },
  );
  await releaseHeld(database, webhookId, '');
}

/** Source: docs/GAPS.md#W13 */
describe('turns under a rate', () => {
  it('are a second apart at one a second: those of the next second are taken, the others are held until theirs', async () => {
    const begunAt = Date.now();
    await publish(5);
    const taken = await take();
    expect(taken.length).toBeLessThanOrEqual(2);
    expect(taken.map(({ notBefore }) => notBefore)).not.toContain(null);
    const held = await waits();
    expect(taken.length + held.length).toBe(5);
    for (const [index, seconds] of held.slice(1).entries()) expect(seconds - (held[index] ?? 0)).toBeCloseTo(1, 3);
    expect(await take()).toEqual([]);
    const { left, nextAt } = await readSenderBacklog(database, webhookId);
    expect(left).toBe(5);
    expect(nextAt?.getTime()).toBeGreaterThan(begunAt);
  });

  it('are given anew when they were missed: what waited while nothing was sent keeps the rate', async () => {
    await publish(5);
    await take();
    await database.query(
      `update deliveries set slot_at = slot_at - interval '1 hour', next_attempt_at = slot_at - interval '1 hour' where slot_at is not null`,
    );
    await database.query(`update webhook_subscriptions set next_slot_at = next_slot_at - interval '1 hour'`);
    expect((await take()).length).toBeLessThanOrEqual(2);
    const held = await waits();
    expect(held.at(-1)).toBeGreaterThan(1);
  });

  it('are those of the rate that the subscription has now', async () => {
    await publish(5);
    await database.query(`update webhook_subscriptions set next_slot_at = now() + interval '1 hour'`);
    expect(await take()).toEqual([]);
    expect(Math.min(...(await waits()))).toBeGreaterThan(3_000);
    await change(100);
    expect(await take()).toHaveLength(5);
  });

  it('follow those that another transaction has taken and not committed yet', async () => {
    await publish(2);
    let taken: Promise<AttemptOrder[]> = Promise.resolve([]);
    await database.transaction(async (client) => {
      await client.query(`update webhook_subscriptions set next_slot_at = now() + interval '1 hour' where id = $1`, [
        webhookId,
      ]);
      taken = take();
      await untilWaiting(database, 1);
    });
    expect(await taken).toEqual([]);
    expect(Math.min(...(await waits()))).toBeGreaterThan(3_000);
  });

  it('let takes that run at once have turns of their own', async () => {
    await publish(4);
    await database.query('update webhook_subscriptions set rate_per_second = 4');
    const both = (
      await Promise.all([takeAll({ database, vault }, webhookId, 2), takeAll({ database, vault }, webhookId, 2)])
    ).flat();
    const turns = both.map(({ notBefore }) => notBefore?.getTime() ?? 0).sort((one, other) => one - other);
    expect(new Set(both.map(({ deliveryId }) => deliveryId)).size).toBe(both.length);
    for (const [index, at] of turns.slice(1).entries()) expect(at - (turns[index] ?? 0)).toBeGreaterThanOrEqual(249);
  });
});
