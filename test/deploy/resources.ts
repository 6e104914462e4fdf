import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';

export const ROOT = path.join(__dirname, '..', '..');
export const CHART = path.join(ROOT, 'deploy', 'helm', 'corridor');

export const read = (...parts: string[]): string => readFileSync(path.join(ROOT, ...parts), 'utf8');

/** What the tests look at in a resource of Kubernetes; the rest is judged by its schema. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels: Record<string, string> };
  spec: {
    replicas?: number;
    jobTemplate?: { spec: { template: { spec: PodSpec } } };
    template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    podSelector: { matchLabels: Record<string, string>; matchExpressions?: { operator: string; values: string[] }[] };
    policyTypes: string[];
    egress?: { ports: { port?: number }[] }[];
    [member: string]: unknown;
  };
}

export interface PodSpec {
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds: number;
  securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: { type: string } };
  volumes: {
    name: string;
    secret?: { secretName: string; defaultMode: number; items: { key: string; path: string }[] };
    persistentVolumeClaim?: { claimName: string };
  }[];
  containers: {
    image: string;
    args?: string[];
    volumeMounts?: { name: string; mountPath: string }[];
    env: { name: string; value: string }[];
    ports?: { name: string; containerPort: number }[];
    securityContext: {
      allowPrivilegeEscalation: boolean;
      readOnlyRootFilesystem: boolean;
      capabilities: { drop: string[] };
    };
    readinessProbe?: { httpGet: { path: string; port: string } };
    livenessProbe?: { httpGet: { path: string; port: string } };
  }[];
}

/** @returns the resources of a text with one or more YAML documents */
export function resourcesIn(text: string): Resource[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Resource | null)
    .filter((resource): resource is Resource => resource !== null);
}

interface Schemas {
  kinds: Record<string, object>;
  definitions: Record<string, object>;
}

// A member that a schema does not name is a fault: a cluster would drop it without a word.
const schemas = JSON.parse(read('test', 'fixtures', 'kubernetes', 'schemas.json')) as Schemas;
const ajv = new Ajv({ strict: false, allErrors: true });

/** @returns each fault of a resource by the schema of its kind */
export function faultsOf(resource: Resource): string[] {
  const { apiVersion, kind, metadata } = resource;
  const key = `${apiVersion}/${kind}`;
  const schema = schemas.kinds[key];
  if (schema === undefined) return [`${key} has no schema: scripts/kubernetes-schemas.mjs`];
  const known = ajv.getSchema(key);
  const validate = known ?? ajv.compile({ $id: key, ...schema, definitions: schemas.definitions });
  if (validate(resource) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${kind} ${metadata.name}${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

/** @returns the pods of Deployments and Jobs by the names of these */
export function podsOf(resources: readonly Resource[]): Map<string, Resource['spec']['template']> {
  const makers = resources.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));
  return new Map(makers.map(({ metadata, spec }) => [metadata.name, spec.template]));
}

/** @returns names of the policies that let a pod out */
export function policiesOf(resources: readonly Resource[], pod: Resource['spec']['template']): string[] {
  const { labels } = pod.metadata;
  const selects = ({ podSelector: { matchLabels, matchExpressions = [] } }: Resource['spec']): boolean =>
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ values }) => !values.includes(labels['app.kubernetes.io/component'] ?? ''));
  return resources
    .filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.policyTypes.includes('Egress') && selects(spec))
    .map(({ metadata }) => metadata.name);
}

/** @returns each fault of values by the schema of the chart */
export function faultsOfValues(values: unknown): string[] {
  const schema = JSON.parse(read('deploy', 'helm', 'corridor', 'values.schema.json')) as object;
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  return validate(values)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export function parseValues(text: string): Record<string, unknown> {
  return parse(text) as Record<string, unknown>;
}
