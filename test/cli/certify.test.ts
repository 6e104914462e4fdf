import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { actor } from '../../cli/actor';
import { listAuditEntries } from '../../db/auth/audit-log';
import { storeCertificate, listCertificates } from '../../db/payments/dispatch/certificates';
import { addPartnerSecret, createPartner } from '../../db/payments/dispatch/partners';
import { settingsHash, type LaboratoryReport } from '../../domain/payments/dispatch/certificate';
import { setBankCredential } from '../../db/payments/dispatch/bank-credentials';
import { jsonBank } from '../activities/partners/described/json-bank';
import { SECRET, startProtocolPartner } from '../activities/partners/laboratory/protocol-partner';
import { exampleBank } from '../support/descriptions';
import { closeAtEnd } from '../support/closing';
import { startScriptedServer } from '../support/http-server';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { TEST_VAULT } from '../support/limited-app';
import { DEBTOR } from '../../lab/benches/debtor';

let database: TestDatabase;
let line: CommandLine;
beforeAll(async () => {
  database = await createTestDatabase();
  const DATA_KEY = Buffer.alloc(32, 7).toString('base64');
  line = new CommandLine({ DATABASE_URL: database.url, PUBLIC_URL: 'https://trade.example', DATA_KEY });
});

const corridor = (...args: string[]) => line.run(...args);

const ADDRESS = 'https://live.example/api';

function reportOf(partnerId: string, more: Partial<LaboratoryReport> = {}): LaboratoryReport {
  return {
    ...{ partnerId, adapter: 'http', url: ADDRESS, seed: 1, verdict: 'passed', results: [] },
    settingsHash: settingsHash({ adapter: 'http', config: { url: ADDRESS } }),
    ...{ startedAt: '2026-11-26T10:00:00.000Z', endedAt: '2026-11-26T10:01:00.000Z' },
    ...more,
  };
}

const keep = (report: LaboratoryReport) => storeCertificate(database, TEST_VAULT, { report, actor: 'command:test' });

async function makeLive(name: string): Promise<string> {
  const live = ['--adapter', 'http', '--environment', 'live', '--url', ADDRESS];
  const { said } = await corridor('partners', 'create', '--name', name, ...live, '--json');
  expect(said).toMatchObject({ environment: 'live', disabled: true });
  return String(said['id']);
}

const isDisabled = async (id: string): Promise<boolean> =>
  (await corridor('partners', 'show', id, '--json')).said['disabledAt'] !== null;

