import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { findFreePort } from '../../cli/embedded/ports';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { createClientKey } from '../../db/auth/credentials';
import type { Database } from '../../db/database';
import { openVault, type Vault } from '../../lib/vault';
import type { WorkerQueue } from '../../workflows/contract';
import { closeAtEnd } from './closing';
import { createTestDatabase } from './database';
import { untilStatus, type ShownPayment } from './payment-scene';
import { call, type Answer, type CallOptions } from './stack';
import { createNamespace, temporalAddress } from './temporal';

const BUILT = path.join(__dirname, '..', '..', 'dist');
const MAIN = path.join(BUILT, 'cli', 'main.js');
const READY_MS = 120_000;

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  /** Ends it without a word, as a crash would, and waits until it is gone; done after the file's tests at the latest. */
  kill(): Promise<void>;
}

/** The service as it is deployed: processes of their own that can be killed. */
export interface Deployment {
  database: Database;
  vault: Vault;
  /** What commands and processes find the service by. */
  settings: Record<'DATABASE_URL' | 'TEMPORAL_ADDRESS' | 'TEMPORAL_NAMESPACE' | 'DATA_KEY', string>;
  startApi(environment?: NodeJS.ProcessEnv): Promise<ServiceProcess>;
  /** @param queue the one that it works on; all by default */
  startWorker(environment?: NodeJS.ProcessEnv, queue?: WorkerQueue): Promise<ServiceProcess>;
  createKey(account: string): Promise<string>;
  call(api: ServiceProcess, method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Waits until a payment is at its partner: a worker that has just started may take longer than a create waits. */
  submission(api: ServiceProcess, key: string, instructionId: string): Promise<ShownPayment>;
  /** Waits for the end of a workflow. @throws WorkflowFailedError unless it completed */
  workflowResult(workflowId: string): Promise<unknown>;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

async function startProcess(
  [what, ...options]: ['api' | 'worker', ...string[]],
  env: NodeJS.ProcessEnv,
  baseUrl: string,
): Promise<ServiceProcess> {
  const child = fork(MAIN, ['serve', what, ...options], {
    env,
    execArgv: process.execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const kill = closeAtEnd(() => {
    child.kill('SIGKILL');
    return ended(child);
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the ${what} did not start`)), READY_MS);
    child.once('message', () => {
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the ${what} ended with ${code ?? 'a signal'}`));
    });
  });
  return { child, baseUrl, kill };
}

export async function startDeployment(
  options: { temporalAddress?: string; environment?: NodeJS.ProcessEnv; database?: Database } = {},
): Promise<Deployment> {
  const database = options.database ?? (await createTestDatabase());
  const dataKey = randomBytes(32).toString('base64');
  const address = options.temporalAddress ?? temporalAddress();
  const namespace = options.temporalAddress === undefined ? await createNamespace() : 'default';
  const settings = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    DATA_KEY: dataKey,
  };
  const common: NodeJS.ProcessEnv = {
    ...process.env,
    ...settings,
    LOG_LEVEL: 'silent',
    DRAIN_MS: '0',
    ...options.environment,
  };
  const start = async (
    what: ['api' | 'worker', ...string[]],
    environment: NodeJS.ProcessEnv = {},
  ): Promise<ServiceProcess> => {
    const { PORT = String(await findFreePort()) } = environment;
    return startProcess(what, { ...common, ...environment, PORT }, `http://127.0.0.1:${PORT}`);
  };
  return {
    database,
    vault: openVault(dataKey),
    settings,
    startApi: (environment) => start(['api'], environment),
    startWorker: (environment, queue) =>
      start(queue === undefined ? ['worker'] : ['worker', '--queues', queue], environment),
    async createKey(name) {
      const account = await findOrCreateAccount(database, name);
      const limits = { perMinute: 1_000_000 };
      const request = {
        accountId: account.id,
        environment: 'test' as const,
        label: name,
        plan: 'enterprise' as const,
      };
      return (await createClientKey(database, { ...request, limits, endpointLimits: false })).key;
    },
    call: (api, method, where, callOptions) => call(api.baseUrl, method, where, callOptions),
    submission: (api, key, instructionId) => untilStatus(api.baseUrl, key, instructionId, 'submitted'),
    async workflowResult(workflowId) {
      const connection = await Connection.connect({ address });
      try {
        return await new Client({ connection, namespace }).workflow.getHandle(workflowId).result();
      } finally {
        await connection.close();
      }
    },
  };
}
