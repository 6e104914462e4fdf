import { readPulse } from '../../../../db/payments/review/operator-pulse';
import { firstIdAt } from '../../../../domain/ids';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertInstructions, insertPartner } from '../../../support/rows';

const NOW = new Date('2026-11-20T15:00:30Z');

let database: TestDatabase;

/** Instructions whose ids and times of submission are of one moment. */
async function insertAt(at: string, count: number, waitingReason?: 'compliance_review' | 'partner_outage') {
  const prefix = firstIdAt('instruction', Date.parse(at));
  await insertInstructions(database, { prefix, count, partner: 'north', ...(waitingReason && { waitingReason }) });
  await database.query(
    `update payment_instructions set submitted_at = $2, last_updated_at = $2, version = version + 1 where id like $1 || '%'`,
    [prefix, at],
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'north');
  await insertAt('2026-11-20T14:00:00Z', 1);
  await insertAt('2026-11-20T14:59:59Z', 3);
  await insertAt('2026-11-20T15:00:10Z', 7);
  await insertAt('2026-11-13T14:30:00Z', 2);
  await insertAt('2026-11-20T12:00:00Z', 4, 'compliance_review');
  await insertAt('2026-11-10T12:00:00Z', 1, 'compliance_review');
  await insertAt('2026-11-19T12:00:00Z', 2, 'partner_outage');
});

describe('the pulse of the service', () => {
  it('counts the payments of the last whole minutes, and those of a week before', async () => {
    const { now, weekBefore } = await readPulse(database, NOW);
    expect([now.length, now[0], now[59], now.reduce((sum, count) => sum + count)]).toEqual([60, 1, 3, 4]);
    expect(weekBefore.flatMap((count, minute) => (count === 0 ? [] : [[minute, count]]))).toEqual([[30, 2]]);
  });

  it('tells what waits by reason and age, the longest wait first', async () => {
    expect((await readPulse(database, NOW)).waiting).toEqual([
      { reason: 'compliance_review', counts: [0, 4, 0, 0, 1], oldest: new Date('2026-11-10T12:00:00Z') },
      { reason: 'partner_outage', counts: [0, 0, 0, 2, 0], oldest: new Date('2026-11-19T12:00:00Z') },
    ]);
  });
});
