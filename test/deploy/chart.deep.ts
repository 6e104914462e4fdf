import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { closeAtEnd } from '../support/closing';
import { describeWith } from '../support/tools';
import { readSettings } from '../../process/settings';
import { CHART, faultsOf, podsOf, read, resourcesIn, ROOT, type Resource } from './resources';

/** The program that renders charts, built once where Go is there; empty where it cannot be had. */
const HELM = execFileSync(process.execPath, [path.join(ROOT, 'scripts', 'manifests.mjs'), '--helm'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const BASE = path.join(ROOT, 'deploy', 'kubernetes', 'values.yaml');

function argumentsWith(values: object, options: readonly string[] = []): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-chart-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'values.yaml');
  writeFileSync(file, stringify(values));
  return [
    ...['template', 'corridor', CHART, '-n', 'corridor', '--kube-version', '1.36.0', '-f', BASE, '-f', file],
    ...options,
  ];
}

function render(values: object, options: readonly string[] = []): Resource[] {
  const text = execFileSync(HELM, argumentsWith(values, options), { encoding: 'utf8', stdio: 'pipe' });
  return resourcesIn(text);
}

/** @returns what Helm says as it refuses values */
function refusal(values: object): string {
  const { status, stderr } = spawnSync(HELM, argumentsWith(values), { encoding: 'utf8' });
  expect(status).not.toBe(0);
  return stderr;
}

