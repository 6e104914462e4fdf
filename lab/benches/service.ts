import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, type Database } from '../../db/database';
import { openVault } from '../../lib/vault';
import { findFreePort } from '../../cli/embedded/ports';
import { lowerPriority } from '../../cli/priority';
import { makeAccountKey, makeRoutedPartner } from './parties';
import { allAnswered, closedLoop, HttpTarget } from './load';
import { instructionBody } from './payments/bodies';
import type { Platform } from './platform';
import type { Child } from './child';
import { isObject, memberOf } from '../../domain/unknown-value';

/** Those of payments with a partner over HTTP; a deployment gives documents a worker, and a browser, of their own. */
const QUEUES = 'payments,webhooks';
const INSTRUCTIONS = '/api/v1/payments/instructions';
/** As a deployment sets them, see deploy/docker/Dockerfile and cli/corridor.js; nobody stands before the API who must learn that it ends. */
const SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  NODE_DISABLE_COMPILE_CACHE: '1',
  NODE_OPTIONS: '--max-semi-space-size=4',
  DRAIN_MS: '0',
  LOG_LEVEL: 'info',
  NODE_ENV: 'production',
};
const MODULE = 'cli/main.js';
/** As many as the largest load keeps busy. */
const MOST_CONNECTIONS = 512;
const MAKERS = 32;
/** For making instructions, and again for them to reach the partner: some 90 a second, and a margin. */
const PATIENCE_MS = 120_000;
const POLL_MS = 250;

export interface Created {
  instructionId: string;
  status: string;
}

/** A client of the running service: one account with a key that no limit holds back. */
export interface Customer {
  key: string;
  accountId: string;
  target: HttpTarget;
  /** Submits one instruction; the request carries an Idempotency-Key, as a careful client's does. */
  create(body?: object): Promise<Created>;
}

/** The running service and everything that is needed to load it. */
export interface Service {
  url: string;
  api: Child;
  worker: Child;
  /** For looking at the outcome; the service has connections of its own. */
  database: Database;
  /** Starts a further API, whose environment may differ. */
  startApi(name: string, environment: Record<string, string>): Promise<Child>;
  startWorker(name: string): Promise<Child>;
  /** The same service, where customer and partner call another of its APIs. */
  through(url: string): Service;
  temporalAddress: string;
  customer: Customer;
  /** The partner's side: reports go through it. */
  partner: HttpTarget;
  newCustomer(name: string): Promise<Customer>;
  /** Instructions of the first customer that are `submitted` and about which nothing was reported; made when missing. */
  takeSubmitted(count: number): Promise<string[]>;
  /** Adds such instructions, from a load that made them. */
  giveSubmitted(ids: readonly string[]): void;
  close(): Promise<void>;
}

function createdOf(body: unknown): Created {
  const data = memberOf(body, 'data');
  if (!isObject(data)) throw new Error('a create answered without data');
  return { instructionId: String(memberOf(data, 'instructionId')), status: String(memberOf(data, 'status')) };
}

async function makeCustomer(database: Database, url: string, name: string): Promise<Customer> {
  return customerAt(url, await makeAccountKey(database, name));
}

function customerAt(url: string, { key, accountId }: Pick<Customer, 'key' | 'accountId'>): Customer {
  const authorization = `Bearer ${key}`;
  const target = new HttpTarget(url, MOST_CONNECTIONS, { authorization });
  return {
    key,
    accountId,
    target,
    async create(body = instructionBody()) {
      const headers = { 'idempotency-key': randomUUID() };
      return createdOf((await target.expect([201], 'POST', INSTRUCTIONS, body, headers)).body);
    },
  };
}

/** Makes an http partner, its key and the first route of all, so that every instruction goes to it. */
async function makePartner(platform: Platform, database: Database): Promise<(url: string) => HttpTarget> {
  const vault = openVault(platform.dataDir.ensureDataKey());
  const server = await platform.partner();
  const { key } = await makeRoutedPartner(database, vault, { name: 'Bench', url: server.url, priority: 1 });
  return (url) => new HttpTarget(url, MAKERS, { authorization: `Bearer ${key}` });
}

/**
 * Waits until instructions have reached the partner.
 * @returns how many had not when the patience of two minutes ended
 */
export async function countUnsubmitted(database: Database, ids: readonly string[]): Promise<number> {
  const limit = Date.now() + PATIENCE_MS;
  for (;;) {
    const [row] = await database.query<{ arrived: number }>(
      `select count(*)::int as arrived from payment_instructions where id = any($1) and status = 'submitted'`,
      [ids],
    );
    const left = ids.length - (row?.arrived ?? 0);
    if (left === 0 || Date.now() > limit) return left;
    await delay(POLL_MS);
  }
}

async function makeSubmitted(database: Database, customer: Customer, count: number): Promise<string[]> {
  const made: string[] = [];
  const load = { clients: MAKERS, limitMs: PATIENCE_MS, maxCalls: count };
  allAnswered(await closedLoop(load, async () => made.push((await customer.create()).instructionId)), 'creates');
  const left = await countUnsubmitted(database, made);
  if (made.length < count || left > 0) {
    throw new Error(`${count - made.length + left} of ${count} instructions did not reach the partner in time`);
  }
  return made;
}

/** Starts API and worker as a deployment does, each in a process of its own. */
export async function startService(platform: Platform): Promise<Service> {
  const { databaseUrl, temporalAddress } = await platform.backends();
  const receiver = await platform.receiver();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const database = openDatabase(databaseUrl, 2);
  const partnerAt = await makePartner(platform, database);
  const partner = partnerAt(url);
  const env = {
    ...SETTINGS,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: 'default',
    DATA_KEY: platform.dataDir.ensureDataKey(),
    PORT: String(port),
    PUBLIC_URL: url,
    WEBHOOK_TRUSTED_ORIGINS: [receiver.url, ...platform.furtherReceivers].join(','),
  };
  const startWorker = async (name: string): Promise<Child> => {
    const args = ['serve', 'worker', ...(platform.kind === 'npm start' ? [] : ['--queues', QUEUES])];
    const child = await platform.startProcess({ name, module: MODULE, args, env });
    if (platform.givesWay) lowerPriority(child.pid);
    return child;
  };
  const worker = await startWorker('worker');
  const startApi = (name: string, environment: Record<string, string>): Promise<Child> =>
    platform.startProcess({ name, module: MODULE, args: ['serve', 'api'], env: { ...env, ...environment } });
  const api = await startApi('api', {});
  const customer = await makeCustomer(database, url, 'Bench');
  const targets = [partner, customer.target];
  let submitted: string[] = [];
  const service: Service = {
    url,
    api,
    worker,
    startApi,
    startWorker,
    through(other) {
      const there = { customer: customerAt(other, customer), partner: partnerAt(other) };
      targets.push(there.customer.target, there.partner);
      return { ...service, url: other, ...there };
    },
    database,
    temporalAddress,
    customer,
    partner,
    async newCustomer(name) {
      const made = await makeCustomer(database, url, name);
      targets.push(made.target);
      return made;
    },
    async takeSubmitted(count) {
      if (submitted.length < count)
        submitted.push(...(await makeSubmitted(database, customer, count - submitted.length)));
      const taken = submitted.slice(0, count);
      submitted = submitted.slice(count);
      return taken;
    },
    giveSubmitted(ids) {
      submitted.push(...ids);
    },
    async close() {
      await Promise.all(targets.map((target) => target.close()));
      await database.close();
    },
  };
  return service;
}
