import { createClientKey } from '../../../db/auth/credentials';
import { openDatabase, openOperatorDatabase, type Database, type OperatorDatabase } from '../../../db/database';
import { readMeasures } from '../../../db/measures';
import { listFlagGroups } from '../../../db/operator-flags';
import { sealPrivateData } from '../../../db/payments/instruction/private-data';
import { listWaitingPayments } from '../../../db/payments/review/waiting-payments';
import { findNotablePayments } from '../../../db/payments/review/overview';
import { readOpenPayments } from '../../../db/repairs/open-payments';
import { PAGE_SIZE } from '../../../db/retention/apply-retention';
import { FIRST_PLACE, RETENTION_RULES, type RetentionRule } from '../../../db/retention/rules';
import { isOpenSql } from '../../../db/status-sql';
import { DAY_MS } from '../../../domain/calendar-dates';
import type { Tenant } from '../../../domain/auth/tenant';
import { openVault } from '../../../lib/vault';
import { atMost, type BenchContext, type BenchModule, type BenchRow, type BenchTable, type Pace } from '../harness';
import { HttpTarget } from '../load';
import { instructionBody } from '../payments/bodies';
import { report } from '../payments/reports';
import type { Service } from '../service';
import { Stage } from '../stage';
import { median } from '../statistics';
import { fill } from './fill';
import { measurePages } from './pages';

const SMALL = 10_000;
const LARGE: Record<Pace, number> = { quick: 100_000, default: 1_000_000, long: 5_000_000 };
/** Has half of all payments. */
const OWNER: Tenant = { accountId: 'acc_1', environment: 'live' };
/** The newest payments of the owner, which can be read: what the fill makes up does not open. */
const READABLE = 300;
const TIMES = 60;
const PAGES = 20;
/** Rules of retention whose tables grow with every payment. */
const AGING = ['events', 'deliveries'];
const MOST_TIMES_SLOWER = 1.5;
/** A call or a statement has been planned and compiled by then. */
const WARM_UP = 10;

/** A filled database and what serves it. */
interface Scene {
  stage: Stage;
  database: Database;
  /** Its statements may take as long as they need. */
  operator: OperatorDatabase;
}

/** A scene whose API and worker run. */
interface Served extends Scene {
  service: Service;
  /** A client of the account that has half of all payments. */
  owner: HttpTarget;
  /** Its newest payments. */
  ids: readonly string[];
  /** Payments that the bench itself has made. */
  made: string[];
}

/** Something that is asked of both scenes. */
interface Operation<Of> {
  name: string;
  times: number;
  run(scene: Of, index: number): Promise<unknown>;
}

/** @returns medians, each call of the small scene followed by one of the large: what else the machine does meets both alike */
async function compare<Of>(operation: Operation<Of>, small: Of, large: Of): Promise<BenchRow> {
  const taken = { floor: [] as number[], ours: [] as number[] };
  const time = async (scene: Of, index: number): Promise<number> => {
    const startedAt = performance.now();
    await operation.run(scene, index);
    return performance.now() - startedAt;
  };
  for (let index = 0; index < WARM_UP + operation.times; index += 1) {
    const floor = await time(small, index);
    const ours = await time(large, index);
    if (index < WARM_UP) continue;
    taken.floor.push(floor);
    taken.ours.push(ours);
  }
  const [floor, ours] = [median(taken.floor), median(taken.ours)];
  const must = atMost(MOST_TIMES_SLOWER);
  return {
    operation: operation.name,
    unit: 'ms',
    floorName: 'small',
    floor,
    ours,
    ratio: ours / floor,
    must,
    aim: null,
  };
}

/** Each page begins where the one before ended, as in a run of retention. */
function walkPages(rule: RetentionRule): (database: Database) => Promise<void> {
  const places = new WeakMap<Database, string>();
  return async (database) => {
    const { next } = await rule.deletePage(database, PAGE_SIZE, places.get(database) ?? FIRST_PLACE);
    places.set(database, next ?? FIRST_PLACE);
  };
}

/** What runs beside the requests: pages of recurring work, and what the pages of the console ask. */
function statements(): Operation<Scene>[] {
  const since = new Date(Date.now() - 30 * DAY_MS);
  const named: [string, (database: Database) => Promise<unknown>][] = [
    ['reconciler: a page of open payments', (database) => readOpenPayments(database, { after: '', limit: 100 })],
    [
      'operators: what waits for a person',
      (database) => listWaitingPayments(database, { waiting: 'person', limit: 51 }),
    ],
    ['operators: flags by kind', listFlagGroups],
    ['owner: payments to look at', (database) => findNotablePayments(database, OWNER, since)],
    ['measures of a process', readMeasures],
    ...RETENTION_RULES.filter(({ name }) => AGING.includes(name)).map(
      (rule): [string, (database: Database) => Promise<unknown>] => [
        `retention: a page of ${rule.name}`,
        walkPages(rule),
      ],
    ),
  ];
  return named.map(([name, run]) => ({ name, times: PAGES, run: ({ database }) => run(database) }));
}

