import { optional } from '../process/environment';
import { isReachable } from '../workflows/client/probe';
import { withWorkflows } from '../workflows/client/workflow-client';
import { startOnFreePort } from './embedded/ports';
import { startPostgres } from './embedded/postgres';
import { startTemporalDev, type RunningTemporalDev } from './embedded/temporal';
import { UsageError } from './context';
import { KeptServer, type KeptServerOptions, type RunningServer } from './kept-server';
import type { DataDir } from './place';
import { lowerPriority } from './priority';
import { showStep } from './progress';

/** Preferred ports: only the API's port is a promise. */
const POSTGRES_PORT = 54_329;
const TEMPORAL_PORT = 7_233;
const TEMPORAL_UI_PORT = 8_233;
/** How long Temporal may take to say that a workflow does not exist. */
const LOOK_LIMIT_MS = 10_000;

/** Where Postgres and Temporal are, started here or elsewhere. */
export interface Backends {
  databaseUrl: string;
  temporalAddress: string;
  /** Address of Temporal's pages; null where Temporal is not started here. */
  temporalUi: string | null;
}

interface Surroundings {
  dataDir: DataDir;
  /** Gets how to end what was started. */
  stops: (() => Promise<void>)[];
  print: (line: string) => void;
  /** Told each time that a server runs, also after it was started again. */
  onProcess: (name: string, pid: number) => void;
}

function requireVariable(name: string, what: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new UsageError(`${what} was not found. Start with "npm start", which sets it up.`);
  return value;
}

/** Starts a server and restarts it whenever it ends, until the service stops. */
async function superviseServer<Server extends RunningServer>(
  surroundings: Surroundings,
  parts: Pick<KeptServerOptions<Server>, 'name' | 'start' | 'health'> & {
    key: string;
    onStart?: (server: Server) => void;
  },
): Promise<Server> {
  const { stops, print, onProcess } = surroundings;
  const { key, name, start, health } = parts;
  const kept = new KeptServer<Server>({
    name,
    start,
    print,
    ...(health === undefined ? {} : { health }),
    onStart(server) {
      parts.onStart?.(server);
      onProcess(key, server.pid);
    },
  });
  const server = await showStep({ title: `Starting ${name}`, print }, () => kept.start());
  stops.push(() => kept.stop());
  return server;
}

/**
 * Starts Postgres on a free port.
 * @returns the address of our database
 */
async function startDatabase(surroundings: Surroundings, log: (line: string) => void): Promise<string> {
  const binDir = requireVariable('CORRIDOR_POSTGRES_BIN', 'Postgres');
  const dataDir = surroundings.dataDir.file('postgres');
  const startOn = (port: number) => {
    const start = () => startPostgres({ binDir, dataDir, port, log, durable: true });
    return superviseServer(surroundings, { key: 'postgres', name: 'Postgres', start });
  };
  return (await startOnFreePort(startOn, POSTGRES_PORT)).databaseUrl;
}

/** Starts Temporal's development server on a free port, and restarts it also when it no longer answers. */
async function startTemporal(
  surroundings: Surroundings,
  log: (line: string) => void,
): Promise<Pick<Backends, 'temporalAddress' | 'temporalUi'>> {
  const namespace = optional(process.env, 'TEMPORAL_NAMESPACE') ?? 'default';
  const options = {
    cli: requireVariable('CORRIDOR_TEMPORAL_CLI', 'The Temporal CLI'),
    dataFile: surroundings.dataDir.file('temporal.db'),
    log,
    namespace,
  };
  const isWell = ({ address }: RunningTemporalDev): Promise<boolean> =>
    withWorkflows({ address, namespace, tls: null, apiKey: null }, (workflows) =>
      isReachable(workflows, LOOK_LIMIT_MS),
    ).catch(() => false);
  const startOn = (port: number, uiPort: number) =>
    superviseServer(surroundings, {
      key: 'temporal',
      name: 'Temporal',
      start: () => startTemporalDev({ ...options, port, uiPort }),
      health: { isWell, everyMs: 10_000, patience: 6 },
      onStart: ({ pid }) => lowerPriority(pid),
    });
  const { address, uiUrl } = await startOnFreePort(
    (port) => startOnFreePort((uiPort) => startOn(port, uiPort), TEMPORAL_UI_PORT),
    TEMPORAL_PORT,
  );
  return { temporalAddress: address, temporalUi: uiUrl };
}

/** Starts Postgres and Temporal and keeps them running, except those that the environment names. */
export async function startBackends(surroundings: Surroundings): Promise<Backends> {
  const log = (line: string): void => {
    if (process.env['LOG_LEVEL'] === 'debug') surroundings.print(line);
  };
  const databaseUrl = optional(process.env, 'DATABASE_URL') ?? (await startDatabase(surroundings, log));
  const temporalAddress = optional(process.env, 'TEMPORAL_ADDRESS');
  if (temporalAddress !== null) return { databaseUrl, temporalAddress, temporalUi: null };
  return { databaseUrl, ...(await startTemporal(surroundings, log)) };
}
