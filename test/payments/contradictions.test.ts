import { listAuditEntries } from '../../db/auth/audit-log';
import { closeCase, listOpenCases } from '../../db/payments/settlement/reconciliation-cases';
import { PaymentScene } from '../support/payment-scene';

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

describe('reports that contradict an outcome', () => {
  it('opens one case only, however often a contradiction is repeated', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'failed' });
    const body = { status: 'settled', details: { message: 'but it was' } };
    expect((await scene.report(id, body)).status).toBe(409);
    expect((await scene.report(id, body)).status).toBe(409);
    expect(await scene.countCases(id)).toBe(1);
  });

  it('counts contradictions that differ in one case and keeps each report', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'failed' });
    for (const message of ['1', '2', '3']) await scene.report(id, { status: 'settled', details: { message } });
    const cases = await scene.stack.database.query(
      `select count, last_seen_at > created_at as newer, last_report_id <> report_id as other from reconciliation_cases
       where instruction_id = $1`,
      [id],
    );
    expect(cases).toEqual([{ count: 3, newer: true, other: true }]);
    const kept = await scene.stack.database.query(
      `select message from partner_reports where instruction_id = $1 and disposition = 'conflicting' order by recorded_at`,
      [id],
    );
    expect(kept).toEqual([{ message: '1' }, { message: '2' }, { message: '3' }]);
  });

  it('counts two waiting reports that contradict the same outcome', async () => {
    const id = await scene.create();
    for (const message of ['1', '2']) await scene.report(id, { status: 'returned', details: { message } });
    expect((await scene.report(id, { status: 'failed' })).status).toBe(200);
    const cases = await scene.stack.database.query('select count from reconciliation_cases where instruction_id = $1', [
      id,
    ]);
    expect(cases).toEqual([{ count: 2 }]);
  });

  it('keeps a case open until somebody closes it, which changes no payment', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'failed' });
    await scene.report(id, { status: 'settled' });
    const ofThis = async () =>
      (await listOpenCases(scene.stack.database, { limit: 1_000 })).filter(({ instructionId }) => instructionId === id);
    const [opened] = await ofThis();
    expect(opened).toMatchObject({ kind: 'conflicting_report', instructionId: id });
    const close = { id: opened?.id ?? '', reason: 'It failed', actor: 'user:usr_1' };
    expect(await closeCase(scene.stack.database, close)).toBe(true);
    expect(await closeCase(scene.stack.database, close)).toBe(false);
    expect(await ofThis()).toEqual([]);
    expect((await scene.show(id)).status).toBe('failed');
    const [act] = await listAuditEntries(scene.stack.database, null);
    expect(act).toMatchObject({ actor: 'user:usr_1', act: 'case.closed', subject: opened?.id });
  });
});
