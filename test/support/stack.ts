import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import pino from 'pino';
import { fetch, type Headers } from 'undici';
import { createApp } from '../../api/app';
import { hardenServer, SERVER_OPTIONS } from '../../api/harden-server';
import { createLogger } from '../../process/logger';
import { MISFIT_MESSAGE } from '../../api/middleware/fit-answer';
import { consolePages } from '../../console/console-pages';
import { createServices } from '../../process/api';
import type { Services } from '../../api/services';
import { openDatabase, POOL_SIZE, type Database } from '../../db/database';
import type { Settings } from '../../process/settings';
import type { Tracing } from '../../process/tracing';
import { startWorkers, type RunningWorkers } from '../../process/worker';
import { findOrCreateAccount, openLiveSide } from '../../db/auth/accounts';
import { createClientKey, type NewClientKey } from '../../db/auth/credentials';
import type { IdentityProviderSettings } from '../../lib/identity-provider';
import { setListsAccepted } from '../../db/compliance/watch-lists';
import { openVault, type Vault } from '../../lib/vault';
import { OPERATOR_ROLES, type OperatorRole } from '../../domain/auth/operator-roles';
import { closeAtEnd } from './closing';
import { routesOf } from './partner';
import { createTestDatabase, urlFor, type TestDatabase } from './database';
import { createOperator } from './operators';
import { createNamespace, temporalAddress } from './temporal';
import { listenOn } from '../../lib/listen-on';

jest.mock('../../process/workflow-threads', () => jest.requireActual<object>('./workflow-threads'));

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface LogLine extends Record<string, unknown> {
  /** As pino counts them: 30 info, 40 warn, 50 error. */
  level: number;
  msg: string;
}

/** From which level on lines are shown while a test runs: none, unless somebody looks for something. */
function shownLevel(): number {
  return pino.levels.values[process.env['TEST_LOG_LEVEL'] ?? ''] ?? Infinity;
}

/** The whole service inside one test file: real Postgres, real Temporal, real HTTP. */
export interface Stack {
  baseUrl: string;
  database: TestDatabase;
  vault: Vault;
  services: Services;
  settings: Settings;
  /** Every line of the log so far. */
  logged: readonly LogLine[];
  /** Makes an account with a key, a test key by default; limits do not get in the way unless asked for. */
  createKey(account: string, options?: Partial<NewClientKey>): Promise<string>;
  createOperator(...roles: OperatorRole[]): Promise<string>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  startWorkers(): Promise<void>;
  stopWorkers(): Promise<void>;
  /**
   * Done after the file's tests at the latest.
   * @throws Error when an answer did not fit its schema
   */
  stop(): Promise<void>;
}

