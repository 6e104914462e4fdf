import { loadStarterPack, loadStarterSchedules } from '../../activities/importers/load-starter';
import { landedCostOf } from '../../api/shipments/landed-cost';
import { recordFindings } from '../../db/shipments/findings';
import { createTestClient, createTradeApp, eventsOf, type TestClient, type TradeApp } from '../documents/support/app';
import { consistentPapers, type Papers } from '../domain/shipments/file/consignment';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { filePaper } from './file-paper';

interface Shown {
  id: string;
  rule: string;
  severity: string;
  a: { source: string; path: string; value: string | number };
  b: { source: string; path: string; value: string | number };
  status: string;
  reason: string | null;
  decided_by: string | null;
}

interface File {
  documents: { documentId: string }[];
  payments: object[];
  landed_cost: object | null;
  findings: Shown[];
  error: { code: string; message: string };
}

let database: TestDatabase;
let app: TradeApp;
let client: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  app = createTradeApp(database, null);
  client = await createTestClient(database, 'Shipper');
  stranger = await createTestClient(database, 'Stranger');
});

const bearer = ({ key }: TestClient): string => `Bearer ${key}`;
const fileOf = (id: string, who = client) =>
  app.http.get<File>(`/v1/shipments/${id}/file`).set('Authorization', bearer(who));
const decide = (id: string, finding: string, body: object, who = client) =>
  app.http.patch<Shown & File>(`/v1/shipments/${id}/findings/${finding}`).set('Authorization', bearer(who)).send(body);

const file = (shipmentId: string, type: string, data: object): Promise<string> =>
  filePaper(database, app.vault, { accountId: client.accountId, shipmentId, type, data });

async function shipped({ shipment, invoice, packing, bill }: Papers): Promise<string> {
  const body = Object.fromEntries(
    Object.entries(shipment).filter(([name, value]) => value !== null && !/^id$|_at$/.test(name)),
  );
  const made = await app.http.post<{ id: string }>('/v1/shipments').set('Authorization', bearer(client)).send(body);
  const { id } = made.body;
  await file(id, 'commercial_invoice', invoice);
  await file(id, 'packing_list', packing);
  await file(id, 'bill_of_lading', bill);
  return id;
}

/** What the relay does about the items that were written. */
async function compare(id: string): Promise<string[]> {
  await recordFindings(database, app.vault, id);
  const events = await eventsOf(database, client.accountId);
  return events.flatMap(({ type, payload }) => {
    const { shipment_id: about, rule } = payload as { shipment_id?: string; rule: string };
    return type === 'shipment.finding' && about === id ? [rule] : [];
  });
}

/** Source: docs/GAPS.md#S2 */
describe('the file of a shipment', () => {
  it('has no findings where its papers agree', async () => {
    const id = await shipped(consistentPapers());
    const { status, body } = await fileOf(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ payments: [], statements: [], clearances: [], findings: [], findings_left_out: 0 });
    // No tariffs are loaded.
    expect(body.landed_cost).toBeNull();
    expect(body.documents).toHaveLength(3);
    expect(await compare(id)).toEqual([]);
  });

  it('has the landed cost of its goods once tariffs are loaded', async () => {
    const papers = consistentPapers();
    const loaded = await createTestDatabase();
    await loadStarterPack(loaded, { deferIndex: true });
    await loadStarterSchedules(loaded);
    const shipment = { ...papers.shipment, destination_country: 'DE' };
    const cost = await landedCostOf(loaded, shipment, new Date('2026-11-20T12:00:00Z'));
    expect(cost).toMatchObject({ currency: 'USD', date: '2026-11-20' });
    expect(cost?.at_least).toBeGreaterThanOrEqual(5000);
    expect(cost?.lines.map(({ name }) => name)).toEqual(expect.arrayContaining(['Duty']));
    expect(await landedCostOf(loaded, { ...shipment, hs_code: null }, new Date())).toBeNull();
  });

  it('compares the sum of several invoices, each in its newest form', async () => {
    const papers = consistentPapers(2);
    const { invoice } = consistentPapers(1);
    const id = await shipped({ ...papers, invoice: { ...invoice, items: papers.invoice['items'] } });
    await file(id, 'commercial_invoice', invoice);
    await file(id, 'commercial_invoice', { ...invoice, invoiceNumber: 'INV-2026-002' });
    const { body } = await fileOf(id);
    expect([body.documents.length, body.findings]).toEqual([4, []]);
    await file(id, 'commercial_invoice', { ...invoice, invoiceNumber: 'INV-2026-003' });
    expect((await fileOf(id)).body.findings.map(({ rule }) => rule)).toContain('amount');
  });

  it('shows both values with their sources, and tells of a finding once', async () => {
    const papers = consistentPapers();
    Reflect.set(papers.bill, 'vessel', 'MV Other Star');
    const id = await shipped(papers);
    const { body } = await fileOf(id);
    expect(body.findings).toMatchObject([
      {
        rule: 'vessel',
        severity: 'warning',
        a: { path: 'transport.vessel', value: 'MV Example Star' },
        b: { path: 'vessel', value: 'MV Other Star' },
        ...{ status: 'open', reason: null, decided_by: null },
      },
    ]);
    expect(await compare(id)).toEqual(['vessel']);
    expect(await compare(id)).toEqual(['vessel']);
  });

  it('keeps a decision until a value changes', async () => {
    const papers = consistentPapers();
    papers.shipment.value = 4000;
    const id = await shipped(papers);
    const [finding] = (await fileOf(id)).body.findings;
    const answer = await decide(id, finding?.id ?? '', { status: 'accepted', reason: 'Without freight' });
    expect([answer.status, answer.body.status, answer.body.reason]).toEqual([200, 'accepted', 'Without freight']);
    expect(answer.body.decided_by).toMatch(/^key:key_/);
    // A paper that is made again says the same.
    await file(id, 'commercial_invoice', papers.invoice);
    expect((await fileOf(id)).body.findings).toMatchObject([{ id: finding?.id, status: 'accepted' }]);
    await app.http.patch(`/v1/shipments/${id}`).set('Authorization', bearer(client)).send({ value: 4100 });
    expect((await fileOf(id)).body.findings).toMatchObject([{ rule: 'amount', status: 'open' }]);
    const [order] = await database.query(`select from outbox where topic = 'document.compare' and subject = $1`, [id]);
    expect(order).toBeDefined();
  });

  it('is refused to strangers, to keys that may not read its papers, and for what is unknown', async () => {
    const papers = consistentPapers();
    papers.shipment.value = 4000;
    const id = await shipped(papers);
    const [finding] = (await fileOf(id)).body.findings;
    expect((await fileOf(id, stranger)).status).toBe(404);
    expect((await decide(id, finding?.id ?? '', { status: 'accepted' }, stranger)).status).toBe(404);
    const few = await createTestClient(database, 'Shipper', ['shipments:read', 'shipments:write']);
    const { status, body } = await fileOf(id, few);
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('documents:read, payments:read')]);
    expect((await decide(id, 'fnd_unknown', { status: 'accepted' })).status).toBe(404);
    expect((await decide(id, finding?.id ?? '', { status: 'gone' })).status).toBe(400);
    expect((await decide(id, finding?.id ?? '', { status: 'accepted', reason: 'x'.repeat(501) })).status).toBe(400);
  });
});
