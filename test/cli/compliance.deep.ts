import { actor } from '../../cli/actor';
import { listAuditEntries } from '../../db/auth/audit-log';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertInstructions, insertPartner } from '../support/rows';

const ACTOR = actor().id;

let database: TestDatabase;
let line: CommandLine;
beforeAll(async () => {
  database = await createTestDatabase();
  line = new CommandLine({ DATABASE_URL: database.url });
  await insertPartner(database, 'ptn_1');
  const held = { count: 5, partner: 'ptn_1', waitingReason: 'compliance_review' as const };
  await insertInstructions(database, { prefix: 'instr_', ...held });
  await database.query(
    `update payment_instructions set compliance_hold = '{"state":"review"}' where id in ('instr_1', 'instr_2', 'instr_4', 'instr_5')`,
  );
});

const corridor = (...args: string[]) => line.run(...args, '--json');

const audited = async (subject: string) =>
  (await listAuditEntries(database, null))
    .filter((entry) => entry.subject === subject)
    .map(({ act, actor, detail }) => ({ act, actor, reason: detail['reason'] }));

const stored = async (id: string) =>
  (
    await database.query<Record<string, unknown>>(
      `select status, compliance_hold ->> 'state' as hold, compliance_hold ->> 'by' as by
       from payment_instructions where id = $1`,
      [id],
    )
  )[0];

describe('corridor payments release and reject', () => {
  it('lets a held payment go, and says the same when it is said again', async () => {
    const { said } = await corridor('payments', 'release', 'instr_1', '--reason', 'another person');
    expect(said).toMatchObject({ id: 'instr_1', decision: 'release', status: 'pending', decidedBy: ACTOR });
    expect(await stored('instr_1')).toEqual({ status: 'pending', hold: 'released', by: ACTOR });
    const again = await corridor('payments', 'release', 'instr_1', '--reason', 'another person');
    expect(again.said).toEqual(said);
    expect(await audited('instr_1')).toEqual([
      { act: 'payment.screening_released', actor: ACTOR, reason: 'another person' },
    ]);
  });

  it('fails a held payment, which then cannot be released', async () => {
    const { said } = await corridor('payments', 'reject', 'instr_2', '--reason', 'the listed person');
    expect(said).toMatchObject({ id: 'instr_2', decision: 'reject', status: 'failed' });
    expect(await stored('instr_2')).toMatchObject({ status: 'failed', hold: 'rejected' });
    const release = await corridor('payments', 'release', 'instr_2', '--reason', 'on second thoughts');
    expect(release.code).not.toBe(0);
    expect(release.fault).toContain('not held for a compliance review');
    expect(await stored('instr_2')).toMatchObject({ status: 'failed', hold: 'rejected' });
  });

  it('refuses a payment that is not held, one that is not there, and a decision without a reason', async () => {
    for (const [id, reason] of [
      ['instr_3', 'looked at'],
      ['instr_none', 'looked at'],
      ['instr_3', ' '],
    ] as const) {
      expect((await corridor('payments', 'release', id, '--reason', reason)).code).not.toBe(0);
    }
    expect(await audited('instr_3')).toEqual([]);
  });
});

describe('corridor payments show', () => {
  it('tells what a screening found, and nothing of one that is clear', async () => {
    const screened = (id: string, decision: string) =>
      database.query(
        `insert into screenings (id, account_id, environment, request_id, instruction_id, algorithm, editions,
           blocked_countries, decision, countries, candidates, screened_at)
         select $1, account_id, environment, 'req_1', id, 'names-1', '[]', '[]', $2, '[]',
           '[{"editionId": "import_1", "entryId": "entry_1", "score": 0.8, "party": "bank"}]', now()
         from payment_instructions where id = 'instr_5'`,
        [id, decision],
      );
    await screened('scr_1', 'review');
    expect((await corridor('payments', 'show', 'instr_5')).said).toMatchObject({
      screening: { decision: 'review', parties: [{ party: 'bank', name: null, entries: [{ listEntry: 'entry_1' }] }] },
    });
    await screened('scr_2', 'clear');
    expect((await corridor('payments', 'show', 'instr_5')).said).toMatchObject({ screening: null });
  });
});

