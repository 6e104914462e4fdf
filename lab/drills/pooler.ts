import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findFreePort } from '../../cli/embedded/ports';
import { launch, type ServerProcess } from '../../cli/embedded/processes';
import { changeOwner, postgresAccount } from '../../cli/embedded/run-as';
import { startSite } from '../chaos/site';
import { QUIET_PLAN, seconds, stoppingAll, until, verdictsFrom, type Drill } from './drill';
import { PlainPartner } from './plain-partner';
import { SteadyCreates, underWayBetween, type CreateRecord } from './steady-creates';

const PROGRAM = process.env['PGBOUNCER'] ?? 'pgbouncer';
/** The first one that knows prepared statements in transaction mode. */
const OLDEST = [1, 21] as const;
const PER_SECOND = 5;
const QUICK_PER_SECOND = 2;
/** Load before the first step, between two, and after the last one. */
const BETWEEN_MS = 10_000;
const QUICK_BETWEEN_MS = 3_000;
const AWAY_MS = 5_000;
const START_MS = 10_000;
const SETTLE_MS = 120_000;
/** A pooler that is asked to end waits for transactions to end. */
const GRACEFUL = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const;
const CRASH = [{ signal: 'SIGKILL', waitMs: 5_000 }] as const;

/** Why there is no pooler to rehearse with; null when there is one. */
function refusal(): string | null {
  const { stdout, error } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' });
  const found = /PgBouncer (\d+)\.(\d+)/.exec(error === undefined ? stdout : '');
  const wanted = `PgBouncer ${OLDEST.join('.')} or later is needed, on the PATH or named by PGBOUNCER`;
  if (found === null) return wanted;
  const [major, minor] = [Number(found[1]), Number(found[2])];
  return major > OLDEST[0] || minor >= OLDEST[1] ? null : `${wanted}; ${found[0]} is here`;
}

/** PgBouncer in transaction mode before one database, with the settings of docs/OPERATIONS.md, "Behind a pooler". */
class Pooler {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'corridor-pooler-'));
  private server: ServerProcess | null = null;

  private constructor(
    private readonly port: number,
    private readonly databaseUrl: string,
  ) {}

  static async open(databaseUrl: string): Promise<Pooler> {
    const pooler = new Pooler(await findFreePort(), databaseUrl);
    pooler.writeSettings();
    await pooler.start();
    return pooler;
  }

  get url(): string {
    const changed = new URL(this.databaseUrl);
    changed.port = String(this.port);
    return changed.toString();
  }

  private writeSettings(): void {
    const { hostname, port, username, password, pathname } = new URL(this.databaseUrl);
    const name = pathname.slice(1);
    const server = { host: hostname, port, dbname: name, user: username, password: decodeURIComponent(password) };
    const lines = [
      '[databases]',
      `${name} = ${Object.entries(server)
        .map((entry) => entry.join('='))
        .join(' ')}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${this.port}`,
      'unix_socket_dir =',
      // Whoever reaches this port is let in: it is on this machine, and its database is thrown away.
      'auth_type = any',
      'pool_mode = transaction',
      'max_prepared_statements = 200',
      'default_pool_size = 20',
      'max_client_conn = 400',
    ];
    writeFileSync(this.settings, lines.join('\n') + '\n', { mode: 0o600 });
    const account = postgresAccount();
    if (account !== null) changeOwner(this.folder, account);
  }

  private get settings(): string {
    return path.join(this.folder, 'pgbouncer.ini');
  }

  async start(): Promise<void> {
    const server = await launch({
      program: PROGRAM,
      args: ['-q', this.settings],
      cwd: this.folder,
      env: process.env,
      account: postgresAccount(),
      log: () => undefined,
      exitSignal: 'SIGKILL',
    });
    this.server = server;
    if (!(await until(() => this.answers(), START_MS)))
      throw new Error(`PgBouncer did not start: ${server.lastLines()}`);
  }

  private async answers(): Promise<boolean> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 1_000 });
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async end(how: 'graceful' | 'crash'): Promise<void> {
    await this.server?.stop(how === 'crash' ? CRASH : GRACEFUL);
    this.server = null;
  }

  async remove(): Promise<void> {
    await this.end('graceful');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Step {
  name: string;
  fromMs: number;
  backMs: number;
}

function rowsOf(steps: readonly Step[], records: readonly CreateRecord[]): string[][] {
  const row = (name: string, away: string, met: readonly CreateRecord[]): string[] => {
    const repeated = met.filter(({ repeats }) => repeats > 0).length;
    const longest = Math.max(0, ...met.map(({ tookMs }) => tookMs));
    return [name, away, String(met.length), String(repeated), seconds(longest)];
  };
  return [
    ['step', 'away s', 'creates', 'asked again', 'longest s'],
    ...steps.map(({ name, fromMs, backMs }) =>
      row(name, seconds(backMs - fromMs), underWayBetween(records, fromMs, backMs)),
    ),
    row('whole run', '', records),
  ];
}

const run = stoppingAll(async ({ tools, isQuick, say }, stops) => {
  const partner = new PlainPartner();
  const port = await partner.listen();
  stops.push(() => partner.close());
  const poolers: Pooler[] = [];
  say('Starting Postgres, PgBouncer, Temporal, two APIs and two workers …');
  const site = await startSite(
    tools,
    QUIET_PLAN,
    { north: port, south: port, receivers: port },
    {
      async pooler(databaseUrl) {
        const pooler = await Pooler.open(databaseUrl);
        poolers.push(pooler);
        stops.push(() => pooler.remove());
        return pooler.url;
      },
    },
  );
  stops.push(() => site.close());
  const [pooler] = poolers;
  if (pooler === undefined) throw new Error('the processes have no pooler');
  const perSecond = isQuick ? QUICK_PER_SECOND : PER_SECOND;
  const betweenMs = isQuick ? QUICK_BETWEEN_MS : BETWEEN_MS;
  const load = new SteadyCreates({
    url: site.urlOf('client>api-1'),
    key: site.clientKey,
    perSecond,
    isRepeating: true,
  });
  const loading = load.run();
  const steps: Step[] = [];
  for (const [name, how] of [
    ['restarted', 'graceful'],
    ['killed', 'crash'],
  ] as const) {
    await delay(betweenMs);
    say(`PgBouncer is ${name} …`);
    const fromMs = load.nowMs;
    await pooler.end(how);
    if (how === 'crash') await delay(AWAY_MS);
    await pooler.start();
    steps.push({ name, fromMs, backMs: load.nowMs });
  }
  await delay(betweenMs);
  load.stop();
  await loading;
  await load.close();
  const { records, acknowledged } = load;
  say('Waiting until everything that was acknowledged is at the partner …');
  await until(() => partner.ledger.entries().length >= acknowledged.length, SETTLE_MS);
  return {
    conditions: `${perSecond} creates a second, asked again each second where they fail; ${records.length} creates in ${seconds(load.nowMs)} s.`,
    rows: rowsOf(steps, records),
    verdicts: verdictsFrom({
      'creates that failed however often they were asked again': records.flatMap(({ fault, atMs }) =>
        fault === null ? [] : [`at ${seconds(atMs)} s: ${fault}`],
      ),
      ...partner.faultsOf(acknowledged),
      'processes that ended by themselves': [...site.processes.values()].flatMap(({ unwantedEnds }) => unwantedEnds),
    }),
  };
});

export const pooler: Drill = {
  name: 'pooler',
  describe: 'PgBouncer in transaction mode before two APIs and two workers is restarted and killed under load',
  refusal,
  run,
};
