import { SCOPES } from '../../domain/auth/principal';
import { seedSandbox } from '../../db/seed';
import type { Endpoint } from '../../api/endpoint';
import { createDocument } from '../../db/documents/documents';
import { newId } from '../../lib/ids';
import type { Environment } from '../../domain/auth/tenant';
import { instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import type { Answer } from '../support/stack';
import { startOperationsStack, type OperationsStack } from './operations-stack';
import { bodyOf, namesOwnThing, NOTHING, OPERATIONS, targetOf, type World } from './samples';

const ACCOUNT = 'both sides';
const SIDES: readonly Environment[] = ['test', 'live'];
const other = (side: Environment): Environment => (side === 'test' ? 'live' : 'test');

let service: OperationsStack;
let bank: TestPartner;
let keys: Record<Environment, string>;
let worlds: Record<Environment, World>;

/** A document is made by a worker with a browser; that it has a row is all that a look-up needs. */
async function addDocument(environment: Environment): Promise<string> {
  const { database } = service.stack;
  const [account] = await database.query<{ id: string }>('select id from accounts where name = $1', [ACCOUNT]);
  const id = newId('document');
  await createDocument(
    database,
    {
      id,
      tenant: { accountId: account?.id ?? '', environment },
      requestId: 'req_1',
      type: 'commercial_invoice',
      number: 'INV-1',
      locale: 'en',
      shipmentId: null,
      instructionId: null,
      brandingId: null,
      warnings: [],
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
      dataSealed: Buffer.alloc(0),
    },
    null,
  );
  await database.query('delete from outbox where subject = $1', [id]);
  return id;
}

beforeAll(async () => {
  service = await startOperationsStack();
  await seedSandbox(service.stack.database, service.stack.vault);
  const route = { currencies: ['USD'] };
  bank = await startTestPartner(service.stack.database, service.stack.vault, {
    name: 'live bank',
    environment: 'live',
    route,
  });
  keys = {
    test: await service.stack.createKey(ACCOUNT, { scopes: SCOPES }),
    live: await service.stack.createKey(ACCOUNT, { scopes: SCOPES, environment: 'live' }),
  };
  worlds = {
    test: { ...(await service.createWorld(keys.test)), documentId: await addDocument('test') },
    live: { ...(await service.createWorld(keys.live)), documentId: await addDocument('live') },
  };
});

function send(record: Endpoint, at: World, key: string): Promise<Answer> {
  const body = bodyOf(record, at);
  return service.ask(record.method.toUpperCase(), targetOf(record, at), {
    key,
    ...(body === undefined ? {} : { body }),
  });
}

function idsOf({ instructionId, webhookId, deliveryId, shipmentId, documentId }: World): string[] {
  return [instructionId, webhookId, deliveryId, shipmentId, documentId];
}

function create(side: Environment, overrides: Record<string, unknown>, headers: Record<string, string> = {}) {
  const body = instructionBody(overrides);
  return service.ask('POST', '/api/v1/payments/instructions', { key: keys[side], body, headers });
}

function idOf(answer: Answer): unknown {
  return (answer.body as { data?: { instructionId?: unknown } }).data?.instructionId;
}

const OF_CLIENTS = OPERATIONS.filter(([, { access }]) => access.kind === 'client');
const OWNED = OF_CLIENTS.filter(([, record]) => namesOwnThing(record));
const LISTS = OF_CLIENTS.filter(([name, { method, path }]) => {
  return (method === 'get' && !path.includes('{')) || name === 'searchShipments';
});

describe('a key of the other side of the same account', () => {
  it('was made for it, and each side has its things', () => {
    expect(keys.test).toMatch(/^crd_test_/);
    expect(keys.live).toMatch(/^crd_live_/);
    const ids = SIDES.flatMap((side) => idsOf(worlds[side]));
    expect(ids.filter((id) => id === '' || idsOf(NOTHING).includes(id))).toEqual([]);
  });

  it.each(OWNED)('%s answers what belongs to the other side as if it were absent', async (_name, record) => {
    for (const side of SIDES) {
      const [theirs, absent] = [
        await send(record, worlds[other(side)], keys[side]),
        await send(record, NOTHING, keys[side]),
      ];
      expect([side, theirs.status]).toEqual([side, 404]);
      const withoutId = (body: unknown): string => JSON.stringify(body).replace(/req_\w+/, '');
      expect(withoutId(theirs.body)).toBe(withoutId(absent.body));
    }
  });

  it.each(LISTS)('%s shows nothing of the other side', async (_name, record) => {
    for (const side of SIDES) {
      const text = JSON.stringify((await send(record, worlds[side], keys[side])).body);
      expect(idsOf(worlds[other(side)]).filter((id) => text.includes(id))).toEqual([]);
    }
  });

  it('the lists do show what is of their own side', async () => {
    for (const side of SIDES) {
      const texts: string[] = [];
      for (const [, record] of LISTS) texts.push(JSON.stringify((await send(record, worlds[side], keys[side])).body));
      const { instructionId, webhookId, shipmentId, documentId } = worlds[side];
      for (const id of [instructionId, webhookId, shipmentId, documentId]) expect(texts.join()).toContain(id);
    }
  });

  it('tracking names what is of the other side among those that were not found', async () => {
    const { instructionId } = worlds.test;
    const answer = await service.ask('GET', `/api/v1/payments/track?instructionIds=${instructionId}`, {
      key: keys.live,
    });
    expect(answer.body).toMatchObject({ data: { instructions: [], notFound: [instructionId] } });
  });
});

describe('two sides of one account', () => {
  it('use the same clientReference and the same Idempotency-Key without meeting', async () => {
    const headers = { 'idempotency-key': 'once' };
    const reference = { clientReference: 'ref-1' };
    const [test, live] = [await create('test', reference, headers), await create('live', reference, headers)];
    expect([test.status, live.status]).toEqual([201, 201]);
    expect(idOf(test)).not.toBe(idOf(live));
    const again = await create('live', reference, headers);
    expect([idOf(again), again.headers.get('idempotency-replayed')]).toEqual([idOf(live), 'true']);
    const repeated = await create('live', reference);
    expect([repeated.status, repeated.body]).toMatchObject([409, { error: { instructionId: idOf(live) } }]);
  });

  it('have a document name only an instruction of its own side', async () => {
    const [, generate] = OF_CLIENTS.find(([name]) => name === 'generateDocument') ?? [];
    if (generate === undefined) throw new Error('there is no such operation');
    const body = { ...bodyOf(generate, worlds.live), instructionId: worlds.test.instructionId };
    const answer = await service.ask('POST', '/api/v1/documents/generate', { key: keys.live, body });
    expect(answer.body).toMatchObject({ error: { details: [{ field: 'instructionId', code: 'unknown' }] } });
  });

  it('hear only of events of their own side', async () => {
    const events = ['shipment.created'];
    const hooks = new Map<Environment, string>();
    for (const side of SIDES) {
      const body = { url: `${service.receiver.url}/${side}`, events };
      hooks.set(side, String((await service.ask('POST', '/v1/webhooks', { key: keys[side], body })).body['id']));
    }
    const shipment = { origin_country: 'VN', destination_country: 'DE' };
    const made = await service.ask('POST', '/v1/shipments', { key: keys.live, body: shipment });
    const counted: Record<string, number> = {};
    for (const side of SIDES) {
      const path = `/v1/webhooks/${hooks.get(side) ?? ''}/deliveries`;
      const { body } = await service.ask('GET', path, { key: keys[side] });
      counted[side] = (body as unknown as { data: unknown[] }).data.length;
    }
    expect(counted).toEqual({ test: 0, live: 1 });
    const written = await service.stack.database.query('select environment from events where subject = $1', [
      made.body['id'],
    ]);
    expect(written).toEqual([{ environment: 'live' }]);
  });
});

describe('a payment', () => {
  it('goes to a partner of its side, and the partners of the other side do not know it', async () => {
    const names = await service.stack.database.query<{ environment: string; partner_name: string }>(
      'select distinct environment, partner_name from payment_instructions where id = any($1) order by 1',
      [SIDES.map((side) => worlds[side].instructionId)],
    );
    expect(names).toEqual([
      { environment: 'live', partner_name: 'live bank' },
      { environment: 'test', partner_name: 'law' },
    ]);
    const path = `/api/v1/payments/instructions/${worlds.live.instructionId}/status`;
    const body = { status: 'accepted' };
    expect((await service.ask('PUT', path, { key: service.keys.partner, body })).status).toBe(404);
    expect((await service.ask('PUT', path, { key: bank.key, body })).status).toBe(200);
  });

  it('is refused a route of the other side by name, as an unknown one is', async () => {
    const [ofBank, absent] = [
      await create('test', { settlementRoute: { routeId: bank.routeId } }),
      await create('test', { settlementRoute: { routeId: 'rt_none' } }),
    ];
    expect(ofBank.body).toMatchObject({
      error: { code: 'INVALID_REQUEST', details: [{ field: 'settlementRoute.routeId', code: 'unknown_route' }] },
    });
    const details = ({ body }: Answer): unknown => (body['error'] as { details: unknown }).details;
    expect(details(ofBank)).toEqual(details(absent));
  });

  it('of the live side never falls to the sandbox: what no live route carries is 400 and named', async () => {
    const answer = await create('live', { currency: 'XOF', amount: 1000 });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { error: { code: 'INVALID_REQUEST', details: [{ field: 'currency', code: 'no_route' }] } },
    ]);
    expect((await create('test', { currency: 'XOF', amount: 1000 })).status).toBe(201);
    const wished = await create('live', { settlementRoute: { partnerPreference: 'Corridor Sandbox' } });
    expect(wished.body).toMatchObject({ data: { settlementDetails: { partnerName: 'live bank' } } });
  });
});

describe('Postgres itself', () => {
  it("refuses an instruction on the other side's route and a delivery to the other side's subscription", async () => {
    const { database } = service.stack;
    const { instructionId, deliveryId } = worlds.test;
    const moves = [
      ['update payment_instructions set route_id = $2 where id = $1', [instructionId, bank.routeId]],
      ['update payment_instructions set partner_id = $2 where id = $1', [instructionId, bank.id]],
      ['update deliveries set webhook_id = $2 where id = $1', [deliveryId, worlds.live.webhookId]],
      ["update routes set environment = 'test' where id = $1 and partner_id = $2", [bank.routeId, bank.id]],
      ['update partners set environment = $2 where adapter = $1', ['sandbox', 'live']],
    ] as const;
    for (const [text, values] of moves) await expect(database.query(text, [...values])).rejects.toThrow();
  });
});
