import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { openDatabase, type Database } from '../../db/database';
import { recordWaiting } from '../../db/payments/dispatch/dispatch';
import { closeAtEnd } from '../support/closing';
import { createSubscription } from '../../db/webhooks/subscriptions';
import type { PostgresClock } from '../support/postgres-clock';
import { holdProcessClock } from '../support/process-clock';
import { counting, judge, type World } from './judges';
import { VAULT, type Operation } from './operation';
import type { Actor } from './scheduler';
import { makeGround, newWorld, type Start } from './worlds';

/** Whoever is about to change a row of these has its lock, or those of the account or partner that it belongs to. */
const HELD_TABLES = [
  ...['payment_instructions', 'accounts', 'partners', 'routes', 'webhook_subscriptions'],
  ...['user_links', 'tracking_links', 'idempotency_keys', 'deliveries', 'delivery_attempts'],
];
/** A change of these has nothing to wait for; its commit has. */
const LEFT_TABLES = ['outbox', 'partner_secrets'];

const listed = (tables: readonly string[]): string => `array['${tables.join("', '")}']`;

/**
 * The process `meet_first` stands still where it is about to change the n-th row of these tables, with all of its locks,
 * or to commit, which counts as a row: until nobody holds the advisory lock 7 any more.
 */
const PAUSE_SQL = `do $do$ declare name text; begin
  create schema meet;
  create sequence meet.places;
  create table meet.pause (at bigint not null);
  insert into meet.pause values (0);
  create function meet.pause() returns trigger language plpgsql as $$ begin
    if current_setting('application_name') = 'meet_first'
      and (tg_when = 'BEFORE' or current_setting('meet.commits', true) is distinct from pg_current_xact_id()::text)
    then
      if tg_when = 'AFTER' then perform set_config('meet.commits', pg_current_xact_id()::text, true); end if;
      if nextval('meet.places') = (select at from meet.pause) then
        while not pg_try_advisory_xact_lock_shared(7) loop perform pg_sleep(0.002); end loop;
      end if;
    end if;
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end $$;
  foreach name in array ${listed(HELD_TABLES)} loop
    execute format('create trigger a_pause before insert or update or delete on %I for each row execute function meet.pause()', name);
  end loop;
  foreach name in array ${listed([...HELD_TABLES, ...LEFT_TABLES])} loop
    execute format('create constraint trigger z_pause after insert or update or delete on %I deferrable initially deferred
      for each row execute function meet.pause()', name);
  end loop;
end $do$`;

const FIRST = `select pid from pg_stat_activity where datname = current_database() and application_name = 'meet_first'`;
/** Whether the first process stands still at its place, and for what kind of lock of its the second one waits. */
const LOOK_SQL = `select
  exists (${FIRST} and wait_event = 'PgSleep') as "stands",
  (select wait_event from pg_stat_activity where datname = current_database() and application_name = 'meet_second'
    and pg_blocking_pids(pid) && array(${FIRST}) limit 1) as "waitsFor"`;
/** Whoever writes into the audit log waits for who did before, whose entry its own is chained to. */
const AUDIT_LOCK = 'advisory';

/** Whoever waits for a row gives up after ten seconds. */
const LOOK_LIMIT_MS = 30_000;
const LOOK_MS = 4;

/** What an operation came to. */
interface Run {
  hasEnded: boolean;
  end: Promise<void>;
}

function begin(work: Promise<unknown>): Run {
  const run: Run = { hasEnded: false, end: Promise.resolve() };
  run.end = work.then(() => undefined).finally(() => (run.hasEnded = true));
  run.end.catch(() => undefined);
  return run;
}

function beginActor(database: Database, actor: Actor): Run {
  return begin(actor.run({ database, step: () => Promise.resolve() }));
}

const UNLIKE_ITS_ATTEMPTS = `exists (select from delivery_attempts a where a.delivery_id = d.id and a.status_code = 200)
  is distinct from (d.status = 'delivered')`;

/** @throws Error unless each event has a delivery, none is attempted twice at once, and each stands where its attempts say */
async function judgeDeliveries({ database, instructionId, attempted, isEndpointSwitched }: World): Promise<void> {
  const wrong = await database.query(
    `select e.id, e.type, d.status from events e left join deliveries d on d.event_id = e.id
     where e.subject = $1 and case when d.id is null then not $2 else ${UNLIKE_ITS_ATTEMPTS} end`,
    [instructionId, isEndpointSwitched],
  );
  if (new Set(attempted).size < attempted.length) throw new Error('an attempt was made twice at once');
  if (wrong.length > 0) throw new Error(`events are delivered wrongly: ${JSON.stringify(wrong)}`);
}

export interface MeetingTotals {
  pairs: number;
  meetings: number;
  /** Meetings in which one waited for the other. */
  waits: number;
}

/** Two processes, each with its own connections, of which the first stands still in the middle of its statements. */
export class MeetingPlace {
  readonly totals: MeetingTotals = { pairs: 0, meetings: 0, waits: 0 };
  private turns = 0;

  private readonly changes = new Map<string, number>();
  private readonly first: Database;
  private readonly second: Database;

