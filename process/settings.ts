import { Resolver } from 'node:dns';
import { isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { KEEP_ALIVE_MS } from '../api/harden-server';
import { LEAST_MONTHS } from '../db/archive/archive-payments';
import { MAX_AGE_DAYS } from '../db/compliance/watch-lists';
import { POOL_SIZE } from '../db/database';
import { isSecret } from '../domain/webhooks/signature';
import { mayBeAsked, type IdentityProviderSettings } from '../lib/identity-provider';
import type { TemporalTarget } from '../workflows/client/connection';
import {
  flag,
  list,
  oneOf,
  optional,
  origins,
  requireVariable,
  webAddress,
  wholeNumber,
  type Environment,
} from './environment';
import { readIdentityProvider } from './identity-provider-settings';
import { readMail, type MailSettings } from './mail-settings';
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
  /** For how long an API process goes on answering after SIGTERM, while it is not ready; 0 where absent. */
  drainMs?: number;
  /** How long a connection to the API without a request is kept, in milliseconds; by default as `hardenServer` says. */
  keepAliveMs?: number;
  /** Address under which clients and partners reach the API, without a trailing slash. */
  publicUrl: string;
  databaseUrl: string;
  /** Address of Postgres itself where `databaseUrl` is a pooler's; null: there is none between. */
  databaseDirectUrl: string | null;
  temporal: TemporalTarget;
  /** The release of the workflows that a worker process runs, for Temporal's worker versioning; null: without it. */
  workerVersion: { deploymentName: string; buildId: string } | null;
  /** Keys for data at rest, newest first: 32 bytes each, base64, separated by commas; null: this process has those of documents alone. */
  dataKey: string | null;
  /** The same for documents; absent or null: they are sealed with `dataKey`. */
  documentsDataKey?: string | null;
  /** Exact origins that webhooks may reach although the target policy would refuse them. */
  webhookTrustedOrigins: readonly string[];
  webhookCaFile: string | null;
  /** Name servers, each an IP address with or without a port, that names of webhooks are asked of; the machine's by default. */
  webhookNameServers: readonly string[];
  logLevel: string;
  /** Proxies of ours in front: as many of the last addresses in `X-Forwarded-For` are believed; 0: none. */
  trustedProxyHops: number;
  /** Whether anyone may make an account on the console's sign-up page. */
  isSignUpOpen: boolean;
  /** Whether operators need a login with a second factor to act once the service has a live side. */
  operatorsNeedSecondFactor?: boolean;
  /** Where people log in to the console in place of a password; absent or null: with passwords alone. */
  identityProvider?: IdentityProviderSettings | null;
  /** Exact origins whose scripts may call the API; none by default. */
  corsOrigins: readonly string[];
  /** Address of the namespace in the Temporal UI, without a trailing slash, to which pages for operators link; null: none. */
  temporalUiUrl: string | null;
  /** Name of this process in logs and workers' identities. */
  instance: string;
  /** Connections of this process for its hot statements. */
  databasePoolSize: number;
  /** Days after which the newest watch list is too old for the live side; 7 by default. */
  watchListMaxAgeDays?: number;
  /** Days between two pulls of the schedules of customs offices; 0: nothing is pulled. */
  dataPullDays?: number;
  /** Days between two pulls of the official watch lists; 0: they are not pulled, and the live side waits for who does. */
  watchListPullDays?: number;
  /** Whole months without a change after which payments go to the archive; absent or null: they stay. */
  archiveAfterMonths?: number | null;
  /** Where the audit log is sent; absent or null: nowhere. */
  auditSink?: { url: string; secret: string } | null;
  /** How people are told by e-mail of what waits; absent or null: they are not. */
  mail?: MailSettings | null;
}

export const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 8080;

/** Balancers ask every few seconds whether a process is ready, and Kubernetes tells its nodes about as fast. */
const DEFAULT_DRAIN_MS = 5_000;
const MAX_DRAIN_MS = 600_000;
/** Node takes 0 as "for ever", and a client could not use what is closed at once. */
const MIN_KEEP_ALIVE_MS = 1_000;
const MAX_KEEP_ALIVE_MS = 3_600_000;

/** More than stand in front of anything: a larger number is a mistake. */
const MAX_PROXY_HOPS = 10;
/** With one alone, nothing is left beside a connection that is held. */
const MIN_POOL_SIZE = 2;
/** More would wait for each other in Postgres. */
const MAX_POOL_SIZE = 200;
/** A year without a new list is no screening. */
const MAX_LIST_DAYS = 366;
/** A century. */
export const MAX_ARCHIVE_MONTHS = 1_200;
export const MAX_PORT = 65_535;

/** The levels of pino, and the one that writes nothing. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** How many proxies are trusted: `TRUST_PROXY_HOPS`, else one with `TRUST_PROXY=true`, else none. */
function proxyHops(environment: Environment): number {
  const hops = wholeNumber(environment, 'TRUST_PROXY_HOPS', MAX_PROXY_HOPS);
  const isThereOne = flag(environment, 'TRUST_PROXY') === true;
  return hops ?? (isThereOne ? 1 : 0);
}

/** Port that the API listens on; 0: any that is free. */
export function portOf(environment: Environment): number {
  return wholeNumber(environment, 'PORT', MAX_PORT) ?? DEFAULT_PORT;
}

