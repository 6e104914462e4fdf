import { checkBacklog } from '../../db/backlog-watch';
import { listAuditEntries } from '../../db/auth/audit-log';
import { clearFlag, clearFlagOf, listFlagGroups, listFlags, raiseFlag } from '../../db/operator-flags';
import { addToOutbox, TOPICS } from '../../db/outbox';
import { insertDispatch, insertInstructions, insertPartner } from '../support/rows';
import { createTestDatabase, type TestDatabase } from '../support/database';

const MINUTE_MS = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.query('delete from operator_flags'));

const kinds = async (): Promise<string[]> => (await listFlags(database)).map(({ kind }) => kind);

describe('flags for the operator', () => {
  it('stand once, until they are cleared, and can rise again', async () => {
    await raiseFlag(database, 'instr_1', 'silence', {});
    await raiseFlag(database, 'instr_1', 'silence', {});
    const [flag] = await listFlags(database);
    expect(flag).toMatchObject({ kind: 'silence', subject: 'instr_1' });
    expect(await kinds()).toEqual(['silence']);
    expect(await clearFlag(database, flag?.id ?? '', 'user:usr_1')).toBe(true);
    expect(await clearFlag(database, flag?.id ?? '', 'user:usr_1')).toBe(false);
    expect(await clearFlag(database, 'no number', 'user:usr_1')).toBe(false);
    expect(await kinds()).toEqual([]);
    await raiseFlag(database, 'instr_1', 'silence', {});
    expect(await kinds()).toEqual(['silence']);
    const [act] = await listAuditEntries(database, null);
    expect(act).toMatchObject({ actor: 'user:usr_1', act: 'flag.cleared', subject: 'instr_1' });
  });

  it('name the side of what they are about, or none where it is the service', async () => {
    for (const environment of ['test', 'live'] as const) {
      await insertPartner(database, `ptn_${environment}`, { environment });
      await insertInstructions(database, {
        prefix: `instr_${environment}`,
        count: 1,
        partner: `ptn_${environment}`,
        environment,
      });
      await raiseFlag(database, `instr_${environment}1`, 'silence', {});
    }
    await raiseFlag(database, 'payment.signal', 'outbox_stuck', {});
    expect((await listFlags(database)).map(({ subject, environment }) => [subject, environment])).toEqual([
      ['instr_test1', 'test'],
      ['instr_live1', 'live'],
      ['payment.signal', null],
    ]);
  });

  it('are over with the outcome of their payment, but for a partner that works on it all the same', async () => {
    await insertPartner(database, 'ptn_1');
    await insertInstructions(database, { prefix: 'instr_o', count: 1, partner: 'ptn_1' });
    await database.query(
      `update payment_instructions set status = 'failed', version = version + 1 where id = 'instr_o1'`,
    );
    await raiseFlag(database, 'instr_o1', 'silence', {});
    await raiseFlag(database, 'instr_o1', 'stop_unanswered', {});
    expect(await kinds()).toEqual(['stop_unanswered']);
  });

  it('stand on settled money that is asked back in vain, until it has come back', async () => {
    await insertPartner(database, 'ptn_2');
    await insertInstructions(database, { prefix: 'instr_r', count: 1, partner: 'ptn_2' });
    const becomes = (status: string) =>
      database.query(`update payment_instructions set status = $1, version = version + 1 where id = 'instr_r1'`, [
        status,
      ]);
    await insertDispatch(database, 'instr_r1');
    await becomes('settled');
    await raiseFlag(database, 'instr_r1', 'silence', {});
    await raiseFlag(database, 'instr_r1', 'recall_unanswered', {});
    expect(await kinds()).toEqual(['recall_unanswered']);
    expect(await listFlagGroups(database)).toMatchObject([{ kind: 'recall_unanswered', flags: 1 }]);
    await becomes('returned');
    expect(await kinds()).toEqual([]);
  });

  it('are taken down one kind at a time', async () => {
    await raiseFlag(database, 'instr_1', 'silence', {});
    await raiseFlag(database, 'instr_1', 'waiting_report', {});
    await clearFlagOf(database, 'instr_1', 'silence');
    expect(await kinds()).toEqual(['waiting_report']);
  });
});

describe('the backlog of the engine', () => {
  it('is flagged after five minutes and no sooner, and no longer once it was carried', async () => {
    await addToOutbox(database, { topic: TOPICS.signalPayment, subject: 'instr_1', accountId: 'acc_1' });
    const now = Date.now();
    await checkBacklog(database, new Date(now + 4 * MINUTE_MS));
    expect(await kinds()).toEqual([]);
    await checkBacklog(database, new Date(now + 6 * MINUTE_MS));
    await checkBacklog(database, new Date(now + 7 * MINUTE_MS));
    expect(await kinds()).toEqual(['outbox_stuck']);
    await database.query('delete from outbox');
    await checkBacklog(database, new Date(now + 8 * MINUTE_MS));
    expect(await kinds()).toEqual([]);
  });
});
