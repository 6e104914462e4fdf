import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDirectory } from '../../activities/partners/iso20022/directory';
import { DEBTOR } from '../benches/debtor';
import { makeAccountKey, makeRoutedPartner, type Reached } from '../benches/parties';
import { findFreePort } from '../../cli/embedded/ports';
import { startPostgres, type RunningPostgres } from '../../cli/embedded/postgres';
import { KeptServer } from '../../cli/kept-server';
import { DataDir } from '../../cli/place';
import { openOperatorDatabase, type Database } from '../../db/database';
import { migrate } from '../../db/migrate';
import { setBankCredential } from '../../db/payments/dispatch/bank-credentials';
import { seedSandbox } from '../../db/seed';
import { openVault, type Vault } from '../../lib/vault';
import { WORKER_QUEUES } from '../../workflows/contract';
import { TemporalOnFile } from './temporal-on-file';
import { CREDENTIAL, descriptionOf } from './partner/description';
import { PARTNER_NAMES, type PartnerName } from './partner/script';
import { API_NAMES, PROCESS_NAMES, type LinkName, type Plan, type ProcessName } from './schedule';
import { SmallDisk } from './small-disk';
import { ServiceProcess } from './service-process';
import { ProxyLink } from './tcp-proxy';

/** Those that payments need: a browser and imports of reference data would take the cores from what is tried here. */
const LEFT_OUT: readonly string[] = ['documents', 'imports'];

export interface SiteTools {
  postgresBinDir: string;
  temporalCli: string;
  /** Size of a disk for Postgres and Temporal alone; null for that of the machine. */
  diskMib: number | null;
}

/** The service as it is deployed, twice of everything, with a proxy in each connection. */
export interface Site {
  /** For looking at the outcome, past the proxies. */
  database: Database;
  temporal: TemporalOnFile;
  /** Null when Postgres and Temporal write to the machine's own. */
  disk: SmallDisk | null;
  processes: ReadonlyMap<ProcessName, ServiceProcess>;
  links: ReadonlyMap<LinkName, ProxyLink>;
  clientKey: string;
  partnerKeys: Readonly<Record<PartnerName, string>>;
  /** Seals as the processes do. */
  vault: Vault;
  /** Of the processes; it is removed in the end. */
  folder: string;
  /** Of the command line, past the proxies. */
  settings: NodeJS.ProcessEnv;
  urlOf(link: LinkName): string;
  close(): Promise<void>;
}

export type Stop = () => Promise<unknown>;

function throughLink(url: string, link: ProxyLink): string {
  const changed = new URL(url);
  changed.port = String(link.port);
  return changed.toString();
}

/** How the first partner is reached: by its own protocol, by a description of it, or by files in a directory. */
export type FirstPartner = 'http' | 'described' | { directory: string };

function reachedOf(first: FirstPartner, url: string): Reached | null {
  if (first === 'http') return null;
  if (first === 'described') return { adapter: 'described', config: { description: descriptionOf(url) } };
  return { adapter: 'iso20022', config: { ...DEBTOR, directory: first.directory, settledBy: 'ACSC' } };
}

async function makeCredentials(
  database: Database,
  dataKey: string,
  { urlOf, first }: { urlOf: (name: PartnerName) => string; first: FirstPartner },
) {
  const client = await makeAccountKey(database, 'Chaos');
  const vault = openVault(dataKey);
  const reached = reachedOf(first, urlOf('north'));
  const north = await makeRoutedPartner(database, vault, { name: 'north', url: urlOf('north'), priority: 1, reached });
  const { partnerId } = north;
  if (typeof first === 'object') await prepareDirectory(first.directory, partnerId);
  if (first === 'described') {
    await setBankCredential(database, vault, { partnerId, name: CREDENTIAL, value: 'invented', actor: 'chaos' });
  }
  const south = await makeRoutedPartner(database, vault, { name: 'south', url: urlOf('south'), priority: 2 });
  return { clientKey: client.key, partnerKeys: { north: north.key, south: south.key } };
}

/** The last started is stopped first; one that fails to stop does not keep the others. */
export async function stopAll(stops: Stop[]): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop().catch((fault: unknown) => console.error(fault));
}

/** What the processes reach. */
interface Addresses {
  databaseUrl: string;
  /** Of Postgres itself, where `databaseUrl` is that of a pooler. */
  directUrl: string | null;
  temporalPort: number;
  receiversUrl: string;
}

type Ports = Readonly<Record<PartnerName | 'receivers', number>>;

class SiteBuilder {
  private readonly links = new Map<LinkName, ProxyLink>();

  constructor(
    private readonly tools: SiteTools,
    private readonly plan: Plan,
    private readonly dataDir: DataDir,
    private readonly stops: Stop[],
    private readonly options: SiteOptions,
  ) {}

  private get first(): FirstPartner {
    return this.options.first ?? 'http';
  }

  async build(ports: Ports): Promise<Omit<Site, 'close'>> {
    const { tools, dataDir, stops } = this;
    const disk = this.mountDisk();
    const folder = disk?.folder ?? dataDir.path;
    const databaseUrl = await this.keepPostgres(path.join(folder, 'postgres'));
    const temporal = new TemporalOnFile(tools.temporalCli, path.join(folder, 'temporal.db'));
    await temporal.start();
    stops.push(() => temporal.stop());
    const database = openOperatorDatabase(databaseUrl);
    stops.push(() => database.close());
    await migrate(database);
    await seedSandbox(database, openVault(dataDir.ensureDataKey()));
    await temporal.registerAttributes();
    // The copy that a restore goes back to, unless a restart has made a newer one by then.
    await temporal.restart();
    for (const name of PARTNER_NAMES) await this.open(`worker>${name}`, ports[name]);
    const receiversUrl = await this.open('worker>receiver', ports.receivers);
    const addresses = { ...(await this.addressesOf(databaseUrl)), temporalPort: temporal.port, receiversUrl };
    const processes = await this.startProcesses(addresses);
    const urlOfPartner = (name: PartnerName): string => this.urlOf(`worker>${name}`);
    const { first } = this;
    const credentials = await makeCredentials(database, dataDir.ensureDataKey(), { urlOf: urlOfPartner, first });
    return {
      database,
      temporal,
      disk,
      processes,
      links: this.links,
      vault: openVault(dataDir.ensureDataKey()),
      folder: dataDir.path,
      settings: this.settingsOf(databaseUrl, temporal.port),
      ...credentials,
      urlOf: (name) => this.urlOf(name),
    };
  }

