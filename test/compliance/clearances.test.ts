import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { rescreenPage } from '../../activities/payments/rescreening';
import { setApprovals } from '../../db/administration/approvals';
import { listAuditEntries } from '../../db/auth/audit-log';
import { ScreeningRulesCache } from '../../db/compliance/screening-rules';
import { WatchLists } from '../../db/compliance/watch-lists';
import { eraseSubject } from '../../db/erasure/erase-subject';
import { changePayment } from '../../db/payments/instruction/change-payment';
import { unchangedPlan } from '../../domain/payments/instruction/change';
import { consistentPapers } from '../domain/shipments/file/consignment';
import { filePaper } from '../shipments/file-paper';
import { eventually, instructionBody } from '../support/builders';
import { importFixture } from '../support/reference-data';
import type { Answer } from '../support/stack';
import { createIndependent } from '../support/operators';
import { dataOf, ScreeningScene } from './support/screening-scene';

const DAY_MS = 86_400_000;
const HELD = { status: 'pending', waitingReason: 'compliance_review' };
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

let scene: ScreeningScene;
let names = 0;
let edition = 0;
const listed: { name: string; remarks: string }[] = [];

/** A new edition of the list with all names that were listed so far. */
async function importList(): Promise<void> {
  edition += 1;
  const nulls = Array.from({ length: 7 }, () => '-0-').join(',');
  const rows = [{ name: `Edition Number ${edition}`, remarks: '-0-' }, ...listed].map(
    ({ name, remarks }, at) => `${at + 1},"${name}",individual,"T",${nulls},"${remarks}"`,
  );
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'corridor-clearances-')), 'sdn.csv');
  writeFileSync(file, `${rows.join('\r\n')}\r\n`);
  await importFixture(scene.stack.database, 'ofac-sdn', file);
  await scene.stack.services.screeningRules.refreshed();
}

/** @returns a common name that is listed from now on */
async function listNamesake(): Promise<string> {
  const surnames = ['Zhang', 'Wang', 'Chen', 'Liu', 'Yang', 'Huang', 'Zhao', 'Zhou', 'Sun'];
  const name = `Wei ${surnames[names] ?? ''}`;
  names += 1;
  listed.push({ name, remarks: 'DOB 1970.' });
  await importList();
  return name;
}

beforeAll(async () => {
  scene = await ScreeningScene.open();
});

function pay(name: string, changes: object = {}, overrides: Record<string, unknown> = {}, key = scene.key) {
  const body = instructionBody(overrides);
  const beneficiary = { ...(body['beneficiary'] as object), name, ...changes };
  return scene.stack.call('POST', '/api/v1/payments/instructions', { key, body: { ...body, beneficiary } });
}

const heldOf = async (name: string) => {
  const answer = await pay(name);
  expect(dataOf(answer)).toMatchObject(HELD);
  return String(dataOf(answer)['instructionId']);
};

/** @returns id of a payment that is sent by itself: a busy machine answers `pending` at first */
async function sent(answer: Answer): Promise<string> {
  const { instructionId, waitingReason } = dataOf(answer);
  expect(waitingReason).not.toBe('compliance_review');
  await eventually(
    () => scene.read(String(instructionId)),
    ({ status }) => status === 'submitted',
    'the dispatch',
  );
  return String(instructionId);
}

const release = (id: string, until: string, by?: string) =>
  scene.decide(id, { decision: 'release', reason: 'a namesake', remember: { until, scope: 'payee' } }, by);

async function cleared(name: string, days = 300): Promise<{ id: string; clearanceId: string }> {
  const id = await heldOf(name);
  const answer = await release(id, inDays(days));
  expect(answer.status).toBe(200);
  return { id, clearanceId: String(answer.body['clearanceId']) };
}

const listAll = async () =>
  (await scene.stack.call('GET', '/v1/operator/clearances?limit=100', { key: scene.operator })).body['data'] as {
    clearanceId: string;
  }[];
const clearanceNamed = async (id: string) => (await listAll()).find(({ clearanceId }) => clearanceId === id);

