import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { actor } from '../../cli/actor';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { listAuditEntries } from '../../db/auth/audit-log';
import { insertDispatch, insertInstructions, insertPartner } from '../support/rows';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';

const ACTOR = actor().id;

let database: TestDatabase;
let line: CommandLine;
let loading: CommandLine;
beforeAll(async () => {
  database = await createTestDatabase();
  line = new CommandLine({ DATABASE_URL: database.url, PUBLIC_URL: 'https://trade.example' });
  // Standard error tells which modules a process loads.
  loading = new CommandLine({ NODE_DEBUG: 'module' });
});

const corridor = (...args: string[]) => line.run(...args);

const LINK = /^https:\/\/trade\.example\/console\/link#[\w-]{22}$/;
const OPERATOR_KEY = ['keys', 'create-operator', '--operator', 'night@example.com'];

describe('commands', () => {
  it('tell the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect((await line.runProcess('--version')).text).toBe(version);
  });

  it('are summarised in the help alike, whether loaded or not, without driver and client', async () => {
    const { text, fault } = await loading.runProcess('--help');
    const listed = text.slice(text.indexOf('Commands:')).matchAll(/^  ([a-z-]+) .*\n(?: {10,}.*\n)*/gm);
    const summaries = [...listed].map(([entry, name]) => [name, entry.replace(/\s+/g, ' ').trim()] as const);
    expect(summaries.length).toBeGreaterThan(20);
    for (const [name, summary] of summaries) {
      if (name === 'help') continue;
      const help = (await corridor(name ?? '', '--help')).text.replace(/\s+/g, ' ');
      expect(help).toContain(summary.slice(`${name} `.length));
    }
    const serve = await loading.runProcess('serve', '--help');
    for (const loaded of [fault, serve.fault]) {
      expect(loaded).toContain('commander');
      expect(loaded).not.toMatch(/node_modules\/(knex|pg|@temporalio|transliteration)\//);
    }
  });

  it('leave every act in the audit log, without what is secret', async () => {
    const { said: key } = await corridor('keys', 'create', '--account', 'Typed', '--plan', 'enterprise', '--json');
    const partner = ['partners', 'create', '--name', 'Nordic', '--adapter', 'http', '--url', 'http://127.0.0.1:9'];
    const { said: made } = await corridor(...partner, '--json');
    const route = [
      'routes',
      'create',
      '--partner',
      String(made['id']),
      '--currencies',
      'USD',
      '--timelines',
      'same_day',
    ];
    const { said: routed } = await corridor(...route, '--json');
    const { said: person } = await corridor(
      'users',
      'create',
      '--email',
      'night@example.com',
      '--role',
      'operator',
      '--json',
    );
    const { said: operator } = await corridor(...OPERATOR_KEY, '--label', 'night shift', '--json');
    expect((await corridor('keys', 'revoke', '--id', String(key['id']), '--json')).said).toEqual({
      id: key['id'],
      revoked: true,
    });

    const entries = await listAuditEntries(database, null);
    expect(entries.map(({ actor, act, subject }) => [actor, act, subject]).reverse()).toEqual([
      [ACTOR, 'key.created', key['id']],
      [ACTOR, 'partner.created', made['id']],
      [ACTOR, 'route.created', routed['id']],
      [ACTOR, 'user.created', person['id']],
      [ACTOR, 'user.link_made', person['id']],
      [ACTOR, 'operator_key.created', operator['id']],
      [ACTOR, 'key.revoked', key['id']],
    ]);
    expect((await listAuditEntries(database, String(key['account']))).map(({ act }) => act)).toEqual([
      'key.revoked',
      'key.created',
    ]);
    const token = new URL(String(person['link'])).hash.slice(1);
    for (const secret of [key['key'], made['key'], made['secret'], operator['key'], token]) {
      expect(JSON.stringify(entries)).not.toContain(String(secret));
    }
  });

  it('make everything for test unless live is said, and keep both apart', async () => {
    const partner = ['partners', 'create', '--adapter', 'http', '--url', 'https://partner.example', '--json', '--name'];
    const route = ['routes', 'create', '--currencies', 'USD', '--timelines', 'same_day', '--json', '--partner'];
    const [{ said: test }, { said: live }] = [
      await corridor(...partner, 'Test bank'),
      await corridor(...partner, 'Live bank', '--environment', 'live'),
    ];
    expect([test['environment'], live['environment']]).toEqual(['test', 'live']);
    expect((await corridor(...route, String(test['id']))).said).toMatchObject({ environment: 'test' });
    expect((await corridor(...route, String(live['id']))).said).toMatchObject({ environment: 'live' });
    const own = await corridor(...route, String(test['id']), '--calendars', 'DE,TARGET');
    const shown = async () => (await corridor('routes', 'show', '--id', String(own.said['id']), '--json')).said;
    expect(await shown()).toMatchObject({ calendars: ['DE', 'TARGET'] });
    await corridor('routes', 'update', '--id', String(own.said['id']), '--calendars', 'none');
    expect(await shown()).toMatchObject({ calendars: [], alwaysOpen: false, openDaysForN: 5, feeFixed: '0' });
    await corridor('routes', 'update', '--id', String(own.said['id']), '--always-open', '--open-days-for-n', '0');
    expect(await shown()).toMatchObject({ calendars: [], alwaysOpen: true, openDaysForN: 0 });
    await corridor('routes', 'update', '--id', String(own.said['id']), '--no-always-open', '--fee-bps', '2');
    expect(await shown()).toMatchObject({ alwaysOpen: false, openDaysForN: 0, feeBps: '2' });
    const unknown = await corridor(...route, String(test['id']), '--calendars', 'DE,ZZ');
    expect(unknown.fault).toContain('There is no calendar ZZ.');
    const crossed = await corridor(...route, String(live['id']), '--environment', 'test');
    expect([crossed.code, crossed.fault.trim()]).toEqual([
      1,
      "The partner Live bank is live; a route has its partner's environment.",
    ]);
    const sandbox = await corridor(
      'partners',
      'create',
      '--name',
      'S',
      '--adapter',
      'sandbox',
      '--environment',
      'live',
    );
    expect([sandbox.code, sandbox.fault.trim()]).toEqual([1, 'The sandbox moves no money: it is test.']);
    const addressed = ['--url', 'https://partner.example', '--environment', 'live'];
    const faulty = await corridor('partners', 'create', '--name', 'S', '--adapter', 'sandbox', ...addressed);
    expect(faulty.fault.trim().split('\n')).toEqual([
      'url is not a setting of the adapter sandbox.',
      'The sandbox moves no money: it is test.',
    ]);
  });

  it('make no live partner without https, and one whose reports must be signed when asked to', async () => {
    const partner = ['partners', 'create', '--adapter', 'http', '--environment', 'live', '--json', '--name'];
    const plain = await corridor(...partner, 'Plain', '--url', 'http://partner.example');
    expect([plain.code, plain.fault]).toEqual([1, expect.stringContaining('A live partner needs https') as string]);
    const withQuery = await corridor(...partner, 'Query', '--url', 'https://partner.example/?tenant=1');
    expect([withQuery.code, withQuery.fault]).toEqual([1, expect.stringContaining('no query') as string]);
    const signed = ['--url', 'https://partner.example', '--auth-mode', 'signed'];
    const { said } = await corridor(...partner, 'Signed', ...signed);
    expect(said).toMatchObject({ environment: 'live', authMode: 'signed' });
    const modes = await database.query<{ auth_mode: string }>('select auth_mode from partners where id = $1', [
      said['id'],
    ]);
    expect(modes).toEqual([{ auth_mode: 'signed' }]);
  });

  it('open the live side of an account, by a live key or by its own command', async () => {
    const { said: key } = await corridor('keys', 'create', '--account', 'Both', '--json');
    expect(key['key']).toMatch(/^crd_test_/);
    expect((await corridor('accounts', 'show', '--account', 'Both', '--json')).said).toMatchObject({ live: 'closed' });
    const { said: first } = await corridor('keys', 'create', '--account', 'Both', '--environment', 'live', '--json');
    expect(first).toMatchObject({ account: key['account'], key: expect.stringMatching(/^crd_live_/) as string });
    const entries = (await listAuditEntries(database, String(key['account']))).reverse();
    expect(entries.map(({ act, detail }) => [act, detail['environment']])).toEqual([
      ['key.created', 'test'],
      ['account.live_opened', undefined],
      ['key.created', 'live'],
    ]);
    await findOrCreateAccount(database, 'Later');
    const opened = await corridor('accounts', 'open-live', '--account', 'Later', '--json');
    expect(opened.said).toMatchObject({ name: 'Later', live: 'open' });
    expect((await corridor('accounts', 'list', '--json')).said).toEqual({
      data: expect.arrayContaining([
        expect.objectContaining({ name: 'Later', live: 'open', liveOpenedAt: expect.any(String) as string }),
      ]) as unknown[],
      nextCursor: null,
    });
  });

  it('say what is wrong instead of doing nothing', async () => {
    const answer = await line.runProcess('keys', 'revoke', '--id', 'key_unknown');
    expect([answer.code, answer.fault.trim()]).toEqual([1, 'There is no key key_unknown.']);
    const flag = await corridor('flags', 'clear', '--id', '99');
    expect([flag.code, flag.fault.trim()]).toEqual([1, 'No flag 99 is open.']);
    const lockOut = await corridor('lock-outs', 'lift', '--key', 'key_unknown');
    expect([lockOut.code, lockOut.fault.trim()]).toEqual([1, 'The key key_unknown is not locked out.']);
    const manifest = path.join(line.folder, 'manifest.json');
    writeFileSync(manifest, '[\n<html>\n]');
    const { said } = await corridor('data', 'check', '--json');
    expect(said).toMatchObject({ facts: expect.arrayContaining([expect.objectContaining({ kind: 'vat', due: [] })]) });
    const checked = await corridor('data', 'check', '--manifest', manifest);
    expect([checked.code, checked.fault.trim()]).toEqual([1, `${manifest}, line 2: is not JSON.`]);
  });

  it('name all that is wrong with their options, and leave nothing half done', async () => {
    const key = ['keys', 'create', '--plan', 'gold', '--scopes', ',', '--per-minute', '3000000000', '--label'];
    const refused = await corridor(...key, 'x'.repeat(141));
    const named = [...refused.fault.matchAll(/option '(--[a-z-]+)/g)].map(([, option]) => option);
    expect([refused.code, named]).toEqual([1, ['--account', '--plan', '--scopes', '--per-minute', '--label']]);
    const blank = await corridor('keys', 'create', '--account', ' ', '--json');
    expect([blank.code, blank.fault]).toEqual([1, expect.stringContaining('Enter a name.')]);

    expect((await corridor('users', 'list')).lines).toEqual([
      expect.stringMatching(/^ID +EMAIL +ROLE/),
      expect.stringMatching(/^usr_\w+ +night@example\.com +operator +active/),
    ]);
    const user = ['users', 'create', '--email', 'ann@example.com', '--account'];
    expect((await corridor(...user, 'First', '--json')).said).toEqual({
      id: expect.stringMatching(/^usr_/),
      email: 'ann@example.com',
      role: 'owner',
      link: expect.stringMatching(LINK),
    });
    const reset = await corridor('users', 'set-password', '--email', 'ann@example.com', '--json');
    expect(reset.said).toMatchObject({ link: expect.stringMatching(LINK) });
    const again = await corridor(...user, 'Second', '--json');
    expect([again.code, again.fault.trim()]).toEqual([1, 'There is already a user with this address.']);
    expect(await database.query(`select name from accounts where name in ('First', 'Second')`)).toEqual([
      { name: 'First' },
    ]);
    for (const less of [['update', '--role', 'viewer'], ['disable']]) {
      const { code, fault } = await corridor('users', ...less, '--email', 'ann@example.com');
      expect([code, fault.trim()]).toEqual([1, 'An account needs an owner. Make another person an owner first.']);
    }
    expect((await corridor('users', 'show', 'ann@example.com', '--json')).said).toMatchObject({
      role: 'owner',
      disabledAt: null,
    });
  });

  it('makes a person of a partner, who chooses a password by a link', async () => {
    const partner = ['--name', 'Guild', '--adapter', 'http', '--url', 'http://127.0.0.1:9'];
    expect((await corridor('partners', 'create', ...partner, '--json')).code).toBe(0);
    const person = ['users', 'create', '--email', 'mia@example.com', '--role', 'partner'];
    const lacking = await corridor(...person, '--json');
    expect([lacking.code, lacking.fault]).toEqual([1, expect.stringContaining('--partner NAME')]);
    const unknown = await corridor(...person, '--partner', 'Nowhere', '--json');
    expect([unknown.code, unknown.fault]).toEqual([1, expect.stringContaining('Nowhere')]);
    const mixed = await corridor(...person, '--partner', 'Guild', '--account', 'First', '--json');
    expect([mixed.code, mixed.fault]).toEqual([1, expect.stringContaining('--account')]);
    expect((await corridor(...person, '--partner', 'Guild', '--json')).said).toEqual({
      id: expect.stringMatching(/^usr_/),
      ...{ email: 'mia@example.com', role: 'partner', partner: 'Guild' },
      link: expect.stringMatching(LINK),
    });
    expect((await corridor('users', 'disable', '--email', 'mia@example.com', '--json')).code).toBe(0);
  });

  it('give Enterprise keys and partners limits of single operations of their own', async () => {
    const help = (await corridor('keys', 'create', '--help')).text.replace(/\s+/g, ' ');
    expect(help).toContain(
      'createInstruction, getInstruction, statusReport, settlementConfirmation, track, partnerInstructions',
    );
    const asked = ['--endpoint-limits', 'createInstruction=1000,statusReport=2000', '--json'];
    const create = ['keys', 'create', '--account', 'Large'];
    const id = String((await corridor(...create, '--plan', 'enterprise', ...asked)).said['id']);
    expect((await corridor('keys', 'show', id, '--json')).said).toMatchObject({
      endpointLimits: true,
      customEndpointLimits: { createInstruction: 1_000, statusReport: 2_000 },
    });
    const update = (...changes: string[]) => corridor('keys', 'update', '--id', id, ...changes, '--json');
    const replaced = (await update('--endpoint-limits', 'track=5')).said;
    expect(replaced).toMatchObject({ endpointLimits: true, customEndpointLimits: { track: 5 } });
    const lowered = await update('--plan', 'free');
    const reason = 'Custom endpoint limits are for Enterprise keys and partners, and the plan of this key is free.';
    expect([lowered.code, lowered.fault.trim()]).toEqual([1, reason]);
    const none = (await update('--endpoint-limits', 'none')).said;
    expect(none).toMatchObject({ endpointLimits: false, customEndpointLimits: null });
    const standard = (await update('--plan', 'free', '--endpoint-limits', 'standard')).said;
    expect(standard).toMatchObject({ plan: 'free', endpointLimits: true, customEndpointLimits: null });
    for (const refused of [await update(...asked.slice(0, 2)), await corridor(...create, ...asked)])
      expect([refused.code, refused.fault.trim()]).toEqual([1, reason]);
    const wrong = await corridor(...create, '--endpoint-limits', 'colour=5,track=0');
    expect([wrong.code, wrong.fault]).toEqual([1, expect.stringMatching(/colour is not one of .*; track must be /)]);

    const partner = ['partners', 'create', '--name', 'Large', '--adapter', 'http', '--url', 'http://127.0.0.1:9'];
    const { said: made } = await corridor(...partner, ...asked);
    const keys = (await corridor('keys', 'list', '--limit', '1', '--json')).said;
    expect(keys).toMatchObject({ data: [{ partner: made['id'], customEndpointLimits: { statusReport: 2_000 } }] });
    const rotated = (await corridor('partners', 'rotate-key', '--partner', 'Large', '--json')).said;
    expect((await corridor('keys', 'show', String(rotated['id']), '--json')).said).toMatchObject({
      customEndpointLimits: { createInstruction: 1_000, statusReport: 2_000 },
    });
  });

  it('refuse settings of a route that nothing could be paid by, every fault at once', async () => {
    await insertPartner(database, 'ptn_1');
    const route = ['routes', 'create', '--partner', 'ptn_1', '--currencies', 'USD', '--timelines', 'same_day'];
    const bounds = ['--fee-min', '10', '--fee-max', '9', '--min-amount', '2', '--max-amount', '1'];
    const refused = await corridor(...route, ...bounds);
    expect([refused.code, refused.fault.trim().split('\n')]).toEqual([
      1,
      ['The least fee, 10, is above the highest, 9.', 'The least amount, 2, is above the highest, 1.'],
    ]);
    const zone = await corridor(...route, '--cut-off-zone', 'Europe/Berlyn');
    expect([zone.code, zone.fault]).toEqual([1, expect.stringContaining('Europe/Berlyn')]);
  });

  it('show the audit log, and say where it was changed', async () => {
    const listed = (await corridor('audit', 'list', '--json')).said;
    expect(listed['data']).toEqual(
      expect.arrayContaining([expect.objectContaining({ act: 'account.live_opened', actor: ACTOR })]),
    );
    expect((await corridor('audit', 'verify', '--json')).said).toMatchObject({ intact: true, brokenAt: null });
    await database.query('alter table audit_log disable trigger audit_log_kept');
    await database.query(`update audit_log set actor = 'nobody' where id = (select min(id) from audit_log)`);
    const changed = await corridor('audit', 'verify', '--json');
    expect([changed.code, changed.said['intact']]).toEqual([1, false]);
  });

  it('list, show, change, disable and enable what there is', async () => {
    expect((await corridor('keys', 'create', '--account', 'Managed', '--json')).code).toBe(0);
    const listed = (await corridor('keys', 'list', '--limit', '1', '--json')).said;
    expect(listed).toMatchObject({ data: [{ accountName: 'Managed', plan: 'free', disabledAt: null }] });
    const id = String((listed['data'] as { id: string }[])[0]?.id);
    expect((await corridor('keys', 'show', id)).lines).toEqual(
      expect.arrayContaining([expect.stringMatching(/^createdAt: \d{4}-\d\d-\d\dT[\d:.]+Z$/)]),
    );
    expect((await corridor('keys', 'disable', '--id', id, '--json')).said).toEqual({
      id,
      disabled: true,
      changed: true,
    });
    expect((await corridor('keys', 'enable', id, '--json')).said).toEqual({ id, disabled: false, changed: true });
    expect((await corridor('keys', 'disable', id, '--json')).code).toBe(0);
    expect((await corridor('keys', 'show')).fault).toContain("required option '--id <id>' not specified");
    expect((await corridor('accounts', 'show', 'Managed', '--account', 'Other')).fault).toContain('name one account');
    expect((await corridor('keys', 'update', '--id', id, '--label', 'till', '--json')).said).toMatchObject({
      id,
      label: 'till',
      disabledAt: expect.any(String) as string,
    });
    const planned = await corridor('accounts', 'plan', 'set', '--account', 'Managed', '--plan', 'starter', '--json');
    expect(planned.said).toMatchObject({ name: 'Managed', plan: 'starter' });
    const strict = await corridor('accounts', 'two-step', '--account', 'Managed', '--set', 'on', '--json');
    expect(strict.said).toMatchObject({ name: 'Managed', needsSecondFactor: true });
    const partner = ['--partner', 'Moving Bank'];
    const made = ['--name', 'Moving Bank', '--adapter', 'http', '--url', 'http://127.0.0.1:9', '--json'];
    expect((await corridor('partners', 'create', ...made)).code).toBe(0);
    const refused = await corridor('partners', 'update', ...partner, '--url', 'ftp://bank.example');
    expect(refused.fault).toContain('begins with http:// or https://');
    const moved = await corridor('partners', 'update', ...partner, '--url', 'https://bank.example/', '--json');
    expect(moved.said).toMatchObject({ name: 'Moving Bank', url: 'https://bank.example' });
    expect((await corridor('routes', 'disable', '--id', 'rt_none')).fault).toContain('There is no route rt_none.');
  });

  it('move a partner only where nothing is in doubt, or despite the doubt for a reason', async () => {
    await insertPartner(database, 'ptn_doubt');
    const update = ['partners', 'update', '--partner', 'ptn_doubt', '--url'];
    expect((await corridor(...update, 'https://one.example')).code).toBe(0);
    await insertInstructions(database, {
      prefix: 'instr_doubt',
      count: 1,
      partner: 'ptn_doubt',
      waitingReason: 'partner_slow',
    });
    await insertDispatch(database, 'instr_doubt1', { state: 'unknown' });
    const refused = await corridor(...update, 'https://two.example');
    expect([refused.code, refused.fault]).toEqual([1, expect.stringContaining('1 payment is in doubt')]);
    const moved = await corridor(...update, 'https://two.example', '--despite-doubt', '--reason', 'agreed', '--json');
    expect(moved.said).toMatchObject({ url: 'https://two.example' });
    const [entry] = await listAuditEntries(database, null);
    expect(entry).toMatchObject({
      act: 'partner.changed',
      detail: { after: { despiteDoubt: true, inDoubt: 1 }, reason: 'agreed' },
    });
  });
});
