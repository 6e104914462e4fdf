import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { AdmissionGate } from '../../../api/admission-gate';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { createShipment } from '../../../db/shipments/shipments';
import {
  ShipmentDetails as ShipmentDetailsOf,
  type ShipmentDetailsPage,
} from '../../../console/shipments/shipment-page';
import { inWords, WORDS } from '../../../console/words/use-words';
import { DOCUMENT_TYPES } from '../../../domain/documents/registry';
import type { ShipmentDetails } from '../../../domain/shipments/shipment';
import { testVault } from '../../documents/support/app';
import { consistentPapers } from '../../domain/shipments/file/consignment';
import { filePaper } from '../../shipments/file-paper';
import { createConsoleApp, ledTo, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const PASSWORD = 'nine blue herons at dawn';
const LIST = '/console/test/shipments';
const SHIRTS: ShipmentDetails = {
  ...{ reference: 'PO-7', origin_country: 'VN', destination_country: 'US', hs_code: '6109.10', status: 'pending' },
  ...{ description: 'Cotton t-shirts\nin cartons', value: 12500.5, currency: 'USD', weight: 1.1, weight_unit: 't' },
  buyer: 'Blue Heron Trading',
};
/** Fields of a form as a person fills them in. */
const TYPED: [string, string][] = [
  ['origin_country', 'vn'],
  ['destination_country', 'US'],
  ['description', 'Cotton t-shirts'],
  ['value', '12,500.50'],
  ['currency', 'usd'],
];

let database: TestDatabase;
let accountId: string;
let owner: Person;
let viewer: Person;
let stranger: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  const app = createConsoleApp(database);
  accountId = (await findOrCreateAccount(database, 'Acme')).id;
  const other = (await findOrCreateAccount(database, 'Other')).id;
  const people = [
    ['owner', 'owner', accountId],
    ['viewer', 'viewer', accountId],
    ['stranger', 'owner', other],
  ] as const;
  for (const [name, role, account] of people) {
    const person = { email: `${name}@example.com`, name, role, accountId: account } as const;
    await createUser(database, { ...person, password: PASSWORD, actor: 'command:test' });
  }
  [owner, viewer, stranger] = [new Person(app), new Person(app), new Person(app)];
  await Promise.all([
    owner.logIn('owner@example.com', PASSWORD),
    viewer.logIn('viewer@example.com', PASSWORD),
    stranger.logIn('stranger@example.com', PASSWORD),
  ]);
});

beforeEach(() => database.query('delete from shipments'));

/** @returns the page of a shipment of the test side */
async function stored(details: Partial<ShipmentDetails> = {}, now = new Date()): Promise<string> {
  const tenant = { accountId, environment: 'test' } as const;
  const shipment = { tenant, requestId: 'req_1', details: { ...SHIRTS, ...details }, now };
  return `${LIST}/${(await createShipment(database, shipment, null)).id}`;
}

const shipments = () => database.query<ShipmentDetails & { id: string }>('select * from shipments order by id');
const unnamed = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const countOf = (html: string): number => (html.match(/<th scope="row"/g) ?? []).length;

