import { hostname } from 'node:os';

/** What the environment decides; read once, at the edge of the process. Source: docs/OPERATIONS.md, "Settings" */
export interface Settings {
  host: string;
  port: number;
  /** Where a worker process tells how it is; null: nowhere. */
  healthPort: number | null;
  /** Address under which clients and partners reach the API, without a trailing slash. */
  publicUrl: string;
  databaseUrl: string;
  temporalAddress: string;
  temporalNamespace: string;
  /** Keys for data at rest, newest first: 32 bytes each, base64, separated by commas. */
  dataKey: string;
  /** Exact origins that webhooks may reach although the target policy would refuse them. */
  webhookTrustedOrigins: readonly string[];
  webhookCaFile: string | null;
  logLevel: string;
  /** Whether `X-Forwarded-For` of a proxy in front is believed. */
  trustProxy: boolean;
  /** Whether anybody may make an account on the console's sign-up page. */
  isSignUpOpen: boolean;
  /** Exact origins whose scripts may call the API; none by default. */
  corsOrigins: readonly string[];
  /** Name of this process in logs and workers' identities. */
  instance: string;
}

const DEFAULT_PORT = 8080;

type Environment = Record<string, string | undefined>;

function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (value === undefined || value === '')
    throw new Error(`The environment variable ${name} is missing; see docs/OPERATIONS.md.`);
  return value;
}

function portOf(environment: Environment, name: string): number | null {
  const text = environment[name] ?? '';
  if (text === '') return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a number from 0 to 65535.`);
  return port;
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/**
 * Reads the settings.
 * @throws Error in plain words when one is missing or cannot be read
 */
export function readSettings(environment: Environment): Settings {
  const port = portOf(environment, 'PORT') ?? DEFAULT_PORT;
  const host = environment['HOST'] ?? '127.0.0.1';
  return {
    host,
    port,
    healthPort: portOf(environment, 'HEALTH_PORT'),
    publicUrl: (environment['PUBLIC_URL'] ?? `http://${host}:${port}`).replace(/\/+$/, ''),
    databaseUrl: required(environment, 'DATABASE_URL'),
    temporalAddress: required(environment, 'TEMPORAL_ADDRESS'),
    temporalNamespace: environment['TEMPORAL_NAMESPACE'] ?? 'default',
    dataKey: required(environment, 'DATA_KEY'),
    webhookTrustedOrigins: list(environment['WEBHOOK_TRUSTED_ORIGINS']),
    webhookCaFile: environment['WEBHOOK_CA_FILE'] ?? null,
    logLevel: environment['LOG_LEVEL'] ?? 'info',
    trustProxy: environment['TRUST_PROXY'] === 'true',
    isSignUpOpen: environment['SIGN_UP'] === 'open',
    corsOrigins: list(environment['CORS_ORIGINS']),
    instance: `${hostname()}-${process.pid}`,
  };
}
