import { rmSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { readTemporalTarget } from '../api/temporal-settings';
import { seedDemo, type DemoKeys } from './demo/seed';
import { DemoReceiver } from './demo/receiver';
import { playStory } from './demo/story';
import { findFreePort, whoListens } from './embedded/ports';
import { startPostgres } from './embedded/postgres';
import { startTemporalDev } from './embedded/temporal';
import { UsageError } from './context';
import { migrateEverything } from './migrate';
import { DataDir, isAlive } from './place';
import { giveWay } from './priority';
import { Supervised } from './supervisor';
import { WORKER_FLAGS } from './worker-flags';

interface UpOptions {
  port: number;
  dataDir: string;
  story: boolean;
  once?: boolean;
  reset?: boolean;
}

type Stop = () => Promise<void>;

interface Backends {
  databaseUrl: string;
  temporalAddress: string;
  temporalUi: string | null;
  pids: Record<string, number>;
}

const DEFAULT_PORT = 8080;
const POSTGRES_PORT = 54_329;
const TEMPORAL_PORT = 7_233;
const TEMPORAL_UI_PORT = 8_233;

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new InvalidArgumentError('It must be 0 to 65535.');
  return port;
}

function tool(name: string, what: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new UsageError(`${what} was not found. Start with "npm start", which sets it up.`);
  return value;
}

/** The preferred port, or any free one: only the API's port is a promise. */
async function freePort(preferred: number): Promise<number> {
  return whoListens(preferred) === null ? preferred : findFreePort();
}

function refuseSecondStart(dataDir: DataDir): void {
  const run = dataDir.readRun();
  const owner = run?.pids['corridor'];
  if (run === null || owner === undefined || !isAlive(owner)) return;
  throw new UsageError(`Corridor runs already on ${run.baseUrl} with the data in ${dataDir.path} (pid ${owner}).`);
}

function refuseTakenPort(port: number): void {
  const owner = port === 0 ? null : whoListens(port);
  if (owner === null) return;
  throw new UsageError(`Port ${port} is in use by ${owner}. Choose another one with "npm start -- --port N".`);
}

async function startBackends(dataDir: DataDir, stops: Stop[], print: (line: string) => void): Promise<Backends> {
  const backends: Backends = { databaseUrl: '', temporalAddress: '', temporalUi: null, pids: {} };
  const log = (line: string): void => {
    if (process.env['LOG_LEVEL'] === 'debug') print(line);
  };
  const databaseUrl = process.env['DATABASE_URL'];
  if (databaseUrl !== undefined) backends.databaseUrl = databaseUrl;
  else {
    print('Starting Postgres …');
    const binDir = tool('CORRIDOR_POSTGRES_BIN', 'Postgres');
    const port = await freePort(POSTGRES_PORT);
    const postgres = await startPostgres({
      binDir,
      dataDir: dataDir.file('postgres'),
      port,
      log,
      durable: true,
    });
    stops.push(() => postgres.stop());
    backends.databaseUrl = postgres.databaseUrl;
    backends.pids['postgres'] = postgres.pid;
  }
  const temporalAddress = process.env['TEMPORAL_ADDRESS'];
  if (temporalAddress !== undefined) backends.temporalAddress = temporalAddress;
  else {
    print('Starting Temporal …');
    const temporal = await startTemporalDev({
      cli: tool('CORRIDOR_TEMPORAL_CLI', 'The Temporal CLI'),
      dataFile: dataDir.file('temporal.db'),
      port: await freePort(TEMPORAL_PORT),
      uiPort: await freePort(TEMPORAL_UI_PORT),
      log,
      namespace: process.env['TEMPORAL_NAMESPACE'] ?? 'default',
    });
    stops.push(() => temporal.stop());
    giveWay(temporal.pid);
    backends.temporalAddress = temporal.address;
    backends.temporalUi = temporal.uiUrl;
    backends.pids['temporal'] = temporal.pid;
  }
  return backends;
}

function serviceEnvironment(parts: {
  dataDir: DataDir;
  backends: Backends;
  port: number;
  baseUrl: string;
  receiverUrl: string;
}): NodeJS.ProcessEnv {
  const origins = [process.env['WEBHOOK_TRUSTED_ORIGINS'] ?? '', parts.receiverUrl].filter((origin) => origin !== '');
  return {
    ...process.env,
    DATABASE_URL: parts.backends.databaseUrl,
    TEMPORAL_ADDRESS: parts.backends.temporalAddress,
    DATA_KEY: parts.dataDir.dataKey(),
    PORT: String(parts.port),
    PUBLIC_URL: parts.baseUrl,
    WEBHOOK_TRUSTED_ORIGINS: origins.join(','),
  };
}

