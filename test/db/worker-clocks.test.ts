import { DatabaseClock } from '../../db/database-clock';
import { listFlags } from '../../db/operator-flags';
import { flagWorkerClock, clearFlagsOfEndedWorkers } from '../../db/worker-clocks';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

async function clockAhead(aheadMs: number): Promise<DatabaseClock> {
  const clock = new DatabaseClock(database, {
    monotonicMs: () => performance.now(),
    wallMs: () => Date.now() + aheadMs,
  });
  await clock.look();
  return clock;
}

const flagged = async () =>
  (await listFlags(database, { kind: 'worker_clock' })).map(({ subject, says }) => [subject, says]);

/** Source: docs/OPERATIONS.md, "CorridorClockOff" */
describe('the flag of a worker whose clock is off', () => {
  it('says which one and by how much, by the latest look, and goes by itself', async () => {
    await flagWorkerClock(database, 'host-1', await clockAhead(6_000));
    await flagWorkerClock(database, 'host-2', await clockAhead(1_000));
    expect(await flagged()).toEqual([['host-1', 'its clock is 6.0 s ahead of Postgres']]);
    await flagWorkerClock(database, 'host-1', await clockAhead(-7_000));
    expect(await flagged()).toEqual([['host-1', 'its clock is 7.0 s behind Postgres']]);
    await flagWorkerClock(database, 'host-1', await clockAhead(0));
    expect(await flagged()).toEqual([]);
  });

  it('goes a minute after a worker that has ended said it last', async () => {
    await flagWorkerClock(database, 'ended', await clockAhead(6_000));
    await flagWorkerClock(database, 'running', await clockAhead(6_000));
    await database.query(
      `update operator_flags set detail = jsonb_set(detail, '{saidAt}', to_jsonb(now() - interval '61 s'))
       where subject = 'ended'`,
    );
    await clearFlagsOfEndedWorkers(database);
    expect((await flagged()).map(([subject]) => subject)).toEqual(['running']);
  });
});
