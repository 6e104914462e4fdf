import { createTestDatabase, type TestDatabase } from '../support/database';
import {
  createTestClient,
  createTradeApp,
  eventsOf,
  type ErrorBody,
  type TestClient,
  type TradeApp,
} from '../documents/support/app';

interface Shown {
  id: string;
  created_at: string;
  updated_at: string;
  error: ErrorBody;
}

interface Page {
  data: { id: string }[];
  next_cursor: string | null;
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

const bearer = (who: TestClient): string => `Bearer ${who.key}`;
const create = (body: object, who = client) =>
  app.http.post<Shown>('/v1/shipments').set('Authorization', bearer(who)).send(body);
const search = (body: object, who = client) =>
  app.http.post<Page>('/v1/shipments/search').set('Authorization', bearer(who)).send(body);
const get = (id: string, who = client) => app.http.get<Shown>(`/v1/shipments/${id}`).set('Authorization', bearer(who));
const patch = (id: string, body: object, who = client) =>
  app.http.patch<Shown>(`/v1/shipments/${id}`).set('Authorization', bearer(who)).send(body);
const remove = (id: string, who = client) =>
  app.http.delete<Shown>(`/v1/shipments/${id}`).set('Authorization', bearer(who));
const ids = (response: { body: Page }): string[] => response.body.data.map((each) => each.id);

const FULL = {
  reference: 'ORD-2026/17',
  origin_country: 'VN',
  destination_country: 'DE',
  hs_code: '6109.10',
  status: 'in_transit',
  description: 'Knitted cotton shirts for men',
  value: 12500.5,
  currency: 'USD',
  weight: 690.25,
  weight_unit: 'kg',
  buyer: 'Nordwind Handels GmbH',
};

describe('creating', () => {
  it('returns a bare object with every field, the absent ones null', async () => {
    const response = await create({ origin_country: 'VN', destination_country: 'DE' });
    expect(response.status).toBe(201);
    expect(response.headers['location']).toBe(`/v1/shipments/${response.body.id}`);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^shp_[0-9a-z]{26}$/) as string,
      reference: null,
      origin_country: 'VN',
      destination_country: 'DE',
      hs_code: null,
      status: 'pending',
      description: null,
      value: null,
      currency: null,
      weight: null,
      weight_unit: null,
      buyer: null,
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: response.body.created_at,
    });
  });

  it('gives back what was sent', async () => {
    const response = await create(FULL);
    expect(response.body).toMatchObject(FULL);
  });

  it('names every missing field at once', async () => {
    const response = await create({});
    expect(response.status).toBe(400);
    expect(response.body.error.code).toBe('INVALID_REQUEST');
    expect(response.body.error.details.map(({ field }) => field)).toEqual(['origin_country', 'destination_country']);
  });

  it.each([
    ['a country that is none', { origin_country: 'UK' }, 'origin_country'],
    ['a number where text is due', { reference: 7 }, 'reference'],
    ['an unknown status', { status: 'lost' }, 'status'],
    ['an HS code of letters', { hs_code: 'abcd' }, 'hs_code'],
    ['a value without currency', { value: 5 }, 'currency'],
    ['more decimals than the currency has', { value: 5.5, currency: 'JPY' }, 'value'],
    ['a negative value', { value: -1, currency: 'USD' }, 'value'],
    ['a value of nothing', { value: 0, currency: 'USD' }, 'value'],
    ['no weight at all', { weight: 0 }, 'weight'],
    ['a unit without weight', { weight_unit: 'lb' }, 'weight'],
  ])('refuses %s', async (_name, part, field) => {
    const response = await create({ origin_country: 'VN', destination_country: 'DE', ...part });
    expect(response.status).toBe(400);
    expect(response.body.error.details[0]?.field).toBe(field);
  });

  it('replays the answer of the same Idempotency-Key', async () => {
    const body = { origin_country: 'VN', destination_country: 'DE' };
    const first = await create(body).set('Idempotency-Key', 'once');
    const again = await create(body).set('Idempotency-Key', 'once');
    expect(again.status).toBe(201);
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('asks for a key and its scope', async () => {
    expect((await app.http.post('/v1/shipments').send({})).status).toBe(401);
    const reader = await createTestClient(database, 'Shipper', ['shipments:read']);
    expect((await create({}, reader)).status).toBe(403);
    expect((await search({}, reader)).status).toBe(200);
  });
});

