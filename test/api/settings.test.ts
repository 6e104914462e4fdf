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
      tls: null,
      apiKey: null,
    });
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

  it.each(['-1', '11', '1.5', 'many'])('refuses %s', (hops) => {
    expect(() => settingsWith({ TRUST_PROXY_HOPS: hops })).toThrow('TRUST_PROXY_HOPS must be a number from 0 to 10');
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
