import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSecretFiles, type Environment } from '../../process/environment';
import { readSettings } from '../../process/settings';

const TLS = path.join(__dirname, '..', 'fixtures', 'tls');
const NEEDED = { DATABASE_URL: 'postgres://pooler/corridor', TEMPORAL_ADDRESS: 'temporal:7233', DATA_KEY: 'key' };

function settingsWith(environment: Environment) {
  return readSettings({ ...NEEDED, ...environment });
}

describe('the address of Temporal', () => {
  it('is in clear text and without a key unless something else is asked for', () => {
    expect(settingsWith({}).temporal).toEqual({
      address: 'temporal:7233',
      namespace: 'default',
      documentsNamespace: 'default',
      tls: null,
      apiKey: null,
    });
  });

  it('has a namespace for documents, which is the common one unless it is named', () => {
    const namespaces = { TEMPORAL_NAMESPACE: 'corridor', TEMPORAL_DOCUMENTS_NAMESPACE: 'papers' };
    expect(settingsWith(namespaces).temporal).toMatchObject({ namespace: 'corridor', documentsNamespace: 'papers' });
    const common = settingsWith({ TEMPORAL_NAMESPACE: 'corridor' }).temporal;
    expect(common).toMatchObject({ namespace: 'corridor', documentsNamespace: 'corridor' });
  });

  it('takes TLS with the authorities of the system', () => {
    expect(settingsWith({ TEMPORAL_TLS: 'true' }).temporal.tls).toEqual({
      serverName: null,
      authority: null,
      client: null,
    });
  });

  it('takes certificates from files, and a name', () => {
    const { tls } = settingsWith({
      TEMPORAL_TLS_CA_FILE: path.join(TLS, 'ca.pem'),
      TEMPORAL_TLS_CERT_FILE: path.join(TLS, 'client.pem'),
      TEMPORAL_TLS_KEY_FILE: path.join(TLS, 'client-key.pem'),
      TEMPORAL_TLS_SERVER_NAME: 'temporal.test',
    }).temporal;
    expect(tls?.serverName).toBe('temporal.test');
    expect(tls?.authority?.toString()).toContain('BEGIN CERTIFICATE');
    expect(tls?.client?.certificate.toString()).toContain('BEGIN CERTIFICATE');
    expect(tls?.client?.key.toString()).toContain('BEGIN PRIVATE KEY');
  });

  it('is never asked with an API key in clear text unless that is said', () => {
    expect(settingsWith({ TEMPORAL_API_KEY: 'secret' }).temporal.tls).not.toBeNull();
    expect(settingsWith({ TEMPORAL_API_KEY: 'secret', TEMPORAL_TLS: 'false' }).temporal.tls).toBeNull();
  });

  it.each([
    [{ TEMPORAL_TLS: 'yes' }, 'TEMPORAL_TLS must be true or false'],
    [{ TEMPORAL_TLS: 'false', TEMPORAL_TLS_SERVER_NAME: 'a' }, 'TEMPORAL_TLS_SERVER_NAME is given'],
    [{ TEMPORAL_TLS_CERT_FILE: path.join(TLS, 'client.pem') }, 'belong together'],
    [{ TEMPORAL_TLS_CA_FILE: '/nowhere/ca.pem' }, '/nowhere/ca.pem, which TEMPORAL_TLS_CA_FILE names'],
  ])('refuses %j', (environment, words) => {
    expect(() => settingsWith(environment)).toThrow(words);
  });
});

describe('the release of a worker', () => {
  it('is none unless it is named', () => {
    expect(settingsWith({}).workerVersion).toBeNull();
    expect(settingsWith({ WORKER_BUILD_ID: '' }).workerVersion).toBeNull();
  });

  it('has a deployment and a build', () => {
    expect(settingsWith({ WORKER_BUILD_ID: '1.2.0' }).workerVersion).toEqual({
      deploymentName: 'corridor',
      buildId: '1.2.0',
    });
  });

  it.each([{ WORKER_BUILD_ID: 'a b' }, { WORKER_BUILD_ID: '1', WORKER_DEPLOYMENT_NAME: 'a.b' }])(
    'refuses %j',
    (environment) => {
      expect(() => settingsWith(environment)).toThrow('may hold letters');
    },
  );
});