/** The address of a service that listens there, without a trailing slash. */
export function addressOf(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/**
 * Addresses of the name servers for webhooks.
 * @throws Error for an invalid address
 */
function readNameServers(environment: Environment): string[] {
  const servers = list(environment, 'WEBHOOK_NAME_SERVERS');
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
 * Address and secret of the sink of the audit log, or null.
 * @throws Error in plain words for one without the other, an address without TLS, or an invalid secret
 */
function readAuditSink(environment: Environment): { url: string; secret: string } | null {
  const url = optional(environment, 'AUDIT_SINK_URL');
  const secret = optional(environment, 'AUDIT_SINK_SECRET');
  if (url === null && secret === null) return null;
  if (url === null || secret === null)
    throw new Error('Set AUDIT_SINK_URL and AUDIT_SINK_SECRET together, or none of them.');
  if (!URL.canParse(url) || !mayBeAsked(new URL(url), true))
    throw new Error('AUDIT_SINK_URL must be an https address, or http on this machine.');
  if (!isSecret(secret)) throw new Error('AUDIT_SINK_SECRET must be whsec_ and 24 to 64 bytes in base64.');
  return { url, secret };
}

/** Lists change any day, and live payments are held without them. Source: docs/GAPS.md#P13 */
const WATCH_LIST_PULL_DAYS = 1;

/** @returns how often the publications are pulled */
function readPullSettings(environment: Environment): Pick<Settings, 'dataPullDays' | 'watchListPullDays'> {
  return {
    dataPullDays: wholeNumber(environment, 'DATA_PULL_DAYS', MAX_LIST_DAYS) ?? 0,
    watchListPullDays: wholeNumber(environment, 'WATCH_LIST_PULL_DAYS', MAX_LIST_DAYS) ?? WATCH_LIST_PULL_DAYS,
  };
}

/** @returns how old the newest watch list may be */
export function readWatchListSettings(environment: Environment): Pick<Settings, 'watchListMaxAgeDays'> {
  return { watchListMaxAgeDays: wholeNumber(environment, 'WATCH_LIST_MAX_AGE_DAYS', MAX_LIST_DAYS) ?? MAX_AGE_DAYS };
}

/**
 * Reads all settings from the environment.
 * @throws Error in plain words when one is missing or invalid
 */
export function readSettings(environment: Environment): Settings {
  const port = portOf(environment);
  const host = optional(environment, 'HOST') ?? DEFAULT_HOST;
  const temporal = readTemporalTarget(environment);
  const temporalUi = webAddress(environment, 'TEMPORAL_UI_URL');
  const documentsDataKey = optional(environment, 'DOCUMENTS_DATA_KEY');
  return {
    host,
    port,
    healthPort: wholeNumber(environment, 'HEALTH_PORT', MAX_PORT),
    metricsPort: wholeNumber(environment, 'METRICS_PORT', MAX_PORT),
    workerMetricsPort: wholeNumber(environment, 'WORKER_METRICS_PORT', MAX_PORT),
    drainMs: wholeNumber(environment, 'DRAIN_MS', MAX_DRAIN_MS) ?? DEFAULT_DRAIN_MS,
    keepAliveMs: wholeNumber(environment, 'KEEP_ALIVE_MS', MAX_KEEP_ALIVE_MS, MIN_KEEP_ALIVE_MS) ?? KEEP_ALIVE_MS,
    publicUrl: webAddress(environment, 'PUBLIC_URL') ?? addressOf(host, port),
    databaseUrl: requireVariable(environment, 'DATABASE_URL'),
    databaseDirectUrl: optional(environment, 'DATABASE_DIRECT_URL'),
    databasePoolSize: wholeNumber(environment, 'DATABASE_POOL_SIZE', MAX_POOL_SIZE, MIN_POOL_SIZE) ?? POOL_SIZE,
    temporal,
    workerVersion: readWorkerVersion(environment),
    dataKey: documentsDataKey === null ? requireVariable(environment, 'DATA_KEY') : optional(environment, 'DATA_KEY'),
    documentsDataKey,
    webhookTrustedOrigins: origins(environment, 'WEBHOOK_TRUSTED_ORIGINS'),
    webhookCaFile: optional(environment, 'WEBHOOK_CA_FILE'),
    webhookNameServers: readNameServers(environment),
    logLevel: oneOf(environment, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    trustedProxyHops: proxyHops(environment),
    isSignUpOpen: oneOf(environment, 'SIGN_UP', ['open', 'closed']) === 'open',
    operatorsNeedSecondFactor: flag(environment, 'OPERATORS_NEED_SECOND_FACTOR') ?? true,
    identityProvider: readIdentityProvider(environment),
    corsOrigins: origins(environment, 'CORS_ORIGINS'),
    temporalUiUrl: temporalUi === null ? null : `${temporalUi}/namespaces/${temporal.namespace}`,
    instance: `${hostname()}-${process.pid}`,
    ...readWatchListSettings(environment),
    ...readPullSettings(environment),
    auditSink: readAuditSink(environment),
    mail: readMail(environment),
    archiveAfterMonths: wholeNumber(environment, 'ARCHIVE_AFTER_MONTHS', MAX_ARCHIVE_MONTHS, LEAST_MONTHS),
  };
}