function requests(): Operation<Served>[] {
  const read = (name: string, path: (ids: readonly string[], index: number) => string): Operation<Served> => ({
    name,
    times: TIMES,
    run: ({ owner, ids }, index) => owner.expect([200], 'GET', path(ids, index)),
  });
  const payments = '/api/v1/payments';
  return [
    {
      name: 'create a payment',
      times: TIMES,
      run: async ({ service, made }) => made.push((await service.customer.create()).instructionId),
    },
    {
      name: 'report a status',
      times: TIMES,
      run: ({ service, made }, index) => report(service, made[index] ?? '', 'accepted'),
    },
    read('get a payment', (ids, index) => `${payments}/instructions/${ids[index] ?? ''}`),
    read(
      'track 20 payments',
      (ids, index) => `${payments}/track?instructionIds=${ids.slice(index, index + 20).join(',')}`,
    ),
    read('list payments', () => `${payments}/instructions?limit=50`),
    read('list settled payments', () => `${payments}/instructions?limit=50&status=settled`),
    read('event log', () => '/v1/events?limit=50'),
  ];
}

/** Ends what is open, as nobody made its workflows: what is measured next would share the machine with their repair. */
async function endWhatIsOpen(database: OperatorDatabase): Promise<void> {
  await database.transaction(async (client) => {
    await client.query('set local session_replication_role = replica');
    await client.query(
      `update payment_instructions set status = 'failed', waiting_reason = null, waiting_since = null
       where ${isOpenSql('stage')}`,
    );
    await client.query(
      `update deliveries set status = 'cancelled', next_attempt_at = null, finished_at = now() where status = 'pending'`,
    );
    await client.query('truncate outbox');
  });
}

/** @returns ids of the owner's newest payments, whose private data can be read from now on */
async function makeReadable(stage: Stage, database: Database): Promise<string[]> {
  const vault = openVault(stage.dataDir.ensureDataKey());
  const { beneficiary, purpose } = instructionBody();
  const rows = await database.query<{ id: string }>(
    'select id from payment_instructions where account_id = $1 and environment = $2 order by id desc limit $3',
    [OWNER.accountId, OWNER.environment, READABLE],
  );
  for (const { id } of rows) {
    const sealed = sealPrivateData(vault, id, { beneficiary, purpose });
    await database.query('update payment_instructions set private_sealed = $2, version = version + 1 where id = $1', [
      id,
      sealed,
    ]);
  }
  return rows.map(({ id }) => id);
}

async function ownerTarget({ database, url }: Service): Promise<HttpTarget> {
  await database.query('update accounts set live_opened_at = now() where id = $1', [OWNER.accountId]);
  const limits = { perMinute: 10_000_000 };
  const request = { ...OWNER, label: 'growth', plan: 'enterprise', limits, endpointLimits: false } as const;
  const { key } = await createClientKey(database, request);
  return new HttpTarget(url, 1, { authorization: `Bearer ${key}` });
}

async function openScene(payments: number, { say, stage: { profileDirectory } }: BenchContext): Promise<Scene> {
  const stage = new Stage(say, profileDirectory, 'npm start');
  const { databaseUrl } = await stage.backends();
  say(`Filling a database with ${payments} payments …`);
  await fill(databaseUrl, payments);
  return { stage, database: openDatabase(databaseUrl, 2), operator: openOperatorDatabase(databaseUrl) };
}

async function serve(scene: Scene): Promise<Served> {
  const { stage, database, operator } = scene;
  await endWhatIsOpen(operator);
  const ids = await makeReadable(stage, database);
  const service = await stage.service();
  return { ...scene, ids, service, owner: await ownerTarget(service), made: [] };
}

async function run(context: BenchContext): Promise<BenchTable> {
  const payments = LARGE[context.pace];
  const scenes: Scene[] = [];
  const rows: BenchRow[] = [];
  try {
    const small = await openScene(SMALL, context);
    scenes.push(small);
    const large = await openScene(payments, context);
    scenes.push(large);
    context.say('Recurring work and pages …');
    for (const statement of statements()) rows.push(await compare(statement, small, large));
    const [smallServed, largeServed] = [await serve(small), await serve(large)];
    context.say('Requests …');
    for (const request of requests()) rows.push(await compare(request, smallServed, largeServed));
    context.say('Pages of the console …');
    rows.push(...(await measurePages(largeServed.service, OWNER)));
    await Promise.all([smallServed, largeServed].map(({ owner }) => owner.close()));
  } finally {
    for (const { stage, database, operator } of scenes) {
      await Promise.all([database.close(), operator.close()]);
      await stage.close();
    }
  }
  return {
    title: `Growth: medians with ${payments} payments beside those with ${SMALL}`,
    rows,
    notes: [
      'One client; each call is made of the small database, then of the large one. Half of all payments belong to the account that reads; one in a hundred is open for what operators and recurring work ask.',
      'Pages are those of the large database: first byte to last, one after the other.',
    ],
  };
}

export const growth: BenchModule = {
  name: 'growth',
  needs: ['postgres', 'temporal'],
  describe: 'requests and recurring work with a million payments beside ten thousand; five million with --long',
  run,
};
