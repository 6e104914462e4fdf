import { readTemporalTarget } from '../../process/temporal-settings';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../cli/embedded/ports';
import { startPostgres, type RunningPostgres } from '../../cli/embedded/postgres';
import { startTemporalDev } from '../../cli/embedded/temporal';
import { startTemporalServer } from '../../cli/embedded/temporal-server';
import { migrateEverything } from '../../cli/migrate';
import { DataDir } from '../../cli/place';
import { lowerPriority } from '../../cli/priority';
import { openOperatorDatabase } from '../../db/database';
import { migrate } from '../../db/migrate';
import { startChild, type Child } from './child';
import { startPartner, startReceiver, type LoopbackServer, type Receiver } from './loopback';

/** Postgres and Temporal, with the schema and search attributes in place. */
export interface Backends {
  databaseUrl: string;
  temporalAddress: string;
  /** For a heading: which Temporal it is. */
  temporalKind: 'server 1.32 on Postgres' | 'development server';
  postgresPid: number;
  temporalPid: number;
  /** Address of the metrics of a development server; null with another one. */
  temporalMetricsUrl: string | null;
}

export interface ChildRequest {
  name: string;
  module: string;
  args?: string[];
  flags?: readonly string[];
  env: Record<string, string>;
}

function tool(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set: run the benchmarks with "npm run bench".`);
  return value;
}

/** Postgres, Temporal, parties and processes. Each is started when it is first asked for, and stopped by `close`. */
export class Platform {
  readonly dataDir: DataDir;
  /** Which Temporal runs, once one does. */
  temporalKind: Backends['temporalKind'] | null = null;
  /** Origins of receivers beside the usual one; to be named before the service is asked for. */
  furtherReceivers: readonly string[] = [];
  /** Further settings of Postgres; to be set before it is asked for. */
  postgresSettings: Readonly<Record<string, string>> = {};
  private readonly parts = new Map<string, Promise<unknown>>();
  private readonly stops: (() => Promise<unknown>)[] = [];

  /**
   * @param profileDirectory where the service's processes leave CPU profiles; null for none
   * @param kind whose Temporal and processes: Temporal on Postgres where it can be had, or those of `npm start`
   */
  constructor(
    private readonly say: (line: string) => void,
    readonly profileDirectory: string | null,
    readonly kind: 'production' | 'npm start' = 'production',
  ) {
    this.dataDir = new DataDir(mkdtempSync(path.join(tmpdir(), 'corridor-bench-')));
    this.givesWay = kind === 'production';
  }

  /**
   * Whether Temporal and the workers let answers to clients go first, as they are run. Where every figure is one of theirs, that
   * would only let other programs of the machine go first.
   */
  givesWay: boolean;

  backends(): Promise<Backends> {
    return this.once('backends', () => this.startBackends());
  }

  /** Postgres with its schema, for what needs no Temporal. */
  postgres(): Promise<RunningPostgres> {
    return this.once('postgres', () => this.startPostgres());
  }

  /** A settlement partner that takes everything at once; it runs in this process. */
  partner(): Promise<LoopbackServer> {
    return this.once('partner', async () => this.stopLater(await startPartner(), (server) => server.close()));
  }

  receiver(): Promise<Receiver> {
    return this.once('receiver', async () => this.stopLater(await startReceiver(), (server) => server.close()));
  }

  async startProcess(request: ChildRequest): Promise<Child> {
    const child = await startChild({
      args: [],
      ...request,
      logDirectory: this.dataDir.path,
      profileDirectory: this.profileDirectory,
    });
    return this.stopLater(child, () => child.stop());
  }

  /** Stops everything, the last started first, and removes the data. */
  async close(): Promise<void> {
    for (const stop of this.stops.splice(0).reverse()) await stop().catch((fault: unknown) => this.say(String(fault)));
    rmSync(this.dataDir.path, { recursive: true, force: true });
  }

  protected once<Part>(name: string, start: () => Promise<Part>): Promise<Part> {
    const known = this.parts.get(name);
    if (known !== undefined) return known as Promise<Part>;
    const part = start();
    this.parts.set(name, part);
    return part;
  }

  protected stopLater<Part>(part: Part, stop: (part: Part) => Promise<unknown>): Part {
    this.stops.push(() => stop(part));
    return part;
  }

  private async startPostgres(): Promise<RunningPostgres> {
    this.say('Starting Postgres …');
    const postgres = await startPostgres({
      binDir: tool('CORRIDOR_POSTGRES_BIN'),
      dataDir: this.dataDir.file('postgres'),
      port: await findFreePort(),
      log: () => undefined,
      durable: true,
      removeOnStop: true,
      settings: this.postgresSettings,
    });
    this.stopLater(postgres, () => postgres.stop());
    const database = openOperatorDatabase(postgres.databaseUrl);
    try {
      await migrate(database);
    } finally {
      await database.close();
    }
    return postgres;
  }

  private async startBackends(): Promise<Backends> {
    const { databaseUrl, pid: postgresPid } = await this.postgres();
    const started = await this.startTemporal(databaseUrl);
    this.temporalKind = started.temporalKind;
    if (this.givesWay) lowerPriority(started.temporalPid);
    const temporal = readTemporalTarget({ ...process.env, TEMPORAL_ADDRESS: started.temporalAddress });
    this.dataDir.ensureDataKey();
    await migrateEverything({ dataDir: this.dataDir, databaseDirectUrl: databaseUrl, temporal });
    return { ...started, databaseUrl, postgresPid };
  }

  private async startTemporal(databaseUrl: string): Promise<Omit<Backends, 'databaseUrl' | 'postgresPid'>> {
    const server = process.env['CORRIDOR_TEMPORAL_SERVER'];
    const sqlTool = process.env['CORRIDOR_TEMPORAL_SQL_TOOL'];
    const common = { port: await findFreePort(), log: () => undefined };
    if (this.kind === 'production' && server !== undefined && sqlTool !== undefined) {
      this.say('Starting the Temporal server on Postgres …');
      const options = { ...common, server, sqlTool, databaseUrl, dir: this.dataDir.file('temporal') };
      const temporal = await startTemporalServer(options);
      this.stopLater(temporal, () => temporal.stop());
      return {
        temporalAddress: temporal.address,
        temporalKind: 'server 1.32 on Postgres',
        temporalPid: temporal.pid,
        temporalMetricsUrl: null,
      };
    }
    this.say("Starting Temporal's development server: its figures are not those of a server on Postgres …");
    const dataFile = this.kind === 'npm start' ? this.dataDir.file('temporal.db') : null;
    const cli = tool('CORRIDOR_TEMPORAL_CLI');
    const metricsPort = await findFreePort();
    const temporal = await startTemporalDev({
      ...common,
      cli,
      dataFile,
      uiPort: null,
      metricsPort,
      namespace: 'default',
    });
    this.stopLater(temporal, () => temporal.stop());
    return {
      temporalAddress: temporal.address,
      temporalKind: 'development server',
      temporalPid: temporal.pid,
      temporalMetricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    };
  }
}
