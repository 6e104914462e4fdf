import { setTimeout as delay } from 'node:timers/promises';
import { invite } from '../../../db/auth/invitations';
import { rotatePartnerKey } from '../../../db/auth/partner-credentials';
import type { Database, Queryable } from '../../../db/database';
import {
  atMost,
  rowOf,
  type BenchContext,
  type BenchModule,
  type BenchRow,
  type BenchTable,
  type Pace,
  type Round,
} from '../harness';
import { allAnswered, closedLoop, openLoop, type LoadResult } from '../load';
import type { Service } from '../service';
import { STEPS } from './bodies';
import { report } from './reports';

const ROUNDS = { quick: 1, default: 1, long: 3 };
/** How long a row is locked: less than `idle_in_transaction_session_timeout` (30 s). */
const HELD_SECONDS = { quick: 8, default: 20, long: 20 };
const WARM_UP_SECONDS = 4;
const REPORTS_PER_SECOND = 30;
const CREATING_CLIENTS = 2;
/** The partner of the held payment repeats its report; it is refused until the row is free. */
const REPEATED_MS = 2_000;

/** p90 of both loads of one window, in milliseconds. */
type Figures = Record<'reports' | 'creates', number>;

/** Keeps a transaction open. It runs a statement each second, because a connection is closed after 20 s without traffic. */
async function standStill(client: Queryable, forMs: number): Promise<void> {
  for (let leftMs = forMs; leftMs > 0; leftMs -= 1_000) {
    await delay(Math.min(leftMs, 1_000));
    await client.query('select 1');
  }
}

/** A database whose transactions stand still for a while once they have locked something. */
function standingStill(database: Database, forMs: number): Database {
  const pausing = (client: Queryable): Queryable => ({
    async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
      const rows = await client.query<Row>(text, values);
      if (/ for (no key )?update/.test(text)) await standStill(client, forMs);
      return rows;
    },
  });
  return { ...database, transaction: (work) => database.transaction((client) => work(pausing(client))) };
}

interface Owner {
  accountId: string;
  partnerId: string;
}

/** What holds a row for so long, and in whose name it stands in the table. */
interface Holder {
  name: string;
  hold: (service: Service, heldId: string, forMs: number) => Promise<unknown>;
}

async function ownerOf({ database }: Service, id: string): Promise<Owner> {
  const [owner] = await database.query<Owner & Record<string, unknown>>(
    'select account_id as "accountId", partner_id as "partnerId" from payment_instructions where id = $1',
    [id],
  );
  if (owner === undefined) throw new Error(`${id} is not in the database`);
  return owner;
}

/** The row of a payment while its partner repeats its report. */
async function holdPayment(service: Service, id: string, forMs: number): Promise<void> {
  let isHeld = true;
  const repeat = async (): Promise<void> => {
    while (isHeld) {
      await Promise.race([report(service, id, 'accepted').catch(() => undefined), delay(forMs)]);
      await delay(REPEATED_MS);
    }
  };
  const repeated = repeat();
  await service.database.transaction(async (client) => {
    await client.query('select from payment_instructions where id = $1 for update', [id]);
    await standStill(client, forMs);
  });
  isHeld = false;
  await repeated;
}

const HOLDERS: readonly Holder[] = [
  { name: "a payment's row is held", hold: holdPayment },
  {
    name: "the account's row is held by an invitation",
    async hold(service, id, forMs) {
      const { accountId } = await ownerOf(service, id);
      const email = `held-${Date.now()}@client.example`;
      const request = { accountId, email, role: 'viewer', actor: 'bench' } as const;
      await invite(standingStill(service.database, forMs), request);
    },
  },
  {
    name: "the partner's row is held by a rotation of its key",
    async hold(service, id, forMs) {
      const { partnerId } = await ownerOf(service, id);
      await rotatePartnerKey(standingStill(service.database, forMs), { partnerId, actor: 'bench' });
    },
  },
];

/**
 * Reports about payments that nobody holds, and creates, for so many seconds; none may fail.
 * @param hold begins once the payments are there
 */
async function loads(service: Service, seconds: number, hold?: () => Promise<unknown>): Promise<Figures> {
  const count = REPORTS_PER_SECOND * seconds;
  const ids = await service.takeSubmitted(Math.ceil(count / STEPS.length));
  const held = hold?.();
  const tell = (index: number): Promise<unknown> => {
    const step = STEPS[Math.floor(index / ids.length)] ?? 'settled';
    return report(service, ids[index % ids.length] ?? '', step);
  };
  const creating = { clients: CREATING_CLIENTS, limitMs: seconds * 1_000, maxCalls: Infinity };
  const [reports, creates]: [LoadResult, LoadResult] = await Promise.all([
    openLoop({ perSecond: REPORTS_PER_SECOND, count }, tell),
    closedLoop(creating, () => service.customer.create()),
  ]);
  await held;
  return { reports: allAnswered(reports, 'reports').p90Ms, creates: allAnswered(creates, 'creates').p90Ms };
}

/** Free and beside a holder, one after the other: whatever else the machine does meets both alike. */
async function besideEach(service: Service, pace: Pace, say: (line: string) => void): Promise<[Figures, Figures][]> {
  const seconds = HELD_SECONDS[pace];
  const pairs: [Figures, Figures][] = [];
  for (const { name, hold } of HOLDERS) {
    say(`Reports and creates while ${name} …`);
    const free = await loads(service, seconds);
    const [heldId = ''] = await service.takeSubmitted(1);
    pairs.push([free, await loads(service, seconds, () => hold(service, heldId, seconds * 1_000))]);
  }
  return pairs;
}

async function run({ pace, say, stage }: BenchContext): Promise<BenchTable> {
  const service = await stage.service();
  await loads(service, WARM_UP_SECONDS);
  const taken: [Figures, Figures][][] = [];
  for (let round = 0; round < ROUNDS[pace]; round += 1) taken.push(await besideEach(service, pace, say));
  const rows = HOLDERS.flatMap(({ name }, place) =>
    (['reports', 'creates'] as const).map((what): BenchRow => {
      const rounds = taken.map((pairs): Round => {
        const pair = pairs[place];
        return { floor: pair?.[0][what] ?? NaN, ours: pair?.[1][what] ?? NaN };
      });
      const label = { operation: `${what} while ${name}, p90`, unit: 'ms', floorName: 'free' };
      return rowOf({ ...label, must: atMost(2), aim: atMost(1.2) }, rounds);
    }),
  );
  return {
    title: `A row that is held for ${HELD_SECONDS[pace]} s (floor: the same load while nothing is held)`,
    rows,
    notes: [
      `${REPORTS_PER_SECOND} reports a second about payments that nobody holds, and ${CREATING_CLIENTS} clients that create; one that failed would end the run.`,
      'Temporal and the processes are those of `npm start`: its development server, one API, one worker.',
    ],
  };
}

export const heldRows: BenchModule = {
  name: 'held-rows',
  hasOwnStage: true,
  needs: ['postgres', 'temporal'],
  describe: "reports and creates while one payment's, the account's or the partner's row is held for seconds",
  run,
};
