import { firstIdAt } from '../../../domain/ids';
import { LIST_ORDERS, type ListPage } from '../../../domain/list-order';
import { newId } from '../../../lib/ids';
import { DAY_MS } from '../../../domain/calendar-dates';
import { RequestCounter, countUnlisted } from '../../../db/limits/request-counts';
import { findRequest, listRequests, type RequestFilter } from '../../../db/requests/list-requests';
import { RequestLog, type AnsweredRequest } from '../../../db/requests/request-log';
import { applyRetention } from '../../../db/retention/apply-retention';
import { RETENTION_RULES } from '../../../db/retention/rules';
import { openDatabase } from '../../../db/database';
import { closeAtEnd } from '../../support/closing';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { rowsReadBy } from '../../support/plans';

const NOW = new Date();
const NORTH = { accountId: 'acc_north', environment: 'test' } as const;
const LIVE = { accountId: 'acc_north', environment: 'live' } as const;
const SOUTH = { accountId: 'acc_south', environment: 'test' } as const;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const { accountId } of [NORTH, SOUTH]) {
    await database.query('insert into accounts (id, name) values ($1, $1)', [accountId]);
  }
});

const raise = (fault: unknown): never => {
  throw fault;
};

function answered(more: Partial<AnsweredRequest> = {}): AnsweredRequest {
  return {
    ...{
      id: newId('request'),
      tenant: NORTH,
      plan: 'free',
      keyId: 'key_1',
      method: 'GET',
      operation: 'getAccount',
      isRead: false,
    },
    ...{ status: 200, ms: 3, errorCode: null, faultField: null, faultCode: null, subject: null },
    ...more,
  };
}

function openLog(): RequestLog {
  return new RequestLog(database, { now: () => NOW, onFault: raise });
}

async function idsOf(
  filter: RequestFilter & Partial<ListPage> & { tenant?: AnsweredRequest['tenant'] },
): Promise<string[]> {
  const rows = await listRequests(database, { tenant: NORTH, limit: 100, ...filter });
  return rows.map(({ id }) => id);
}

