import { ACTOR } from '../../cli/context';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { listAuditEntries } from '../../db/auth/audit-log';
import { listFlags, raiseFlag } from '../../db/operator-flags';
import { listOpenCases } from '../../db/payments/reconciliation-cases';
import { insertCases, insertInstructions, insertPartner } from '../support/rows';
import { COMMANDS_LIMIT_MS, CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let line: CommandLine;
beforeAll(async () => {
  database = await createTestDatabase();
  line = new CommandLine({ DATABASE_URL: database.url, PUBLIC_URL: 'https://trade.example' });
});
afterAll(async () => {
  line.close();
  await database.drop();
});

jest.setTimeout(COMMANDS_LIMIT_MS);

const corridor = (...args: string[]) => line.run(...args);

describe('commands', () => {
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
    const { said: operator } = await corridor('keys', 'create-operator', '--label', 'night shift', '--json');
    expect((await corridor('keys', 'revoke', '--id', String(key['id']), '--json')).said).toEqual({
      id: key['id'],
      revoked: true,
    });

    const entries = await listAuditEntries(database, null);
    expect(entries.map(({ actor, act, subject }) => [actor, act, subject]).reverse()).toEqual([
      [ACTOR, 'key.created', key['id']],
      [ACTOR, 'partner.created', made['id']],
      [ACTOR, 'route.created', routed['id']],
      [ACTOR, 'operator_key.created', operator['id']],
      [ACTOR, 'key.revoked', key['id']],
    ]);
    expect((await listAuditEntries(database, String(key['account']))).map(({ act }) => act)).toEqual([
      'key.revoked',
      'key.created',
    ]);
    for (const secret of [key['key'], made['key'], made['secret'], operator['key']]) {
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
      'url is no setting of the adapter sandbox.',
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
    const answer = await corridor('keys', 'revoke', '--id', 'key_unknown');
    expect([answer.code, answer.fault.trim()]).toEqual([1, 'There is no live key key_unknown.']);
    const flag = await corridor('flags', 'clear', '--id', '99');
    expect([flag.code, flag.fault.trim()]).toEqual([1, 'No flag 99 stands.']);
  });

  it('show the flags of the operator and clear them', async () => {
    await raiseFlag(database, 'instr_1', 'silence', {});
    const { said } = await corridor('flags', 'list', '--json');
    expect(said).toMatchObject({
      groups: [{ kind: 'silence', flags: 1 }],
      flags: [{ kind: 'silence' }],
      nextCursor: null,
    });
    const id = (await listFlags(database))[0]?.id ?? '';
    expect((await corridor('flags', 'clear', '--id', id, '--json')).said).toEqual({ id, cleared: true });
    expect((await corridor('flags', 'list', '--json')).said).toEqual({ groups: [], flags: [], nextCursor: null });
  });

  it('list cases page by page, show both figures and close them with a note', async () => {
    await insertPartner(database, 'ptn_1');
    await insertInstructions(database, { prefix: 'instr_c', count: 2, partner: 'ptn_1' });
    const detail = { current: 'failed', reported: 'settled' };
    const from = new Date('2026-01-01T00:00:00Z');
    const cases = { prefix: 'instr_c', count: 2, partner: 'ptn_1', kind: 'conflicting_report', detail, from };
    await insertCases(database, cases);
    const first = await corridor('cases', 'list', '--limit', '1', '--json');
    expect(first.said).toMatchObject({ groups: [{ cases: 2 }], cases: [{ instructionId: 'instr_c1' }] });
    const next = await corridor('cases', 'list', '--cursor', String(first.said['nextCursor']), '--json');
    expect(next.said).toMatchObject({ cases: [{ instructionId: 'instr_c2' }], nextCursor: null });
    const [{ id } = { id: '' }] = await listOpenCases(database, { limit: 1 });
    const shown = await corridor('cases', 'show', id, '--json');
    expect(shown.said).toMatchObject({ ours: { amount: 1250.5 }, theirs: detail, workflowId: 'pay/instr_c1' });
    expect((await corridor('cases', 'close', id, '--reason', ' ')).code).toBe(1);
    expect((await corridor('cases', 'close', id, '--reason', 'Agreed', '--json')).said).toEqual({ id, closed: true });
    expect((await corridor('cases', 'close', id, '--reason', 'Agreed')).fault.trim()).toBe(`No case ${id} is open.`);
  });

  it('list payments that wait, show one, decide and cancel, each with who did it', async () => {
    await insertPartner(database, 'ptn_w');
    const waiting = { prefix: 'instr_w', count: 2, partner: 'ptn_w', waitingReason: 'blocked' } as const;
    await insertInstructions(database, waiting);
    const listed = (await corridor('payments', 'list', '--partner', 'ptn_w', '--json')).said;
    expect(listed).toMatchObject({ payments: [{ id: 'instr_w1', waitingReason: 'blocked' }, { id: 'instr_w2' }] });
    const shown = (await corridor('payments', 'show', 'instr_w1', '--json')).said;
    expect(shown).toMatchObject({ allowedDecisions: ['try_now', 'give_up'], workflowId: 'pay/instr_w1' });
    const words = ['payments', 'decide', 'instr_w1', '--reason', 'no such bank', '--json', '--decision'];
    expect((await corridor(...words, 'delivered')).fault.trim()).toBe(
      'This decision does not fit the payment: it was never sent. Possible now: try_now, give_up.',
    );
    const decided = (await corridor(...words, 'give_up')).said;
    expect(decided).toMatchObject({ id: 'instr_w1', status: 'failed', decidedBy: ACTOR });
    expect((await corridor(...words, 'give_up')).said).toEqual(decided);
    const cancel = ['payments', 'cancel', 'instr_w2', '--reason', 'asked by its client', '--json'];
    expect((await corridor(...cancel)).said).toEqual({
      id: 'instr_w2',
      status: 'cancelled',
      cancellation: 'cancelled',
    });
    const acts = (await listAuditEntries(database, null)).filter(({ subject }) => subject.startsWith('instr_w'));
    expect(acts.map(({ act, actor, subject }) => [act, actor, subject])).toEqual([
      ['payment.cancellation_requested', ACTOR, 'instr_w2'],
      ['payment.decided', ACTOR, 'instr_w1'],
    ]);
    expect((await corridor('payments', 'show', 'instr_none')).fault.trim()).toBe('There is no payment instr_none.');
  });

  it('ask settled money back, and make and revoke a public link', async () => {
    await insertPartner(database, 'ptn_s');
    await insertInstructions(database, { prefix: 'instr_s', count: 1, partner: 'ptn_s' });
    const recall = ['payments', 'recall', 'instr_s1', '--json', '--reason-code'];
    expect((await corridor(...recall, 'DUPL')).fault).toContain('only settled money is asked back');
    await database.query(
      `insert into dispatches (instruction_id, attempt, partner_id, route_id, state, started_at)
       select id, 1, partner_id, route_id, 'delivered', now() from payment_instructions where id = 'instr_s1'`,
    );
    await database.query(
      `update payment_instructions set status = 'settled', version = version + 1 where id = 'instr_s1'`,
    );
    const recalled = { id: 'instr_s1', status: 'settled', recall: 'requested', reasonCode: 'DUPL' };
    expect((await corridor(...recall, 'DUPL')).said).toEqual(recalled);
    const link = ['payments', 'tracking-link', 'instr_s1', '--json'];
    const made = (await corridor(...link)).said;
    expect(made['url']).toMatch(/^https:\/\/trade\.example\/track\/trk_\w+\?c=[\w-]{43}$/);
    expect((await corridor(...link, '--revoke')).said).toEqual({ id: 'instr_s1', revoked: true });
    const acts = (await listAuditEntries(database, null)).filter(({ subject }) => subject === 'instr_s1');
    expect(acts.map(({ act, actor }) => [act, actor])).toEqual(
      ['tracking_revoked', 'tracking_opened', 'recall_requested'].map((act) => [`payment.${act}`, ACTOR]),
    );
  });

  it('refuse settings of a route that nothing could be paid by, every fault at once', async () => {
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
    const partner = ['--partner', 'Moving Bank'];
    const made = ['--name', 'Moving Bank', '--adapter', 'http', '--url', 'http://127.0.0.1:9', '--json'];
    expect((await corridor('partners', 'create', ...made)).code).toBe(0);
    const refused = await corridor('partners', 'update', ...partner, '--url', 'ftp://bank.example');
    expect(refused.fault).toContain('begins with http:// or https://');
    const moved = await corridor('partners', 'update', ...partner, '--url', 'https://bank.example/', '--json');
    expect(moved.said).toMatchObject({ name: 'Moving Bank', url: 'https://bank.example' });
    expect((await corridor('routes', 'disable', '--id', 'rt_none')).fault).toContain('There is no route rt_none.');
    expect((await corridor('users', 'list')).text).toBe('No users.');
  });
});