describe('proxies in front', () => {
  it.each([
    [{}, 0],
    [{ TRUST_PROXY: 'true' }, 1],
    [{ TRUST_PROXY_HOPS: '2' }, 2],
    [{ TRUST_PROXY: 'true', TRUST_PROXY_HOPS: '0' }, 0],
  ])('%j means %i', (environment, hops) => {
    expect(settingsWith(environment).trustedProxyHops).toBe(hops);
  });

  it.each(['-1', '11', '1.5', 'many', '0x1', '1e0', ' 1', '+1'])('refuses %s', (hops) => {
    expect(() => settingsWith({ TRUST_PROXY_HOPS: hops })).toThrow('TRUST_PROXY_HOPS must be a number from 0 to 10');
  });
});

describe('an empty variable', () => {
  it.each([
    'HOST',
    'PORT',
    'HEALTH_PORT',
    'DRAIN_MS',
    'KEEP_ALIVE_MS',
    'METRICS_PORT',
    'WORKER_METRICS_PORT',
    'PUBLIC_URL',
    'DATABASE_DIRECT_URL',
    'TEMPORAL_NAMESPACE',
    'TEMPORAL_DOCUMENTS_NAMESPACE',
    'TEMPORAL_TLS',
    'TEMPORAL_API_KEY',
    'WORKER_BUILD_ID',
    'WEBHOOK_TRUSTED_ORIGINS',
    'WEBHOOK_CA_FILE',
    'WEBHOOK_NAME_SERVERS',
    'LOG_LEVEL',
    'TRUST_PROXY',
    'TRUST_PROXY_HOPS',
    'SIGN_UP',
    'OIDC_ISSUER',
    'CORS_ORIGINS',
    'TEMPORAL_UI_URL',
  ])('counts as absent: %s', (name) => {
    expect(settingsWith({ [name]: '' })).toEqual(settingsWith({}));
  });

  it('leaves the service on this machine, under an address of its own', () => {
    expect(settingsWith({ HOST: '', PORT: '', PUBLIC_URL: '' })).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      logLevel: 'info',
      temporalUiUrl: null,
    });
    expect(settingsWith({ HOST: '::1' }).publicUrl).toBe('http://[::1]:8080');
  });
});

describe('a variable that is read', () => {
  it.each([
    [{ PUBLIC_URL: 'https://pay.example.com' }, { publicUrl: 'https://pay.example.com' }],
    [{ PUBLIC_URL: 'https://pay.example.com/' }, { publicUrl: 'https://pay.example.com' }],
    [{ PUBLIC_URL: 'http://127.0.0.1:1' }, { publicUrl: 'http://127.0.0.1:1' }],
    [{ PUBLIC_URL: 'https://example.com/pay/' }, { publicUrl: 'https://example.com/pay' }],
    [{ TEMPORAL_UI_URL: 'http://127.0.0.1:8233/' }, { temporalUiUrl: 'http://127.0.0.1:8233/namespaces/default' }],
    [{ CORS_ORIGINS: 'https://app.example.com/' }, { corsOrigins: ['https://app.example.com'] }],
    [
      { CORS_ORIGINS: ' https://a.example ,https://B.example:443,' },
      { corsOrigins: ['https://a.example', 'https://b.example'] },
    ],
    [
      { WEBHOOK_TRUSTED_ORIGINS: 'http://127.0.0.1:9000/,http://[::1]:9001' },
      { webhookTrustedOrigins: ['http://127.0.0.1:9000', 'http://[::1]:9001'] },
    ],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ LOG_LEVEL: 'trace' }, { logLevel: 'trace' }],
    [{}, { databasePoolSize: 16 }],
    [{ DATABASE_POOL_SIZE: '2' }, { databasePoolSize: 2 }],
    [{ PORT: '0' }, { port: 0 }],
    [{}, { drainMs: 5_000, keepAliveMs: 65_000 }],
    [
      { DRAIN_MS: '0', KEEP_ALIVE_MS: '620000' },
      { drainMs: 0, keepAliveMs: 620_000 },
    ],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ SIGN_UP: 'open' }, { isSignUpOpen: true }],
    [{ SIGN_UP: 'closed' }, { isSignUpOpen: false }],
    [{ TRUST_PROXY: 'false' }, { trustedProxyHops: 0 }],
  ] as [Environment, object][])('gives of %j %j', (environment, settings) => {
    expect(settingsWith(environment)).toMatchObject(settings);
  });

  const ADDRESS = 'must be an http or https address';
  const ORIGINS = 'must be exact origins';
  it.each([
    ['PUBLIC_URL', 'pay.example.com', ADDRESS],
    ['PUBLIC_URL', 'pay.example.com:8080', ADDRESS],
    ['PUBLIC_URL', 'ftp://pay.example.com', ADDRESS],
    ['PUBLIC_URL', 'https://user:word@pay.example.com', ADDRESS],
    ['PUBLIC_URL', 'https://pay.example.com/?a=b', ADDRESS],
    ['PUBLIC_URL', 'https://', ADDRESS],
    ['TEMPORAL_UI_URL', 'temporal:8233', ADDRESS],
    ['CORS_ORIGINS', '*', ORIGINS],
    ['CORS_ORIGINS', 'null', ORIGINS],
    ['CORS_ORIGINS', 'https://app.example.com/app', ORIGINS],
    ['CORS_ORIGINS', 'https://app.example.com,app.example.com', ORIGINS],
    ['WEBHOOK_TRUSTED_ORIGINS', 'http://127.0.0.1:9000/hook', ORIGINS],
    ['LOG_LEVEL', 'loud', 'must be trace, debug, info, warn, error, fatal or silent'],
    ['LOG_LEVEL', 'INFO', 'must be trace, debug'],
    ['DATABASE_POOL_SIZE', '1', 'must be a number from 2 to 200'],
    ['DATABASE_POOL_SIZE', '201', 'must be a number from 2 to 200'],
    ['PORT', '0x50', 'must be a number from 0 to 65535'],
    ['PORT', '65536', 'must be a number from 0 to 65535'],
    ['DRAIN_MS', '10m', 'must be a number from 0 to 600000'],
    ['KEEP_ALIVE_MS', '0', 'must be a number from 1000 to 3600000'],
    ['METRICS_PORT', '9e3', 'must be a number from 0 to 65535'],
    ['TRUST_PROXY', '1', 'must be true or false'],
    ['SIGN_UP', 'true', 'must be open or closed'],
  ])('is refused by name: %s=%s', (name, value, words) => {
    expect(() => settingsWith({ [name]: value })).toThrow(`${name} ${words}`);
  });
});