/** Source: docs/GAPS.md#S1 */
describe('the list of shipments', () => {
  it('teaches what a shipment is for where there is none', async () => {
    const { status, text } = await owner.get(LIST);
    expect([status, text.includes('its documents begin with its data')]).toEqual([200, true]);
    expect(text).toContain(`href="${LIST}/new"`);
    expect((await viewer.get(LIST)).text).not.toContain(`href="${LIST}/new"`);
  });

  it('narrows by all that the search of the API takes, and its file has the same rows', async () => {
    await stored();
    await stored({
      reference: 'PO-8',
      destination_country: 'DE',
      hs_code: '8471',
      status: 'customs',
      description: null,
    });
    const today = new Date().toISOString().slice(0, 10);
    const counts: Record<string, number> = {
      '': 2,
      'query=PO-8': 1,
      'query=cotton': 1,
      'status=customs': 1,
      'origin_country=vn': 2,
      'destination_country=DE&query=': 1,
      'hs_code=6109': 1,
      [`from=${today}`]: 2,
      [`to=2020-01-01`]: 0,
    };
    for (const [query, count] of Object.entries(counts)) {
      const [page, file] = await Promise.all([owner.get(`${LIST}?${query}`), owner.get(`${LIST}/file?${query}`)]);
      expect([query, page.status, countOf(page.text)]).toEqual([query, 200, count]);
      expect([query, file.text.split('\r\nshp_').length - 1]).toEqual([query, count]);
    }
    const { text } = await owner.get(`${LIST}/file?query=PO-7`);
    expect(text).toContain(
      ',PO-7,pending,VN,US,6109.10,"Cotton t-shirts\nin cartons",12500.5,USD,1.1,t,Blue Heron Trading,',
    );
  });

  it('shows one page and leads to the next, which keeps the filter', async () => {
    // The list is by the moment of creation, which two of them may share.
    for (let number = 1; number <= 26; number += 1)
      await stored({ reference: `PO-${number}` }, new Date(Date.UTC(2026, 10, number)));
    const first = await owner.get(`${LIST}?status=pending`);
    expect(countOf(first.text)).toBe(25);
    const next = /href="([^"]+cursor=[^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toContain('status=pending');
    const second = await owner.get(next);
    expect([countOf(second.text), second.text.includes('PO-1<')]).toEqual([1, true]);
    const oldest = (await owner.get(`${LIST}?order=oldest`)).text;
    expect([oldest.includes('PO-1<'), oldest.includes('PO-26<')]).toEqual([true, false]);
    expect((await owner.get(`${LIST}/file?order=oldest`)).text).toMatch(/^[^\n]+\n\w+,PO-1,/);
    expect((await owner.get(`${LIST}?order=sideways`)).status).toBe(400);
  });

  it('has a file whose further pages wait longer for other searches, since they cannot be refused', async () => {
    const enter = jest.spyOn(AdmissionGate.prototype, 'enter');
    const page = await stored();
    await database.query(
      `insert into shipments (id, account_id, environment, request_id, status, origin_country, destination_country,
         description, created_at, updated_at)
       select $1 || lpad(number::text, 4, '0'), account_id, environment, request_id, status, origin_country,
         destination_country, description, created_at, updated_at from shipments, generate_series(1, 500) as number`,
      [String(page.split('/').at(-1)).slice(0, -4)],
    );
    const { text } = await owner.get(`${LIST}/file?query=cotton`);
    expect(text.split('\r\nshp_')).toHaveLength(502);
    expect(enter.mock.calls).toEqual([
      [accountId, 2_000],
      [accountId, 60_000],
    ]);
    enter.mockRestore();
  });

  it('shows at each field of the filter what is wrong with it', async () => {
    const { status, text } = await owner.get(`${LIST}?status=lost&origin_country=Vietnam&from=tomorrow`);
    expect(status).toBe(400);
    for (const field of ['status', 'origin_country', 'from']) expect(text).toContain(`id="${field}-fault"`);
    expect(text).toContain('value="Vietnam"');
    expect((await owner.get(`${LIST}/file?status=lost`)).status).toBe(400);
  });
});

