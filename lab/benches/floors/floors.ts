import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { Client as PostgresClient } from 'pg';
import { findFreePort } from '../../../cli/embedded/ports';
import { HttpTarget } from '../load';
import { instructionBody } from '../payments/bodies';
import type { Platform } from '../platform';
import { FLOOR_TABLES_SQL } from './sql';
import type { trivial } from './trivial-workflow';

/** Rows that F1 reads. */
const ROWS = 500;
const LOADING_CONNECTIONS = 10;
const SCHEMA_LIMIT_MS = 30_000;

/** The least that one could do, measured beside ours. */
export interface Floors {
  /** Server of F1 (`GET /<id>`), F2 (`POST /insert`) and F3 (`POST /direct`). */
  url: string;
  /** Of that server. */
  pid: number;
  /** Paths that F1 answers with 200. */
  paths: string[];
  /** F4: starts a trivial workflow and waits for its end. */
  runTrivial(): Promise<unknown>;
  close(): Promise<void>;
}

async function createTables(databaseUrl: string): Promise<void> {
  const client = new PostgresClient({ connectionString: databaseUrl, query_timeout: SCHEMA_LIMIT_MS });
  await client.connect();
  try {
    await client.query(`create schema floor; ${FLOOR_TABLES_SQL}`);
  } finally {
    await client.end();
  }
}

async function fillRows(url: string): Promise<string[]> {
  const target = new HttpTarget(url, LOADING_CONNECTIONS);
  const insert = async (): Promise<string> => {
    const { body } = await target.expect([201], 'POST', '/insert', instructionBody());
    return `/${String(Reflect.get(body as object, 'id'))}`;
  };
  const paths = await Promise.all(Array.from({ length: ROWS }, insert));
  await target.close();
  return paths;
}

/** Starts the floors' server and worker, each in a process of its own like ours. */
export async function startFloors(platform: Platform): Promise<Floors> {
  const { databaseUrl, temporalAddress } = await platform.backends();
  const partner = await platform.partner();
  await createTables(databaseUrl);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: databaseUrl, PARTNER_URL: partner.url, PORT: String(port), NODE_ENV: 'production' };
  const server = await platform.startProcess({ name: 'floor-server', module: 'lab/benches/floors/server.js', env });
  const workerEnv = { TEMPORAL_ADDRESS: temporalAddress };
  await platform.startProcess({ name: 'floor-worker', module: 'lab/benches/floors/trivial-worker.js', env: workerEnv });
  const connection = await Connection.connect({ address: temporalAddress });
  const client = new Client({ connection });
  return {
    url,
    pid: server.pid,
    paths: await fillRows(url),
    runTrivial: () =>
      client.workflow.execute<typeof trivial>('trivial', {
        taskQueue: 'bench-trivial',
        workflowId: `trivial/${randomUUID()}`,
        args: [],
      }),
    close: () => connection.close(),
  };
}
