import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { WORKER_QUEUES } from '../../workflows/contract';
import { faultsOf, faultsOfValues, parseValues, podsOf, policiesOf, read, resourcesIn, ROOT } from './resources';

const FILES = ['migrate.yaml', 'corridor.yaml'];
const texts = FILES.map((file) => read('deploy', 'kubernetes', file));
const resources = texts.flatMap(resourcesIn);
const pods = podsOf(resources);
const containerOf = (name: string) => pods.get(`corridor-${name}`)?.spec.containers[0];

it('are rendered from the chart as it is; else: npm run manifests', () => {
  const script = path.join(ROOT, 'scripts', 'manifests.mjs');
  const digest = execFileSync(process.execPath, [script, '--digest'], { encoding: 'utf8' });
  for (const text of texts) expect(text.split('\n')[1]).toBe(`# ${digest}`);
});

it('are what Kubernetes takes, without a member that it does not know', () => {
  expect(resources.length).toBeGreaterThan(15);
  expect(resources.flatMap(faultsOf)).toEqual([]);
  const [policy] = resources.filter(({ kind }) => kind === 'NetworkPolicy');
  expect(faultsOf({ ...policy, spec: { ...policy?.spec, egres: [] } } as never)).toHaveLength(1);
});

it('have the version of the release', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const chart = parseValues(read('deploy', 'helm', 'corridor', 'Chart.yaml'));
  expect([chart['version'], chart['appVersion']]).toEqual([version, version]);
});

it('run every queue in one Deployment', () => {
  const queues = [...pods.values()].flatMap(({ spec }) => {
    const args = spec.containers[0]?.args ?? [];
    return args[1] === 'worker' ? (args[3] ?? '').split(',') : [];
  });
  expect(queues.sort()).toEqual([...WORKER_QUEUES].sort());
});

describe.each([...pods.keys()])('the pod of %s', (name) => {
  const pod = pods.get(name)?.spec;
  const container = pod?.containers[0];

  it('has no rights that it does not need', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('reads each secret from a file, and sees the files that it reads', () => {
    const named = container?.env.filter(({ name: variable }) => variable.endsWith('_FILE')) ?? [];
    const seen = pod?.volumes.flatMap(({ secret }) => secret?.items.map((item) => item.path) ?? []) ?? [];
    expect(named.map(({ value }) => path.basename(value)).sort()).toEqual(seen.sort());
    expect(seen.length).toBeGreaterThan(1);
    expect(pod?.volumes.find(({ secret }) => secret !== undefined)?.secret?.defaultMode).toBe(0o440);
    expect(container?.env.map(({ name: variable }) => variable)).not.toContain('DATABASE_URL');
  });

  it('is asked at ports that it has', () => {
    const ports = container?.ports?.map((port) => port.name) ?? [];
    const asked = [container?.readinessProbe, container?.livenessProbe].flatMap((probe) => probe?.httpGet.port ?? []);
    expect(asked.filter((port) => !ports.includes(port))).toEqual([]);
    expect(asked).toHaveLength(container?.ports === undefined ? 0 : 2);
    expect([
      container?.livenessProbe?.httpGet.path ?? '/livez',
      container?.readinessProbe?.httpGet.path ?? '/readyz',
    ]).toEqual(['/livez', '/readyz']);
  });
});

describe('the worker with the browser', () => {
  it('has the key of documents alone', () => {
    const files = containerOf('worker-documents')?.env.flatMap(({ name, value }) =>
      name.endsWith('_FILE') ? value : [],
    );
    expect(files?.map((file) => path.basename(file))).toEqual(['database_url_documents', 'documents_data_key']);
  });

  it('reaches names, Postgres and Temporal alone', () => {
    const outbound = (name: string): string[] =>
      policiesOf(resources, pods.get(`corridor-${name}`) ?? { metadata: { labels: {} }, spec: {} as never });
    expect(outbound('worker-documents')).toEqual(['corridor-backends']);
    expect(outbound('api')).toEqual(['corridor-backends']);
    expect(outbound('worker-webhooks')).toEqual(['corridor-backends', 'corridor-outbound']);
    const backends = resources.find(({ metadata }) => metadata.name === 'corridor-backends');
    const ports = backends?.spec.egress?.flatMap((rule) => rule.ports.map(({ port }) => port));
    expect(ports).toEqual([53, 53, 5432, 7233]);
  });
});

it('let the worker of the sandbox report to the API through its Service', () => {
  const pod = pods.get('corridor-worker-sandbox');
  const service = resources.find(({ kind }) => kind === 'Service')?.metadata;
  const url = `http://${service?.name}.${service?.namespace}.svc`;
  expect(pod?.spec.containers[0]?.env).toContainEqual({ name: 'PUBLIC_URL', value: url });
  expect(containerOf('worker-payments')?.env).not.toContainEqual({ name: 'PUBLIC_URL', value: url });
  expect(pod === undefined ? [] : policiesOf(resources, pod)).toContain('corridor-worker-sandbox');
  const intoApi = resources.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'corridor-api');
  expect(intoApi?.spec['ingress']).toMatchObject([
    { from: expect.arrayContaining([{ podSelector: { matchLabels: pod?.metadata.labels } }]) as unknown },
  ]);
});

it('let an API process drain before it is killed', () => {
  const drainMs = Number(containerOf('api')?.env.find(({ name }) => name === 'DRAIN_MS')?.value);
  const graceS = pods.get('corridor-api')?.spec.terminationGracePeriodSeconds ?? 0;
  expect(graceS * 1000).toBeGreaterThanOrEqual(drainMs + 15_000);
});

describe('the schema of the values', () => {
  const values = {
    ...parseValues(read('deploy', 'helm', 'corridor', 'values.yaml')),
    ...parseValues(read('deploy', 'kubernetes', 'values.yaml')),
  };

  it('takes those of the manifests, and knows every default', () => {
    expect(faultsOfValues(values)).toEqual([]);
  });

  it.each([
    ['a value that the chart does not have', { api: { replica: 3 } }],
    ['a setting that no process reads', { settings: { SIGNUP: 'open' } }],
    ['a secret among the settings', { settings: { DATA_KEY: 'x' } }],
    ['an address of Temporal without a port', { temporal: { address: 'temporal' } }],
    ['no public address', { publicUrl: '' }],
  ])('refuses %s', (_, wrong) => {
    expect(faultsOfValues({ ...values, ...wrong })).not.toEqual([]);
  });
});
