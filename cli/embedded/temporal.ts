import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { SEARCH_ATTRIBUTES } from '../../workflows/contract';
import { acceptsConnection, refuseTakenPort } from './ports';
import { forgetServer, launch, recordServer, stopOrphan, waitUntilReady, type Log, type StopStep } from './processes';

/** A busy machine starts slowly; a server that cannot start ends by itself. */
const READY_LIMIT_MS = 300_000;
/** Each look is a command of its own, which takes seconds to start on a busy machine. */
const PROBE_LIMIT_MS = 20_000;
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/**
 * With its own defaults the server adds 40 to 50 ms to every task, and now and then 2 s: it polls its transfer queue
 * seldom, and spreads each task queue over four partitions that a single worker does not keep busy.
 */
export const QUICK_DISPATCH: Readonly<Record<string, number | boolean>> = {
  'history.transferProcessorMaxPollRPS': 2000,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  // Priority and fairness of tasks, which this version leaves off.
  'matching.useNewMatcher': true,
  'matching.enableFairness': true,
};

/** Else each look at a search attribute reads their list again, some forty statements a payment. */
const KEEP_SEARCH_ATTRIBUTES = ['--dynamic-config-value', 'system.forceSearchAttributesCacheRefreshOnRead=false'];

/** What the server's command calls the types of search attributes that are in use. */
const ATTRIBUTE_TYPES: Readonly<Record<string, string>> = { KEYWORD: 'Keyword', DATETIME: 'Datetime' };

/**
 * SQLite writes a journal file for each commit and removes it again unless it is told to append to a log. Every commit
 * is still on disk before it is acknowledged.
 */
const WRITE_AHEAD_LOG = ['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=full'];

export interface TemporalDevOptions {
  /** The temporal command. */
  readonly cli: string;
  /** File that keeps the state; null keeps it in memory. */
  readonly dataFile: string | null;
  readonly port: number;
  /** Port of the web pages; null leaves them out. */
  readonly uiPort: number | null;
  /** Port of its metrics, in the text format of Prometheus; any free one by default. */
  readonly metricsPort?: number;
  readonly log: Log;
  readonly namespace: string;
  /** Whether namespaces follow, with search attributes that this start cannot name; false by default. */
  readonly hasFurtherNamespaces?: boolean;
}

export interface RunningTemporalDev {
  /** host:port of the gRPC service. */
  readonly address: string;
  readonly uiUrl: string | null;
  readonly pid: number;
  /** Resolves when the server has ended, wanted or not, with how: "code 0" or "signal SIGKILL". */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts Temporal's development server on 127.0.0.1.
 * @throws Error in one sentence when a port is taken, the data are in use, or it does not start
 */
export async function startTemporalDev(options: TemporalDevOptions): Promise<RunningTemporalDev> {
  const { cli, dataFile, port, uiPort, log } = options;
  const record = dataFile === null ? null : `${path.resolve(dataFile)}.server.json`;
  if (record !== null) await stopOrphan(record, 'Temporal', STOP_STEPS);
  refuseTakenPort(port, 'Temporal');
  if (uiPort !== null) refuseTakenPort(uiPort, "Temporal's web page");
  if (dataFile !== null) mkdirSync(path.dirname(path.resolve(dataFile)), { recursive: true });

  const server = await launch({
    program: cli,
    args: argumentsOf(options),
    cwd: tmpdir(),
    env: temporalEnvironment(),
    account: null,
    log,
    exitSignal: 'SIGTERM',
  });
  if (record !== null) recordServer(record, server.pid);
  const stop = async (): Promise<void> => {
    await server.stop(STOP_STEPS);
    if (record !== null) forgetServer(record);
  };
  const address = `127.0.0.1:${port}`;
  try {
    const probe = (): Promise<void> => probeNamespace(options);
    await waitUntilReady({ server, name: 'Temporal', limitMs: READY_LIMIT_MS, probe });
  } catch (error) {
    await stop();
    throw error;
  }
  if (dataFile !== null) closeToOthers(path.resolve(dataFile));
  let stopping: Promise<void> | null = null;
  return {
    address,
    uiUrl: uiPort === null ? null : `http://127.0.0.1:${uiPort}`,
    pid: server.pid,
    ended: server.ended,
    stop: () => (stopping ??= stop()),
  };
}

/** Makes a database of SQLite, and what exists beside it, readable by its owner alone. */
function closeToOthers(dataFile: string): void {
  for (const file of ['', '-wal', '-shm'].map((ending) => `${dataFile}${ending}`)) {
    if (existsSync(file)) chmodSync(file, 0o600);
  }
}

function argumentsOf(options: TemporalDevOptions): string[] {
  const { dataFile, port, uiPort, metricsPort, namespace, hasFurtherNamespaces = false } = options;
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--namespace', namespace],
    // The UI has no switch that refuses changes, such as TEMPORAL_DISABLE_WRITE_ACTIONS of its own image.
    ...(uiPort === null ? ['--headless'] : ['--ui-port', String(uiPort)]),
    ...(metricsPort === undefined ? [] : ['--metrics-port', String(metricsPort)]),
    ...(dataFile === null ? [] : ['--db-filename', path.resolve(dataFile), ...WRITE_AHEAD_LOG]),
    ...Object.values(SEARCH_ATTRIBUTES).flatMap(({ name, type }) => [
      '--search-attribute',
      `${name}=${ATTRIBUTE_TYPES[type] ?? type}`,
    ]),
    ...(hasFurtherNamespaces ? [] : KEEP_SEARCH_ATTRIBUTES),
    ...['--log-level', 'error'],
    ...Object.entries(QUICK_DISPATCH).flatMap(([key, value]) => ['--dynamic-config-value', `${key}=${value}`]),
  ];
}

/** The command reads TEMPORAL_* variables too; those of the surroundings mean another server. */
function temporalEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

/** Resolves when the server answers about its namespace, which comes last in its start, so that everything is there. */
async function probeNamespace({ cli, port, namespace }: TemporalDevOptions): Promise<void> {
  await acceptsConnection(port);
  await promisify(execFile)(
    cli,
    [
      'operator',
      'namespace',
      'describe',
      '--namespace',
      namespace,
      '--address',
      `127.0.0.1:${port}`,
      '--output',
      'none',
    ],
    { timeout: PROBE_LIMIT_MS, env: temporalEnvironment() },
  );
}
