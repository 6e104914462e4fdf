import { listAuditEntries } from '../../../db/auth/audit-log';
import { createDocument } from '../../../db/documents/documents';
import { completeDocument } from '../../../db/documents/outcome';
import { readFile, sealRequestData } from '../../../db/documents/store';
import { eraseSubject, type ErasureSubject } from '../../../db/erasure/erase-subject';
import { newId } from '../../../lib/ids';
import { askForInformation } from '../../../db/payments/review/information';
import { addNote, readNotes } from '../../../db/payments/review/payment-notes';
import { closeCase, listOpenCases } from '../../../db/payments/settlement/reconciliation-cases';
import { workflowIds } from '../../../workflows/contract';
import { consistentPapers } from '../../domain/shipments/file/consignment';
import { filePaper } from '../../shipments/file-paper';
import { eventually, instructionBody, settlementBody } from '../../support/builders';
import { startScriptedServer, type ScriptedServer } from '../../support/http-server';
import { untilWaiting } from '../../support/locks';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { tablesThatName } from '../../support/rows';
import { startStack, type Answer, type Stack } from '../../support/stack';
import { begun, clientOf } from '../../support/temporal';

/** Stands wherever a person could be named; another one in each test. */
let name = '';
let tests = 0;
const PATH = '/api/v1/payments/instructions';

interface Shown {
  status: string;
  statusHistory: { status: string; timestamp: string }[];
}

let stack: Stack;
let partner: TestPartner;
let receiver: ScriptedServer;
let key: string;

beforeAll(async () => {
  receiver = await startScriptedServer(() => ({
    status: 200,
    headers: { 'x-payer': name },
    body: { thanks: `for paying ${name}` },
  }));
  stack = await startStack({ webhookTrustedOrigins: [receiver.url] });
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
  await stack.call('POST', '/v1/webhooks', { key, body: { url: `${receiver.url}/hook`, events: ['*'] } });
});

beforeEach(() => {
  tests += 1;
  name = `Ermintrude Quillfeather the ${tests}th`;
});

/** Receivers repeat the name of the present test. */
afterEach(async () => {
  const open = () => stack.database.query(`select id from deliveries where status <> 'delivered'`);
  await eventually(open, (rows) => rows.length === 0, 'the deliveries');
});

function erase(subject: ErasureSubject, id: string) {
  return eraseSubject(stack.database, { subject, id, reason: 'request 17', actor: 'command:ann@desk' });
}

/** Erases while another transaction has the row locked; `work` is done before that one ends. */
async function eraseWhileHeld(
  { subject, table, id }: { subject: ErasureSubject; table: string; id: string },
  work: () => Promise<unknown>,
) {
  const erased = await stack.database.transaction(async (client) => {
    await client.query(`select from ${table} where id = $1 for no key update`, [id]);
    const waiting = erase(subject, id);
    await untilWaiting(stack.database, 1);
    await work();
    return () => waiting;
  });
  return erased();
}

async function pay(extra: Record<string, unknown> = {}): Promise<string> {
  const purpose = { code: 'trade_settlement', description: `Debt of ${name}` };
  const body = instructionBody({ purpose, remittance: { text: `Owed to ${name}` }, ...extra });
  const beneficiary = { ...(body['beneficiary'] as object), name };
  const answer = await stack.call('POST', PATH, { key, body: { ...body, beneficiary } });
  const { instructionId } = answer.body['data'] as { instructionId: string };
  const isSent = (data: unknown) => extra['valueDate'] !== undefined || (data as Shown).status === 'submitted';
  await eventually(() => read(instructionId), isSent, 'the submission');
  return instructionId;
}

function report(id: string, status: string): Promise<Answer> {
  const body = { status, details: { message: `${status} by ${name}` } };
  return stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body });
}

const read = async (id: string) => (await stack.call('GET', `${PATH}/${id}`, { key })).body['data'];

