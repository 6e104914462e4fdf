import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Rooms whose code runs in a deployed process or command. */
const ROOMS = ['activities', 'api', 'cli', 'console', 'db', 'lib', 'process', 'workflows'];

/** Variables that are no settings of a deployed service, each with its reason. */
const NO_SETTINGS: Record<string, string> = {
  CORRIDOR_API_KEY: 'the key of `corridor listen` and `corridor batches`',
  CORRIDOR_POSTGRES_BIN: 'handed over by the set-up of `npm start`',
  CORRIDOR_TEMPORAL_CLI: 'handed over by the set-up of `npm start`',
  CORRIDOR_TEST_SERVER: 'handed over by the set-up of `npm start`',
  LANG: 'of the machine',
  LC_ALL: 'of the machine',
  HOME: 'of the machine',
  PATH: 'of the machine',
  SUDO_USER: 'of the machine',
  TZ: 'of the machine',
  USER: 'of the machine',
  XDG_CACHE_HOME: 'of the machine',
};

/** Settings that .env does not decide for containers, each with its reason. */
const FIXED_IN_CONTAINERS: Record<string, string> = {
  AUDIT_SINK_SECRET: 'a file of the folder certificates',
  CORRIDOR_SMTP_URL: 'a file of the folder certificates',
  DATABASE_DIRECT_URL: 'a file of the folder secrets',
  DATABASE_URL: 'a file of the folder secrets',
  DATA_KEY: 'a file of the folder secrets',
  DOCUMENTS_DATA_KEY: 'a file of the folder secrets',
  HEALTH_PORT: 'read by the health check of the container',
  HOST: 'said by the image',
  METRICS_PORT: 'read by deploy/docker/prometheus/prometheus.yml',
  OIDC_ALLOW_HTTP: 'for development on one machine',
  OIDC_CLIENT_SECRET: 'a file of the folder secrets',
  PORT: 'said by the image',
  PUPPETEER_EXECUTABLE_PATH: 'said by the image',
  TEMPORAL_API_KEY: 'a file of the folder secrets',
  TRUST_PROXY: 'another word for TRUST_PROXY_HOPS',
  TRUST_PROXY_HOPS: 'the one proxy of the compose file',
  WORKER_METRICS_PORT: 'read by deploy/docker/prometheus/prometheus.yml',
};

/** Settings that are no values of the chart's `settings`, each with its reason. */
const NOT_IN_CHART: Record<string, string> = {
  AUDIT_SINK_SECRET: 'a file of the Secret',
  CORRIDOR_SMTP_URL: 'a file of the Secret',
  CHROMIUM_SANDBOX: 'the value documents.chromiumSandbox',
  CORRIDOR_DATA_DIR: 'publications are pulled',
  DATABASE_DIRECT_URL: 'a file of the Secret',
  DATABASE_URL: 'a file of the Secret',
  DATA_KEY: 'a file of the Secret',
  DOCUMENTS_DATA_KEY: 'a file of the Secret',
  HEALTH_PORT: 'read by the probes',
  HOST: 'said by the image',
  METRICS_PORT: 'read by the ServiceMonitor',
  OIDC_ALLOW_HTTP: 'for development on one machine',
  OIDC_CLIENT_SECRET: 'a file of the Secret',
  PORT: 'said by the image',
  PUBLIC_URL: 'the value publicUrl',
  PUPPETEER_EXECUTABLE_PATH: 'said by the image',
  TEMPORAL_ADDRESS: 'the value temporal.address',
  TEMPORAL_API_KEY: 'a file of the Secret',
  TEMPORAL_DOCUMENTS_NAMESPACE: 'the value temporal.documentsNamespace',
  TEMPORAL_NAMESPACE: 'the value temporal.namespace',
  TRUST_PROXY: 'another word for TRUST_PROXY_HOPS',
  WORKER_METRICS_PORT: 'read by the ServiceMonitor',
};

const SAID_BY_IMAGE = ['HOST', 'PORT', 'PUPPETEER_EXECUTABLE_PATH'];
const FOR_DEVELOPMENT = ['OIDC_ALLOW_HTTP', 'TRUST_PROXY'];

function sourcesOf(room: string): string[] {
  const files = readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.tsx?$/.test(file)).map((file) => read(path.join(room, file)));
}