describe('changing', () => {
  it('changes what is named, clears what is null and keeps the rest', async () => {
    const { body } = await create(FULL);
    const response = await patch(body.id, { status: 'customs', buyer: null });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ ...FULL, status: 'customs', buyer: null });
    expect(Date.parse(response.body.updated_at)).toBeGreaterThanOrEqual(Date.parse(body.created_at));
    expect((await get(body.id)).body).toMatchObject({ status: 'customs', buyer: null });
  });

  it('refuses a change that would leave a value without currency', async () => {
    const { body } = await create(FULL);
    expect((await patch(body.id, { currency: null })).status).toBe(400);
  });

  it('invents no unit for a weight, and keeps none whose weight is gone', async () => {
    const { body } = await create({ origin_country: 'VN', destination_country: 'DE', weight: 5 });
    expect(body).toMatchObject({ weight: 5, weight_unit: null });
    expect((await patch(body.id, { weight_unit: 'lb' })).body).toMatchObject({ weight: 5, weight_unit: 'lb' });
    expect((await patch(body.id, { weight: null })).body).toMatchObject({ weight: null, weight_unit: null });
    const refused = await patch(body.id, { weight_unit: 'lb' });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0]?.field).toBe('weight');
  });

  it('keeps nothing of a deleted shipment in stored answers, and a repeat makes no other one', async () => {
    const make = () => create({ ...FULL, buyer: 'Only Here Ltd' }).set('Idempotency-Key', 'made-and-gone');
    const { id } = (await make()).body;
    expect((await make()).body.id).toBe(id);
    expect((await remove(id)).status).toBe(204);
    const kept = await database.query<{ text: string }>(
      `select row_to_json(k)::text as text from idempotency_keys k where key = 'made-and-gone'`,
    );
    expect(kept).toHaveLength(1);
    expect(kept[0]?.text).not.toContain('Only Here');
    for (const repeat of [await make(), await make()]) expect(repeat.status).toBe(404);
    expect(ids(await search({ query: 'Only Here' }))).toEqual([]);
  });

  it('deletes once', async () => {
    const { body } = await create(FULL);
    expect((await remove(body.id)).status).toBe(204);
    expect((await remove(body.id)).status).toBe(404);
    expect((await get(body.id)).status).toBe(404);
  });

  it("answers 404 for another account's shipment as for none", async () => {
    const { body } = await create(FULL);
    const unknown = await get('shp_00000000007000000000000000', stranger);
    const attempts = [
      await get(body.id, stranger),
      await patch(body.id, {}, stranger),
      await remove(body.id, stranger),
    ];
    for (const response of attempts) {
      expect(response.status).toBe(404);
      expect(response.body.error.message).toBe(unknown.body.error.message);
    }
    expect((await get(body.id)).status).toBe(200);
  });
});

describe('events', () => {
  it('writes one event for each change, in the shape of the specification', async () => {
    const owner = await createTestClient(database, 'Events');
    const { body } = await create({ origin_country: 'VN', destination_country: 'DE', hs_code: '610910' }, owner);
    await patch(body.id, { status: 'delivered' }, owner);
    await patch(body.id, { status: 'delivered' }, owner);
    await remove(body.id, owner);
    const object = {
      id: body.id,
      origin_country: 'VN',
      destination_country: 'DE',
      hs_code: '610910',
      status: 'pending',
      created_at: body.created_at,
    };
    expect(await eventsOf(database, owner.accountId)).toEqual([
      { type: 'shipment.created', payload: object },
      { type: 'shipment.updated', payload: { ...object, status: 'delivered' } },
      { type: 'shipment.deleted', payload: { ...object, status: 'delivered' } },
    ]);
  });

  it('writes none for a refused change', async () => {
    const owner = await createTestClient(database, 'Refused');
    await create({ origin_country: 'VN', destination_country: 'XX' }, owner);
    expect(await eventsOf(database, owner.accountId)).toEqual([]);
  });
});

