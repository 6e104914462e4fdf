import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Client } from '@temporalio/client';
import { launchBrowser, type RunningBrowser } from '../../activities/documents/browser';
import { BrowserPool } from '../../activities/documents/browser-pool';
import { applyRetention } from '../../db/retention/apply-retention';
import { startDocument } from '../../workflows/client/documents';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, type TestDatabase } from '../support/database';
import {
  createTestClient,
  createTradeApp,
  eventsOf,
  testVault,
  type DocumentBody as Shown,
  type TestClient,
  type TradeApp,
} from './support/app';
import { begun, workflowsOver } from '../support/temporal';
import { ELECTRONIC_INVOICES } from './support/electronic-invoices';
import { leavesOf } from './support/leaves';
import { INVOICE_BODY, SAMPLES } from './support/samples';
import { textOfPdf } from './support/text';
import { startDocumentWorker } from './support/worker';

interface Shipment {
  id: string;
  documents: { documentId: string }[];
}

let database: TestDatabase;
let app: TradeApp;
let temporal: Client;
let pool: BrowserPool;
let client: TestClient;
/** Replaced by tests in which the browser comes to harm. */
let launch: () => Promise<RunningBrowser> = launchBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  const vault = testVault();
  pool = new BrowserPool({ launch: () => launch(), concurrency: 2, queueLimit: 16, limitMs: 15_000 });
  closeAtEnd(() => pool.close());
  temporal = await startDocumentWorker({ database, vault, pool });
  app = createTradeApp(database, workflowsOver(temporal));
  await pool.warm();
  client = await createTestClient(database, 'Documents');
});

const bearer = (who: TestClient): string => `Bearer ${who.key}`;
const generate = (body: object, who = client) =>
  app.http.post<Shown>('/api/v1/documents/generate').set('Authorization', bearer(who)).send(body);
const get = <Body = Shown>(path: string, who = client) => app.http.get<Body>(path).set('Authorization', bearer(who));
const download = (id: string, who = client) =>
  get<Buffer>(`/api/v1/documents/${id}/download`, who).responseType('blob');