/** Source: docs/GAPS.md#P20 */
describe('corridor partners certify', () => {
  it('examines an address with the secret of a file, and keeps the report', async () => {
    const { url } = await startProtocolPartner(null);
    const file = path.join(line.folder, 'secret');
    writeFileSync(file, `${SECRET}\n`);
    const typed = await corridor(
      'partners',
      'certify',
      '--url',
      `${url}/`,
      '--secret-file',
      file,
      '--seed',
      '7',
      '--json',
    );
    expect(typed.said).toMatchObject({ passed: true, verdict: 'passed', seed: 7, url, faults: [], partnerId: null });
    expect(typed.code).toBe(0);
    expect(typed.said).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    const [kept] = await database.query('select id, verdict from partner_certificates where id = $1', [
      typed.said['id'],
    ]);
    expect(kept).toMatchObject({ verdict: 'passed' });
  });

  it('names the faults of a partner, ends with 1, and signs what it keeps', async () => {
    const { url } = await startProtocolPartner('takes any signature');
    const config = { url };
    const { id } = await createPartner(database, TEST_VAULT, {
      name: 'Careless',
      adapter: 'http',
      config,
      environment: 'test',
    });
    await database.query('update partner_secrets set expires_at = now() where partner_id = $1', [id]);
    await database.transaction(async (client) => {
      await addPartnerSecret(client, TEST_VAULT, id, SECRET);
    });
    const typed = await corridor('partners', 'certify', '--partner', 'Careless', '--seed', '3');
    expect(typed.code).toBe(1);
    expect(typed.text).toContain('wrong_signature_taken: An order with a wrong signature was taken.');
    expect(typed.lines.at(-2)).toMatch(/^FAILED: \d+ passed, \d+ with a note, \d+ failed, 0 skipped \(seed 3\)$/);
    const [certificate] = await listCertificates(database, TEST_VAULT, { partnerId: id, limit: 1 });
    expect(certificate).toMatchObject({ isGenuine: true, madeBy: actor().id, report: { verdict: 'failed', url } });
    const entries = (await listAuditEntries(database, null)).filter(({ subject }) => subject === id);
    expect(entries[0]).toMatchObject({ act: 'partner.examined', detail: { verdict: 'failed' } });
    expect(entries[1]).toMatchObject({ act: 'partner.examination_begun', detail: { url, seed: 3 } });
  });

  it('writes into the audit log before the first call', async () => {
    const atFirstCall: unknown[] = [];
    const { url } = await startScriptedServer(async () => {
      atFirstCall.push(...(await listAuditEntries(database, null)).filter(({ subject }) => subject === url));
      return { status: 404 };
    });
    await corridor('partners', 'certify', '--url', url, '--seed', '11');
    expect(atFirstCall[0]).toMatchObject({
      ...{ act: 'partner.examination_begun', actor: actor().id, detail: { url, seed: 11 } },
    });
  });

  it('sends nothing to a live partner that is enabled', async () => {
    const { url, requests } = await startProtocolPartner(null);
    const { id } = await createPartner(database, TEST_VAULT, {
      ...{ name: 'Paying bank', adapter: 'http', config: { url }, environment: 'live' },
    });
    const refused = await corridor('partners', 'certify', '--partner', id);
    expect([refused.code, refused.fault]).toEqual([
      1,
      expect.stringMatching(/Disable it first.*--url and --secret-file/),
    ]);
    expect((await corridor('partners', 'certify', '--partner', id, '--url', `${url}/test`)).fault).toContain(
      'Disable it',
    );
    expect(requests).toEqual([]);
  });

  it('signs nothing with the secret of a partner for another address than its own', async () => {
    const { url, requests } = await startProtocolPartner(null);
    const { id } = await createPartner(database, TEST_VAULT, {
      ...{ name: 'Elsewhere', adapter: 'http', config: { url: ADDRESS }, environment: 'test' },
    });
    const refused = await corridor('partners', 'certify', '--partner', id, '--url', url);
    expect([refused.code, refused.fault]).toEqual([1, expect.stringContaining('use --url with --secret-file')]);
    expect(requests).toEqual([]);
  });

  it('refuses what it cannot examine', async () => {
    const withPassword = await corridor('partners', 'certify', '--url', 'http://me:word@127.0.0.1:9');
    expect(withPassword.fault).toContain('without a query and credentials');
    expect((await corridor('partners', 'certify')).fault).toContain('--partner ID, or --url ADDRESS');
    expect((await corridor('partners', 'certify', '--url', 'ftp://x')).fault).toContain('http:// or https://');
    const wrong = await corridor(
      'partners',
      'certify',
      '--url',
      'http://127.0.0.1:9',
      '--currency',
      'usd',
      '--bic',
      'X',
    );
    expect(wrong.fault).toMatch(/--currency.*; --bic/);
    expect((await corridor('partners', 'certify', '--partner', 'nobody')).fault).toContain(
      'There is no partner nobody.',
    );
  });
});

describe('a described bank on the live side', () => {
  const LIVE = 'https://api.bank.example/v2';

  async function makeBank(name: string, environment: 'live' | 'test', baseUrl: string, changes = {}): Promise<string> {
    const config = { description: exampleBank('json-header', { baseUrl, ...changes }) };
    const made = { name, adapter: 'described', config, environment, isEnabled: environment === 'test' };
    return (await createPartner(database, TEST_VAULT, made)).id;
  }

  it('is examined by its description in the test environment of the bank, and enabled by that report', async () => {
    const bank = jsonBank('key-of-the-test');
    const server = await startScriptedServer((request) => bank.react(request));
    const live = await makeBank('Described live', 'live', LIVE);
    const test = await makeBank('Described test', 'test', `${server.url}/v2`);
    const credential = { partnerId: test, name: 'api-key', value: 'key-of-the-test', actor: actor() };
    await setBankCredential(database, TEST_VAULT, credential);
    const alone = await corridor('partners', 'certify', '--partner', live);
    expect([alone.code, alone.fault]).toEqual([1, expect.stringContaining('--test-partner')]);
    expect((await corridor('partners', 'enable', live)).fault).toContain('has no report of the laboratory');
    const typed = await corridor('partners', 'certify', '--partner', live, '--test-partner', test, '--json');
    expect(typed.said).toMatchObject({ passed: true, partnerId: live, adapter: 'described', url: `${server.url}/v2` });
    expect((await corridor('partners', 'enable', live)).code).toBe(0);
  });

  it('is not examined by another description, or with the key of a bank at another address', async () => {
    const live = await makeBank('Described other', 'live', LIVE);
    const test = await makeBank('Described narrower', 'test', 'http://127.0.0.1:9', { cancel: undefined });
    const run = (...args: string[]) => corridor('partners', 'certify', '--partner', ...args);
    expect((await run(live, '--test-partner', test)).fault).toContain('differ in cancel.');
    expect((await run(live, '--test-partner', live)).fault).toContain(
      'is no partner of the adapter described on the test side',
    );
    expect((await run(test, '--url', 'http://127.0.0.1:10')).fault).toContain('is not at the address of');
  });
});

