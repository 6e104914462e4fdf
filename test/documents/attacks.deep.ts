import type { BrowserPool } from '../../activities/documents/browser-pool';
import { loadStarterPack } from '../../activities/importers/load-starter';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createTestClient, createTradeApp, type ErrorBody, type TestClient, type TradeApp } from './support/app';
import { startCanary, type Canary } from './support/canary';
import { openPool, render } from './support/render';
import { INVOICE_BODY, SAMPLES } from './support/samples';
import { textOfPdf } from './support/text';

let database: TestDatabase;
let app: TradeApp;
let client: TestClient;
let pool: BrowserPool;
let canary: Canary;

beforeAll(async () => {
  database = await createTestDatabase();
  app = createTradeApp(database, null);
  client = await createTestClient(database, 'Attacker');
  await loadStarterPack(database, { deferIndex: true });
  pool = openPool();
  canary = await startCanary();
});

const send = (body: object | string) =>
  app.http
    .post<{ success: boolean; error: ErrorBody }>('/api/v1/documents/generate')
    .set('Authorization', `Bearer ${client.key}`)
    .set('Content-Type', 'application/json')
    .send(body);

const [ITEM] = INVOICE_BODY.data.items;
const invoice = (part: object) => ({ ...INVOICE_BODY, data: { ...INVOICE_BODY.data, ...part } });
const withItem = (part: object) => invoice({ items: [{ ...ITEM, ...part }] });
const withDescription = (description: string) => withItem({ description });

describe('what is refused', () => {
  it.each([{}, { type: 'menu' }, { type: 3, data: [1] }])('%j names what is missing in plain words', async (body) => {
    const { details } = (await send(body)).body.error;
    expect(details[0]).toMatchObject({
      field: 'type',
      message: expect.stringMatching(/^must be one of commer/) as string,
    });
    expect(details.slice(1).map(({ field }) => field)).toEqual('data' in body ? [] : ['data']);
  });

  it('names a field once, whatever is wrong with it', async () => {
    const { details } = (await send(invoice({ invoiceNumber: '' }))).body.error;
    expect(details.map(({ field }) => field)).toEqual(['data.invoiceNumber']);
  });

  it.each<[string, object, string]>([
    ['a wrong line total', withItem({ total: 5000.01 }), 'data.items.0.total'],
    ['a wrong grand total', invoice({ grandTotal: 1 }), 'data.grandTotal'],
    ['a wrong subtotal', invoice({ subtotal: 4999.99 }), 'data.subtotal'],
    [
      'a total of a finer unit than the currency',
      withItem({ unitPrice: 0.001, quantity: 1, total: 0.001 }),
      'data.items.0.total',
    ],
    [
      'cents of yen',
      {
        ...invoice({ currency: 'JPY' }),
        data: { ...INVOICE_BODY.data, currency: 'JPY', items: [{ ...ITEM, quantity: 1, unitPrice: 5.5, total: 5.5 }] },
      },
      'data.items.0.total',
    ],
    ['a missing number', invoice({ invoiceNumber: undefined }), 'data.invoiceNumber'],
    ['a missing seller', invoice({ seller: undefined }), 'data.seller'],
    ['no items', invoice({ items: [] }), 'data.items'],
    [
      '10,000 items',
      invoice({ items: Array.from({ length: 10_000 }, () => ({ ...ITEM, description: 'x' })) }),
      'data.items',
    ],
    ['an unknown type', { ...INVOICE_BODY, type: 'love_letter' }, 'type'],
    ['no data', { type: 'commercial_invoice' }, 'data'],
    ['a number as text', withItem({ quantity: '1000' }), 'data.items.0.quantity'],
    ['a negative quantity', withItem({ quantity: -1 }), 'data.items.0.quantity'],
    ['an HS code of letters', withItem({ hsCode: 'ABCDEF' }), 'data.items.0.hsCode'],
    ['a long text', withDescription('x'.repeat(100_000)), 'data.items.0.description'],
    ['CRLF in a number', invoice({ invoiceNumber: 'INV\r\nX-Evil: 1' }), 'data.invoiceNumber'],
    ['a right-to-left override', withDescription('price \u202E0001'), 'data.items.0.description'],
    ['a zero-width space', withDescription('cot\u200Bton'), 'data.items.0.description'],
    ['a bell', withDescription('cotton\u0007'), 'data.items.0.description'],
    ['a script without a font', withDescription('ผ้าฝ้าย'), 'data.items.0.description'],
    ['a day that does not exist', invoice({ invoiceDate: '2026-02-30' }), 'data.invoiceDate'],
    [
      'a country that does not exist',
      invoice({ seller: { ...INVOICE_BODY.data.seller, country: 'XX' } }),
      'data.seller.country',
    ],
    [
      'a price on a packing list',
      { ...SAMPLES['packing_list-one'], data: { ...SAMPLES['packing_list-one']?.data, currency: 'USD' } },
      'data.currency',
    ],
    ['gross below net', changed('packing_list-one', 'packages', { grossWeight: 1 }), 'data.packages.0.grossWeight'],
    [
      'a wrong check digit',
      {
        ...SAMPLES['bill_of_lading-one'],
        data: { ...SAMPLES['bill_of_lading-one']?.data, containers: [{ number: 'MSCU6639871' }] },
      },
      'data.containers.0.number',
    ],
    [
      'on board after issue',
      {
        ...SAMPLES['bill_of_lading-one'],
        data: { ...SAMPLES['bill_of_lading-one']?.data, shippedOnBoardDate: '2026-03-03' },
      },
      'data.shippedOnBoardDate',
    ],
    [
      'an unknown agreement',
      {
        ...SAMPLES['certificate_of_origin-one'],
        data: { ...SAMPLES['certificate_of_origin-one']?.data, agreement: 'ATLANTIS' },
      },
      'data.agreement',
    ],
    [
      'an agreement that does not cover both',
      {
        ...SAMPLES['certificate_of_origin-one'],
        data: { ...SAMPLES['certificate_of_origin-one']?.data, agreement: 'USMCA' },
      },
      'data.originCountry',
    ],
  ])('%s is a 400 that names the field', async (_name, body, field) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(response.body.success).toBe(false);
    expect(response.body.error.details.map(({ field }) => field)).toContain(field);
  });

  it('names every fault of wrong taxes', async () => {
    const data = {
      ...SAMPLES['commercial_invoice-taxed']?.data,
      taxes: [
        { name: 'VAT', rate: 20, base: 5760.5, amount: 1152.11 },
        { name: 'VAT', rate: 0, base: 9059.43 },
        { name: 'VAT', rate: 101, exemptionReason: '' },
      ],
    };
    const { status, body } = await send({ type: 'commercial_invoice', data });
    const named = ['2.rate', '0.amount', '1.base'].map((field) => `data.taxes.${field}`);
    expect([status, body.error.details.map(({ field }) => field)]).toEqual([400, named]);
  });

  it('refuses NUL, a duplicate key and half a surrogate pair', async () => {
    for (const text of ['{"type":"commercial_invoice\\u0000"}', '{"type":"a","type":"b"}', '{"type":"\\ud800"}']) {
      expect((await send(text)).status).toBe(400);
    }
  });

  it('refuses a body of more than a megabyte', async () => {
    expect((await send(withDescription('x'.repeat(1_100_000)))).status).toBe(413);
  });

  it('writes nothing for what it refuses', async () => {
    expect(await database.query('select 1 from documents')).toEqual([]);
  });
});

