import { CHANNELS, listen, type Listener } from '../../db/listener';
import { eventually } from '../support/builders';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let listener: Listener;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  listener = await listen(database.url);
});
afterEach(() => listener.close());

const send = (channel: string, payload: string) => database.query('select pg_notify($1, $2)', [channel, payload]);

const untilHeard = (heard: readonly string[], count: number) =>
  eventually(
    () => Promise.resolve(heard.length),
    (length) => length >= count,
    `${count} notifications`,
  );

it('hears a channel from the first reaction to it until the last one ends', async () => {
  const [heard, others]: [string[], string[]] = [[], []];
  const end = listener.on(CHANNELS.outbox, (payload) => heard.push(payload));
  listener.on(CHANNELS.lanes, (payload) => others.push(payload));
  await untilHeard(heard, 1);
  await send(CHANNELS.outbox, 'payments:0');
  await untilHeard(heard, 2);
  end();
  await send(CHANNELS.outbox, 'deliveries:0');
  await send(CHANNELS.lanes, 'the end');
  await untilHeard(others, 2);
  const again = listener.on(CHANNELS.outbox, (payload) => heard.push(payload));
  await untilHeard(heard, 3);
  await send(CHANNELS.outbox, 'documents:0');
  await untilHeard(heard, 4);
  again();
  expect([heard, others]).toEqual([
    ['', 'payments:0', '', 'documents:0'],
    ['', 'the end'],
  ]);
});

it('says that something may have been missed when its connection was opened again', async () => {
  const heard: string[] = [];
  listener.on(CHANNELS.outbox, (payload) => heard.push(payload));
  await untilHeard(heard, 1);
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'corridor listener' and datname = current_database()`,
  );
  await untilHeard(heard, 2);
  await send(CHANNELS.outbox, 'payments:0');
  await untilHeard(heard, 3);
  expect(heard).toEqual(['', '', 'payments:0']);
});