describe('a described bank with one address for both environments', () => {
  it('is examined only with credentials that are none of the live ones', async () => {
    const bank = jsonBank('key-of-the-test');
    const server = await startScriptedServer((request) => bank.react(request));
    const baseUrl = `${server.url}/v2`;
    const config = { description: exampleBank('json-header', { baseUrl }) };
    const [live = '', test = ''] = await Promise.all(
      (['live', 'test'] as const).map(async (environment) => {
        const made = { name: `One address ${environment}`, adapter: 'described', config, environment };
        return (await createPartner(database, TEST_VAULT, { ...made, isEnabled: false })).id;
      }),
    );
    const set = (partnerId: string, value: string) =>
      setBankCredential(database, TEST_VAULT, { partnerId, name: 'api-key', value, actor: actor() });
    const run = () => corridor('partners', 'certify', '--partner', live, '--test-partner', test, '--json');
    await set(test, 'key-of-the-test');
    expect((await run()).fault).toContain('has no credential yet');
    await set(live, 'key-of-the-test');
    expect((await run()).fault).toContain('both have the same credential api-key');
    expect(server.requests).toEqual([]);
    await set(live, 'key-of-the-live-side');
    expect((await run()).said).toMatchObject({ passed: true, partnerId: live });
  });
});

describe('a bank by files', () => {
  const run = (...args: string[]) => corridor('partners', 'certify', '--partner', ...args);

  async function makeBank(name: string, environment: 'live' | 'test', changes: Record<string, unknown> = {}) {
    const directory = mkdtempSync(path.join(tmpdir(), 'corridor-certify-'));
    closeAtEnd(() => rmSync(directory, { recursive: true, force: true }));
    const config = { ...DEBTOR, directory, ...changes };
    const made = { name, adapter: 'iso20022', config, environment, isEnabled: environment === 'test' };
    const { id } = await createPartner(database, TEST_VAULT, made);
    return { id, directory };
  }

  it('is examined through a partner of the test side alone, with the same settings and a prepared directory', async () => {
    const live = await makeBank('Files live', 'live');
    const test = await makeBank('Files test', 'test', {
      debtorBic: 'COBADEF0XXX',
      debtorAccount: 'DE02120300000000202051',
    });
    const other = await makeBank('Files other', 'test', { debtorBic: 'DEUTDEFFXXX', debtorCity: 'Bonn' });
    expect((await run(live.id)).fault).toContain('Name with --test-partner a partner of the test side');
    expect((await run(live.id, '--test-partner', other.id)).fault).toContain('differ in debtorBic, debtorCity.');
    expect((await run(live.id, '--test-partner', test.id)).fault).toContain('prepare-directory --partner');
    expect((await run(test.id, '--url', 'http://127.0.0.1:9')).fault).toContain(
      '--url is not for partners of the adapter iso20022',
    );
    await corridor('partners', 'prepare-directory', '--partner', test.id);
    const typed = await run(live.id, '--test-partner', test.id, '--wait', '1', '--json');
    expect(typed.code).toBe(1);
    expect(typed.fault).toMatch(/Orders are written by the profile generic\.[^]*references +every +takes MsgId/);
    expect(typed.said).toMatchObject({
      ...{ partnerId: live.id, adapter: 'iso20022', url: `file://${test.directory}`, verdict: 'failed' },
      faults: [{ scenario: 'order_files', fault: 'unanswered' }],
    });
    expect(readdirSync(path.join(test.directory, 'out'))).toHaveLength(14);
    expect(readdirSync(live.directory)).toEqual([]);
  });

  it('is not examined at the server of the live bank as its user', async () => {
    const sftp = (user: string, host: string) => ({
      ...{ transport: 'sftp', sftpHost: host, sftpUser: user, sftpOut: 'up', sftpIn: 'down' },
      sftpHostKey: `SHA256:${'A'.repeat(43)}`,
    });
    const live = await makeBank('Server live', 'live', sftp('us', 'files.bank.example'));
    const test = await makeBank('Server test', 'test', sftp('us', '203.0.113.7'));
    await corridor('partners', 'prepare-directory', '--partner', test.id);
    const refused = await run(live.id, '--test-partner', test.id);
    expect(refused.fault).toContain(`puts files out at the server, as the same user, of ${live.id} itself`);
    expect((await run(test.id)).fault).toContain(
      `SFTP_KEY_NOT_SET. Set it with "corridor partners set-credential --partner ${test.id} --name sftp-key --from FILE".`,
    );
  });
});

