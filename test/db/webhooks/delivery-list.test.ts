import { listDeliveries, type DeliveryFilter } from '../../../db/webhooks/deliveries';
import { listEvents } from '../../../db/webhooks/event-log';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { rowsReadBy } from '../../support/plans';

const TENANT = { accountId: 'acc_1', environment: 'test' } as const;
const COUNT = 4000;

let database: TestDatabase;

/** Three that failed, the first four of a rare type, all others of two that very many have; each an event later. */
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`insert into accounts (id, name) values ('acc_1', 'acme')`);
  await database.query(
    `insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, created_at)
     values ('wh_1', 'acc_1', 'test', 'https://receiver.example/hook', '{*}', '', now())`,
  );
  const type = `case when number <= 4 then 'payment.returned' when number % 2 = 0 then 'payment.settled'
    else 'payment.submitted' end`;
  await database.query(
    `insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, created_at, status)
     select 'dlv_' || lpad(number::text, 26, '0'), 'acc_1', 'test', 'evt_' || number, ${type}, 'wh_1', now(),
       case when number <= 3 then 'failed' else 'delivered' end
     from generate_series(1, $1::integer) number`,
    [COUNT],
  );
  await database.query(
    `insert into events (id, account_id, environment, type, subject, payload, created_at, transaction_id)
     select 'evt_' || lpad(number::text, 26, '0'), 'acc_1', 'test', ${type}, 'instr_1', '{}',
       now() - make_interval(secs => $1 - number), '0'
     from generate_series(1, $1::integer) number`,
    [COUNT],
  );
  await database.query('analyze deliveries, events');
});

const numbersOf = (rows: readonly { id: string }[]): number[] => rows.map(({ id }) => Number(id.slice(4)));

describe('the list of deliveries', () => {
  /** The first ones of each status and type are merged. */
  const MERGED = 20;
  type Filters = Partial<Omit<DeliveryFilter, 'tenant'>>;
  const listed = (filters: Filters) => listDeliveries(database, { tenant: TENANT, limit: 3, ...filters });
  const readFor = (filters: Filters): Promise<number> =>
    rowsReadBy(database, (recorder) => listDeliveries(recorder, { tenant: TENANT, limit: 3, ...filters }));

  it.each<[string, Filters, number[]]>([
    ['that failed', { webhookId: 'wh_1', status: 'failed' }, [3, 2, 1]],
    ['that failed, further on', { webhookId: 'wh_1', status: 'failed', after: `dlv_${'2'.padStart(26, '0')}` }, [1]],
    ['that failed of a type', { status: 'failed', events: ['payment.returned'] }, [3, 2, 1]],
    ['of a rare type', { events: ['payment.returned'] }, [4, 3, 2]],
    ['of a rare type at one subscription', { webhookId: 'wh_1', events: ['payment.returned'] }, [4, 3, 2]],
    ['of a rare type and status', { status: 'delivered', events: ['payment.returned'] }, [4]],
    ['of a status that none has', { status: 'cancelled' }, []],
    ['of a status that none has, at one subscription', { webhookId: 'wh_1', status: 'paused' }, []],
    ['of a common type and a status that none has', { status: 'cancelled', events: ['payment.settled'] }, []],
    ['of a type that none has', { events: ['payment.failed'] }, []],
    ['of a common type', { events: ['payment.settled'] }, [4000, 3998, 3996]],
    ['of several types', { events: ['payment.returned', 'payment.submitted'] }, [3999, 3997, 3995]],
  ])('finds the newest %s and reads hardly any others', async (_what, filters, expected) => {
    expect(numbersOf(await listed(filters))).toEqual(expected);
    expect(await readFor(filters)).toBeLessThanOrEqual(MERGED);
  });

  it.each<[string, Filters, number[]]>([
    ['of all', {}, [1, 2, 3]],
    ['of all, further on', { after: `dlv_${'2000'.padStart(26, '0')}` }, [2001, 2002, 2003]],
    ['that was delivered', { status: 'delivered' }, [4, 5, 6]],
    ['of a common type', { events: ['payment.settled'] }, [6, 8, 10]],
    ['that failed, further on', { status: 'failed', after: `dlv_${'2'.padStart(26, '0')}` }, [3]],
  ])('finds the oldest %s and reads hardly any others', async (_what, filters, expected) => {
    const oldest = { ...filters, order: 'oldest' } as const;
    expect(numbersOf(await listed(oldest))).toEqual(expected);
    expect(await readFor(oldest)).toBeLessThanOrEqual(MERGED);
  });
});

describe('the log of events', () => {
  it.each<[string, string[] | undefined, number | undefined, number[]]>([
    ['of all types', undefined, undefined, [1, 2, 3]],
    ['of all types, further on', undefined, 4, [5, 6, 7]],
    ['of a rare type', ['payment.returned'], undefined, [1, 2, 3]],
    ['of a rare type, further on', ['payment.returned'], 3, [4]],
    ['of a type that none has', ['payment.failed'], undefined, []],
    ['of a common type', ['payment.settled'], 2000, [2002, 2004, 2006]],
    ['of several types', ['payment.returned', 'payment.submitted'], undefined, [1, 2, 3]],
  ])('finds the oldest %s and reads hardly any others', async (_what, types, last, expected) => {
    const after = last === undefined ? undefined : `evt_${String(last).padStart(26, '0')}`;
    const filter = { tenant: TENANT, after, types, limit: 3 };
    expect(numbersOf((await listEvents(database, filter)) ?? [])).toEqual(expected);
    expect(await rowsReadBy(database, (recorder) => listEvents(recorder, filter))).toBeLessThanOrEqual(6);
  });
});