async function deliveriesDone(id: string): Promise<void> {
  const open = () =>
    stack.database.query(
      `select d.id from deliveries d join events e on e.id = d.event_id where e.subject = $1 and d.status <> 'delivered'`,
      [id],
    );
  await eventually(open, (rows) => rows.length === 0, 'the deliveries');
}

const actsOn = async (id: string) =>
  (await listAuditEntries(stack.database, null)).filter(
    ({ subject, act }) => subject === id && act.endsWith('.erased'),
  );

async function insertDocument(id: string, about: { instructionId?: string; shipmentId?: string } = {}): Promise<void> {
  const [account] = await stack.database.query<{ id: string }>(`select id from accounts where name = 'acme'`);
  const tenant = { accountId: account?.id ?? '', environment: 'test' as const };
  const dataSealed = sealRequestData(stack.vault, id, { buyer: name });
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + 86_400_000);
  const kind = {
    type: 'commercial_invoice',
    number: 'INV-1',
    locale: 'en',
    requestId: 'req_1',
    brandingId: null,
    warnings: [],
  } as const;
  const whole = { shipmentId: null, instructionId: null, ...about, createdAt, expiresAt };
  await createDocument(stack.database, { id, tenant, ...kind, ...whole, dataSealed }, null);
}

/** Source: SECURITY.md, "A copy of the database" */
describe('a copy of the database', () => {
  it('names people only in shipments and in the words of partners and receivers', async () => {
    const id = await pay();
    await report(id, 'accepted');
    await stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
    const documentId = newId('document');
    await insertDocument(documentId, { instructionId: id });
    const file = { pdf: Buffer.from(`%PDF ${name}`), preview: name, sha256: 'ab'.repeat(32), pageCount: 1 };
    await completeDocument(stack.database, stack.vault, documentId, file);
    await deliveriesDone(id);
    expect(await read(id)).toMatchObject({ beneficiary: { name } });
    const wordsOfOthers = ['delivery_attempts', 'partner_reports', 'status_history'];
    expect(await tablesThatName(stack.database, name)).toEqual(wordsOfOthers);

    const goods = { origin_country: 'VN', destination_country: 'DE', value: 5, currency: 'EUR' };
    const body = { ...goods, buyer: name, description: `For ${name}` };
    expect((await stack.call('POST', '/v1/shipments', { key, body })).status).toBe(201);
    expect(await tablesThatName(stack.database, name)).toEqual([...wordsOfOthers, 'shipments'].sort());
  });
});

