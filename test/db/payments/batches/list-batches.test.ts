import { listBatches } from '../../../../db/payments/batches/read-batch';
import { LIST_ORDERS } from '../../../../domain/list-order';
import { createTestDatabase } from '../../../support/database';
import { rowsReadBy } from '../../../support/plans';

it.each(LIST_ORDERS)('a list of batches reads no more than a page, the %s first', async (order) => {
  const database = await createTestDatabase();
  await database.query(`insert into accounts (id, name) values ('acc_few', 'few'), ('acc_many', 'many')`);
  // The few are in the middle: whichever end a scan of all batches begins at, it would pass over thousands.
  await database.query(
    `insert into payment_batches (id, account_id, environment, request_id, mode, is_strict, pace, total, created_at)
     select 'bat_' || lpad(number::text, 26, '0'), case when number between 2450 and 2550 then 'acc_few' else 'acc_many' end,
       'live', 'req_1', 'valid_only', false, '{}', 1, now() from generate_series(1, 5000) number`,
  );
  await database.query('analyze payment_batches');
  for (const accountId of ['acc_few', 'acc_many']) {
    const tenant = { accountId, environment: 'live' } as const;
    const [first] = await listBatches(database, tenant, { order, limit: 1 });
    for (const after of [undefined, first?.id]) {
      const rows = await rowsReadBy(database, (on) => listBatches(on, tenant, { order, after, limit: 51 }));
      expect([accountId, after, rows <= 102]).toEqual([accountId, after, true]);
    }
  }
});
