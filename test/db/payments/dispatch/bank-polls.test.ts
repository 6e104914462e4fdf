import { hastenPoll, takePoll } from '../../../../db/payments/dispatch/bank-polls';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertDispatch, insertInstructions, insertPartner } from '../../../support/rows';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const partner of ['north', 'south']) await insertPartner(database, partner, { adapter: 'described' });
  await insertInstructions(database, { prefix: 'sent_', count: 2, partner: 'north' });
  await insertInstructions(database, { prefix: 'pending_', count: 1, partner: 'north', waitingReason: 'partner_busy' });
  await insertInstructions(database, { prefix: 'moved_', count: 1, partner: 'south' });
  for (const id of ['sent_1', 'pending_1', 'moved_1']) await insertDispatch(database, id);
});

beforeEach(async () => {
  await database.query('delete from bank_polls');
  expect(await takePoll(database, 'north', 3_600)).toBe(true);
});

async function dueSeconds(): Promise<number> {
  const [row] = await database.query<{ seconds: number }>(
    'select extract(epoch from next_at - now())::float8 as seconds from bank_polls',
  );
  return row?.seconds ?? 0;
}

/** Source: docs/GAPS.md#described-webhooks */
describe('a bank that says that a payment changed', () => {
  it('is asked soon about one that it has and has not finished', async () => {
    expect(await hastenPoll(database, 'north', 'sent_1')).toBe(true);
    expect(await dueSeconds()).toBeLessThanOrEqual(30);
  });

  it.each([
    ['that it was not sent', 'sent_2'],
    ['that it has not taken yet', 'pending_1'],
    ['of another bank', 'moved_1'],
    ['that is unknown', 'unknown'],
  ])('is not asked about one %s, and nothing says that it is', async (_which, id) => {
    expect(await hastenPoll(database, 'north', id)).toBe(false);
    expect(await dueSeconds()).toBeGreaterThan(3_000);
  });
});