const find = (resources: readonly Resource[], kind: string, name: string): Resource => {
  const found = resources.find((resource) => resource.kind === kind && resource.metadata.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};

describeWith('Helm', HELM !== '')('the chart', () => {
  it.each([
    ['migrate.yaml', ['--show-only', 'templates/migrate.yaml']],
    ['corridor.yaml', ['--no-hooks']],
  ])('comes to deploy/kubernetes/%s', (file, options) => {
    expect(render({}, options)).toEqual(resourcesIn(read('deploy', 'kubernetes', file)));
  });

  it('scales workers by the backlog of their queues, at Temporal Cloud with a key', () => {
    const resources = render({
      keda: { enabled: true },
      temporal: { address: 'corridor.a1b2c.tmprl.cloud:7233', apiKey: true },
      settings: { WORKER_BUILD_ID: 'r7', SANDBOX_STEP_DELAY_MS: 86_400_000 },
      migration: { skipSearchAttributes: true },
    });
    expect(resources.flatMap(faultsOf)).toEqual([]);
    expect(find(resources, 'ScaledObject', 'corridor-worker-documents').spec).toMatchObject({
      minReplicaCount: 1,
      triggers: [
        {
          type: 'temporal',
          metadata: { taskQueue: 'documents', namespace: 'corridor-documents', workerDeploymentBuildId: 'r7' },
          authenticationRef: { name: 'corridor-temporal' },
        },
      ],
    });
    expect(find(resources, 'Deployment', 'corridor-worker-payments').spec.replicas).toBeUndefined();
    const [container] = find(resources, 'Job', 'corridor-migrate').spec.template.spec.containers;
    expect(container?.args).toEqual(['migrate', '--skip-search-attributes']);
    expect(container?.env).toContainEqual({ name: 'SANDBOX_STEP_DELAY_MS', value: '86400000' });
  });

  it('writes a backup each night as the owner, onto a claim, and with no way out but the backends', () => {
    const images = { backup: 'registry.example.com/corridor-backup:1.0.0-rc.1' };
    const resources = render({ images, backup: { enabled: true, claim: 'backups', keep: 30 } });
    expect(resources.flatMap(faultsOf)).toEqual([]);
    const job = find(resources, 'CronJob', 'corridor-backup').spec;
    expect(job).toMatchObject({ schedule: '17 2 * * *', concurrencyPolicy: 'Forbid' });
    const pod = job.jobTemplate?.spec.template.spec;
    const [container] = pod?.containers ?? [];
    expect(container).toMatchObject({
      image: images.backup,
      args: ['backup', '--to', '/backups/', '--check', '--keep', '30', '--json'],
    });
    expect(container?.volumeMounts).toContainEqual({ name: 'backups', mountPath: '/backups' });
    expect(pod?.volumes).toContainEqual({ name: 'backups', persistentVolumeClaim: { claimName: 'backups' } });
    expect(refusal({ backup: { enabled: true, claim: 'backups' } })).toContain('images.backup is required');
    expect(refusal({ images, backup: { enabled: true } })).toContain('backup.claim is required');
  });

  it('shows a certificate to Temporal, and the scaler does, too', () => {
    const resources = render({
      keda: { enabled: true },
      certificates: { secret: 'certificates' },
      documents: { certificates: { secret: 'certificates-documents' } },
      settings: {
        TEMPORAL_TLS_CA_FILE: '/certificates/temporal.pem',
        TEMPORAL_TLS_CERT_FILE: '/certificates/client.pem',
        TEMPORAL_TLS_KEY_FILE: '/certificates/client-key.pem',
      },
    });
    expect(resources.flatMap(faultsOf)).toEqual([]);
    expect(find(resources, 'TriggerAuthentication', 'corridor-temporal').spec['secretTargetRef']).toEqual([
      { parameter: 'ca', name: 'certificates', key: 'temporal.pem' },
      { parameter: 'cert', name: 'certificates', key: 'client.pem' },
      { parameter: 'key', name: 'certificates', key: 'client-key.pem' },
    ]);
    expect(find(resources, 'Deployment', 'corridor-api').spec.template.spec.volumes).toContainEqual({
      name: 'certificates',
      secret: { secretName: 'certificates', defaultMode: 0o440 },
    });
    expect(find(resources, 'Deployment', 'corridor-worker-documents').spec.template.spec.volumes).toContainEqual({
      name: 'certificates',
      secret: { secretName: 'certificates-documents', defaultMode: 0o440 },
    });
    expect(refusal({ certificates: { secret: 'certificates' } })).toContain(
      'documents.certificates.secret is required',
    );
  });

  it('has what the Prometheus operator and Grafana read, as deploy/docker/prometheus has it', () => {
    const resources = render({
      monitoring: { serviceMonitor: true, rules: true, dashboard: true, labels: { a: 'b' } },
    });
    expect(resources.flatMap(faultsOf)).toEqual([]);
    const [group] = find(resources, 'PrometheusRule', 'corridor-alerts').spec['groups'] as { rules: unknown[] }[];
    expect(group?.rules).toHaveLength(
      read('deploy', 'docker', 'prometheus', 'alerts.yml').match(/alert:/g)?.length ?? 0,
    );
    const { data } = find(resources, 'ConfigMap', 'corridor-dashboard') as unknown as { data: Record<string, string> };
    expect(JSON.parse(data['corridor.json'] ?? '')).toEqual(JSON.parse(read('docker', 'prometheus', 'dashboard.json')));
  });

  it('scales the API, has a pooler, an identity provider and a profile for the browser', () => {
    const resources = render({
      api: { autoscaling: { enabled: true } },
      postgres: { pooler: true },
      settings: { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'corridor' },
      documents: {
        chromiumSandbox: 'required',
        runtimeClassName: 'gvisor',
        seccompProfile: { type: 'Localhost', localhostProfile: 'corridor/documents.json' },
      },
      networkPolicy: { extraEgress: [{ to: [{ ipBlock: { cidr: '198.51.100.7/32' } }] }] },
      pods: { tolerations: [{ key: 'pool', operator: 'Exists' }], nodeSelector: { pool: 'corridor' } },
    });
    expect(resources.flatMap(faultsOf)).toEqual([]);
    const environment = (name: string): string[] =>
      find(resources, 'Deployment', name).spec.template.spec.containers[0]?.env.map((variable) => variable.name) ?? [];
    expect(environment('corridor-api')).toEqual(
      expect.arrayContaining(['OIDC_CLIENT_SECRET_FILE', 'OIDC_ISSUER', 'DATABASE_DIRECT_URL_FILE']),
    );
    for (const { spec } of podsOf(resources).values()) {
      const settings = spec.containers[0]?.env.map(({ name, value }) => [name.replace(/_FILE$/, ''), value]) ?? [];
      expect(() => readSettings(Object.fromEntries(settings) as Record<string, string>)).not.toThrow();
    }
    expect(find(resources, 'HorizontalPodAutoscaler', 'corridor-api').spec).toMatchObject({ minReplicas: 2 });
  });

  it.each([
    ['where Postgres is', { networkPolicy: { postgres: { to: [] } } }, 'networkPolicy.postgres.to is required'],
    ['a worker of documents with the keys of others', { workers: { x: { queues: ['documents'] } } }, "'/workers/x"],
    ['a name that it does not know', { settings: { SIGNUP: 'open' } }, 'SIGNUP'],
  ])('refuses values in words: %s', (_, values, words) => {
    expect(refusal(values)).toContain(words);
  });
});
