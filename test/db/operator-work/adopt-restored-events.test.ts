import type { OperatorDatabase } from '../../../db/database';
import { adoptRestoredEvents } from '../../../db/operator-work/adopt-restored-events';
import { readLog } from '../../../db/webhooks/event-log';
import { eventually } from '../../support/builders';
import { createTestDatabase, openForOperator, type TestDatabase } from '../../support/database';
import { rowsReadBy } from '../../support/plans';

const TENANT = { accountId: 'acc_1', environment: 'live' } as const;
/** Further than this server has come. */
const AHEAD = 9_000_000_000_000;
const EVENTS = 2_500;

let database: TestDatabase;
let operator: OperatorDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = openForOperator(database);
  for (const account of ['acc_1', 'acc_2']) {
    await database.query('insert into accounts (id, name) values ($1, $1)', [account]);
  }
});
beforeEach(() => database.query('truncate events cascade'));

/** The later an event was written, the lower its number: a restored log is ordered by time. */
async function writeEvents(from: number, { accountId, ahead }: { accountId: string; ahead: boolean }): Promise<void> {
  await database.query(
    `insert into events (id, account_id, environment, type, subject, payload, created_at, transaction_id)
     select 'evt_' || lpad(n::text, 26, '0'), $3, 'live', 'buyer.matched', 'x', '{}',
       '2026-11-24T00:00:00Z'::timestamptz + n * interval '1 second',
       case when $4 then ($5::bigint - n)::text::xid8 else pg_current_xact_id() end
     from generate_series($1::integer, $2::integer) n`,
    [from, from + EVENTS - 1, accountId, ahead, AHEAD],
  );
}

/** The log shows nothing that is younger than a running transaction, of whatever database of the server. */
async function readIds(count: number): Promise<string[]> {
  const read = () => readLog(database, { tenant: TENANT, after: undefined, types: undefined, limit: 100_000 });
  const events = await eventually(read, ({ length }) => length === count, `${count} events in the log`);
  return events.map(({ id }) => id);
}

const idsFrom = (from: number) =>
  Array.from({ length: EVENTS }, (_, index) => `evt_${String(from + index).padStart(26, '0')}`);

it('puts all events of a restored dump before those written since, in the order of their time', async () => {
  await writeEvents(1, { accountId: 'acc_1', ahead: true });
  await writeEvents(EVENTS + 1, { accountId: 'acc_1', ahead: false });
  expect(await readIds(EVENTS)).toEqual(idsFrom(EVENTS + 1));
  expect(await adoptRestoredEvents(operator)).toBe(EVENTS);
  expect(await readIds(2 * EVENTS)).toEqual([...idsFrom(1), ...idsFrom(EVENTS + 1)]);
  expect(await adoptRestoredEvents(operator)).toBe(0);
});

it('goes on with the rest when it was killed', async () => {
  await writeEvents(1, { accountId: 'acc_1', ahead: true });
  let updates = 0;
  const dying: OperatorDatabase = {
    ...operator,
    query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
      if (text.includes('update events') && (updates += 1) > 1) return Promise.reject(new Error('killed'));
      return operator.query<Row>(text, values);
    },
  };
  await expect(adoptRestoredEvents(dying)).rejects.toThrow('killed');
  const rest = await adoptRestoredEvents(operator);
  expect([rest > 0, rest < EVENTS]).toEqual([true, true]);
  expect(await readIds(EVENTS)).toEqual(idsFrom(1));
});

it('looks at one event of each log where nothing was restored, however many there are', async () => {
  await writeEvents(1, { accountId: 'acc_1', ahead: false });
  await writeEvents(EVENTS + 1, { accountId: 'acc_2', ahead: false });
  await database.query('analyze events');
  const rows = await rowsReadBy(database, (recorder) =>
    adoptRestoredEvents({ ...operator, query: (text, values) => recorder.query(text, values) }),
  );
  expect(rows).toBeLessThanOrEqual(4);
});
