import { Resolver } from 'node:dns';
import { hostname } from 'node:os';
import type { IdentityProviderSettings } from '../lib/identity-provider';
import type { TemporalTarget } from '../workflows/client/connection';
import { optional, required, wholeNumber, type Environment } from './environment';
import { readIdentityProvider } from './identity-provider-settings';
import { readTemporalTarget, readWorkerVersion } from './temporal-settings';

/** What the environment decides; read once, at the edge of the process. Source: docs/OPERATIONS.md, "Settings" */
export interface Settings {
  host: string;
  port: number;
  /** Where a worker process tells how it is; null: nowhere. */
  healthPort: number | null;
  /** Port of `/metrics` of an API process, apart from the public one; none where absent. */
  metricsPort?: number | null;
  /** Port of `/metrics` of a worker process; none where absent. */
  workerMetricsPort?: number | null;
  /** Address under which clients and partners reach the API, without a trailing slash. */
  publicUrl: string;
  databaseUrl: string;
  /** Address of Postgres itself where `databaseUrl` is a pooler's; null: there is none between. */
  databaseDirectUrl: string | null;
  temporal: TemporalTarget;
  /** The release of the workflows that a worker process runs, for Temporal's worker versioning; null: without it. */
  workerVersion: { deploymentName: string; buildId: string } | null;
  /** Keys for data at rest, newest first: 32 bytes each, base64, separated by commas. */
  dataKey: string;
  /** Exact origins that webhooks may reach although the target policy would refuse them. */
  webhookTrustedOrigins: readonly string[];
  webhookCaFile: string | null;
  /** Name servers, each an IP address with or without a port, that names of webhooks are asked of; the machine's by default. */
  webhookNameServers: readonly string[];
  logLevel: string;
  /** Proxies of ours in front: as many of the last addresses in `X-Forwarded-For` are believed; 0: none. */
  trustedProxyHops: number;
  /** Whether anybody may make an account on the console's sign-up page. */
  isSignUpOpen: boolean;
  /** Where people log in to the console in place of a password; absent or null: with passwords alone. */
  identityProvider?: IdentityProviderSettings | null;
  /** Exact origins whose scripts may call the API; none by default. */
  corsOrigins: readonly string[];
  /** Address of the namespace in the Temporal UI, without a trailing slash, to which pages for operators link; null: none. */
  temporalUiUrl: string | null;
  /** Name of this process in logs and workers' identities. */
  instance: string;
}

const DEFAULT_PORT = 8080;

/** More than stand in front of anything: a larger number is a mistake. */
const MAX_PROXY_HOPS = 10;
const MAX_PORT = 65_535;

/** `TRUST_PROXY=true` says that there is one proxy; `TRUST_PROXY_HOPS` says how many there are. */
function proxyHops(environment: Environment): number {
  const hops = wholeNumber(environment, 'TRUST_PROXY_HOPS', MAX_PROXY_HOPS);
  return hops ?? (environment['TRUST_PROXY'] === 'true' ? 1 : 0);
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** @throws Error for what is no address of a name server */
function nameServers(text: string | undefined): string[] {
  const servers = list(text);
  try {
    new Resolver().setServers(servers);
  } catch (cause) {
    throw new Error('WEBHOOK_NAME_SERVERS must be IP addresses, each with or without a port, separated by commas.', {
      cause,
    });
  }
  return servers;
}

/**
 * Reads the settings.
 * @throws Error in plain words when one is missing or cannot be read
 */
export function readSettings(environment: Environment): Settings {
  const port = wholeNumber(environment, 'PORT', MAX_PORT) ?? DEFAULT_PORT;
  const host = environment['HOST'] ?? '127.0.0.1';
  const temporal = readTemporalTarget(environment);
  const temporalUi = environment['TEMPORAL_UI_URL']?.replace(/\/+$/, '');
  return {
    host,
    port,
    healthPort: wholeNumber(environment, 'HEALTH_PORT', MAX_PORT),
    metricsPort: wholeNumber(environment, 'METRICS_PORT', MAX_PORT),
    workerMetricsPort: wholeNumber(environment, 'WORKER_METRICS_PORT', MAX_PORT),
    publicUrl: (environment['PUBLIC_URL'] ?? `http://${host}:${port}`).replace(/\/+$/, ''),
    databaseUrl: required(environment, 'DATABASE_URL'),
    databaseDirectUrl: optional(environment, 'DATABASE_DIRECT_URL'),
    temporal,
    workerVersion: readWorkerVersion(environment),
    dataKey: required(environment, 'DATA_KEY'),
    webhookTrustedOrigins: list(environment['WEBHOOK_TRUSTED_ORIGINS']),
    webhookCaFile: environment['WEBHOOK_CA_FILE'] ?? null,
    webhookNameServers: nameServers(environment['WEBHOOK_NAME_SERVERS']),
    logLevel: environment['LOG_LEVEL'] ?? 'info',
    trustedProxyHops: proxyHops(environment),
    isSignUpOpen: environment['SIGN_UP'] === 'open',
    identityProvider: readIdentityProvider(environment),
    corsOrigins: list(environment['CORS_ORIGINS']),
    temporalUiUrl: temporalUi === undefined ? null : `${temporalUi}/namespaces/${temporal.namespace}`,
    instance: `${hostname()}-${process.pid}`,
  };
}