describe('the sink of the audit log', () => {
  const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const sinkOf = (url?: string, secret?: string) =>
    settingsWith({ AUDIT_SINK_URL: url, AUDIT_SINK_SECRET: secret }).auditSink;

  it('is none, or an address with a secret', () => {
    expect([sinkOf(), sinkOf('', '')]).toEqual([null, null]);
    const url = 'https://siem.example.com/corridor';
    expect(sinkOf(url, SECRET)).toEqual({ url, secret: SECRET });
  });

  it('is refused without a secret, without TLS beyond this machine, and with a secret that cannot sign', () => {
    expect(() => sinkOf('https://siem.example.com')).toThrow('together, or none of them');
    expect(() => sinkOf('http://siem.example.com', SECRET)).toThrow('AUDIT_SINK_URL must be an https address');
    expect(() => sinkOf('https://siem.example.com', 'secret')).toThrow('AUDIT_SINK_SECRET must be whsec_');
    expect(sinkOf('http://127.0.0.1:9', SECRET)).toMatchObject({ url: 'http://127.0.0.1:9' });
  });
});

describe('secrets as files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'corridor-settings-'));
    writeFileSync(path.join(folder, 'key'), 'from the file\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('take the place of the variable', () => {
    const environment: Environment = { ...NEEDED, DATA_KEY: '', DATA_KEY_FILE: path.join(folder, 'key') };
    readSecretFiles(environment);
    expect(readSettings(environment).dataKey).toBe('from the file');
  });

  it('are refused beside the variable, and when they are not there', () => {
    const file = path.join(folder, 'key');
    expect(() => readSecretFiles({ ...NEEDED, DATA_KEY_FILE: file })).toThrow('Give DATA_KEY or DATA_KEY_FILE');
    expect(() => readSecretFiles({ DATA_KEY_FILE: '/nowhere/key' })).toThrow('which DATA_KEY_FILE names');
  });
});

describe('name servers of webhooks', () => {
  it('are the machine’s unless others are named, by address', () => {
    expect(settingsWith({}).webhookNameServers).toEqual([]);
    const named = settingsWith({ WEBHOOK_NAME_SERVERS: '192.0.2.53, [2001:db8::53]:5353' });
    expect(named.webhookNameServers).toEqual(['192.0.2.53', '[2001:db8::53]:5353']);
    expect(() => settingsWith({ WEBHOOK_NAME_SERVERS: 'dns.example' })).toThrow('WEBHOOK_NAME_SERVERS');
  });
});