export interface CallOptions {
  key?: string;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

export interface StackOptions {
  /** Whether documents are generated too; that takes a browser. */
  documents?: boolean;
  /** Whether live payments need official watch lists, as they do outside of tests. */
  requiresLists?: boolean;
  /** Whether partners of the sandbox report what becomes of payments. */
  sandbox?: boolean;
  /** Whether imports run in the background too. */
  imports?: boolean;
  /** Whether the regular work is done too: it begins again what the test stops. */
  maintenance?: boolean;
  workers?: boolean;
  /** Address of Temporal; the run's own by default. */
  temporalAddress?: string;
  /** What it seals with, where commands open it. */
  dataKey?: string;
  webhookTrustedOrigins?: string[];
  webhookCaFile?: string;
  webhookNameServers?: string[];
  identityProvider?: IdentityProviderSettings;
  /** Puts something between the service and its database; gives the address that the service then uses. */
  tracing?: Tracing | null;
  throughProxy?: (databaseUrl: string) => Promise<string>;
  /** Whether the test stores what no answer shows; otherwise an answer that does not fit its schema fails the test. */
  expectsMisfits?: boolean;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Sends one request and reads the whole answer. */
export async function call(baseUrl: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const body =
    (typeof options.raw === 'object' ? new Uint8Array(options.raw) : options.raw) ??
    (options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, body: parse(await response.text()) };
}

async function createSettings(options: StackOptions, databaseUrl: string): Promise<Settings> {
  return {
    host: '127.0.0.1',
    port: 0,
    healthPort: null,
    publicUrl: '',
    databaseUrl,
    databaseDirectUrl: null,
    databasePoolSize: POOL_SIZE,
    temporal: {
      address: options.temporalAddress ?? temporalAddress(),
      namespace: options.temporalAddress === undefined ? await createNamespace() : 'default',
      ...(options.documents === true ? { documentsNamespace: await createNamespace() } : {}),
      tls: null,
      apiKey: null,
    },
    workerVersion: null,
    dataKey: options.dataKey ?? randomBytes(32).toString('base64'),
    webhookTrustedOrigins: options.webhookTrustedOrigins ?? [],
    webhookCaFile: options.webhookCaFile ?? null,
    webhookNameServers: options.webhookNameServers ?? [],
    logLevel: 'silent',
    trustedProxyHops: 0,
    isSignUpOpen: true,
    corsOrigins: [],
    identityProvider: options.identityProvider ?? null,
    temporalUiUrl: 'http://temporal.example/namespaces/default',
    instance: `test-${process.pid}`,
  };
}

/** Starts the service; `workers: false` leaves the engine without anybody who works. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const database = await createTestDatabase();
  if (options.requiresLists !== true) {
    await setListsAccepted(database, { isAccepted: true, reason: 'tests of other things', actor: 'test' });
  }
  const apiUrl = urlFor('api', database.url);
  const settings = await createSettings(options, (await options.throughProxy?.(apiUrl)) ?? apiUrl);
  const logged: LogLine[] = [];
  const log = createLogger('info', settings.instance, {
    write(text: string) {
      const line = JSON.parse(text) as LogLine;
      logged.push(line);
      if (line.level >= shownLevel()) process.stderr.write(text);
    },
  });
  const server = hardenServer(createServer(SERVER_OPTIONS));
  settings.publicUrl = `http://127.0.0.1:${await listenOn(server)}`;
  const closeServer = closeAtEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { services, close } = await createServices(settings, log, options.tracing);
  const closeServices = closeAtEnd(close);
  routesOf.set(database, services.routes);
  const handle = createApp(services, consolePages).callback();
  server.on('request', (request, response) => void handle(request, response));
  const vault = openVault(settings.dataKey);
  let workers: RunningWorkers | null = null;
  let workersDatabase: Database | null = null;

  const stack: Stack = {
    baseUrl: settings.publicUrl,
    database,
    vault,
    services,
    settings,
    logged,
    async createKey(account, options = {}) {
      const { id } = await findOrCreateAccount(database, account);
      if (options.environment === 'live') await openLiveSide(database, id, 'test');
      const issued = await createClientKey(database, {
        accountId: id,
        environment: 'test',
        label: account,
        plan: 'enterprise',
        endpointLimits: false,
        ...options,
      });
      return issued.key;
    },
    createOperator: (...roles) => createOperator(database, roles.length === 0 ? OPERATOR_ROLES : roles),
    call: (method, path, callOptions) => call(settings.publicUrl, method, path, callOptions),
    async startWorkers() {
      workersDatabase = openDatabase(urlFor('worker', database.url), POOL_SIZE);
      workers = await startWorkers({
        ...settings,
        database: workersDatabase,
        vault,
        workflows: services.workflows,
        log,
        queues: [
          ...(['payments', 'webhooks'] as const),
          ...(options.sandbox === true ? (['sandbox'] as const) : []),
          ...(options.documents === true ? (['documents'] as const) : []),
          ...(options.maintenance === true ? (['maintenance'] as const) : []),
          ...(options.imports === true ? (['imports'] as const) : []),
        ],
        sandboxStepDelayMs: 10,
        tracing: options.tracing ?? null,
      });
    },
    async stopWorkers() {
      await workers?.stop();
      await workersDatabase?.close();
      workers = workersDatabase = null;
    },
    stop: closeAtEnd(async () => {
      const misfits = logged.filter(({ msg }) => msg === MISFIT_MESSAGE);
      await stack.stopWorkers();
      await closeServer();
      await closeServices();
      await database.drop();
      // In service such an answer is given as far as it fits; here it is a mistake that a test has found.
      if (misfits.length > 0 && options.expectsMisfits !== true) throw new Error(JSON.stringify(misfits));
    }),
  };
  if (options.workers !== false) await stack.startWorkers();
  return stack;
}
