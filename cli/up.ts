import path from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { optional, parseWholeNumber, webAddress } from '../process/environment';
import { addressOf, DEFAULT_HOST, MAX_PORT, portOf, readSettings } from '../process/settings';
import { readTemporalTarget } from '../process/temporal-settings';
import { describeMarkFault } from '../domain/restoration/database-mark';
import { findMarkFault } from '../process/database-mark';
import type { TemporalTarget } from '../workflows/client/connection';
import { withWorkflows } from '../workflows/client/workflow-client';
import { DEMO_ACCOUNT, seedDemo, STORY_ACCOUNT, type DemoKeys } from './demo/seed';
import { WAIT_MS } from './demo/client';
import { DemoReceiver } from './demo/receiver';
import { playStory } from './demo/story';
import { findFreePort, whoListens } from './embedded/ports';
import { startBackends, type Backends } from './backends';
import { UsageError, withDatabase } from './context';
import { migrateEverything } from './migrate';
import { endOrphans, runningSupervisor, startTimesOf, SUPERVISOR } from './orphans';
import { DataDir, DEFAULT_DATA_DIR } from './place';
import { showStep } from './progress';
import { Supervised } from './supervisor';

interface UpOptions {
  port: number;
  dataDir: string;
  story: boolean;
  once?: boolean;
  reset?: boolean;
}

type Stop = () => Promise<void>;
type PullDays = Record<keyof typeof DEFAULT_PULL_DAYS, string>;

/** A story that is to pass or fail waits longer than one that others wait behind, in milliseconds. */
const ONCE_WAIT_MS = 180_000;
const DEFAULT_PULL_DAYS = { DATA_PULL_DAYS: '7', WATCH_LIST_PULL_DAYS: '1' };
const NEVER = '0';

function portNumber(text: string): number {
  const port = parseWholeNumber(text, MAX_PORT);
  if (port === null) throw new InvalidArgumentError(`It must be 0 to ${MAX_PORT}.`);
  return port;
}

/**
 * Makes sure that no other process uses these data, and ends processes that a killed start has left.
 * @throws UsageError when another Corridor uses them
 */
async function claimData(dataDir: DataDir, print: (line: string) => void): Promise<void> {
  const run = dataDir.readRun();
  if (run === null) return;
  const owner = runningSupervisor(run);
  if (owner !== null) {
    throw new UsageError(`Corridor already runs on ${run.baseUrl} with the data in ${dataDir.path} (pid ${owner}).`);
  }
  await endOrphans(run, print);
  dataDir.removeRun();
}

function refuseTakenPort(port: number): void {
  const owner = port === 0 ? null : whoListens(port);
  if (owner === null) return;
  throw new UsageError(`Port ${port} is in use by ${owner}. Choose another one with "npm start -- --port N".`);
}

/** The environment of the service's processes. */
function serviceEnvironment(parts: {
  dataDir: DataDir;
  backends: Backends;
  port: number;
  baseUrl: string;
  receiverUrl: string;
  pullDays: PullDays;
}): NodeJS.ProcessEnv {
  const origins = [optional(process.env, 'WEBHOOK_TRUSTED_ORIGINS'), parts.receiverUrl].filter(Boolean);
  return {
    ...process.env,
    DATABASE_URL: parts.backends.databaseUrl,
    TEMPORAL_ADDRESS: parts.backends.temporalAddress,
    DATA_KEY: parts.dataDir.ensureDataKey(),
    PORT: String(parts.port),
    // No balancer has to notice first.
    DRAIN_MS: optional(process.env, 'DRAIN_MS') ?? '0',
    PUBLIC_URL: parts.baseUrl,
    WEBHOOK_TRUSTED_ORIGINS: origins.join(','),
    ...parts.pullDays,
    ...(parts.backends.temporalUi === null ? {} : { TEMPORAL_UI_URL: parts.backends.temporalUi }),
  };
}

/** Who names a folder of publications has the facts that are wanted, and a story that is played once needs none of today. */
function pullDaysOf({ once }: UpOptions): PullDays {
  const isNever = once === true || optional(process.env, 'CORRIDOR_DATA_DIR') !== null;
  const daysOf = (name: keyof PullDays): string =>
    optional(process.env, name) ?? (isNever ? NEVER : DEFAULT_PULL_DAYS[name]);
  return { DATA_PULL_DAYS: daysOf('DATA_PULL_DAYS'), WATCH_LIST_PULL_DAYS: daysOf('WATCH_LIST_PULL_DAYS') };
}