function banner(
  run: { baseUrl: string; temporalUi: string | null },
  keys: DemoKeys,
  print: (line: string) => void,
): void {
  const curl = `curl -s ${run.baseUrl}/api/v1/payments/instructions -H 'Authorization: Bearer ${keys.apiKey}'`;
  print('');
  print(`Corridor        ${run.baseUrl}`);
  print(`API key         ${keys.apiKey}`);
  print(`Operator key    ${keys.operatorKey}`);
  if (run.temporalUi !== null) print(`Temporal UI     ${run.temporalUi}`);
  print(`Try             ${curl}`);
  print('Ctrl-C stops everything; the data stay.');
}

async function run(options: UpOptions, stops: Stop[]): Promise<void> {
  const print = (line: string): void => console.log(line);
  const dataDir = new DataDir(options.dataDir);
  refuseSecondStart(dataDir);
  refuseTakenPort(options.port);
  if (options.reset === true) rmSync(dataDir.path, { recursive: true, force: true });

  const backends = await startBackends(dataDir, stops, print);
  print('Bringing schema and reference data up to date …');
  const { databaseUrl, temporalAddress } = backends;
  const temporal = readTemporalTarget({ ...process.env, TEMPORAL_ADDRESS: temporalAddress });
  const databaseDirectUrl = process.env['DATABASE_DIRECT_URL'] ?? databaseUrl;
  await migrateEverything({ dataDir, databaseDirectUrl, temporal }, ({ done, of, file, report }) => {
    if (report === null) print(`  ${done + 1} of ${of}: ${file}`);
  });
  const keys = await seedDemo(dataDir, backends);
  const port = options.port === 0 ? await findFreePort() : options.port;
  const host = process.env['HOST'] ?? '127.0.0.1';
  const baseUrl = (process.env['PUBLIC_URL'] ?? `http://${host}:${port}`).replace(/\/+$/, '');
  const receiver = new DemoReceiver();
  const receiverUrl = `http://127.0.0.1:${await findFreePort()}`;
  await receiver.listen(Number(new URL(receiverUrl).port));
  stops.push(() => receiver.close());

  const pids: Record<string, number> = { corridor: process.pid, ...backends.pids };
  const runFile = { baseUrl, ...backends, ...keys, pids };
  const env = serviceEnvironment({ dataDir, backends, port, baseUrl, receiverUrl });
  const supervise = (name: 'api' | 'worker'): Supervised =>
    new Supervised({
      name,
      args: ['serve', name],
      ...(name === 'worker' ? { flags: WORKER_FLAGS, isBackground: true } : {}),
      env,
      logFile: dataDir.file('logs', `${name}.log`),
      onStart: (pid) => {
        pids[name] = pid;
        dataDir.writeRun(runFile);
      },
      onRestart: (which, reason) => print(`The ${which} ended (${reason}) and is started again.`),
    });
  const processes = [supervise('worker'), supervise('api')];
  stops.push(async () => {
    await Promise.all(processes.map((each) => each.stop()));
    dataDir.removeRun();
  });
  print('Starting the API and the workers …');
  await Promise.all(processes.map((each) => each.start()));

  if (options.story || options.once === true) {
    print('');
    await playStory({ baseUrl, temporalUi: backends.temporalUi, apiKey: keys.apiKey, receiver, receiverUrl, print });
  }
  banner({ baseUrl, temporalUi: backends.temporalUi }, keys, print);
}

async function stopAll(stops: Stop[]): Promise<void> {
  // The last started is the first to stop; one that fails to stop must not keep the others.
  for (const stop of stops.splice(0).reverse()) await stop().catch((fault: unknown) => console.error(fault));
}

/** `corridor up`: everything on this machine, as `npm start` runs it. Source: docs/GAPS.md#commands */
export function addUpCommand(program: Command): void {
  program
    .command('up')
    .description('Run Postgres, Temporal, the API and the workers on this machine and play the main story')
    .option('--port <n>', 'port of the API', portNumber, Number(process.env['PORT'] ?? DEFAULT_PORT))
    .option('--no-story', 'do not play the story')
    .option('--once', 'play the story, stop, and exit with 0 only if it passed')
    .option('--reset', 'begin with empty data')
    .action(async (_own: unknown, command: Command) => {
      // The data directory is an option of all commands; a second one of the same name would never be filled.
      const options: UpOptions = command.optsWithGlobals();
      const stops: Stop[] = [];
      let ending = false;
      const end = (code: number): void => {
        if (ending) return;
        ending = true;
        void stopAll(stops).then(() => process.exit(code));
      };
      process.on('SIGINT', () => end(130));
      process.on('SIGTERM', () => end(143));
      try {
        await run(options, stops);
        if (options.once !== true) return;
        console.log('\nThe story passed.');
        end(0);
      } catch (fault) {
        if (ending) return;
        console.error(fault instanceof Error ? fault.message : fault);
        end(1);
      }
    });
}