  private constructor(
    private readonly database: Database,
    private readonly clock: PostgresClock,
    processes: { first: Database; second: Database },
    private readonly gate: Client,
    /** A payment that the two operations have nothing to do with. */
    private readonly neighbour: string,
  ) {
    this.first = counting(processes.first, this.changes);
    this.second = counting(processes.second, this.changes);
  }

  static async open(): Promise<MeetingPlace> {
    const { origin, clock } = await makeGround();
    const tenant = { accountId: 'acc_ptn_1', environment: 'test' } as const;
    const endpoint = { url: 'https://shop.example/hook', events: ['*'], description: '', enabled: true, actor: 'test' };
    await createSubscription(origin, VAULT, tenant, endpoint, null);
    holdProcessClock(Date.now());
    closeAtEnd(() => jest.useRealTimers());
    const { instructionId } = await newWorld(origin, clock, 'kept');
    await origin.query(PAUSE_SQL);
    const open = (name: string): Database => {
      const url = new URL(origin.url);
      url.searchParams.set('application_name', name);
      const database = openDatabase(url.toString(), 4);
      closeAtEnd(() => database.close());
      return database;
    };
    const gate = new Client({ connectionString: origin.url });
    await gate.connect();
    closeAtEnd(() => gate.end());
    const processes = { first: open('meet_first'), second: open('meet_second') };
    return new MeetingPlace(open('meet'), clock, processes, gate, instructionId);
  }

  /**
   * Each of the two stands still in turn, at each of its places.
   * @param mayWait whether the two change a row that is the same
   */
  async meetEachOther(start: Start, [one, other]: readonly [Operation, Operation], mayWait: boolean): Promise<void> {
    this.totals.pairs += 1;
    await this.meet(start, [one, other], mayWait);
    if (one !== other) await this.meet(start, [other, one], mayWait);
  }

  private async meet(start: Start, [one, other]: readonly [Operation, Operation], mayWait: boolean): Promise<void> {
    let stood = true;
    for (let place = 1; stood; place += 1) {
      // What earlier meetings left would be swept, one row a place.
      await this.database.query('delete from idempotency_keys');
      await this.database.query('delete from outbox');
      await this.database.query('delete from delivery_attempts');
      await this.database.query('delete from deliveries');
      const world = await newWorld(this.database, this.clock, start, this.changes);
      const [first, second] = [one(world), other(world)];
      try {
        stood = await this.meetAt(place, [first, second], mayWait);
        await judge(world);
        await judgeDeliveries(world);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${reason}\n${first.name} stood at its place ${place}, and ${second.name} came`, { cause });
      }
    }
  }

  /** @returns whether the first operation has such a place */
  private async meetAt(place: number, [one, other]: readonly [Actor, Actor], mayWait: boolean): Promise<boolean> {
    await this.gate.query('select pg_advisory_lock(7)');
    try {
      await this.gate.query(`update meet.pause set at = $1`, [place]);
      await this.gate.query(`select setval('meet.places', 1, false)`);
      const first = beginActor(this.first, one);
      const { stands } = await this.lookUntil(
        (look) => look.stands || first.hasEnded,
        `${one.name} stands still or ends`,
      );
      if (!stands) {
        await first.end;
        return false;
      }
      this.totals.meetings += 1;
      const beside = begin(this.writeBeside());
      const second = beginActor(this.second, other);
      const besideToo = begin(this.writeBeside());
      const { waitsFor } = await this.lookUntil(
        (look) => beside.hasEnded && besideToo.hasEnded && (second.hasEnded || look.waitsFor !== null),
        `${other.name} ends or waits, and its neighbours end`,
      );
      const waits = waitsFor !== null && !second.hasEnded;
      if (waits) this.totals.waits += 1;
      if (waits && !mayWait && waitsFor !== AUDIT_LOCK) throw new Error(`it waits for a lock: ${waitsFor}`);
      await this.gate.query('select pg_advisory_unlock(7)');
      await Promise.all([first.end, second.end, beside.end, besideToo.end]);
      return true;
    } finally {
      await this.gate.query('select pg_advisory_unlock_all()');
    }
  }

  /** Another payment is written by the second process, in the same statement where they share one. */
  private writeBeside(): Promise<unknown> {
    this.turns += 1;
    return recordWaiting(this.second, this.neighbour, this.turns % 2 === 0 ? 'partner_slow' : 'partner_busy');
  }

  /** By a clock that an operation does not put forward. */
  private async lookUntil(wanted: (look: Look) => boolean, what: string): Promise<Look> {
    const limit = performance.now() + LOOK_LIMIT_MS;
    for (;;) {
      const look = (await this.gate.query<Look>(LOOK_SQL)).rows[0] ?? NOTHING;
      if (wanted(look)) return look;
      if (performance.now() > limit) throw new Error(`not within ${LOOK_LIMIT_MS} ms: ${what}`);
      await delay(LOOK_MS);
    }
  }
}

interface Look {
  stands: boolean;
  waitsFor: string | null;
}

const NOTHING: Look = { stands: false, waitsFor: null };
