import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { z } from 'zod';
import { findFreePort, refuseTakenPort, whoListens, type PortRange } from './ports';
import { forgetServer, launch, recordServer, stopOrphan, waitUntilReady, type Log, type StopStep } from './processes';
import { QUICK_DISPATCH } from './temporal';
import { PLUGIN, portOf, environmentWithoutTemporal, setUpSchema } from './temporal-schema';

/** Keeps its statements prepared; the plugin without `pgx` prepares each of them again, at twice the cost to Postgres. */
const NAMESPACE = 'default';
const RETENTION_MS = 24 * 60 * 60 * 1000;
const MAIN = { database: 'temporal', schema: 'postgresql/v12/temporal' };
const VISIBILITY = { database: 'temporal_visibility', schema: 'postgresql/v12/visibility' };
/** gRPC's number for "there is one already". */
const ALREADY_EXISTS = 6;
/** A new database takes about a hundred statements. */
const CONNECT_LIMIT_MS = 5_000;
const READY_LIMIT_MS = 120_000;
/** The parts of the server find each other through ports that must fit in 15 bits. */
const MEMBERSHIP_PORTS: PortRange = { from: 10_000, to: 32_767 };
/** Two stores, each part of the server with its own pool: far below the 200 connections of our Postgres. */
const MAIN_CONNECTIONS = 20;
const VISIBILITY_CONNECTIONS = 5;
/** Chosen when the databases are made, and fixed ever after. Few, because all of them live in one process here. */
const HISTORY_SHARDS = 4;
const portSchema = z.number().int().min(MEMBERSHIP_PORTS.from).max(MEMBERSHIP_PORTS.to);
const innerPortsSchema = z.object({
  frontendMembership: portSchema,
  history: portSchema,
  historyMembership: portSchema,
  matching: portSchema,
  matchingMembership: portSchema,
  worker: portSchema,
  workerMembership: portSchema,
});
type InnerPorts = z.infer<typeof innerPortsSchema>;
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 20_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

export interface TemporalServerOptions {
  /** The server's program, built for Postgres. */
  readonly server: string;
  /** The program that sets up its tables, and carries their definitions. */
  readonly sqlTool: string;
  /** Address of a Postgres database with the name and password of a superuser. */
  readonly databaseUrl: string;
  readonly port: number;
  /** For the configuration; made on first use. */
  readonly dir: string;
  readonly log: Log;
}

