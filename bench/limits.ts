/**
 * What authentication and limits cost: an operation that reads one row, against bare Koa with one look-up through pg.
 *
 * Floor and candidate run in turns within one run, each in a process of its own; the figure is the median ratio.
 */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import autocannon from 'autocannon';
import { findOrCreateAccount } from '../db/auth/accounts';
import { createClientKey } from '../db/auth/credentials';
import { openDatabase, type Database } from '../db/database';

const ROUNDS = 3;
const SECONDS = 3;
/** Enough keys that no two connections of a round share one. */
const KEYS = 64;

interface Scenario {
  name: string;
  connections: number;
  /** Share of the floor that is demanded. */
  demanded: number;
  keys: 'many' | 'one' | 'refused';
}

const SCENARIOS: readonly Scenario[] = [
  { name: '50 connections, a key each', connections: 50, demanded: 0.6, keys: 'many' },
  { name: '50 connections, one hot key', connections: 50, demanded: 0.6, keys: 'one' },
  { name: '50 connections, all refused', connections: 50, demanded: 0.6, keys: 'refused' },
  { name: 'one client', connections: 1, demanded: 0.5, keys: 'one' },
];

interface Server {
  url: string;
  stop(): void;
}

function startServer(kind: 'floor' | 'corridor', databaseUrl: string): Promise<Server> {
  const child: ChildProcess = fork(path.join(__dirname, 'limits-server.js'), [kind, databaseUrl], { silent: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the ${kind} server ended with ${String(code)}`)));
    child.stdout?.once('data', (port: Buffer) => {
      resolve({ url: `http://127.0.0.1:${port.toString().trim()}/read`, stop: () => child.kill('SIGTERM') });
    });
  });
}

async function load(url: string, keys: readonly string[], connections: number): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    setupClient: (client) => {
      const key = keys[Math.floor(Math.random() * keys.length)] ?? '';
      client.setHeaders({ authorization: `Bearer ${key}` });
    },
  });
  return result.requests.average;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function makeKeys(database: Database, count: number, perMinute: number): Promise<string[]> {
  const { id: accountId } = await findOrCreateAccount(database, 'Bench', 'test');
  const keys: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { key } = await createClientKey(database, {
      accountId,
      environment: 'test',
      label: 'bench',
      plan: 'enterprise',
      limits: { perMinute, perHour: perMinute * 60, perDay: perMinute * 60 },
      endpointLimits: false,
    });
    keys.push(key);
  }
  return keys;
}

export interface LimitsFigure {
  scenario: string;
  floorPerSecond: number;
  corridorPerSecond: number;
  ratio: number;
  demanded: number;
}

/** Runs all scenarios. @param databaseUrl a migrated database that may be written to */
export async function benchLimits(databaseUrl: string): Promise<LimitsFigure[]> {
  const database = openDatabase(databaseUrl, 2);
  const generous = await makeKeys(database, KEYS, 1_000_000);
  const spent = await makeKeys(database, 1, 1);
  await database.close();
  const servers = await Promise.all([startServer('floor', databaseUrl), startServer('corridor', databaseUrl)]);
  const [floor, corridor] = servers;
  const figures: LimitsFigure[] = [];
  try {
    for (const { name, connections, demanded, keys } of SCENARIOS) {
      const used = keys === 'refused' ? spent : keys === 'one' ? generous.slice(0, 1) : generous;
      const rounds: { floor: number; corridor: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const floorPerSecond = await load(floor.url, used, connections);
        rounds.push({ floor: floorPerSecond, corridor: await load(corridor.url, used, connections) });
      }
      figures.push({
        scenario: name,
        floorPerSecond: median(rounds.map((round) => round.floor)),
        corridorPerSecond: median(rounds.map((round) => round.corridor)),
        ratio: median(rounds.map((round) => round.corridor / round.floor)),
        demanded,
      });
    }
  } finally {
    for (const server of servers) server.stop();
  }
  return figures;
}

async function main(): Promise<void> {
  const databaseUrl = process.env['DATABASE_URL'];
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is missing: a migrated database for the benchmark.');
  for (const figure of await benchLimits(databaseUrl)) {
    const { scenario, floorPerSecond, corridorPerSecond, ratio, demanded } = figure;
    const verdict = ratio >= demanded ? 'reached' : 'MISSED';
    console.log(
      `${scenario}: floor ${Math.round(floorPerSecond)}/s, corridor ${Math.round(corridorPerSecond)}/s, ` +
        `ratio ${ratio.toFixed(2)} (demanded ${demanded}: ${verdict})`,
    );
  }
}

if (require.main === module) void main();