describe('corridor payments ask', () => {
  it('asks the client of a held payment, which stays held, and shows what was asked', async () => {
    const { said } = await corridor('payments', 'ask', 'instr_5', '--question', 'When was she born?');
    expect(said).toMatchObject({ id: 'instr_5', askedBy: ACTOR });
    expect(await stored('instr_5')).toEqual({ status: 'pending', hold: 'review', by: null });
    const shown = await corridor('payments', 'show', 'instr_5');
    expect(shown.said).toMatchObject({
      information: [{ id: said?.['informationRequestId'], question: 'When was she born?', answer: null }],
    });
    expect(await audited('instr_5')).toEqual([
      { act: 'payment.information_requested', actor: ACTOR, reason: undefined },
    ]);
    expect((await corridor('payments', 'ask', 'instr_5', '--question', ' ')).fault).toContain('--question');
    expect((await corridor('payments', 'ask', 'instr_3', '--question', 'Who?')).fault).toContain('not held');
  });
});

describe('corridor payments answer', () => {
  const answer = (...args: string[]) => corridor('payments', 'answer', 'instr_5', '--answer', ...args);

  it("keeps a client's answer to the question that is named, or to the one that is open; it stays held", async () => {
    const asked = await corridor('payments', 'ask', 'instr_5', '--question', 'Where?');
    const where = String(asked.said['informationRequestId']);
    expect((await answer('In Uppsala')).fault).toContain(`or ${where}`);
    const given = await answer('In Uppsala', '--request', where);
    expect(given.said).toMatchObject({ id: 'instr_5', informationRequestId: where, answeredBy: ACTOR });
    expect((await answer('In 1980')).code).toBe(0);
    expect((await answer('In Lund')).fault).toContain('No question about instr_5 is open.');
    expect((await corridor('payments', 'show', 'instr_5')).said).toMatchObject({
      information: [
        { question: 'When was she born?', answer: 'In 1980', answeredBy: ACTOR },
        { question: 'Where?', answer: 'In Uppsala' },
      ],
    });
    expect(await stored('instr_5')).toMatchObject({ status: 'pending', hold: 'review' });
  });
});