describe('the erasure of a payment', () => {
  it('is refused until the payment has its outcome, with the reason', async () => {
    const id = await pay();
    expect(await erase('instruction', id)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('is submitted'),
    });
    expect(await read(id)).toMatchObject({ beneficiary: { name }, erasedAt: null });
    await expect(
      stack.database.query('update payment_instructions set private_sealed = null where id = $1', [id]),
    ).rejects.toThrow();
    await expect(
      stack.database.query('update payment_instructions set erased_at = now() where id = $1', [id]),
    ).rejects.toThrow();
    await stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
    expect(await erase('instruction', id)).toMatchObject({ kind: 'erased' });
  });

  it('takes everything that names a person, and keeps what accounting needs', async () => {
    const id = await pay();
    await report(id, 'accepted');
    await stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
    await deliveriesDone(id);
    const before = await read(id);
    expect(before).toMatchObject({ status: 'settled', beneficiary: { name }, remittance: { text: `Owed to ${name}` } });

    expect(await erase('instruction', id)).toMatchObject({ kind: 'erased', removed: { payment: 1, reports: 2 } });

    expect(await tablesThatName(stack.database, name)).toEqual([]);
    const [row] = await stack.database.query(
      `select private_sealed, (select count(evidence_sealed)::integer from partner_reports r
         where r.instruction_id = i.id) as evidence from payment_instructions i where id = $1`,
      [id],
    );
    expect(row).toEqual({ private_sealed: null, evidence: 0 });
    const { statusHistory } = before as Shown;
    expect(await read(id)).toEqual({
      ...(before as object),
      beneficiary: null,
      remittance: null,
      metadata: null,
      purpose: { code: 'trade_settlement' },
      statusHistory: statusHistory.map(({ status, timestamp }) => ({ status, timestamp })),
      erasedAt: expect.stringMatching(/Z$/),
    });
    for (const path of [`${PATH}/${id}/reports`, PATH, `/api/v1/payments/track?instructionIds=${id}`]) {
      expect((await stack.call('GET', path, { key })).status).toBe(200);
    }
    expect(await actsOn(id)).toMatchObject([
      { actor: 'command:ann@desk', act: 'payment.erased', detail: { reason: 'request 17' } },
    ]);
  });

  it('does nothing more when it is repeated, but for what the partner said since', async () => {
    const id = await pay();
    await stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
    await deliveriesDone(id);
    await erase('instruction', id);
    expect(await erase('instruction', id)).toMatchObject({ kind: 'nothing_left' });
    expect(await actsOn(id)).toHaveLength(1);
    expect((await report(id, 'returned')).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'returned', beneficiary: null });
    expect(await erase('instruction', id)).toMatchObject({ kind: 'erased', removed: { payment: 0, reports: 1 } });
    expect(JSON.stringify(await read(id))).not.toContain(name);
  });

  it('has the papers that name it compared again without it', async () => {
    const { shipment, invoice: data } = consistentPapers();
    const { origin_country, destination_country, value, currency } = shipment;
    const body = { origin_country, destination_country, value, currency };
    const shipmentId = String((await stack.call('POST', '/v1/shipments', { key, body })).body['id']);
    const id = await pay();
    const [account] = await stack.database.query<{ accountId: string }>(
      'select account_id as "accountId" from payment_instructions where id = $1',
      [id],
    );
    const paper = { accountId: account?.accountId ?? '', shipmentId, type: 'proforma_invoice', data };
    await filePaper(stack.database, stack.vault, { ...paper, instructionId: id });
    await stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
    await deliveriesDone(id);
    const changedAt = async () =>
      (
        await stack.database.query<{ at: Date }>('select file_changed_at as at from shipments where id = $1', [
          shipmentId,
        ])
      )[0]?.at.getTime();
    const before = await changedAt();
    expect(await erase('instruction', id)).toMatchObject({ kind: 'erased' });
    expect(await changedAt()).toBeGreaterThan(before ?? Infinity);
    await eventually(
      () =>
        stack.database.query('select from shipments where id = $1 and compared_at >= file_changed_at', [shipmentId]),
      (rows) => rows.length === 1,
      'the papers are compared again',
    );
  });

  it('takes the reason of a cancellation', async () => {
    const id = await pay({ valueDate: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) });
    const cancel = `${PATH}/${id}/cancel`;
    expect((await stack.call('POST', cancel, { key, body: { reason: `${name} died` } })).status).toBe(200);
    expect(await erase('instruction', id)).toMatchObject({ kind: 'erased' });
    expect(await read(id)).toMatchObject({ status: 'cancelled', cancellation: { status: 'cancelled', reason: null } });
    expect((await stack.call('POST', cancel, { key, body: {} })).status).toBe(200);
  });

  it('takes the reason of a recall that came after it', async () => {
    const id = await pay();
    await stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
    await deliveriesDone(id);
    await erase('instruction', id);
    const recall = { key, body: { reason: `${name} did not order it` } };
    expect((await stack.call('POST', `${PATH}/${id}/recall`, recall)).status).toBe(202);
    await deliveriesDone(id);
    expect(await erase('instruction', id)).toMatchObject({ kind: 'erased', removed: { payment: 0, reasons: 1 } });
    expect(JSON.stringify(await read(id))).not.toContain(name);
    expect(await erase('instruction', id)).toMatchObject({ kind: 'nothing_left' });
  });

  it('takes the parties of its screenings, and keeps their verdicts', async () => {
    const id = await pay();
    await stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
    const receipts = () =>
      stack.database.query<{ decision: string; sealed: boolean }>(
        'select decision, party_sealed is not null as sealed from screenings where instruction_id = $1',
        [id],
      );
    expect(await receipts()).toEqual([{ decision: 'not_screened', sealed: true }]);
    expect(await erase('instruction', id)).toMatchObject({ kind: 'erased', removed: { screenings: 1 } });
    expect(await receipts()).toEqual([{ decision: 'not_screened', sealed: false }]);
  });

  it('takes what a review asked, what was answered and what operators noted', async () => {
    const id = await pay({ valueDate: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) });
    await stack.database.query(
      `update payment_instructions set compliance_hold = '{"state": "review"}', version = version + 1 where id = $1`,
      [id],
    );
    const question = { question: `Who is ${name}?`, by: 'user:usr_1', requestId: null, at: new Date() };
    const asked = await askForInformation(stack.database, stack.vault, id, question);
    const path = `${PATH}/${id}/information-requests/${asked.id}/answer`;
    expect((await stack.call('POST', path, { key, body: { answer: `${name} is my aunt` } })).status).toBe(200);
    await stack.call('POST', `${PATH}/${id}/cancel`, { key, body: {} });
    await deliveriesDone(id);
    const note = { instructionId: id, text: `${name} is her aunt`, actor: 'user:usr_1' };
    await addNote(stack.database, stack.vault, note);
    expect(await read(id)).toMatchObject({ informationRequests: [{ question: `Who is ${name}?` }] });
    expect(await erase('instruction', id)).toMatchObject({ kind: 'erased', removed: { questions: 1, notes: 1 } });
    await expect(addNote(stack.database, stack.vault, note)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('was erased') as string,
    });
    expect(await readNotes(stack.database, stack.vault, id)).toMatchObject([{ text: null }]);
    expect(await read(id)).toMatchObject({
      informationRequests: [{ status: 'answered', question: null, askedAt: asked.askedAt, answer: null }],
    });
    expect(await tablesThatName(stack.database, name)).toEqual([]);
  });

  it('waits for open cases, whose evidence it would take', async () => {
    const id = await pay();
    await report(id, 'failed');
    await report(id, 'settled');
    const [opened] = (await listOpenCases(stack.database, { limit: 100 })).filter((one) => one.instructionId === id);
    expect(await erase('instruction', id)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(opened?.id ?? 'no case'),
    });
    await closeCase(stack.database, { id: opened?.id ?? '', reason: 'agreed', actor: 'user:usr_1' });
    expect(await erase('instruction', id)).toMatchObject({ kind: 'erased' });
  });

  it('sees a case and a document that another transaction made while it waited for the row', async () => {
    const id = await pay();
    await stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
    const held = { subject: 'instruction', table: 'payment_instructions', id } as const;
    const refused = await eraseWhileHeld(held, () =>
      stack.database.query(
        `insert into reconciliation_cases
           (id, instruction_id, report_id, kind, detail, created_at, last_seen_at, last_report_id, last_detail)
         values ('case_late', $1, 'rep_1', 'settlement_mismatch', '{}', now(), now(), 'rep_1', '{}')`,
        [id],
      ),
    );
    expect(refused).toMatchObject({ kind: 'refused', reason: expect.stringContaining('case_late') });
    await closeCase(stack.database, { id: 'case_late', reason: 'agreed', actor: 'user:usr_1' });
    const documentId = newId('document');
    const erased = await eraseWhileHeld(held, () => insertDocument(documentId, { instructionId: id }));
    expect(erased).toMatchObject({ kind: 'erased', related: [documentId] });
  });

  it('has nothing to take from the history of its workflow', async () => {
    const id = await pay();
    await report(id, 'accepted');
    await stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
    const client = clientOf(stack.services.workflows);
    const handle = await begun(client, workflowIds.payment(id));
    await handle.result();
    const { events } = await handle.fetchHistory();
    const payloads = JSON.stringify(events, (_member, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );
    expect(payloads).toContain(id);
    for (const word of [name, '9876543210', 'Debt of']) expect(payloads).not.toContain(word);
  });
});

