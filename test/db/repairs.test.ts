import { newId } from '../../lib/ids';
import { insertInstruction } from '../../db/payments/create-instruction';
import { recordRepair } from '../../db/repairs/record';
import { readMaybeStopped, type Stoppable } from '../../db/repairs/stopped';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertPartner } from '../support/rows';
import { newInstruction } from '../interleavings/operation';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
});

/** @returns id of a payment whose client has asked for its cancellation, and that has rested since */
async function restingPayment(): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  await database.query(
    `update payment_instructions set version = version + 1, cancellation = '{"status": "requested"}',
       last_updated_at = now() - interval '2 days' where id = $1`,
    [id],
  );
  return id;
}

/** @returns whether what was repaired so often, and so long ago at last, is looked at */
async function isLookedAt(kind: Stoppable, attempts: number, secondsAgo: number): Promise<boolean> {
  const id = await restingPayment();
  await database.query(
    `insert into repairs (kind, subject, attempts, last_at)
     values ($4, $1, $2, now() - make_interval(secs => $3))`,
    [id, attempts, secondsAgo, kind],
  );
  const rows = await readMaybeStopped(database, kind, { after: null, limit: 100 });
  return rows.some((row) => row.id === id);
}

describe('a workflow that stops again and again', () => {
  it.each([
    [1, 20, false],
    [1, 40, true],
    [2, 40, false],
    [2, 70, true],
    [4, 200, false],
    [4, 250, true],
    [30, 3_500, false],
    [30, 3_700, true],
  ])('begun again %i times, the last time %i s ago, is looked at: %s', async (attempts, secondsAgo, expected) => {
    expect(await isLookedAt('payment', attempts, secondsAgo)).toBe(expected);
  });
});

/** Source: docs/GAPS.md#P7 */
describe('a cancellation that stays unanswered', () => {
  it.each([
    [1, 290, false],
    [1, 310, true],
    [2, 310, false],
    [2, 610, true],
    [30, 14_300, false],
    [30, 14_500, true],
  ])('asked for %i times more, the last time %i s ago, is asked for again: %s', async (attempts, secondsAgo, due) => {
    expect(await isLookedAt('cancellation', attempts, secondsAgo)).toBe(due);
  });

  it('is shown to people after a day', async () => {
    const id = await restingPayment();
    const flags = () =>
      database.query<{ kind: string }>('select kind from operator_flags where subject = $1 and cleared_at is null', [
        id,
      ]);
    for (let times = 0; times < 10; times += 1) await recordRepair(database, 'cancellation', id);
    expect(await flags()).toEqual([]);
    await recordRepair(database, 'cancellation', id);
    expect(await flags()).toEqual([{ kind: 'cancellation_unanswered' }]);
  });
});
