import { listDispatchHours } from '../../../../db/payments/dispatch/dispatch-hours';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertDispatch, insertInstructions, insertPartner } from '../../../support/rows';

const SINCE = new Date('2026-11-20T10:00:00Z');

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'north');
  await insertInstructions(database, { prefix: 'instr_', count: 6, partner: 'north' });
  const calls: [state: string, time: string, ms: number | null][] = [
    ['delivered', '09:59:59', 1],
    ['delivered', '10:00:00', 100],
    ['rejected', '10:59:59', 200],
    ['not_delivered', '12:00:00', 5_000],
    ['unknown', '12:30:00', 6_000],
    ['delivered', '12:40:00', null],
  ];
  for (const [index, [state, time, ms]] of calls.entries()) {
    const id = `instr_${index + 1}`;
    await insertDispatch(database, id, { state });
    await database.query(
      `update dispatches set started_at = $2, finished_at = $2::timestamptz + make_interval(secs => $3::float8 / 1000)
       where instruction_id = $1`,
      [id, `2026-11-20T${time}Z`, ms],
    );
  }
});

describe('the calls of hours at a partner', () => {
  it('are those that have ended since then, by what was answered and how soon', async () => {
    expect(await listDispatchHours(database, 'north', SINCE)).toEqual([
      { at: SINCE, accepted: 1, rejected: 1, faulty: 0, halfWithinMs: 100, mostWithinMs: 200 },
      {
        ...{ at: new Date('2026-11-20T12:00:00Z'), accepted: 0, rejected: 0, faulty: 2 },
        ...{ halfWithinMs: 5_000, mostWithinMs: 6_000 },
      },
    ]);
    expect(await listDispatchHours(database, 'south', SINCE)).toEqual([]);
  });
});