describe('the page of a shipment', () => {
  it('is headed by the goods and where they go, and leads to the documents that it can have', async () => {
    const page = await stored();
    const { text } = await owner.get(page);
    expect(text).toContain('<h1>Cotton t-shirts, Vietnam to United States of America</h1>');
    expect(text).toContain('12,500.50 USD');
    expect(text).toContain(
      '/console/test/tariffs/calculate?hsCode=610910&amp;origin=VN&amp;destination=US&amp;value=12500.5',
    );
    const id = String(page.split('/').at(-1));
    for (const type of DOCUMENT_TYPES) expect(text).toContain(`/documents/new/${type}?shipment=${id}"`);
    expect(text).toContain(`/requests?about=${id}`);
    const read = (await viewer.get(page)).text;
    expect(read).toContain('Cotton t-shirts');
    expect(read).not.toMatch(/\/(edit|delete)"|documents\/new/);
  });

  it('is headed by the reference where nobody said what the goods are, else by the way alone', async () => {
    expect((await owner.get(await stored({ description: null }))).text).toContain(
      '<h1>PO-7, Vietnam to United States of America</h1>',
    );
    const bare = await stored({ description: null, reference: null });
    expect((await owner.get(bare)).text).toContain('<h1>Shipment, Vietnam to United States of America</h1>');
    const long = await stored({ description: 'x'.repeat(2_000) });
    expect((await owner.get(long)).text).toContain(`<h1>${'x'.repeat(79)}…, Vietnam`);
  });

  it('is of its own account and side alone', async () => {
    const page = await stored();
    expect((await stranger.get(page)).status).toBe(404);
    expect((await owner.get(page.replace('/test/', '/live/'))).status).toBe(404);
    expect((await viewer.get(`${page}/edit`)).status).toBe(403);
    expect((await viewer.submit(LIST, `${page}/delete`, [])).status).toBe(403);
  });

  it('is found by its id and its reference', async () => {
    const page = await stored();
    await stored({ reference: 'PO-8' });
    for (const text of [String(page.split('/').at(-1)), 'PO-7']) {
      const { status, headers } = await owner.get(`/console/test/search?q=${text}`);
      expect([text, status, headers['location']]).toEqual([text, 303, page]);
    }
    await stored();
    const { status, text } = await owner.get('/console/test/search?q=PO-7');
    expect([status, countOf(text)]).toEqual([200, 2]);
  });
});

describe('the forms of shipments', () => {
  it('make one, once, and keep what was typed beside each fault', async () => {
    const refused = await owner.submit(`${LIST}/new`, `${LIST}/new`, [...TYPED.slice(1), ['weight_unit', 'kg']]);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="origin_country-fault"');
    expect(refused.text).toContain('id="weight-fault"');
    expect(refused.text).toContain('value="12,500.50"');
    const form = (await owner.get(`${LIST}/new`)).text;
    const own = ['form_token', 'form_id', 'form_language'].map((name): [string, string] => [name, unnamed(form, name)]);
    const send = () => owner.post(`${LIST}/new`, [...own, ...TYPED]);
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([303, 409]);
    const [made, ...others] = await shipments();
    expect(ledTo(first)).toEqual([`${LIST}/${made?.id}`, 'shipment-saved']);
    expect([made?.origin_country, Number(made?.value), made?.currency, made?.status, others.length]).toEqual([
      ...['VN', 12500.5, 'USD', 'pending', 0],
    ]);
  });

  /** Opens the form of a shipment, lets `meanwhile` happen, and sends the form with `typed` in place of what it showed. */
  async function changeBeside(page: string, meanwhile: string, typed: Record<string, string>) {
    const form = (await owner.get(`${page}/edit`)).text;
    const shown = new URLSearchParams(unnamed(form, 'form_shown').replaceAll('&amp;', '&'));
    await database.query(`update shipments set ${meanwhile}`);
    const fields = [...shown].filter(([name]) => name !== 'form_language');
    return owner.submit(`${page}/edit`, `${page}/edit`, [
      ['form_shown', shown.toString()],
      ...fields.map(([name, value]): [string, string] => [name, typed[name] ?? value]),
    ]);
  }

  it('change only what was changed in the form', async () => {
    const page = await stored();
    expect((await owner.get(`${page}/edit`)).text).toContain('value="12500.5"');
    const answer = await changeBeside(page, `status = 'in_transit', value = 90, currency = 'EUR'`, { buyer: '' });
    expect(ledTo(answer)).toEqual([page, 'shipment-changed']);
    const [row] = await shipments();
    expect([row?.status, row?.buyer, row?.description, Number(row?.value), row?.currency]).toEqual([
      ...['in_transit', null, SHIRTS.description, 90, 'EUR'],
    ]);
  });

  it.each([
    ['value = 90, currency = $$EUR$$', { value: '120' }, [120, 'USD', 1.1, 't']],
    ['value = 90, currency = $$JPY$$', { currency: 'EUR' }, [12500.5, 'EUR', 1.1, 't']],
    ['weight = 900, weight_unit = $$kg$$', { weight: '2' }, [12500.5, 'USD', 2, 't']],
    ['weight = 900, weight_unit = $$kg$$', { weight_unit: 'g' }, [12500.5, 'USD', 1.1, 'g']],
    ['weight = 900, weight_unit = $$kg$$', { weight: '', weight_unit: '' }, [12500.5, 'USD', 0, null]],
  ])('keep together what belongs together: %s beside %j', async (meanwhile, typed, expected) => {
    const page = await stored();
    expect((await changeBeside(page, meanwhile, typed)).status).toBe(303);
    const [row] = await shipments();
    expect([Number(row?.value), row?.currency, Number(row?.weight), row?.weight_unit]).toEqual(expected);
  });

  it('refuse a change that leaves out a country, and keep what was typed', async () => {
    const page = await stored();
    const sent: [string, string][] = [
      ['form_shown', 'origin_country=VN'],
      ['origin_country', ''],
      ['reference', 'PO-9'],
    ];
    const { status, text } = await owner.submit(`${page}/edit`, `${page}/edit`, sent);
    expect([status, text.includes('id="origin_country-fault"'), text.includes('value="PO-9"')]).toEqual([
      400,
      true,
      true,
    ]);
    expect((await shipments())[0]?.reference).toBe('PO-7');
  });

  it('delete one after a question', async () => {
    const page = await stored();
    expect((await owner.get(`${page}/delete`)).text).toContain('Cotton t-shirts');
    const answer = await owner.submit(`${page}/delete`, `${page}/delete`, []);
    expect(ledTo(answer)).toEqual([LIST, 'shipment-deleted']);
    expect((await owner.get(page)).status).toBe(404);
  });
});

/** Source: docs/GAPS.md#S2 */
describe('the findings on the page of a shipment', () => {
  it('show both values, and are decided by who may change the shipment', async () => {
    const { invoice, shipment } = consistentPapers();
    const page = await stored({ ...shipment, value: 4000 });
    const shipmentId = String(page.split('/').at(-1));
    await filePaper(database, testVault(), { accountId, shipmentId, type: 'commercial_invoice', data: invoice });
    const shown = (await owner.get(page)).text;
    expect(shown).toContain('Where the papers disagree');
    expect(shown).toContain('>Amount<');
    const action = /action="([^"]*\/findings\/fnd_\w+)"/.exec(shown)?.[1] ?? '';
    expect((await viewer.get(page)).text).not.toContain('/findings/');
    const answer = await owner.submit(page, action, [
      ['status', 'accepted'],
      ['reason', 'Without freight'],
    ]);
    expect(ledTo(answer)).toEqual([page, 'finding-decided']);
    expect((await owner.get(page)).text).toContain('Without freight');
  });
});