describe('searching', () => {
  let owner: TestClient;
  const made: string[] = [];
  beforeAll(async () => {
    owner = await createTestClient(database, 'Searcher');
    const bodies = [
      { ...FULL, description: 'Knitted shirts' },
      { origin_country: 'CN', destination_country: 'FR', hs_code: '850440', description: '电源适配器' },
      {
        origin_country: 'CN',
        destination_country: 'DE',
        hs_code: '8504.40',
        status: 'delivered',
        buyer: 'Soleil SARL',
      },
    ];
    for (const body of bodies) made.push((await create(body, owner)).body.id);
  });

  it.each([
    ['a stemmed word', { query: 'shirt' }, [0]],
    ['the beginning of a word', { query: 'knit' }, [0]],
    ['an HS code with points', { query: '6109.10' }, [0]],
    ['an HS code without them', { query: '610910' }, [0]],
    ['an HS code among words', { query: 'shirts 61.09' }, [0]],
    ['the points of a code that has none', { query: '8504.40' }, [2, 1]],
    ['all words', { query: 'nordwind shirts' }, [0]],
    ['a reference', { query: 'ORD-2026/17' }, [0]],
    ['part of Chinese text', { query: '适配' }, [1]],
    ['a country', { origin_country: 'CN' }, [2, 1]],
    ['both countries', { origin_country: 'CN', destination_country: 'DE' }, [2]],
    ['an HS heading, whatever the points', { hs_code: '8504' }, [2, 1]],
    ['a status', { status: 'delivered' }, [2]],
    ['a time that has not come', { from: '2999-01-01' }, []],
    ['a time that includes today', { to: new Date().toISOString().slice(0, 10) }, [2, 1, 0]],
    ['nothing that matches', { query: 'submarine' }, []],
    ['a word after a hyphen', { query: '-shirt' }, [0]],
    ['a word beside one that is nowhere', { query: 'shirt -4711' }, []],
    ['"or" as a word', { query: 'shirt or submarine' }, []],
    ['punctuation alone', { query: '&' }, []],
    ['an attempt at SQL', { query: "' or 1=1 --" }, []],
    ['everything', {}, [2, 1, 0]],
  ])('finds by %s', async (_name, body, expected) => {
    const response = await search(body, owner);
    expect(response.status).toBe(200);
    expect(ids(response)).toEqual(expected.map((index) => made[index]));
    expect(response.body.next_cursor).toBeNull();
  });

  it('goes on where the cursor stands', async () => {
    const first = await search({ limit: 2 }, owner);
    expect(ids(first)).toEqual([made[2], made[1]]);
    const second = await search({ limit: 2, cursor: first.body.next_cursor ?? '' }, owner);
    expect(ids(second)).toEqual([made[0]]);
    expect(second.body.next_cursor).toBeNull();
  });

  it('lists the same, page by page', async () => {
    const list = (query: string) => app.http.get<Page>(`/v1/shipments${query}`).set('Authorization', bearer(owner));
    const first = await list('?limit=1');
    expect(ids(first)).toEqual([made[2]]);
    expect(ids(await list(`?limit=5&cursor=${first.body.next_cursor ?? ''}`))).toEqual([made[1], made[0]]);
    expect((await list('?limit=0')).status).toBe(400);
    expect((await list('?cursor=nonsense')).status).toBe(400);
  });

  it.each([
    ['2200-01-01T00:00:00Z', 'range'],
    ['2026-13-01T00:00:00Z', 'timestamp'],
    ['2026-13-01', 'date'],
  ])('tells why %s is no beginning: %s', async (from, code) => {
    const answer = await search({ from }, owner);
    expect(answer.body).toMatchObject({ error: { details: [{ field: 'from', code }] } });
  });

  it.each([[{ limit: '5.0' }], [{ limit: 0 }], [{ query: 5 }], [{ from: 'yesterday' }], [{ status: 'lost' }]])(
    'refuses %j',
    async (body) => {
      expect((await search(body, owner)).status).toBe(400);
    },
  );
});