describe('corridor approvals', () => {
  it('makes a release need a second person, who is no command, whomever sudo or --as names', async () => {
    expect((await corridor('approvals', 'show')).said).toEqual({ 'live-network': 'one', 'release-approvals': 'one' });
    const set = ['approvals', 'set', 'release-approvals', 'two', '--reason', 'four eyes'];
    expect((await corridor(...set)).said).toEqual({ setting: 'release-approvals', count: 'two', changed: true });
    expect((await corridor(...set)).said).toMatchObject({ changed: false });
    expect(await audited('release-approvals')).toEqual([{ act: 'approvals.set', actor: ACTOR, reason: 'four eyes' }]);
    const release = ['payments', 'release', 'instr_4', '--reason', 'another person', '--json'];
    for (const settings of [{}, { SUDO_USER: 'alice' }]) {
      const other = new CommandLine({ DATABASE_URL: database.url, ...settings });
      expect((await other.run(...release)).fault).toContain('give --as ADDRESS of the operator who types it');
    }
    expect(await stored('instr_4')).toMatchObject({ status: 'pending', hold: 'review' });
    const person = ['--email', 'ann@example.com', '--role', 'operator', '--roles', 'compliance', '--json'];
    expect((await line.run('users', 'create', ...person)).code).toBe(0);
    for (let time = 0; time < 2; time += 1) {
      const { said } = await line.run('--as', 'ann@example.com', ...release);
      expect(said).toMatchObject({ id: 'instr_4', state: 'proposed', status: 'pending', decidedBy: ACTOR });
    }
    expect(await stored('instr_4')).toMatchObject({ status: 'pending', hold: 'review' });
  });

  it('cannot be set back by commands alone: that is a proposal', async () => {
    const back = ['approvals', 'set', 'release-approvals', 'one'];
    expect((await corridor(...back)).fault).toContain('give --as ADDRESS');
    const person = ['--email', 'adam@example.com', '--role', 'operator', '--roles', 'administration', '--json'];
    expect((await line.run('users', 'create', ...person)).code).toBe(0);
    const { said } = await corridor('--as', 'adam@example.com', ...back);
    expect(said).toMatchObject({ proposal: expect.stringMatching(/^prop_/), act: 'approvals.set' });
    expect((await corridor('approvals', 'show')).said).toMatchObject({ 'release-approvals': 'two' });
    expect((await corridor('approvals', 'set', 'release-approvals', 'three')).fault).toContain('one, two');
  });

  it('is set by an operator with the role that --as names alone, who is in the audit log', async () => {
    const refused = await line.run('--as', 'ann@example.com', 'approvals', 'set', 'live-network', 'two');
    expect(refused.fault).toContain('ann@example.com lacks the role administration');
    expect((await line.run('--as', 'nobody@example.com', 'approvals', 'show')).fault).toContain('no operator');
    const flag = await line.run('--as', 'ann@example.com', 'countries', 'block', 'BY', '--reason', 'a test', '--json');
    expect(flag.code).toBe(0);
    const [entry] = await listAuditEntries(database, null);
    expect(entry).toMatchObject({
      actor: ACTOR,
      act: 'country.blocked',
      detail: { by: { as: expect.stringMatching(/^usr_/) } },
    });
    expect((await corridor('countries', 'unblock', 'BY', '--reason', 'a test')).code).toBe(0);
  });
});

describe('corridor countries', () => {
  it('blocks and unblocks a country with a reason, each once', async () => {
    expect((await corridor('countries', 'list')).said).toMatchObject({ blocked: ['IR', 'KP'] });
    const block = ['countries', 'block', 'by', '--reason', 'decided by the board'];
    expect((await corridor(...block)).said).toEqual({ country: 'BY', blocked: true, changed: true });
    expect((await corridor(...block)).said).toEqual({ country: 'BY', blocked: true, changed: false });
    expect((await corridor('countries', 'list')).said).toEqual({
      blocked: ['BY', 'IR', 'KP'],
      sources: {
        BY: 'decided by an operator; the reason is in the audit log',
        IR: expect.stringContaining('31 CFR 560.204'),
        KP: expect.stringContaining('31 CFR 510.201'),
      },
    });
    const { said } = await corridor('countries', 'unblock', 'BY', '--reason', 'the board again');
    expect(said).toEqual({ country: 'BY', blocked: false, changed: true });
    const acts = (await audited('BY')).filter(({ reason }) => reason !== 'a test');
    expect(acts.map(({ act, reason }) => [act, reason]).sort()).toEqual([
      ['country.blocked', 'decided by the board'],
      ['country.unblocked', 'the board again'],
    ]);
  });

  it('knows no country of the name, and asks for a reason', async () => {
    const unknown = await corridor('countries', 'block', 'ZZ', '--reason', 'a slip');
    expect(unknown.fault).toContain('"ZZ" is no ISO 3166-1 alpha-2 code');
    expect((await corridor('countries', 'block', 'BY', '--reason', ' ')).code).not.toBe(0);
    expect((await corridor('countries', 'list')).said).toMatchObject({ blocked: ['IR', 'KP'] });
  });
});

it('corridor import wants a date that exists before it looks for the file', async () => {
  const refused = await corridor('import', 'ofac-sdn', 'nowhere.csv', '--valid-from', '2026-02-30');
  expect(refused.code).not.toBe(0);
  expect(refused.fault).toContain(
    "'--valid-from <date>' argument '2026-02-30' is invalid. must be an ISO 8601 calendar date",
  );
});
