import type { TemporalTarget, TemporalTls } from '../workflows/client/connection';
import { flag, optional, readNamedFile, requireVariable, type Environment } from './environment';

/** Parts of a deployment's name and of a build: Temporal joins both with a full stop, and shows them in its pages. */
const NAME_PATTERN = /^[A-Za-z0-9_-]{1,100}$/;
const BUILD_PATTERN = /^[A-Za-z0-9_.-]{1,100}$/;
const DEFAULT_DEPLOYMENT = 'corridor';

const CERTIFICATES = ['TEMPORAL_TLS_CA_FILE', 'TEMPORAL_TLS_CERT_FILE', 'TEMPORAL_TLS_KEY_FILE'] as const;

/**
 * The TLS settings of Temporal, or null for none. A file, a server name or an API key implies TLS; `TEMPORAL_TLS=false`
 * turns it off even for an API key, which then goes in clear text.
 * @throws Error for `false` beside a file or a server name, for a missing file, and for a certificate or key alone
 */
function readTls(environment: Environment): TemporalTls | null {
  const wish = flag(environment, 'TEMPORAL_TLS');
  const given = [...CERTIFICATES, 'TEMPORAL_TLS_SERVER_NAME'].filter((name) => optional(environment, name) !== null);
  const [first] = given;
  if (wish === false && first !== undefined) throw new Error(`${first} is given, and TEMPORAL_TLS is false.`);
  // An API key implies TLS unless TEMPORAL_TLS is false.
  if (wish !== true && first === undefined && (wish === false || optional(environment, 'TEMPORAL_API_KEY') === null))
    return null;
  const [authority, certificate, key] = CERTIFICATES.map((name) => readNamedFile(environment, name) ?? null);
  if ((certificate === null) !== (key === null)) {
    throw new Error('TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE belong together: one of them is missing.');
  }
  const client = certificate && key ? { certificate, key } : null;
  return { serverName: optional(environment, 'TEMPORAL_TLS_SERVER_NAME'), authority: authority ?? null, client };
}

/**
 * Address and credentials of Temporal.
 * @throws Error in plain words when a variable is missing, contradicts another one, or names a missing file
 * Source: docs/OPERATIONS.md, "Settings"
 */
export function readTemporalTarget(environment: Environment): TemporalTarget {
  const namespace = optional(environment, 'TEMPORAL_NAMESPACE') ?? 'default';
  return {
    address: requireVariable(environment, 'TEMPORAL_ADDRESS'),
    namespace,
    documentsNamespace: optional(environment, 'TEMPORAL_DOCUMENTS_NAMESPACE') ?? namespace,
    tls: readTls(environment),
    apiKey: optional(environment, 'TEMPORAL_API_KEY'),
  };
}

/** @returns the name of the deployment that the releases of workers belong to */
export function readDeploymentName(environment: Environment): string {
  return optional(environment, 'WORKER_DEPLOYMENT_NAME') ?? DEFAULT_DEPLOYMENT;
}

/**
 * The release of workflows that a worker runs; null without `WORKER_BUILD_ID`: then workers of all releases share
 * their work, as on a single machine.
 * @throws Error for names that Temporal does not accept
 */
export function readWorkerVersion(environment: Environment): { deploymentName: string; buildId: string } | null {
  const buildId = optional(environment, 'WORKER_BUILD_ID');
  if (buildId === null) return null;
  const deploymentName = readDeploymentName(environment);
  if (!BUILD_PATTERN.test(buildId)) throw new Error('WORKER_BUILD_ID may hold letters, digits, full stops, - and _.');
  if (!NAME_PATTERN.test(deploymentName)) {
    throw new Error('WORKER_DEPLOYMENT_NAME may hold letters, digits, - and _.');
  }
  return { deploymentName, buildId };
}