describe('the erasure of a document', () => {
  it('waits until it is made, then takes data and file: a download is 410 and the rest can be read', async () => {
    const id = newId('document');
    await insertDocument(id);
    expect(await erase('document', id)).toMatchObject({ kind: 'refused' });
    const file = { pdf: Buffer.from(`%PDF ${name}`), preview: name, sha256: 'ab'.repeat(32), pageCount: 1 };
    await completeDocument(stack.database, stack.vault, id, file);
    // A relay writes the event of the outcome; the receiver's answer, which repeats the name, is to be there before.
    const announced = () => stack.database.query('select from events where subject = $1', [id]);
    await eventually(announced, (rows) => rows.length > 0, 'the event of the document');
    await deliveriesDone(id);
    const path = `/api/v1/documents/${id}`;
    expect((await stack.call('GET', `${path}/download`, { key })).status).toBe(200);

    expect(await erase('document', id)).toMatchObject({ kind: 'erased', removed: { data: 1, files: 1 } });
    expect(await erase('document', id)).toMatchObject({ kind: 'nothing_left' });

    expect(await readFile(stack.database, stack.vault, id)).toBeNull();
    const gone = await stack.call('GET', `${path}/download`, { key });
    expect([gone.status, gone.body['error']]).toMatchObject([410, { code: 'GONE' }]);
    expect((await stack.call('GET', path, { key })).body['data']).toMatchObject({
      status: 'generated',
      number: 'INV-1',
      sha256: 'ab'.repeat(32),
      downloadUrl: null,
      erasedAt: expect.stringMatching(/Z$/),
    });
    expect((await stack.call('GET', '/api/v1/documents', { key })).status).toBe(200);
  });
});