/** Source: docs/GAPS.md#D8 */
describe('a document form that begins with a shipment', () => {
  const valueOf = (html: string, name: string): string | undefined =>
    new RegExp(`name="${name.replaceAll('.', '\\.')}"[^>]*value="([^"]*)"`).exec(html)?.[1] ??
    new RegExp(`name="${name.replaceAll('.', '\\.')}"[^>]*>([^<]*)</textarea>`).exec(html)?.[1];

  it('has its goods, countries and buyer, and names it', async () => {
    const id = String((await stored()).split('/').at(-1));
    const formOf = async (type: string) => (await owner.get(`/console/test/documents/new/${type}?shipment=${id}`)).text;
    const expected: Record<(typeof DOCUMENT_TYPES)[number], Record<string, string>> = {
      commercial_invoice: {
        'data.currency': 'USD',
        'data.buyer.name': 'Blue Heron Trading',
        'data.items.0.total': '12500.5',
      },
      proforma_invoice: { 'data.buyer.country': 'US', 'data.items.0.hsCode': '6109.10' },
      packing_list: { 'data.consignee.name': 'Blue Heron Trading', 'data.packages.0.grossWeight.value': '1100' },
      certificate_of_origin: { 'data.originCountry': 'VN', 'data.items.0.hsCode': '6109.10' },
      bill_of_lading: { 'data.goods.0.grossWeight.value': '1100', 'data.consignee.country': 'US' },
    };
    for (const type of DOCUMENT_TYPES) {
      const form = await formOf(type);
      const found = Object.keys(expected[type]).map((name) => [name, valueOf(form, name)]);
      expect([type, Object.fromEntries(found)]).toEqual([type, expected[type]]);
      expect([type, form.includes('Cotton t-shirts'), valueOf(form, 'shipmentId')]).toEqual([type, true, id]);
    }
  });

  it('is not there for a shipment of another account', async () => {
    const id = String((await stored()).split('/').at(-1));
    expect((await stranger.get(`/console/test/documents/new/packing_list?shipment=${id}`)).status).toBe(404);
  });
});

/** Source: docs/GAPS.md#S2, docs/GAPS.md#H9 */
describe('what is known of a shipment beside its papers', () => {
  const page = {
    ...{ documents: [], deliveries: [], findings: [], faults: {}, formToken: '', mayChange: false, clearances: [] },
    ...{ landedCost: null, at: (path: string) => `/console/test${path}` },
  };
  const shown = (more: Partial<ShipmentDetailsPage>): string =>
    renderToString(inWords(WORDS.en, h(ShipmentDetailsOf, { ...page, shipment: { ...SHIRTS, ...SAVED }, ...more })));
  const SAVED = { id: 'shp_1', created_at: '2026-11-20T12:00:00.000Z', updated_at: '2026-11-20T12:00:00.000Z' };
  const cost = { currency: 'USD', date: '2026-11-20', lines: [], because: [] };

  it('is its landed cost: a sum, or its bounds with what is open', () => {
    expect(shown({})).not.toContain('Landed cost');
    const known = shown({ landedCost: { ...cost, total: 14_000.5, at_least: 14_000.5, at_most: 14_000.5 } });
    expect(known).toMatch(/Landed cost.*14,000\.50.*without freight, on 2026-11-20/);
    const because = ['Whether chapter 99 applies.'];
    const open = shown({ landedCost: { ...cost, total: null, at_least: 13_000, at_most: 15_000, because } });
    expect(open).toMatch(/13,000\.00.* to .*15,000\.00.*Whether chapter 99 applies\./);
    expect(shown({ landedCost: { ...cost, total: null, at_least: 13_000, at_most: null } })).toMatch(
      /at least .*13,000\.00/,
    );
  });

  it('is which of its payments passed their screening by a clearance', () => {
    const at = new Date('2026-11-20T12:00:00Z');
    const of = (revokedAt: Date | null) => [
      { instructionId: 'instr_1', clearanceId: 'clr_1', expiresAt: at, revokedAt },
    ];
    expect(shown({ clearances: of(null) })).toMatch(/href="\/console\/test\/payments\/instr_1".*a clearance that ends/);
    expect(shown({ clearances: of(at) })).toContain('a clearance that was revoked');
  });
});