function changed(sample: string, list: string, part: object): object {
  const body: { type?: string; data?: Record<string, object[]> } = structuredClone(SAMPLES[sample] ?? {});
  return { ...body, data: { ...body.data, [list]: [{ ...body.data?.[list]?.[0], ...part }] } };
}

describe('what is printed as text and does nothing', () => {
  const url = () => canary.url;

  it.each<[string, () => string]>([
    ['a script', () => `<script>fetch("${url()}")</script>`],
    ['an image of a file', () => '<img src=file:///etc/passwd>'],
    ['an image of the canary', () => `"><img src="${url()}" onerror="location='${url()}'">`],
    ['a frame', () => '<iframe src=http://169.254.169.254/latest/meta-data></iframe>'],
    ['a style', () => `</style><style>@import url(${url()}); body{background:url(${url()})}</style>`],
    [
      'a drawing',
      () =>
        `<svg onload=alert(1)><image href="${url()}"/><foreignObject><iframe src="${url()}"/></foreignObject></svg>`,
    ],
    ['a link', () => `<link rel=stylesheet href=${url()}><meta http-equiv=refresh content="0;url=${url()}">`],
    ['an end of the page', () => '</td></table></main><h1>PAID</h1>&lt;b&gt;'],
    ['a template', () => '${process.env.HOME} {{7*7}} <%= 7*7 %>'],
    ['emoji', () => 'Fragile 📦 handle 😀'],
  ])('%s', async (_name, text) => {
    const description = text();
    const { pdf, preview, pageCount } = await render(pool, withDescription(description));
    const squeeze = (value: string) => value.replace(/[\s\uFE0F]+/g, '');
    expect(squeeze(textOfPdf(pdf))).toContain(squeeze(description));
    expect(pageCount).toBe(1);
    expect(preview).not.toMatch(/<(script|img|iframe|link|foreignObject)/i);
    expect(preview.match(/<style/g)).toHaveLength(1);
    expect(canary.takeVisits()).toBe(0);
  });

  it('has a canary that sees real visits', async () => {
    await fetch(url());
    expect(canary.takeVisits()).toBe(1);
  });

  it('could not reach the canary even if markup got through', async () => {
    await pool.run(async (page) => {
      await page.evaluate(
        `document.body.innerHTML = '<iframe src="${url()}"></iframe><img src="${url()}"><img src="file:///etc/passwd"><object data="${url()}"></object><style>@import "${url()}"</style>'`,
      );
      // In this process: timers of the page are switched off with its scripts.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await page.pdf();
    });
    expect(canary.takeVisits()).toBe(0);
  });

  it('prints the longest texts that are accepted', async () => {
    const longest = withItem({ description: '漢'.repeat(600) });
    expect((await render(pool, longest)).pageCount).toBeLessThanOrEqual(2);
    const notes = invoice({ notes: Array.from({ length: 40 }, () => 'W'.repeat(45)).join('\n') });
    expect((await render(pool, notes)).pageCount).toBeLessThanOrEqual(2);
    const lines = withItem({ description: Array.from({ length: 12 }, () => 'line').join('\n') });
    expect((await render(pool, lines)).pageCount).toBe(1);
  });
});