export interface RunningTemporalServer {
  /** host:port of the gRPC service. */
  readonly address: string;
  readonly pid: number;
  /** Resolves when the server has ended, wanted or not, with how: "code 0" or "signal SIGKILL". */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a Temporal server that stores everything in Postgres, in databases of its own, as in production.
 * @throws Error when the port is taken, the tables cannot be set up, or it does not start
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<RunningTemporalServer> {
  const dir = path.resolve(options.dir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const record = path.join(dir, 'server.json');
  await stopOrphan(record, 'The Temporal server', STOP_STEPS);
  refuseTakenPort(options.port, 'The Temporal server');
  for (const { database, schema } of [MAIN, VISIBILITY]) await setUpSchema(options, database, schema);

  const configuration = path.join(dir, 'server.yaml');
  // JSON is YAML, and needs no quoting rules of our own. The file holds the password.
  writeFileSync(configuration, JSON.stringify(await configurationOf(options, dir)), { mode: 0o600 });
  writeFileSync(path.join(dir, 'dynamic.yaml'), JSON.stringify(dynamicConfiguration()));
  const server = await launch({
    program: options.server,
    args: ['--config-file', configuration, '--allow-no-auth', 'start'],
    cwd: dir,
    env: environmentWithoutTemporal(),
    account: null,
    log: options.log,
    exitSignal: 'SIGTERM',
  });
  recordServer(record, server.pid);
  const stop = async (): Promise<void> => {
    await server.stop(STOP_STEPS);
    forgetServer(record);
  };
  const address = `127.0.0.1:${options.port}`;
  try {
    const probe = (): Promise<void> => ensureNamespace(address);
    await waitUntilReady({ server, name: 'The Temporal server', limitMs: READY_LIMIT_MS, probe });
  } catch (error) {
    await stop();
    throw error;
  }
  let stopping: Promise<void> | null = null;
  return { address, pid: server.pid, ended: server.ended, stop: () => (stopping ??= stop()) };
}

function storeSettings(databaseUrl: string, database: string, connections: number): object {
  const url = new URL(databaseUrl);
  return {
    sql: {
      pluginName: PLUGIN,
      databaseName: database,
      connectAddr: `${url.hostname}:${portOf(url)}`,
      connectProtocol: 'tcp',
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      maxConns: connections,
      maxIdleConns: connections,
      maxConnLifetime: '1h',
    },
  };
}

/**
 * Inner ports of the server, the same at every start as long as they are free: its parts keep their addresses in the
 * database, and after a restart under new ones they look for the old ones for most of a minute.
 */
async function innerPorts(file: string, frontend: number): Promise<InnerPorts> {
  const known = readInnerPorts(file);
  if (known !== null && Object.values(known).every((port) => port !== frontend && whoListens(port) === null))
    return known;
  const taken = new Set([frontend]);
  const freePort = async (): Promise<number> => {
    const candidate = await findFreePort(MEMBERSHIP_PORTS);
    if (taken.has(candidate)) return freePort();
    taken.add(candidate);
    return candidate;
  };
  const ports = {
    frontendMembership: await freePort(),
    history: await freePort(),
    historyMembership: await freePort(),
    matching: await freePort(),
    matchingMembership: await freePort(),
    worker: await freePort(),
    workerMembership: await freePort(),
  };
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}

function readInnerPorts(file: string): InnerPorts | null {
  try {
    return innerPortsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Absent at the first start, or cut off by a crash: new ports do as well.
    return null;
  }
}

/** The configuration file of the server. */
async function configurationOf({ databaseUrl, port }: TemporalServerOptions, dir: string): Promise<object> {
  const ports = await innerPorts(path.join(dir, 'ports.json'), port);
  const part = (grpcPort: number, membershipPort: number): object => ({
    rpc: { grpcPort, membershipPort, bindOnIP: '127.0.0.1' },
  });
  return {
    log: { stdout: true, level: 'error' },
    persistence: {
      defaultStore: 'main',
      visibilityStore: 'visibility',
      numHistoryShards: HISTORY_SHARDS,
      datastores: {
        main: storeSettings(databaseUrl, MAIN.database, MAIN_CONNECTIONS),
        visibility: storeSettings(databaseUrl, VISIBILITY.database, VISIBILITY_CONNECTIONS),
      },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: {
      frontend: part(port, ports.frontendMembership),
      history: part(ports.history, ports.historyMembership),
      matching: part(ports.matching, ports.matchingMembership),
      worker: part(ports.worker, ports.workerMembership),
    },
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: `127.0.0.1:${port}` },
      },
    },
    publicClient: { hostPort: `127.0.0.1:${port}` },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: path.join(dir, 'dynamic.yaml'), pollInterval: '60s' },
  };
}

function dynamicConfiguration(): object {
  return Object.fromEntries(Object.entries(QUICK_DISPATCH).map(([key, value]) => [key, [{ value }]]));
}

/**
 * Registers the namespace and resolves once it can be used. The three calls reach the frontend, the visibility store
 * and the matching part, which joins last.
 */
async function ensureNamespace(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_LIMIT_MS });
  try {
    await connection.withDeadline(Date.now() + CONNECT_LIMIT_MS, async () => {
      try {
        await connection.workflowService.registerNamespace({
          namespace: NAMESPACE,
          workflowExecutionRetentionPeriod: msToTs(RETENTION_MS),
        });
      } catch (error) {
        if (!isGrpcServiceError(error) || Number(error.code) !== ALREADY_EXISTS) throw error;
      }
      await connection.workflowService.listWorkflowExecutions({ namespace: NAMESPACE, pageSize: 1 });
      await connection.workflowService.describeTaskQueue({ namespace: NAMESPACE, taskQueue: { name: 'readiness' } });
    });
  } finally {
    await connection.close();
  }
}
