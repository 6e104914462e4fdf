import { WatchLists } from '../../db/compliance/watch-lists';
import { watchBacklog } from '../../db/backlog-watch';
import { clearFlag, listFlagGroups, listFlags, raiseFlag } from '../../db/operator-flags';
import {
  closeCase,
  findCase,
  flagContradictingPartners,
  listCaseGroups,
  listOpenCases,
} from '../../db/payments/settlement/reconciliation-cases';
import { pageOf, idOfCursor } from '../../domain/schema-tools';
import { eventually } from '../support/builders';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertCases, insertInstructions, insertPartner } from '../support/rows';

const LONG_AGO = new Date('2026-01-01T00:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_loud', { environment: 'test' });
  await insertPartner(database, 'ptn_live', { environment: 'live' });
  await insertInstructions(database, { prefix: 'instr_loud', count: 250, partner: 'ptn_loud' });
  await insertInstructions(database, { prefix: 'instr_live', count: 2, partner: 'ptn_live', environment: 'live' });
  const kind = 'conflicting_report';
  const detail = { current: 'failed', reported: 'settled' };
  await insertCases(database, { prefix: 'instr_loud', count: 250, partner: 'ptn_loud', kind, detail, from: LONG_AGO });
  const from = new Date(Date.now() - 60_000);
  await insertCases(database, { prefix: 'instr_live', count: 1, partner: 'ptn_live', kind, detail, from });
});

describe('open cases', () => {
  it('of one partner cannot bury those of another', async () => {
    expect(await listCaseGroups(database)).toMatchObject([
      { partnerId: 'ptn_live', environment: 'live', kind: 'conflicting_report', cases: 1, reports: 1 },
      {
        partnerId: 'ptn_loud',
        environment: 'test',
        cases: 250,
        reports: 250,
        oldestAt: new Date('2026-01-01T00:00:01Z'),
      },
    ]);
    const ofLive = await listOpenCases(database, { partnerId: 'ptn_live', limit: 20 });
    expect(ofLive.map(({ instructionId }) => instructionId)).toEqual(['instr_live1']);
  });

  it('are read page by page, each once, the oldest first', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < 4; pages += 1) {
      const rows = await listOpenCases(database, { after, limit: 101 });
      const { items, nextCursor } = pageOf(rows, 100);
      seen.push(...items.map(({ instructionId }) => instructionId));
      if (nextCursor === null) break;
      after = idOfCursor(nextCursor, /^case_[0-9a-z]{26}$/);
    }
    expect([seen.length, new Set(seen).size, seen[0], seen.at(-1)]).toEqual([251, 251, 'instr_loud1', 'instr_live1']);
  });

  it('show what we have and what the partner says, and who closed them with which note', async () => {
    const [opened] = await listOpenCases(database, { partnerId: 'ptn_loud', limit: 1 });
    expect(opened).toMatchObject({
      instructionId: 'instr_loud1',
      partnerName: 'Bank ptn_loud',
      ours: { status: 'submitted', amount: 1250.5, currency: 'USD' },
      theirs: { current: 'failed', reported: 'settled' },
      count: 1,
    });
    const id = opened?.id ?? '';
    expect(await closeCase(database, { id, reason: 'The partner was wrong', actor: 'user:usr_1' })).toBe(true);
    expect(await findCase(database, id)).toMatchObject({
      state: 'closed',
      closedBy: 'user:usr_1',
      closeReason: 'The partner was wrong',
    });
    expect(await findCase(database, 'case_none')).toBeNull();
  });
});

describe('a partner with many new cases', () => {
  const flagged = async () =>
    (await listFlags(database, { kind: 'partner_contradicts' })).map(({ subject }) => subject);

  it('is flagged once for more than twenty within an hour, and not for fewer or older ones', async () => {
    await flagContradictingPartners(database);
    expect(await flagged()).toEqual([]);
    await insertPartner(database, 'ptn_new');
    const recent = { partner: 'ptn_new', kind: 'conflicting_report', detail: {}, from: new Date(Date.now() - 600_000) };
    await insertInstructions(database, { prefix: 'instr_new', count: 20, partner: 'ptn_new' });
    await insertCases(database, { ...recent, prefix: 'instr_new', count: 20 });
    await flagContradictingPartners(database);
    expect(await flagged()).toEqual([]);
    await insertInstructions(database, { prefix: 'instr_more', count: 1, partner: 'ptn_new' });
    const later = new Date(Date.now() - 300_000);
    await insertCases(database, { ...recent, prefix: 'instr_more', count: 1, from: later });
    await flagContradictingPartners(database);
    await flagContradictingPartners(database);
    expect(await flagged()).toEqual(['ptn_new']);
    const [flag] = await listFlags(database, { kind: 'partner_contradicts' });
    await clearFlag(database, flag?.id ?? '', 'user:usr_1');
    expect(await flagged()).toEqual([]);
  });
});

describe('flags', () => {
  it('about test payments stand apart and bury no others', async () => {
    for (let number = 1; number <= 250; number += 1) await raiseFlag(database, `instr_loud${number}`, 'silence', {});
    await raiseFlag(database, 'instr_live1', 'silence', {});
    await raiseFlag(database, 'payment.start', 'outbox_stuck', {});
    expect(await listFlagGroups(database)).toMatchObject([
      { kind: 'silence', partnerName: 'Bank ptn_live', environment: 'live', flags: 1 },
      { kind: 'outbox_stuck', partnerName: null, environment: null, flags: 1 },
      { kind: 'silence', partnerName: 'Bank ptn_loud', environment: 'test', flags: 250 },
    ]);
    const subjects = async (side: 'live' | 'test') => (await listFlags(database, { side })).map((flag) => flag.subject);
    expect(await subjects('live')).toEqual(['instr_live1', 'payment.start']);
    expect((await subjects('test')).slice(0, 2)).toEqual(['instr_loud1', 'instr_loud2']);
    const [first] = await listFlags(database, { side: 'test', limit: 1 });
    const next = await listFlags(database, { side: 'test', after: first?.id, limit: 1 });
    expect(next.map(({ subject }) => subject)).toEqual(['instr_loud2']);
  });
});

describe('the alarm', () => {
  it('is part of what every API process does regularly, which nobody has to start', async () => {
    const faults: unknown[] = [];
    const end = watchBacklog(database, new WatchLists(database), (fault) => faults.push(fault), 10);
    const flagged = () => listFlags(database, { kind: 'partner_contradicts' });
    await eventually(flagged, ([flag]) => flag?.subject === 'ptn_new', 'the flag');
    end();
    expect(faults).toEqual([]);
  });
});