describe('the log of requests', () => {
  it('keeps each with its fault, and shows it to its side of its account alone', async () => {
    const refused = answered({
      ...{ method: 'POST', operation: 'createInstruction', status: 400, ms: 12 },
      ...{ errorCode: 'INVALID_REQUEST', faultField: 'amount', faultCode: 'range' },
    });
    const log = openLog();
    expect(log.add(refused)).toBe(true);
    await log.write();
    const { id, method, operation, status, ms, keyId, errorCode, faultField, faultCode, subject } = refused;
    const kept = { id, method, operation, status, ms, keyId, errorCode, faultField, faultCode, subject };
    expect(await findRequest(database, NORTH, refused.id)).toEqual({ ...kept, keyLabel: null, keyHint: null });
    expect(await findRequest(database, LIVE, refused.id)).toBeNull();
    expect(await findRequest(database, SOUTH, refused.id)).toBeNull();
    expect(await idsOf({ tenant: LIVE })).toEqual([]);
    expect(await idsOf({ tenant: SOUTH })).toEqual([]);
  });

  it('filters by status, operation, key, subject and time, and goes on where a page ended', async () => {
    const ids = [5, 4, 3, 2, 1].map((hours) => newId('request', NOW.getTime() - hours * 3_600_000));
    const [oldest, old, middle, late, latest] = ids as [string, string, string, string, string];
    const subject = newId('instruction');
    const tenant = SOUTH;
    const log = openLog();
    log.add(answered({ tenant, id: oldest, keyId: 'key_2' }));
    log.add(answered({ tenant, id: old, status: 404, errorCode: 'NOT_FOUND' }));
    log.add(answered({ tenant, id: middle, status: 503, errorCode: 'UNAVAILABLE' }));
    log.add(answered({ tenant, id: late, operation: 'createInstruction', status: 201, subject }));
    log.add(answered({ tenant, id: latest, operation: 'getInstruction', subject }));
    await log.write();
    const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);
    expect(await idsOf({ tenant })).toEqual([latest, late, middle, old, oldest]);
    expect(await idsOf({ tenant, statusClass: 2 })).toEqual([latest, late, oldest]);
    expect(await idsOf({ tenant, statusClass: 4 })).toEqual([old]);
    expect(await idsOf({ tenant, statusClass: 5 })).toEqual([middle]);
    expect(await idsOf({ tenant, operation: 'createInstruction' })).toEqual([late]);
    expect(await idsOf({ tenant, keyId: 'key_2' })).toEqual([oldest]);
    expect(await idsOf({ tenant, subject })).toEqual([latest, late]);
    expect(await idsOf({ tenant, from: hoursAgo(4), until: hoursAgo(2) })).toEqual([middle, old]);
    expect(await idsOf({ tenant, after: middle })).toEqual([old, oldest]);
    expect(await idsOf({ tenant, order: 'oldest', from: hoursAgo(4) })).toEqual([old, middle, late, latest]);
    expect(await idsOf({ tenant, order: 'oldest', after: middle })).toEqual([late, latest]);
    expect(await idsOf({ tenant: NORTH, subject })).toEqual([]);
  });

  it('keeps what comes while Postgres is away, up to a bound, and counts what exceeds it', async () => {
    // Nobody listens there.
    const away = openDatabase('postgres://nobody@127.0.0.1:9/none');
    closeAtEnd(() => away.close());
    let isAway = true;
    const server = new Proxy(database, { get: (there, name) => Reflect.get(isAway ? away : there, name) as unknown });
    const [first, second, third] = [answered(), answered(), answered()];
    const log = new RequestLog(server, { now: () => NOW, onFault: () => undefined, maxWaiting: 2 });
    const counter = new RequestCounter(database, () => NOW, raise);
    for (const request of [first, second, third]) counter.count(request, log.add(request));
    await expect(log.write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    isAway = false;
    await log.write();
    const listed = await idsOf({});
    expect([first, second, third].map(({ id }) => listed.includes(id))).toEqual([true, true, false]);
    await counter.write();
    const day = NOW.toISOString().slice(0, 10);
    expect(await countUnlisted(database, NORTH, day)).toBe(1);
    expect(await countUnlisted(database, SOUTH, day)).toBe(0);
  });

  it('loses only the rows that Postgres refuses for what they say, and names them', async () => {
    const lost: string[] = [];
    const faults: unknown[] = [];
    const onFault = (fault: unknown): void => void faults.push(fault);
    const log = new RequestLog(database, { now: () => NOW, onFault, onLost: ({ id }) => void lost.push(id) });
    const refused = answered({ tenant: { accountId: 'acc_gone', environment: 'test' } });
    log.add(refused);
    await log.write();
    expect([lost, faults.length]).toEqual([[refused.id], 1]);
    const next = answered();
    log.add(next);
    await log.write();
    expect(await findRequest(database, NORTH, next.id)).not.toBeNull();
  });

  it('lists of refusals by a limit one a second and key', async () => {
    let ms = 1_000;
    const log = new RequestLog(database, { now: () => new Date(ms), onFault: raise });
    const asked = (keyId: string): AnsweredRequest => answered({ keyId, status: 429, operation: 'flooded' });
    const [first, same, other, later] = [asked('key_a'), asked('key_a'), asked('key_b'), asked('key_a')];
    for (const request of [first, same, other]) expect(log.add(request)).toBe(true);
    ms = 2_000;
    log.add(later);
    await log.write();
    expect((await idsOf({ operation: 'flooded' })).sort()).toEqual([first.id, other.id, later.id].sort());
  });

  it('is written in one go by writers that meet', async () => {
    const log = openLog();
    const request = answered({ operation: 'twice' });
    log.add(request);
    await Promise.all([log.write(), log.write()]);
    expect(await idsOf({ operation: 'twice' })).toEqual([request.id]);
  });

  it('reads no more than a page of what fits, however many others there are', async () => {
    const tenant = { accountId: 'acc_busy', environment: 'live' } as const;
    await database.query(`insert into accounts (id, name) values ('acc_busy', 'busy')`);
    await database.query(
      `insert into request_log (id, account_id, environment, key_id, method, operation, status, ms, subject)
       select $1 || lpad(n::text, 16, '0'), 'acc_busy', 'live', 'key_' || (n = 10), 'GET', 'op' || (n = 10),
         case when n = 10 then 503 when n % 10 = 0 then 404 else 200 end, 1, case when n = 10 then 'shp_1' end
       from generate_series(1, 20000) n`,
      [firstIdAt('request', NOW.getTime())],
    );
    await database.query('analyze request_log');
    const filters: RequestFilter[] = [
      ...[{}, { statusClass: 2 }, { statusClass: 4 }, { statusClass: 5 }, { keyId: 'key_true' }],
      { from: new Date(NOW.getTime() + 60_000) },
    ];
    for (const filter of filters) {
      for (const order of LIST_ORDERS) {
        const rows = await rowsReadBy(database, (on) => listRequests(on, { ...filter, order, tenant, limit: 51 }));
        expect([filter, order, rows <= 102]).toEqual([filter, order, true]);
      }
    }
  });

  it('is deleted after seven days', async () => {
    const ages = [8, 6].map((days) => answered({ id: newId('request', Date.now() - days * DAY_MS) }));
    const log = openLog();
    for (const request of ages) log.add(request);
    await log.write();
    const oldestFirst = await idsOf({ order: 'oldest' });
    expect(ages.map(({ id }) => oldestFirst.includes(id))).toEqual([false, true]);
    const rules = RETENTION_RULES.filter(({ name }) => name === 'requestLog');
    expect(await applyRetention(database, { rules, pageSize: 1 })).toEqual({ requestLog: 1 });
    const listed = await idsOf({});
    expect(ages.map(({ id }) => listed.includes(id))).toEqual([false, true]);
  });
});
