import { fork, type ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { findOrCreateAccount } from '../db/auth/accounts';
import { createClientKey } from '../db/auth/credentials';
import { openDatabase } from '../db/database';

const CONNECTIONS = 50;
const SECONDS = 5;
const ROUNDS = 3;
const START_TIMEOUT_MS = 20_000;
const UNLIMITED = 1_000_000_000;
/** The promise; with cached reference rows more is aimed at. */
const PROMISED_RATIO = 0.7;

interface Peer {
  process: ChildProcess;
  port: number;
}

function start(module: string, databaseUrl: string): Promise<Peer> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    TEMPORAL_ADDRESS: process.env['TEMPORAL_ADDRESS'] ?? '127.0.0.1:1',
    DATA_KEY: process.env['DATA_KEY'] ?? Buffer.alloc(32, 1).toString('base64'),
  };
  const child = fork(require.resolve(module), { env });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${module} did not start`)), START_TIMEOUT_MS);
    child.once('message', (port) => {
      clearTimeout(timer);
      resolve({ process: child, port: Number(port) });
    });
  });
}

async function makeKey(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl, 1);
  try {
    const account = await findOrCreateAccount(database, 'Benchmark', 'test');
    const limits = { perMinute: UNLIMITED, perHour: UNLIMITED, perDay: UNLIMITED };
    const request = {
      accountId: account.id,
      environment: 'test',
      label: 'benchmark',
      plan: 'enterprise',
      limits,
    } as const;
    return (await createClientKey(database, request)).key;
  } finally {
    await database.close();
  }
}

async function load(url: string, options: Partial<autocannon.Options>): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, ...options });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Requests a second of `calculate`, with authentication and limits, against a bare look-up, in turn.
 * @returns whether the promised share is reached
 */
export async function calculate(databaseUrl: string): Promise<boolean> {
  const key = await makeKey(databaseUrl);
  const bare = await start('./peers/bare-look-up', databaseUrl);
  const own = await start('./peers/own-api', databaseUrl);
  const body = JSON.stringify({ hsCode: '61091000', origin: 'MX', destination: 'US', value: 1000, currency: 'USD' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const [ours, peers]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      peers.push(await load(`http://127.0.0.1:${bare.port}/`, {}));
      const url = `http://127.0.0.1:${own.port}/api/v1/tariffs/calculate`;
      ours.push(await load(url, { method: 'POST', headers, body }));
    }
  } finally {
    bare.process.kill();
    own.process.kill();
  }
  const ratio = median(ours) / median(peers);
  console.log(
    `calculate: ${median(ours).toFixed(0)}/s, bare look-up: ${median(peers).toFixed(0)}/s, ratio ${ratio.toFixed(2)}`,
  );
  return ratio >= PROMISED_RATIO;
}
