import { actor } from '../../../cli/actor';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { listFlags, raiseFlag } from '../../../db/operator-flags';
import { listOpenCases } from '../../../db/payments/settlement/reconciliation-cases';
import { CommandLine } from '../../support/command-line';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertCases, insertDispatch, insertInstructions, insertPartner } from '../../support/rows';

const ACTOR = actor().id;

let database: TestDatabase;
let line: CommandLine;
beforeAll(async () => {
  database = await createTestDatabase();
  line = new CommandLine({ DATABASE_URL: database.url, PUBLIC_URL: 'https://trade.example' });
});

const corridor = (...args: string[]) => line.run(...args);

describe('commands about payments', () => {
  it('show the flags of the operator and clear them', async () => {
    await insertPartner(database, 'ptn_f');
    await insertInstructions(database, { prefix: 'instr_f', count: 1, partner: 'ptn_f' });
    await raiseFlag(database, 'instr_f1', 'silence', {});
    const { said } = await corridor('flags', 'list', '--json');
    expect(said).toMatchObject({
      groups: [{ kind: 'silence', flags: 1 }],
      flags: [{ kind: 'silence', environment: 'test' }],
      nextCursor: null,
    });
    const live = await corridor('flags', 'list', '--side', 'live');
    expect(live.lines.at(-1)).toBe('No flag is open with --side live.');
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
    const held = { prefix: 'instr_x', count: 1, partner: 'ptn_w', waitingReason: 'compliance_review' } as const;
    await insertInstructions(database, held);
    const listed = (await corridor('payments', 'list', '--partner', 'ptn_w', '--json')).said;
    const review = { id: 'instr_x1', waitingReason: 'compliance_review' };
    const both = [{ id: 'instr_w1', waitingReason: 'blocked' }, { id: 'instr_w2' }];
    expect(listed).toMatchObject({ payments: [...both, review] });
    const none = await corridor('payments', 'list', '--partner', 'ptn_w', '--side', 'live', '--waiting', 'person');
    expect(none.text).toBe('No payment waits with --waiting person --side live --partner ptn_w.');
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
    expect((await corridor(...recall, 'DUPL')).fault).toContain('only settled money can');
    await insertDispatch(database, 'instr_s1');
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

  it('say that there is no such partner instead of an empty list', async () => {
    for (const noun of ['payments', 'cases']) {
      const listed = await corridor(noun, 'list', '--partner', 'ptn_none', '--json');
      expect([listed.code, listed.text, listed.fault.trim()]).toEqual([1, '', 'There is no partner ptn_none.']);
    }
  });
});