describe('a live partner', () => {
  it('is made disabled, and enabled by a passed report of its present settings alone', async () => {
    const id = await makeLive('Live one');
    const refused = await corridor('partners', 'enable', id);
    expect([refused.code, refused.fault]).toEqual([1, expect.stringContaining('has no report of the laboratory')]);
    await keep(
      reportOf(id, { settingsHash: settingsHash({ adapter: 'http', config: { url: 'https://old.example' } }) }),
    );
    expect((await corridor('partners', 'enable', id)).fault).toContain('has no report of the laboratory');
    await keep(reportOf(id, { verdict: 'failed' }));
    expect((await corridor('partners', 'enable', id)).fault).toContain('failed in the laboratory');
    expect(await isDisabled(id)).toBe(true);
    const { id: certificate } = await keep(reportOf(id));
    expect((await corridor('partners', 'enable', id)).code).toBe(0);
    expect(await isDisabled(id)).toBe(false);
    const [entry] = (await listAuditEntries(database, null)).filter(({ act }) => act === 'partner.enabled');
    expect(entry).toMatchObject({ subject: id, detail: { after: { disabled: false, certificate } } });
  });

  it('is not enabled by a report that was changed in the database', async () => {
    const id = await makeLive('Live two');
    const { id: certificate } = await keep(reportOf(id, { verdict: 'failed' }));
    await database.query(
      `update partner_certificates set verdict = 'passed', report = report || '{"verdict": "passed"}' where id = $1`,
      [certificate],
    );
    expect((await corridor('partners', 'enable', id)).fault).toContain('was changed after it was signed');
  });

  it('is not enabled by a report about another partner or about other settings', async () => {
    const id = await makeLive('Live five');
    const other = await makeLive('Live six');
    const elsewhere = settingsHash({ adapter: 'http', config: { url: 'https://old.example' } });
    const moves: [LaboratoryReport, string, unknown[]][] = [
      [reportOf(other), 'partner_id = $2', [id]],
      [reportOf(id, { settingsHash: elsewhere }), 'settings_hash = $2', [reportOf(id).settingsHash]],
    ];
    for (const [report, change, values] of moves) {
      const { id: certificate } = await keep(report);
      await database.query(`update partner_certificates set ${change} where id = $1`, [certificate, ...values]);
      expect((await corridor('partners', 'enable', id)).fault).toContain('was changed after it was signed');
    }
    expect(await isDisabled(id)).toBe(true);
  });

  it('is enabled without a report for a reason, which the audit log keeps', async () => {
    const id = await makeLive('Live three');
    const bare = await corridor('partners', 'enable', id, '--without-certificate');
    expect([bare.code, bare.fault]).toEqual([1, expect.stringContaining('for a reason alone')]);
    const reason = 'examined by hand on 26 November';
    expect((await corridor('partners', 'enable', id, '--without-certificate', '--reason', reason)).code).toBe(0);
    const [entry] = (await listAuditEntries(database, null)).filter(({ act }) => act === 'partner.enabled');
    expect(entry).toMatchObject({ subject: id, detail: { after: { withoutCertificate: true }, reason } });
  });

  it('that has passed changes its settings for others that have passed, too', async () => {
    const id = await makeLive('Live four');
    await keep(reportOf(id));
    await corridor('partners', 'enable', id);
    const moved = 'https://moved.example';
    const refused = await corridor('partners', 'update', '--partner', id, '--url', moved);
    expect([refused.code, refused.fault]).toEqual([1, expect.stringContaining('has no report of the laboratory')]);
    // A later failure frees nothing.
    await keep(reportOf(id, { verdict: 'failed' }));
    const again = await corridor('partners', 'update', '--partner', id, '--url', moved);
    expect([again.code, again.fault]).toEqual([1, expect.stringContaining('has no report of the laboratory')]);
    await keep(reportOf(id, { settingsHash: settingsHash({ adapter: 'http', config: { url: moved } }), url: moved }));
    expect((await corridor('partners', 'update', '--partner', id, '--url', `${moved}/`)).code).toBe(0);
    expect((await corridor('partners', 'update', '--partner', id, '--name', 'Live 4')).code).toBe(0);
  });
});