describe('generating', () => {
  it('answers the invoice of the specification with a file that can be downloaded', async () => {
    const response = await generate(INVOICE_BODY);
    expect(response.status).toBe(201);
    const { data } = response.body;
    expect(response.body.success).toBe(true);
    expect(data).toMatchObject({
      documentId: expect.stringMatching(/^doc_[0-9a-z]{26}$/) as string,
      type: 'commercial_invoice',
      status: 'generated',
      shipmentId: 'shp_123456',
      format: 'pdf',
      downloadUrl: `https://trade.example.com/api/v1/documents/${data.documentId}/download`,
    });
    expect(response.headers['location']).toBe(`/api/v1/documents/${data.documentId}`);
    expect(Date.parse(data.expiresAt) - Date.parse(data.createdAt)).toBe(30 * 86_400_000);

    const metadata = await get(`/api/v1/documents/${data.documentId}`);
    expect(metadata.body.data).toEqual(data);

    const file = await download(data.documentId);
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="commercial_invoice-INV-2026-001.pdf"; filename*=UTF-8''commercial_invoice-INV-2026-001.pdf`,
    );
    expect(file.body.length).toBe(data.size);
    expect(createHash('sha256').update(file.body).digest('hex')).toBe(data.sha256);
    const text = textOfPdf(file.body);
    for (const part of ['INV-2026-001', 'Cotton T-shirts', '610910', '5,000.00', 'Net 30'])
      expect(text).toContain(part);
  });

  it.each(Object.keys(SAMPLES).filter((name) => name.endsWith('-one')))('generates %s', async (name) => {
    const response = await generate(SAMPLES[name] ?? {});
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({ status: 'generated', pages: 1, failureReason: null });
  });

  it('keeps a name in neither the history of the workflow nor the plain columns', async () => {
    const { body } = await generate(INVOICE_BODY);
    const history = await (await begun(temporal, `doc/${body.data.documentId}`)).fetchHistory();
    expect(JSON.stringify(history)).not.toContain('Delta Textiles');
    const [row] = await database.query<{ text: string }>(
      `select (select documents::text from documents where id = $1)
        || (select encode(data_sealed, 'escape') from document_requests where document_id = $1)
        || (select encode(pdf_sealed, 'escape') || encode(preview_sealed, 'escape') from document_files
            where document_id = $1) as text`,
      [body.data.documentId],
    );
    expect(row?.text).not.toContain('Delta Textiles');
  });

  it('answers a repeat of the same Idempotency-Key with the same document', async () => {
    const first = await generate(INVOICE_BODY).set('Idempotency-Key', 'doc-1');
    const again = await generate(INVOICE_BODY).set('Idempotency-Key', 'doc-1');
    expect(again.body).toEqual(first.body);
  });

  it('writes one event with ids and sizes alone', async () => {
    const owner = await createTestClient(database, 'Document events');
    const { body } = await generate(INVOICE_BODY, owner);
    const { documentId, size } = body.data;
    expect(await eventsOf(database, owner.accountId)).toEqual([
      {
        type: 'document.generated',
        payload: {
          documentId,
          type: 'commercial_invoice',
          status: 'generated',
          shipmentId: 'shp_123456',
          format: 'pdf',
          size,
        },
      },
    ]);
  });

  it('keeps a reference that no font of the documents prints, since it is not printed', async () => {
    const response = await generate({ ...INVOICE_BODY, shipmentId: 'משלוח-17' });
    expect([response.status, response.body.data]).toMatchObject([201, { shipmentId: 'משלוח-17' }]);
  });

  it('links a known shipment', async () => {
    const shipment = await app.http
      .post<Shipment>('/v1/shipments')
      .set('Authorization', bearer(client))
      .send({ origin_country: 'VN', destination_country: 'DE' });
    const { body } = await generate({ ...INVOICE_BODY, shipmentId: shipment.body.id });
    const { documentId, type, status } = body.data;
    expect((await get<Shipment>(`/v1/shipments/${shipment.body.id}`)).body.documents).toEqual([
      { documentId, type, status },
    ]);
  });

  it('refuses a payment that the account does not have', async () => {
    const response = await generate({ ...INVOICE_BODY, instructionId: 'instr_00000000007000000000000000' });
    expect(response.status).toBe(400);
    expect(response.body.error.details[0]?.field).toBe('instructionId');
  });

  it('asks for a key and its scope', async () => {
    expect((await app.http.post('/api/v1/documents/generate').send(INVOICE_BODY)).status).toBe(401);
    const reader = await createTestClient(database, 'Documents', ['documents:read']);
    expect((await generate(INVOICE_BODY, reader)).status).toBe(403);
  });
});

describe('electronic invoices', () => {
  const setFormat = async (invoiceFormat: string, who: TestClient): Promise<number> =>
    (await app.http.put('/v1/branding').set('Authorization', bearer(who)).send({ invoiceFormat })).status;
  const invoice = { type: 'commercial_invoice', data: ELECTRONIC_INVOICES['two rates'] };
  const attachmentsOf = async (id: string, who: TestClient) =>
    (await PDFDocument.load((await download(id, who)).body)).getAttachments();

  it('are in the file of an account that wants them, as its data, and only in commercial invoices', async () => {
    const who = await createTestClient(database, 'Electronic');
    expect(await setFormat('factur-x', who)).toBe(200);
    const [attachment, ...others] = await attachmentsOf((await generate(invoice, who)).body.data.documentId, who);
    expect([attachment?.name, attachment?.mimeType, others]).toEqual(['factur-x.xml', 'text/xml', []]);
    const xml = Buffer.from(attachment?.data ?? []).toString('utf8');
    expect(leavesOf(xml)).toContain('SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount=176.11');
    const list = await generate(SAMPLES['packing_list-one'] ?? {}, who);
    expect(await attachmentsOf(list.body.data.documentId, who)).toEqual([]);
    expect(await setFormat('pdf', who)).toBe(200);
    expect(await attachmentsOf((await generate(invoice, who)).body.data.documentId, who)).toEqual([]);
  });

  it('are refused with everything that they lack', async () => {
    const who = await createTestClient(database, 'Bare');
    await setFormat('factur-x', who);
    const { status, body } = await generate(INVOICE_BODY, who);
    expect(status).toBe(400);
    const fields = body.error.details.map(({ field }) => field);
    expect(fields.sort()).toEqual(['data.items.0.unitCode', 'data.seller.vatId', 'data.taxes']);
    const broken = { ...INVOICE_BODY, data: { ...INVOICE_BODY.data, invoiceDate: 'today' } };
    const both = await generate(broken, who);
    expect(both.body.error.details.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['data.invoiceDate', ...fields]),
    );
  });
});

it('removes the file after 30 days and keeps the metadata', async () => {
  const old = (await generate(INVOICE_BODY)).body.data.documentId;
  await database.query(`update document_requests set expires_at = now() where document_id = $1`, [old]);
  expect(await applyRetention(database)).toMatchObject({ documentFiles: 1 });
  expect((await download(old)).status).toBe(410);
  expect((await get(`/api/v1/documents/${old}`)).body.data.status).toBe('generated');
  expect(await database.query('select 1 from document_files where document_id = $1', [old])).toEqual([]);
});

describe('verifying', () => {
  async function codeOf(id: string): Promise<string> {
    const preview = await get(`/api/v1/documents/${id}/download?preview=html`);
    return /\/verify\/doc_\w+\?c=(\w+)/.exec(preview.text)?.[1] ?? '';
  }

  it('shows hash, type and time to whoever holds the document, and no contents', async () => {
    const { data } = (await generate(INVOICE_BODY)).body;
    const page = await app.http.get(`/verify/${data.documentId}?c=${await codeOf(data.documentId)}`);
    expect(page.status).toBe(200);
    for (const part of [data.sha256, 'Commercial invoice', data.createdAt]) expect(page.text).toContain(part);
    for (const part of ['Delta Textiles', '5,000', 'INV-2026-001']) expect(page.text).not.toContain(part);
  });

  it('tells a wrong code and an unknown document nothing', async () => {
    const { data } = (await generate(INVOICE_BODY)).body;
    const wrong = await app.http.get(`/verify/${data.documentId}?c=${'a'.repeat(26)}`);
    const unknown = await app.http.get(`/verify/doc_00000000007000000000000000?c=${'a'.repeat(26)}`);
    expect([wrong.status, unknown.status, (await app.http.get(`/verify/${data.documentId}`)).status]).toEqual([
      404, 404, 404,
    ]);
    expect(wrong.text).toBe(unknown.text);
  });
});

describe('when something breaks', () => {
  it('renders again when the browser is killed in the middle', async () => {
    await generate(INVOICE_BODY);
    const pending = Promise.resolve(generate(SAMPLES['commercial_invoice-sixty'] ?? {}));
    const killer = setInterval(() => pool.pids.forEach((pid) => process.kill(pid, 'SIGKILL')), 1);
    setTimeout(() => clearInterval(killer), 150);
    const response = await pending;
    clearInterval(killer);
    expect([201, 202]).toContain(response.status);
    const id = response.body.data.documentId;
    await (await begun(temporal, `doc/${id}`)).result();
    expect((await get(`/api/v1/documents/${id}`)).body.data.status).toBe('generated');
  });

  it('gives up with a reason and an event when no browser lives long enough', async () => {
    const owner = await createTestClient(database, 'Unlucky');
    await pool.close();
    launch = () => Promise.reject(new Error('/opt/secret/chromium is broken'));
    try {
      const { body } = await generate(INVOICE_BODY, owner);
      await (await begun(temporal, `doc/${body.data.documentId}`)).result();
      const { data } = (await get(`/api/v1/documents/${body.data.documentId}`, owner)).body;
      expect(data).toMatchObject({ status: 'failed', size: null, downloadUrl: null });
      expect(data.failureReason).toBe('The document could not be rendered.');
      expect((await eventsOf(database, owner.accountId)).map((event) => event.type)).toEqual(['document.failed']);
      expect((await download(body.data.documentId, owner)).status).toBe(404);
    } finally {
      launch = launchBrowser;
    }
  });

  it('is made all the same when somebody cancels its workflow', async () => {
    const { body } = await createTradeApp(database, null)
      .http.post<Shown>('/api/v1/documents/generate')
      .set('Authorization', bearer(client))
      .send(INVOICE_BODY);
    const { documentId } = body.data;
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    await pool.close();
    launch = () => opened.then(launchBrowser);
    try {
      await startDocument(workflowsOver(temporal), documentId);
      const workflow = temporal.workflow.getHandle(`doc/${documentId}`);
      await workflow.cancel();
      open();
      expect(await workflow.result()).toEqual({ status: 'generated' });
    } finally {
      launch = launchBrowser;
    }
    expect(textOfPdf((await download(documentId)).body)).toContain('INV-2026-001');
  });

  it('refuses at the door when too many wait', async () => {
    await database.query(
      `insert into documents (id, account_id, environment, request_id, type, number, locale, created_at, expires_at)
       select 'waiting-' || n, $1, 'test', 'r', 'packing_list', 'n', 'en', now(), now() from generate_series(1, 500) n`,
      [client.accountId],
    );
    const response = await generate(INVOICE_BODY);
    expect(response.status).toBe(503);
    expect(response.body.error.code).toBe('UNAVAILABLE');
    expect(response.headers['retry-after']).toBe('10');
    await database.query(`delete from documents where id like 'waiting-%'`);
    // On a busy machine it is accepted before it is made.
    expect([201, 202]).toContain((await generate(INVOICE_BODY)).status);
  });

  it('answers 202 while Temporal is away, and the outbox holds the start', async () => {
    const away = createTradeApp(database, null);
    const response = await away.http
      .post<Shown>('/api/v1/documents/generate')
      .set('Authorization', bearer(client))
      .send(INVOICE_BODY);
    expect(response.status).toBe(202);
    const { data } = response.body;
    expect(data).toMatchObject({ status: 'generating', size: null, downloadUrl: null, sha256: null });
    expect((await download(data.documentId)).status).toBe(409);
    const rows = await database.query('select topic from outbox where subject = $1', [data.documentId]);
    expect(rows).toEqual([{ topic: 'document.start' }]);
    await startDocument(workflowsOver(temporal), data.documentId);
    await startDocument(workflowsOver(temporal), data.documentId);
    await temporal.workflow.getHandle(`doc/${data.documentId}`).result();
    expect((await download(data.documentId)).status).toBe(200);
  });
});
