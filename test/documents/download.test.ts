import { createTestDatabase, type TestDatabase } from '../support/database';
import {
  createTestClient,
  createTradeApp,
  type DocumentBody,
  type DocumentPageBody as Page,
  type TestClient,
  type TradeApp,
} from './support/app';
import { FILE, orderDocument, storeDocument } from './support/stored';

let database: TestDatabase;
let app: TradeApp;
let client: TestClient;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = createTradeApp(database, null);
  client = await createTestClient(database, 'Reader');
  id = await storeDocument({ database, vault: app.vault }, client.accountId);
});

const get = <Body = DocumentBody>(path: string, who = client) =>
  app.http.get<Body>(path).set('Authorization', `Bearer ${who.key}`);
const download = (document: string, who = client) =>
  get<Buffer>(`/api/v1/documents/${document}/download`, who).responseType('blob');

/** Source: docs/GAPS.md#D4 */
describe('a file', () => {
  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=100-', 100, undefined],
    ['bytes=-50', -50, undefined],
  ])('is handed out in part for %s', async (range, from, to) => {
    const part = await download(id).set('Range', range);
    expect(part.status).toBe(206);
    expect(part.body.equals(FILE.subarray(from, to))).toBe(true);
    expect(part.headers['content-range']).toMatch(new RegExp(`^bytes \\d+-\\d+/${FILE.length}$`));
  });

  it('has no range beyond its end', async () => {
    const response = await download(id).set('Range', `bytes=${FILE.length}-`);
    expect(response.status).toBe(416);
    const text = Buffer.from(response.body as unknown as Uint8Array).toString('utf8');
    expect(JSON.parse(text)).toMatchObject({ success: false, error: { code: 'RANGE_NOT_SATISFIABLE' } });
    expect(response.headers['content-range']).toBe(`bytes */${FILE.length}`);
  });

  it('is not sent to who already has it', async () => {
    const { headers } = await download(id);
    const again = await download(id).set('If-None-Match', String(headers['etag']));
    expect(again.status).toBe(304);
    const changed = await download(id).set('If-None-Match', '"other"');
    expect(changed.status).toBe(200);
    const whole = await download(id).set('Range', 'bytes=0-9').set('If-Range', '"other"');
    expect(whole.status).toBe(200);
  });

  it('has a preview that may do nothing', async () => {
    const response = await get(`/api/v1/documents/${id}/download?preview=html`);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(response.text).toContain('Cotton T-shirts');
    expect((await get(`/api/v1/documents/${id}/download?preview=pdf`)).status).toBe(400);
  });

  it('is not there yet while it is generated', async () => {
    const ordered = await orderDocument({ database, vault: app.vault }, client.accountId);
    expect((await download(ordered)).status).toBe(409);
  });

  it('is gone after 30 days, and what it was stays', async () => {
    app.setNow(new Date(Date.now() + 31 * 86_400_000));
    try {
      expect((await download(id)).status).toBe(410);
      expect((await get(`/api/v1/documents/${id}`)).body.data.status).toBe('generated');
    } finally {
      app.setNow(null);
    }
  });

  it('is an absent one in another account', async () => {
    const stranger = await createTestClient(database, 'Stranger');
    expect((await get(`/api/v1/documents/${id}`, stranger)).status).toBe(404);
    expect((await download(id, stranger)).status).toBe(404);
    expect((await get<Page>('/api/v1/documents', stranger)).body.data.items).toEqual([]);
  });
});

it('lists documents with filters, page by page', async () => {
  const owner = await createTestClient(database, 'Lister');
  const parts = { database, vault: app.vault };
  const aSecondAgo = new Date(Date.now() - 1_000);
  const first = await storeDocument(parts, owner.accountId, { createdAt: aSecondAgo });
  const second = await orderDocument(parts, owner.accountId, { type: 'packing_list' });
  const page = await get<Page>('/api/v1/documents?limit=1', owner);
  expect(page.body.data.items.map(({ documentId }) => documentId)).toEqual([second]);
  const next = await get<Page>(`/api/v1/documents?cursor=${page.body.data.nextCursor ?? ''}`, owner);
  expect(next.body.data.items.map(({ documentId }) => documentId)).toEqual([first]);
  expect(next.body.data.nextCursor).toBeNull();
  const invoices = await get<Page>('/api/v1/documents?type=commercial_invoice', owner);
  expect(invoices.body.data.items).toHaveLength(1);
  expect((await get('/api/v1/documents?type=letter', owner)).status).toBe(400);
});
