import { openDatabase } from '../../../db/database';
import { BEFORE_ALL_ACCOUNTS, finishOutboxItems, takeOutboxItems, TOPICS } from '../../../db/outbox';
import { beginDispatch } from '../../../db/payments/dispatch/dispatch';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { newId } from '../../../lib/ids';
import { newInstruction } from '../../interleavings/operation';
import { eventually } from '../../support/builders';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { countDeadlocks, countWaiting, untilWaiting } from '../../support/locks';
import { insertPartner } from '../../support/rows';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
});

async function keep(): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  return id;
}

describe('orders to start payments', () => {
  it('are met by payments that begin while a relay finishes the same ones in another order', async () => {
    const alone = await keep();
    const [first, middle, last] = [await keep(), await keep(), await keep()];
    // So many that Postgres looks each one up.
    await database.query(
      `insert into outbox (topic, subject, account_id) select $1, 'dlv_' || n, 'acc_1' from generate_series(1, 2000) n`,
      [TOPICS.startDelivery],
    );
    await database.query('analyze outbox');
    await database.query('update outbox set available_at = now()');
    const take = { lane: 'payments', after: BEFORE_ALL_ACCOUNTS, limit: 8, ofOneAccount: 8, leaseSeconds: 60 } as const;
    const items = await takeOutboxItems(database, take);
    const carried = [first, middle, last].flatMap((id) => items.filter(({ subject }) => subject === id));
    expect(carried).toHaveLength(3);
    const relay = countDeadlocks(database);
    const worker = countDeadlocks(openDatabase(database.url, 4));
    const work: Promise<unknown>[] = [];
    await database.transaction(async (client) => {
      await client.query('select from outbox where subject = $1 for update', [middle]);
      work.push(finishOutboxItems(relay.database, carried));
      await untilWaiting(database, 1);
      let areBegun = false;
      const begun = [alone, last, first].map((id) => beginDispatch(worker.database, id, 'ptn_1'));
      work.push(Promise.all(begun).finally(() => (areBegun = true)));
      await eventually(async () => areBegun || (await countWaiting(database)) === 2, Boolean, 'both meet');
    });
    await Promise.all(work);
    await worker.database.close();
    expect([relay.count(), worker.count()]).toEqual([0, 0]);
    const left = await database.query(`select subject from outbox where topic = $1`, [TOPICS.startPayment]);
    expect(left).toEqual([]);
  });
});