/** What a process would refuse in its settings is refused before anything runs; the places are known by then alone. */
function refuseFaultySettings(): void {
  readSettings({ ...process.env, DATABASE_URL: 'later', TEMPORAL_ADDRESS: 'later', DATA_KEY: 'later' });
}

function baseUrlOf(port: number): string {
  return webAddress(process.env, 'PUBLIC_URL') ?? addressOf(optional(process.env, 'HOST') ?? DEFAULT_HOST, port);
}

/** A command as it must be typed to find this data directory. */
function commandText(dataDir: DataDir, words: string): string {
  const place = dataDir.path === path.resolve(DEFAULT_DATA_DIR) ? '' : `--data-dir ${dataDir.path} `;
  return `npx corridor ${place}${words}`;
}

function printBanner(
  run: { baseUrl: string; temporalUi: string | null; dataDir: DataDir; pullDays: PullDays; hasPlayed: boolean },
  keys: DemoKeys,
  print: (line: string) => void,
): void {
  const { dataDir, hasPlayed } = run;
  const shown = hasPlayed ? keys.storyKey : keys.apiKey;
  const curl = `curl -s ${run.baseUrl}/api/v1/payments/instructions -H 'Authorization: Bearer ${shown}'`;
  const client = (email: string, account: string): string =>
    commandText(dataDir, `users create --email ${email} --account '${account}'`);
  print('');
  print(`Corridor        ${run.baseUrl}`);
  print(`Reference       ${run.baseUrl}/docs`);
  print(`Console         ${run.baseUrl}/console`);
  print(`API key         ${keys.apiKey}`);
  print(`Partner key     ${keys.partnerKey}`);
  print(`Operator key    ${keys.operatorKey}`);
  if (run.temporalUi !== null) print(`Temporal UI     ${run.temporalUi}`);
  print(`Try             ${curl}`);
  print(`Log in          ${commandText(dataDir, 'users create --email you@example.com --role operator')}`);
  print(`  of the key    ${client('me@example.com', DEMO_ACCOUNT)}`);
  if (hasPlayed) print(`  of the story  ${client('story@example.com', STORY_ACCOUNT)}`);
  if (Object.values(run.pullDays).some((days) => days !== NEVER)) {
    print('Publications    fetched in the background where the network allows; until then what ships answers');
    print(`  what is there ${commandText(dataDir, 'data check')}`);
  }
  print(`Commands        ${commandText(dataDir, '--help')}`);
  print(`All of this     ${dataDir.file('run.json')}`);
  print('Ctrl-C stops everything; the data stay.');
}

/** Opens the data directory: locks it, refuses a taken port, empties it with `reset`, and makes its key. */
async function openDataDir(options: UpOptions, print: (line: string) => void): Promise<DataDir> {
  const dataDir = new DataDir(options.dataDir);
  await claimData(dataDir, print);
  refuseTakenPort(options.port);
  if (options.reset === true) {
    print(`Removing the data in ${dataDir.path} …`);
    dataDir.reset(optional(process.env, 'DATABASE_URL') !== null);
  }
  dataDir.ensureDataKey();
  return dataDir;
}

