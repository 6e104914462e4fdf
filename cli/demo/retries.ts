import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import pino from 'pino';
import { installRuntime } from '../../activities/runtime';
import type { AttemptOutcome } from '../../activities/webhooks/attempts';
import { EVENTS } from '../../domain/webhooks/events';
import { secretOf, signDelivery } from '../../domain/webhooks/signature';
import { newId } from '../../lib/ids';
import { searchAttributeTypes } from '../../workflows/search-attributes';
import type { webhookDelivery } from '../../workflows/webhooks/webhook-delivery';
import { UsageError } from '../context';
import { findFreePort } from '../embedded/ports';
import { launch, waitUntilReady, type StopStep } from '../embedded/processes';
import { listenOn } from '../../lib/listen-on';

const QUEUE = 'demo';
const SERVER = 'temporal-test-server';
const HOUR_MS = 3_600_000;
/** Characters of the line that stands for the whole ladder, and how long that is. */
const WIDTH = 60;
const LADDER_MS = 32.6 * HOUR_MS;
/** The attempt that the receiver answers at last. */
const LAST_ATTEMPT = 6;
/** A Java process on a busy machine takes most of a minute. */
const READY_LIMIT_MS = 120_000;
const PROBE_MS = 1_000;
const STOP_STEPS: readonly StopStep[] = [{ signal: 'SIGKILL', waitMs: 5_000 }];

/** The path of the time-skipping Temporal server, which the tests have put into the cache. */
function findTestServer(): string {
  const named = process.env['CORRIDOR_TEST_SERVER'];
  if (named !== undefined && existsSync(named)) return named;
  const cache = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'corridor');
  const folders = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith(SERVER)) : [];
  const found = folders.map((folder) => path.join(cache, folder, SERVER)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new UsageError('Temporal\'s test server was not found. "node scripts/setup.mjs --for test" fetches it.');
}

function hoursMinutesSeconds(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** One line: when, how far along the ladder, and what the receiver answered. */
function line(sinceMs: number, attempt: number, status: number): string {
  const place = Math.min(WIDTH - 1, Math.round((sinceMs / LADDER_MS) * WIDTH));
  const ladder = `${'-'.repeat(place)}${status === 200 ? 'o' : 'x'}`.padEnd(WIDTH);
  const name = attempt === 1 ? 'first attempt' : `retry ${attempt - 1}`;
  return `${hoursMinutesSeconds(sinceMs).padStart(8)} |${ladder}| ${name.padEnd(13)} ${status}`;
}

interface SkippingServer {
  address: string;
  stop(): Promise<void>;
}

/**
 * Starts the time-skipping server and waits until it answers; the SDK's own start gives up after five seconds, which
 * is too early on a busy machine.
 */
async function startServer(program: string): Promise<SkippingServer> {
  const port = await findFreePort();
  const server = await launch({
    program,
    args: [String(port), '--enable-time-skipping'],
    cwd: tmpdir(),
    env: process.env,
    account: null,
    log: () => undefined,
    exitSignal: 'SIGKILL',
  });
  const address = `127.0.0.1:${port}`;
  const stop = (): Promise<void> => server.stop(STOP_STEPS);
  const connectOnce = async (): Promise<void> => {
    const connection = await Connection.connect({ address, connectTimeout: PROBE_MS });
    await connection.close();
  };
  try {
    await waitUntilReady({ server, name: "Temporal's test server", limitMs: READY_LIMIT_MS, probe: connectOnce });
  } catch (fault) {
    await stop();
    throw fault;
  }
  return { address, stop };
}

/** Starts a receiver that refuses every attempt but the last, after a day and a half. */
async function startReceiver(): Promise<{ url: string; close: () => Promise<void> }> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(requests === LAST_ATTEMPT ? 200 : 503, { connection: 'close' }).end();
  });
  const port = await listenOn(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Activities that post one sample event at each attempt, and print the answer with the time of the server's clock. */
function attemptActivities(url: string, print: (line: string) => void) {
  const { sample } = EVENTS['payment.settled'];
  const event = { id: newId('event'), type: 'payment.settled', createdAt: new Date(), object: { ...sample } };
  const secret = secretOf(randomBytes(32));
  let beganAtMs: number | null = null;
  const attemptDelivery = async (_id: string, attempt: number): Promise<AttemptOutcome> => {
    const nowMs = Context.current().info.currentAttemptScheduledTimestampMs;
    beganAtMs ??= nowMs;
    const { body, headers } = signDelivery(event, [secret], new Date(nowMs));
    const { status } = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
    print(line(nowMs - beganAtMs, attempt, status));
    return status === 200 ? { status: 'delivered' } : { status: 'failed', endedAtMs: nowMs };
  };
  print(`A receiver is down. ${event.type} ${event.id}, time since the first attempt:`);
  return { attemptDelivery };
}

/** Runs the workflow of one delivery against the receiver. */
async function runDelivery(address: string, url: string, print: (line: string) => void): Promise<void> {
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  try {
    const searchAttributes = searchAttributeTypes();
    await connection.operatorService.addSearchAttributes({ namespace: 'default', searchAttributes });
    const worker = await Worker.create({
      connection: native,
      taskQueue: QUEUE,
      workflowBundle: { codePath: path.join(__dirname, '..', '..', 'workflow-bundle.js') },
      activities: attemptActivities(url, print),
    });
    const outcome = await worker.runUntil(
      new Client({ connection }).workflow.execute<typeof webhookDelivery>('webhookDelivery', {
        taskQueue: QUEUE,
        workflowId: 'whd/demo',
        args: [{ deliveryId: 'demo', attemptsMade: 0, once: false }],
      }),
    );
    print(`${outcome.status} with attempt ${outcome.attempts}.`);
  } finally {
    await native.close();
    await connection.close();
  }
}

/**
 * Shows one delivery to a receiver that is down, with the real workflow on a skipping clock: 32 hours and 35 minutes
 * of retries, each really posted, printed as they happen.
 */
export async function demonstrateRetries(print: (line: string) => void): Promise<void> {
  const program = findTestServer();
  installRuntime(pino({ enabled: false }));
  const server = await startServer(program);
  const receiver = await startReceiver();
  try {
    await runDelivery(server.address, receiver.url, print);
  } finally {
    await receiver.close();
    await server.stop();
  }
}