describe('the erasure of a shipment', () => {
  it('takes buyer and description, and the stored answer that repeats them', async () => {
    const body = { origin_country: 'VN', destination_country: 'DE', buyer: name, description: `For ${name}`, value: 5 };
    const request = { key, body: { ...body, currency: 'EUR' }, headers: { 'Idempotency-Key': 'one-shipment' } };
    const { id } = (await stack.call('POST', '/v1/shipments', request)).body as { id: string };
    await deliveriesDone(id);
    expect(await erase('shipment', id)).toMatchObject({ kind: 'erased', removed: { shipment: 1, storedAnswers: 1 } });
    expect(await tablesThatName(stack.database, name)).toEqual([]);
    const erased = { id, buyer: null, description: null, value: 5, currency: 'EUR' };
    expect((await stack.call('GET', `/v1/shipments/${id}`, { key })).body).toMatchObject(erased);
    const repeated = await stack.call('POST', '/v1/shipments', request);
    expect([repeated.status, repeated.body]).toMatchObject([201, erased]);
    expect((await actsOn(id)).map(({ act }) => act)).toEqual(['shipment.erased']);
  });

  it('names a document that another transaction made while it waited for the row', async () => {
    const body = { origin_country: 'VN', destination_country: 'DE', buyer: name };
    const { id } = (await stack.call('POST', '/v1/shipments', { key, body })).body as { id: string };
    await deliveriesDone(id);
    const documentId = newId('document');
    const erased = await eraseWhileHeld({ subject: 'shipment', table: 'shipments', id }, () =>
      insertDocument(documentId, { shipmentId: id }),
    );
    expect(erased).toMatchObject({ kind: 'erased', related: [documentId] });
  });
});

it('of what there is not says so', async () => {
  for (const subject of ['instruction', 'document', 'shipment', 'user'] as const) {
    expect(await erase(subject, 'none')).toEqual({ kind: 'unknown' });
  }
});
