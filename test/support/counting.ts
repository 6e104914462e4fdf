import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startOnFreePort } from '../../cli/embedded/ports';
import { startPostgres } from '../../cli/embedded/postgres';
import { closeAtEnd } from './closing';
import { createTemplate, PROCESS_ROLES } from './database';

/**
 * Gives this file a Postgres server that counts statements and plannings, in place of the one of the run: what other
 * files do is not counted. Statements are planned as in service.
 */
export async function startCountingServer(): Promise<void> {
  const shared = process.env['CORRIDOR_TEST_DATABASE_URL'];
  const server = await startOnFreePort((port) =>
    startPostgres({
      port,
      binDir: process.env['CORRIDOR_POSTGRES_BIN'] ?? '',
      dataDir: path.join(mkdtempSync(path.join(tmpdir(), 'corridor-counts-')), 'postgres'),
      log: () => undefined,
      durable: false,
      removeOnStop: true,
      settings: {
        shared_preload_libraries: 'pg_stat_statements',
        'pg_stat_statements.track_planning': 'on',
        'pg_stat_statements.max': '10000',
        autovacuum: 'off',
      },
    }),
  );
  closeAtEnd(async () => {
    process.env['CORRIDOR_TEST_DATABASE_URL'] = shared;
    await server.stop();
  });
  process.env['CORRIDOR_TEST_DATABASE_URL'] = server.databaseUrl;
  await createTemplate();
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  for (const role of Object.values(PROCESS_ROLES)) await client.query(`alter role ${role} set plan_cache_mode = auto`);
  await client.end();
}

/** Looks at fixed times, whatever the load: of the relay, of listeners, at the clock, at the backlog. */
const LOOKS =
  /relay_lanes|pg_stat_force_next_flush|^select (1|\$1)$|^listen |from clock_timestamp\(\)\)|oldest_writer|live_opened_at|min\(created_at\) as since|as w \(subject text, detail jsonb\)|^\s*(insert into|update) operator_flags/i;
/** What a process remembers for a time and then reads again, however many payments share it. */
const REMEMBERED =
  /from (restorations|reference_editions|partner_secrets) where|open_until > clock|from calendars c where|where r\.enabled and p\.disabled_at|partner_health|^select id, name, adapter/i;
/** Statements that run by the clock, as they are sent and as Postgres counts them. */
const RECURRING = new RegExp(`${LOOKS.source}|${REMEMBERED.source}`, 'i');
/** Of those, what writes. */
const RECURRING_WRITE = /relay_lanes|^update partner_health/i;

/** A statement that a process of the service has sent. */
export interface SentStatement {
  role: string;
  text: string;
}

/** Records the statements that the processes' roles send from this process. */
export class SentStatements {
  readonly all: SentStatement[] = [];
  /** How many ran by the clock, and how many of those wrote. */
  readonly recurring = { commits: 0, writes: 0 };
  private readonly clients = new Set<Client>();

  constructor() {
    const { clients, all, recurring } = this;
    const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;
    Client.prototype.query = function (this: Client, ...args: unknown[]) {
      const [config] = args;
      const text = typeof config === 'string' ? config : String(Reflect.get(config as object, 'text'));
      if (Object.values(PROCESS_ROLES).includes(this.user ?? '')) {
        clients.add(this);
        if (!RECURRING.test(text)) all.push({ role: this.user ?? '', text });
        else {
          recurring.commits += 1;
          if (RECURRING_WRITE.test(text)) recurring.writes += 1;
        }
      }
      return query.apply(this, args);
    } as typeof Client.prototype.query;
    closeAtEnd(() => {
      Client.prototype.query = query as typeof Client.prototype.query;
    });
  }

  /** Makes the open connections hand their statistics over, which Postgres otherwise does within ten seconds. */
  async flush(): Promise<void> {
    await Promise.allSettled([...this.clients].map((client) => client.query('select pg_stat_force_next_flush()')));
  }
}

/** What has been spent in one database since its server began. */
export interface Spent {
  /** Transactions that wrote. */
  writes: number;
  commits: number;
  walBytes: number;
  walRecords: number;
  plannings: number;
  /** Updates of rows, and those of them that changed no index. */
  updates: number;
  hotUpdates: number;
}

const SPENT_SQL = `
  select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as writes, d.xact_commit::float8 as commits,
    w.wal_bytes::float8 as "walBytes", w.wal_records::float8 as "walRecords",
    (select sum(plans)::float8 from pg_stat_statements s
     where s.dbid = d.datid and s.userid::regrole::text = any ($1) and s.query !~* $2) as plannings,
    (select sum(n_tup_upd)::float8 from pg_stat_user_tables) as updates,
    (select sum(n_tup_hot_upd)::float8 from pg_stat_user_tables) as "hotUpdates"
  from pg_stat_database d, pg_stat_wal w where d.datname = current_database()`;

/** @param client of the superuser, whose own statements are not counted as plannings; nor are those that run by the clock */
export async function readSpent(client: Client): Promise<Spent> {
  const { rows } = await client.query<Spent>(SPENT_SQL, [Object.values(PROCESS_ROLES), RECURRING.source]);
  const [spent] = rows;
  if (spent === undefined) throw new Error('Postgres counts nothing');
  return spent;
}