/** Runs `corridor up`: starts the backends and the service, plays the story, and waits. */
async function runUp(options: UpOptions, stops: Stop[]): Promise<void> {
  const print = (line: string): void => console.log(line);
  const dataDir = await openDataDir(options, print);

  const pids: Record<string, number> = { [SUPERVISOR]: process.pid };
  let noteProcesses = (): void => undefined;
  const onProcess = (name: string, pid: number): void => {
    pids[name] = pid;
    noteProcesses();
  };
  const backends = await startBackends({ dataDir, stops, print, onProcess });
  const { databaseUrl, temporalAddress } = backends;
  const temporal = readTemporalTarget({ ...process.env, TEMPORAL_ADDRESS: temporalAddress });
  const databaseDirectUrl = optional(process.env, 'DATABASE_DIRECT_URL') ?? databaseUrl;
  await showStep({ title: 'Bringing schema and reference data up to date', print }, () =>
    migrateEverything({ dataDir, databaseDirectUrl, temporal }, ({ done, of, file, report }) => {
      if (report === null) print(`  ${done + 1} of ${of}: ${file}`);
    }),
  );
  const keys = await seedDemo(dataDir, backends);
  const port = options.port === 0 ? await findFreePort() : options.port;
  const baseUrl = baseUrlOf(port);
  const receiver = new DemoReceiver();
  const receiverUrl = `http://127.0.0.1:${await findFreePort()}`;
  await receiver.listen(Number(new URL(receiverUrl).port));
  stops.push(() => receiver.close());

  const { apiKey, operatorKey, partnerKey } = keys;
  noteProcesses = () => {
    const run = { baseUrl, ...backends, apiKey, operatorKey, partnerKey };
    dataDir.writeRun({ ...run, pids, startTimes: startTimesOf(pids) });
  };
  noteProcesses();
  const pullDays = pullDaysOf(options);
  const env = serviceEnvironment({ dataDir, backends, port, baseUrl, receiverUrl, pullDays });
  const superviseProcess = (name: 'api' | 'worker'): Supervised =>
    new Supervised({
      name,
      args: ['serve', name],
      ...(name === 'worker' ? { isBackground: true } : {}),
      env,
      logFile: dataDir.file('logs', `${name}.log`),
      onStart: (pid) => onProcess(name, pid),
      onRestart: ({ reason, wasReady, logFile }) =>
        print(
          `The ${name} ended${wasReady ? '' : ' while it started'} (${reason}) and is restarted; its log is ${logFile}.`,
        ),
    });
  const processes = [superviseProcess('worker'), superviseProcess('api')];
  stops.push(async () => {
    await Promise.all(processes.map((each) => each.stop()));
    dataDir.removeRun();
  });
  await warnOfOldDatabase(databaseDirectUrl, temporal, print);
  await showStep({ title: 'Starting the API and the workers', print }, () =>
    Promise.all(processes.map((each) => each.start())),
  );

  const { temporalUi } = backends;
  const isOnce = options.once === true;
  if (options.story || isOnce) {
    print('');
    const showCommand = (id: string): string => commandText(dataDir, `payments show ${id}`);
    const waitMs = isOnce ? ONCE_WAIT_MS : WAIT_MS;
    const service = { baseUrl, temporalUi, apiKey: keys.storyKey, waitMs, showCommand };
    const story = playStory({ ...service, receiver, receiverUrl, print });
    await (isOnce ? story : story.catch((fault: unknown) => warnOfStory(fault, { dataDir, print })));
  }
  if (!isOnce) printBanner({ baseUrl, temporalUi, dataDir, pullDays, hasPlayed: options.story }, keys, print);
}

/** Prints a warning while the database is behind its mark: the processes wait then, and their log is in a file. */
async function warnOfOldDatabase(
  databaseDirectUrl: string,
  temporal: TemporalTarget,
  print: (line: string) => void,
): Promise<void> {
  const look = withDatabase({ databaseDirectUrl }, (database) =>
    withWorkflows(temporal, (workflows) => findMarkFault({ database, workflows })),
  );
  // The processes ask again themselves.
  const fault = await look.catch(() => null);
  if (fault !== null) print(describeMarkFault(fault));
}

/** Prints that the story failed and where its fault is; the service keeps running. */
function warnOfStory(fault: unknown, { dataDir, print }: { dataDir: DataDir; print: (line: string) => void }): void {
  print(`The story failed: ${fault instanceof Error ? fault.message : String(fault)}.`);
  print('The service keeps running, and late results may still arrive: look again with the command above.');
  print(`The fault is in ${dataDir.file('logs')}; "${commandText(dataDir, 'doctor')}" checks this machine.`);
}

async function stopAll(stops: Stop[]): Promise<void> {
  // The last started is the first to stop; one that fails to stop must not keep the others.
  for (const stop of stops.splice(0).reverse()) await stop().catch((fault: unknown) => console.error(fault));
}

/** Adds `corridor up`: everything on this machine, as `npm start` runs it. Source: docs/GAPS.md#commands */
export function addUpCommand(program: Command): void {
  program
    .command('up')
    .option('--port <n>', 'port of the API', portNumber, portOf(process.env))
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
        refuseFaultySettings();
        await runUp(options, stops);
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