  private mountDisk(): SmallDisk | null {
    const { diskMib } = this.tools;
    if (diskMib === null) return null;
    const disk = new SmallDisk(diskMib);
    this.stops.push(() => Promise.resolve(disk.remove()));
    return disk;
  }

  /** Postgres ends when its log cannot be written, and is started again as by whoever runs it in earnest. @returns its address */
  private async keepPostgres(dataDir: string): Promise<string> {
    const port = await findFreePort();
    const { postgresBinDir: binDir } = this.tools;
    const log = (): void => undefined;
    const kept = new KeptServer<RunningPostgres>({
      name: 'Postgres',
      start: () => startPostgres({ binDir, dataDir, port, log, durable: true, removeOnStop: true }),
      onStart: () => undefined,
      print: (line) => console.error(`          ${line}`),
    });
    const { databaseUrl } = await kept.start();
    this.stops.push(() => kept.stop());
    return databaseUrl;
  }

  private urlOf(name: LinkName): string {
    return `http://127.0.0.1:${this.links.get(name)?.port ?? 0}`;
  }

  private async open(name: LinkName, targetPort: number): Promise<string> {
    const link = new ProxyLink(name, targetPort);
    await link.listen();
    this.stops.push(() => link.close());
    this.links.set(name, link);
    return this.urlOf(name);
  }

  /** How the processes reach Postgres: all by its own address, or what they can through the pooler. */
  private async addressesOf(postgresUrl: string): Promise<Pick<Addresses, 'databaseUrl' | 'directUrl'>> {
    const { pooler } = this.options;
    if (pooler === undefined) return { databaseUrl: postgresUrl, directUrl: null };
    return { databaseUrl: await pooler(postgresUrl), directUrl: postgresUrl };
  }

  private async startProcesses(addresses: Addresses) {
    const { databaseUrl, temporalPort } = addresses;
    const processes = new Map<ProcessName, ServiceProcess>();
    for (const name of PROCESS_NAMES) {
      await this.open(`${name}>postgres`, Number(new URL(databaseUrl).port));
      await this.open(`${name}>temporal`, temporalPort);
      const isApi = name === 'api-1' || name === 'api-2';
      const port = await findFreePort();
      if (isApi) {
        await this.open(`client>${name}`, port);
        await this.open(`partner>${name}`, port);
      }
      const queues = WORKER_QUEUES.filter((queue) => !LEFT_OUT.includes(queue));
      const started = new ServiceProcess({
        name,
        args: isApi ? ['serve', 'api'] : ['serve', 'worker', '--queues', queues.join(',')],
        env: this.environmentOf(name, { ...addresses, port }),
        logFile: this.dataDir.file(`${name}.log`),
        clockShiftMs: name === API_NAMES[1] ? this.plan.clockShiftMs : 0,
      });
      this.stops.push(() => started.stop());
      processes.set(name, started);
    }
    await Promise.all([...processes.values()].map((each) => each.start()));
    return processes;
  }

  private settingsOf(databaseUrl: string, temporalPort: number): NodeJS.ProcessEnv {
    return {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
      TEMPORAL_NAMESPACE: 'default',
      DATA_KEY: this.dataDir.ensureDataKey(),
      WATCH_LIST_PULL_DAYS: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    };
  }

  private environmentOf(
    name: ProcessName,
    parts: Omit<Addresses, 'temporalPort'> & { port: number },
  ): NodeJS.ProcessEnv {
    const toPostgres = this.links.get(`${name}>postgres`);
    if (toPostgres === undefined) throw new Error(`${name} has no way to Postgres`);
    return {
      ...process.env,
      ...this.settingsOf(throughLink(parts.databaseUrl, toPostgres), this.links.get(`${name}>temporal`)?.port ?? 0),
      ...(parts.directUrl === null ? {} : { DATABASE_DIRECT_URL: parts.directUrl }),
      PORT: String(parts.port),
      DRAIN_MS: '0',
      PUBLIC_URL: 'http://127.0.0.1:1',
      WEBHOOK_TRUSTED_ORIGINS: parts.receiversUrl,
      ...this.options.environment,
    };
  }
}

export interface SiteOptions {
  /** Further settings of all processes. */
  environment?: NodeJS.ProcessEnv;
  /** An http partner by default. */
  first?: FirstPartner;
  /** Puts a pooler between the processes and Postgres; its address is what the processes get. */
  pooler?: (databaseUrl: string) => Promise<string>;
}

/** Starts all servers and processes. Where one does not start, those that did are stopped. */
export async function startSite(tools: SiteTools, plan: Plan, ports: Ports, options: SiteOptions = {}): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-chaos-'));
  const stops: Stop[] = [async () => rmSync(folder, { recursive: true, force: true })];
  try {
    const site = await new SiteBuilder(tools, plan, new DataDir(folder), stops, options).build(ports);
    return { ...site, close: () => stopAll(stops) };
  } catch (fault) {
    await stopAll(stops);
    throw fault;
  }
}