/** Source: docs/GAPS.md#P13 */
describe('a release that is remembered', () => {
  it('lets the next payment to the payee pass with a receipt that names it, until the entry changes', async () => {
    const name = await listNamesake();
    const { id, clearanceId } = await cleared(name);
    await eventually(
      () => scene.read(id),
      ({ status }) => status === 'submitted',
      'the dispatch',
    );
    const next = await pay(name.toUpperCase());
    const nextId = await sent(next);
    expect((await scene.screening(nextId)).body).toMatchObject({
      decision: 'clear',
      clearanceId,
      parties: expect.arrayContaining([
        expect.objectContaining({ entries: [expect.objectContaining({ name, score: 1 })] }),
      ]),
    });
    await importList();
    const unchanged = await pay(name, {}, { valueDate: inDays(10).slice(0, 10) });
    expect(dataOf(unchanged)).toMatchObject({ status: 'pending', waitingReason: 'value_date' });
    const entry = listed.find((one) => one.name === name);
    if (entry !== undefined) entry.remarks = 'DOB 1971.';
    await importList();
    await heldOf(name);
  });

  it('holds again what waits when the entry changes: what passed by it, and what was released', async () => {
    const { database, vault } = scene.stack;
    const rescreen = () =>
      rescreenPage(
        {
          ...{ database, vault, rules: new ScreeningRulesCache(database, null) },
          ...{ watchLists: new WatchLists(database), log: pino({ enabled: false }) },
        },
        null,
      );
    const name = await listNamesake();
    const later = { valueDate: inDays(10).slice(0, 10) };
    const released = String(dataOf(await pay(name, {}, later))['instructionId']);
    expect(await scene.read(released)).toMatchObject(HELD);
    await release(released, inDays(300));
    const passed = String(dataOf(await pay(name, {}, later))['instructionId']);
    const paid = await sent(await pay(name));
    const waits = { status: 'pending', waitingReason: 'value_date' };
    await importList();
    await rescreen();
    for (const id of [released, passed]) expect(await scene.read(id)).toMatchObject(waits);
    const entry = listed.find((one) => one.name === name);
    if (entry !== undefined) entry.remarks = 'DOB 1971.';
    await importList();
    await rescreen();
    for (const id of [released, passed]) expect(await scene.read(id)).toMatchObject(HELD);
    expect((await scene.screening(passed)).body).toMatchObject({ decision: 'review', clearanceId: null });
    expect(
      (await scene.stack.call('GET', `/v1/operator/payments/${paid}`, { key: scene.operator })).body,
    ).toMatchObject({
      flags: [{ kind: 'listed_beneficiary' }],
    });
    // Whoever is released again, as the entry is now, is not held for it any more.
    await release(released, inDays(300));
    await rescreen();
    expect(await scene.read(released)).toMatchObject(waits);
    await sent(await pay(name));
  });

  it('is about this name, bank account and country of this account alone', async () => {
    const name = await listNamesake();
    await cleared(name);
    const account = { accountNumber: '1234567890', bankName: 'Example Bank', swiftBic: 'BOFAUS3N', country: 'US' };
    expect(dataOf(await pay(name, { bankAccount: account }))).toMatchObject(HELD);
    expect(dataOf(await pay(name, { country: 'CA' }))).toMatchObject(HELD);
    const other = await scene.stack.createKey('another');
    expect(dataOf(await pay(name, {}, {}, other))).toMatchObject(HELD);
    const debtor = { name, country: 'US' };
    expect(dataOf(await pay(name, {}, { debtor }))).toMatchObject(HELD);
  });

  it('is not about an entry that is new', async () => {
    const name = await listNamesake();
    await cleared(name);
    listed.push({ name, remarks: 'DOB 1950.' });
    await importList();
    await heldOf(name);
  });

  it('ends when it is revoked, once, with an audit entry', async () => {
    const name = await listNamesake();
    const { id, clearanceId } = await cleared(name);
    expect(await clearanceNamed(clearanceId)).toMatchObject({
      account: { name: 'acme' },
      environment: 'test',
      scope: 'payee',
      payee: name,
      instructionId: id,
      entries: [{ list: 'watch-list:ofac-sdn', listEntry: expect.any(String) }],
      state: 'in_force',
      reason: 'a namesake',
      revokedAt: null,
    });
    const revoke = () => scene.stack.call('DELETE', `/v1/operator/clearances/${clearanceId}`, { key: scene.operator });
    expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 204]);
    expect(await clearanceNamed(clearanceId)).toMatchObject({ state: 'revoked' });
    await heldOf(name);
    const acts = (await listAuditEntries(scene.stack.database, null))
      .filter(({ subject }) => subject === clearanceId)
      .map(({ act }) => act);
    expect(acts.sort()).toEqual(['clearance.created', 'clearance.revoked']);
    const absent = await scene.stack.call('DELETE', '/v1/operator/clearances/clr_none', { key: scene.operator });
    expect(absent.status).toBe(404);
  });

  it('ends when its time is over', async () => {
    const name = await listNamesake();
    const { clearanceId } = await cleared(name);
    const past = "update clearances set expires_at = clock_timestamp() - interval '1 s' where id = $1";
    await scene.stack.database.query(past, [clearanceId]);
    await heldOf(name);
    expect(await clearanceNamed(clearanceId)).toMatchObject({ state: 'expired' });
  });

  it('ends and names nobody when its payment is erased', async () => {
    const name = await listNamesake();
    const { id, clearanceId } = await cleared(name);
    await eventually(
      () => scene.read(id),
      ({ status }) => status === 'submitted',
      'the dispatch',
    );
    const failed = { status: 'failed', details: { message: 'no such account' } };
    const path = `/api/v1/payments/instructions/${id}/status`;
    await scene.stack.call('PUT', path, { key: scene.partner.key, body: failed });
    const request = { subject: 'instruction', id, reason: 'request 17', actor: 'command:ann@desk' } as const;
    expect(await eraseSubject(scene.stack.database, request)).toMatchObject({ kind: 'erased' });
    expect(await clearanceNamed(clearanceId)).toMatchObject({ payee: null, state: 'revoked' });
    await heldOf(name);
  });

  it('needs two people where a release does', async () => {
    const set = (count: 'one' | 'two') =>
      setApprovals(scene.stack.database, { setting: 'release-approvals', count, actor: 'command:test' });
    const name = await listNamesake();
    await set('two');
    try {
      const [first, second] = [await heldOf(name), await heldOf(name)];
      const { key: other } = await createIndependent(scene.stack.database);
      expect((await release(first, inDays(10))).body).toMatchObject({ state: 'proposed', clearanceId: null });
      const alone = await scene.decide(first, { decision: 'release', reason: 'I agree' }, other);
      expect(alone.body).toMatchObject({ state: 'released', clearanceId: null });
      await release(second, inDays(10));
      expect((await release(second, inDays(20), other)).body).toMatchObject({
        state: 'released',
        clearanceId: expect.stringMatching(/^clr_/),
      });
      await sent(await pay(name));
    } finally {
      await set('one');
    }
  });

  it.each([
    [{ until: '2020-01-01', scope: 'payee' }, 'remember.until'],
    [{ until: '2999-01-01', scope: 'payee' }, 'remember.until'],
    [{ until: 'soon', scope: 'payee' }, 'remember.until'],
    [{ until: '2020-01-01', scope: 'everybody' }, 'remember.scope'],
  ])('is refused as %j', async (remember, field) => {
    const answer = await scene.decide('instr_none', { decision: 'release', reason: 'x', remember });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { details: expect.arrayContaining([expect.objectContaining({ field })]) } },
    });
  });

  it('is refused with a rejection', async () => {
    const remember = { until: inDays(1), scope: 'payee' };
    const answer = await scene.decide('instr_none', { decision: 'reject', reason: 'x', remember });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'remember' }] } } });
  });

  it('lets a payment pass that then waits for conditions of each kind, and the file of its shipment names it', async () => {
    const { database, vault } = scene.stack;
    const name = await listNamesake();
    const { id: other, clearanceId } = await cleared(name);
    const call = (method: string, at: string, body?: object) =>
      scene.stack.call(method, `/v1/shipments${at}`, { key: scene.key, ...(body === undefined ? {} : { body }) });
    const goods = { origin_country: 'VN', destination_country: 'DE', value: 5000, currency: 'USD' };
    const shipmentId = String((await call('POST', '', goods)).body['id']);
    const conditions = [
      { type: 'shipment_status', shipmentId, status: 'delivered' },
      { type: 'document', documentType: 'commercial_invoice', shipmentId },
      { type: 'no_findings', shipmentId, severity: 'error' },
      { type: 'payment_proved', instructionId: other },
      { type: 'not_before', at: inDays(1) },
    ];
    const waiting = await pay(name, {}, { amount: 5000, conditions });
    expect(dataOf(waiting)).toMatchObject({ status: 'pending', waitingReason: 'conditions' });
    const instructionId = String(dataOf(waiting)['instructionId']);
    const { invoice } = consistentPapers();
    Reflect.deleteProperty(invoice, 'bankDetails');
    const data = { ...invoice, seller: { ...(invoice['seller'] as object), name } };
    const [account] = await database.query<{ id: string }>(
      'select account_id as id from payment_instructions where id = $1',
      [instructionId],
    );
    const paper = { accountId: account?.id ?? '', shipmentId, type: 'commercial_invoice', data, instructionId };
    await filePaper(database, vault, paper);
    expect((await call('GET', `/${shipmentId}/file`)).body).toMatchObject({
      payments: [{ instructionId }],
      clearances: [{ instructionId, clearanceId, revokedAt: null }],
      findings: [{ rule: 'payment_date', severity: 'info' }],
    });
    await eventually(
      () => scene.read(other),
      ({ status }) => status === 'submitted',
      'the dispatch of the other payment',
    );
    await changePayment(database, { instructionId: other }, (state, at) => ({
      result: null,
      change: { plan: unchangedPlan(state), at, proof: { state: 'proved', booking: null, at: at.toISOString() } },
    }));
    await database.query(
      `update payment_instructions set conditions = jsonb_set(conditions, '{items,4,at}', '"2026-01-01T00:00:00.000Z"'),
         version = version + 1 where id = $1`,
      [instructionId],
    );
    await call('PATCH', `/${shipmentId}`, { status: 'in_transit' });
    const becauses = async () => {
      const shown = (await scene.read(instructionId))['conditions'] as { because: string }[];
      return shown.map(({ because }) => because).join();
    };
    const open = 'status_not_reached,document_present,no_open_finding,payment_proved,moment_reached';
    await eventually(becauses, (found) => found === open, open);
    expect(await scene.read(instructionId)).toMatchObject({ status: 'pending', waitingReason: 'conditions' });
    await call('PATCH', `/${shipmentId}`, { status: 'delivered' });
    await eventually(
      () => scene.read(instructionId),
      ({ status }) => status === 'submitted',
      'the dispatch',
    );
    expect((await scene.screening(instructionId)).body).toMatchObject({ decision: 'clear', clearanceId });
  });
});
