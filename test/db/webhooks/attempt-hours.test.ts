import { listAttemptHours } from '../../../db/webhooks/attempt-hours';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const TENANT = { accountId: 'acc_1', environment: 'test' } as const;
const SINCE = new Date('2026-11-20T10:00:00Z');

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`insert into accounts (id, name) values ('acc_1', 'acme')`);
  await database.query(
    `insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, created_at)
     select 'wh_' || n, 'acc_1', 'test', 'https://receiver.example/hook', '{*}', '', now() from generate_series(1, 2) n`,
  );
  const attempts: [webhook: string, time: string, status: number | null, error: string | null, ms: number | null][] = [
    ['wh_1', '09:59:59', 200, null, 1],
    ['wh_1', '10:00:00', 200, null, 10],
    ['wh_1', '10:59:59', 200, null, 20],
    ['wh_1', '10:30:00', 500, 'status', 30],
    ['wh_1', '12:00:00', null, 'timeout', 10_000],
    ['wh_1', '12:30:00', 200, 'too_large', 40],
    ['wh_1', '12:40:00', null, null, null],
    ['wh_2', '10:00:00', 200, null, 7],
  ];
  for (const [index, [webhook, time, status, error, ms]] of attempts.entries()) {
    await database.query(
      `insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, created_at)
       values ($1, 'acc_1', 'test', 'evt_' || $1, 'payment.settled', $2, now())`,
      [`dlv_${index}`, webhook],
    );
    await database.query(
      `insert into delivery_attempts (delivery_id, number, started_at, status_code, error, duration_ms)
       values ($1, 1, $2, $3, $4, $5)`,
      [`dlv_${index}`, `2026-11-20T${time}Z`, status, error, ms],
    );
  }
});

describe('the attempts of hours', () => {
  it('are those at the endpoint that have ended since then, by result and time', async () => {
    expect(await listAttemptHours(database, TENANT, 'wh_1', SINCE)).toEqual([
      { at: SINCE, delivered: 2, refused: 1, unanswered: 0, halfWithinMs: 20, mostWithinMs: 30 },
      {
        ...{ at: new Date('2026-11-20T12:00:00Z'), delivered: 0, refused: 1, unanswered: 1 },
        ...{ halfWithinMs: 40, mostWithinMs: 10_000 },
      },
    ]);
  });

  it('are none of another account’s endpoint', async () => {
    expect(await listAttemptHours(database, { ...TENANT, accountId: 'acc_2' }, 'wh_1', SINCE)).toEqual([]);
  });
});