const READERS = 'optional|required|wholeNumber|oneOf|flag|webAddress|list|origins|readNamedFile';

/** Names of variables that a text reads: by a reader of settings, as a member of the environment, or in a list of names. */
export function variablesIn(source: string): string[] {
  const patterns = [
    new RegExp(`\\b(?:${READERS})\\(\\s*[\\w.]+,\\s*'([A-Z][A-Z0-9_]+)'`, 'g'),
    /\b(?:env|environment)(?:\.|\[')([A-Z][A-Z0-9_]+)/g,
    /'((?:TEMPORAL|OTEL|OIDC|WEBHOOK|DATABASE)_[A-Z0-9_]+)'/g,
  ];
  return patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => name ?? ''));
}

const inCode = new Set(ROOMS.flatMap(sourcesOf).flatMap(variablesIn));
const settings = [...inCode].filter((name) => !(name in NO_SETTINGS)).sort();

const operations = read('docs/OPERATIONS.md');
const table = operations.slice(operations.indexOf('## Settings'), operations.indexOf('## Test and live'));
const inTable = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
  [...(cell ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''),
);

const variants = readdirSync(path.join(ROOT, 'deploy')).filter((file) => /^docker-compose\..*\.yml$/.test(file));
const composeFiles = ['docker-compose.yml', ...variants.map((file) => `deploy/${file}`)];
const compose = composeFiles.map(read).join('\n');
const example = read('.env.example');

const passedOn = (name: string): boolean => new RegExp(`^ +${name}: \\$\\{${name}:[-?]`, 'm').test(compose);
const isGiven = (name: string): boolean => new RegExp(`^ +${name}(_FILE)?: `, 'm').test(compose);
const inExample = (name: string): boolean => new RegExp(`^(# )?${name}=`, 'm').test(example);

describe('a setting', () => {
  it('is found however the code reads it', () => {
    expect(variablesIn(`optional(environment, 'A_B'); process.env['C_D']; env.E_F; ['OIDC_X']`)).toEqual([
      'A_B',
      'C_D',
      'E_F',
      'OIDC_X',
    ]);
    expect(settings.length).toBeGreaterThan(35);
  });

  it('stands in the table of docs/OPERATIONS.md, which names no other', () => {
    expect(settings.filter((name) => !inTable.includes(name))).toEqual([]);
    expect(inTable.filter((name) => !inCode.has(name) && !name.startsWith('OTEL_'))).toEqual([]);
  });

  it('reaches the containers: .env decides it, or the compose file gives it for a reason', () => {
    const decided = settings.filter((name) => !(name in FIXED_IN_CONTAINERS));
    expect(decided.filter((name) => !passedOn(name))).toEqual([]);
    const given = Object.keys(FIXED_IN_CONTAINERS).filter(
      (name) => ![...SAID_BY_IMAGE, ...FOR_DEVELOPMENT].includes(name),
    );
    expect(given.filter((name) => !isGiven(name))).toEqual([]);
    const image = read('deploy/docker/Dockerfile');
    expect(SAID_BY_IMAGE.filter((name) => !image.includes(`${name}=`))).toEqual([]);
  });

  it('is a value of the chart, or the chart gives it for a reason', () => {
    const schema = JSON.parse(read('deploy/helm/corridor/values.schema.json')) as {
      properties: { settings: { propertyNames: { enum: string[] } } };
    };
    const values = schema.properties.settings.propertyNames.enum;
    expect(settings.filter((name) => !(name in NOT_IN_CHART) && !values.includes(name))).toEqual([]);
    expect(values.filter((name) => name in NOT_IN_CHART || !inTable.includes(name))).toEqual([]);
  });

  it('stands in .env.example where .env decides it', () => {
    const decided = settings.filter((name) => !(name in FIXED_IN_CONTAINERS));
    expect(decided.filter((name) => !inExample(name))).toEqual([]);
    const used = [...compose.matchAll(/\$\{([A-Z][A-Z0-9_]+)[:}]/g)].map(([, name]) => name ?? '');
    expect([...new Set(used)].filter((name) => !inExample(name))).toEqual([]);
    const offered = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '');
    expect(offered.filter((name) => !used.includes(name))).toEqual([]);
  });
});
