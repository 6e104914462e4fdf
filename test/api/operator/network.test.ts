import { createServer, type Server } from 'node:http';
import { createApp } from '../../../api/app';
import { createLogger } from '../../../process/logger';
import { createServices } from '../../../process/api';
import { consolePages } from '../../../console/console-pages';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { changePartnerHealth } from '../../../db/payments/dispatch/partner-health';
import { beginDispatch } from '../../../db/payments/dispatch/dispatch';
import { eventually, instructionBody } from '../../support/builders';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { call, startStack, type Answer, type Stack } from '../../support/stack';
import { listenOn } from '../../../lib/listen-on';

let stack: Stack;
let bank: TestPartner;
let key: string;
let operator: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  bank = await startTestPartner(stack.database, stack.vault, { name: 'bank', route: { currencies: ['ISK'] } });
  key = await stack.createKey('acme');
  operator = await stack.createOperator();
});

const PARTNERS = '/v1/operator/partners';
const ROUTES = '/v1/operator/routes';

function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return stack.call(method, path, { key: operator, headers, ...(body === undefined ? {} : { body }) });
}

/** Fields and codes at fault, in their order. */
function faults({ status, body }: Answer): string[] {
  expect(status).toBe(400);
  const { details } = body['error'] as { details: { field: string; code: string }[] };
  return details.map(({ field, code }) => `${field}:${code}`);
}

/** What was done to something, by whom, the first act first. */
async function actsOn(id: string): Promise<string[]> {
  const acts = (await listAuditEntries(stack.database, null)).filter(({ subject }) => subject === id).reverse();
  for (const { actor, requestId } of acts)
    expect([actor, requestId]).toEqual([expect.stringMatching(/^operator:key_/), expect.stringMatching(/^req_/)]);
  return acts.map(({ act }) => act);
}

async function makePartner(name: string, more: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const answer = await ask('POST', PARTNERS, { name, adapter: 'http', url: 'http://127.0.0.1:9/', ...more });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe('partners', () => {
  it('are made, shown, changed, disabled and enabled, each with who did it', async () => {
    const made = await makePartner('Nordic');
    const id = String(made['id']);
    expect(made).toMatchObject({
      name: 'Nordic',
      url: 'http://127.0.0.1:9',
      environment: 'test',
      authMode: 'bearer',
      disabledAt: null,
      key: expect.stringMatching(/^crd_partner_/) as string,
      secret: expect.stringMatching(/^whsec_/) as string,
      health: {
        breaker: 'closed',
        consecutiveFaults: 0,
        lastSuccessAt: null,
        waiting: 0,
        inFlight: 0,
        openInquiries: 0,
      },
    });
    const asPartner = await stack.call('GET', PARTNERS, { key: String(made['key']) });
    expect(asPartner.status).toBe(403);
    const changed = await ask('PATCH', `${PARTNERS}/${id}`, { name: 'Nordic Clearing', authMode: 'signed' });
    expect(changed.body).toMatchObject({ id, name: 'Nordic Clearing', authMode: 'signed', url: 'http://127.0.0.1:9' });
    expect((await ask('POST', `${PARTNERS}/${id}/disable`)).body['disabledAt']).toMatch(/Z$/);
    expect((await ask('POST', `${PARTNERS}/${id}/disable`)).status).toBe(200);
    expect((await ask('POST', `${PARTNERS}/${id}/enable`)).body['disabledAt']).toBeNull();
    const shown = await ask('GET', `${PARTNERS}/${id}`);
    expect(shown.body).not.toHaveProperty('key');
    expect(shown.body).not.toHaveProperty('secret');
    expect(await actsOn(id)).toEqual(['partner.created', 'partner.changed', 'partner.disabled', 'partner.enabled']);
    const page = (await ask('GET', `${PARTNERS}?limit=1`)).body;
    expect(page).toMatchObject({ data: [{ id }], next_cursor: expect.any(String) as string });
    const next = (await ask('GET', `${PARTNERS}?limit=1&cursor=${String(page['next_cursor'])}`)).body;
    expect(next).toMatchObject({ data: [{ id: bank.id }], next_cursor: null });
  });

  it('are changed, disabled and enabled for reasons that the audit log keeps', async () => {
    const { id: partnerId, routeId } = bank;
    const partner = `${PARTNERS}/${partnerId}`;
    expect((await ask('PATCH', partner, { authMode: 'signed', reason: 'They moved' })).status).toBe(200);
    expect((await ask('PATCH', partner, { authMode: 'bearer', reason: 'They moved back' })).status).toBe(200);
    expect((await ask('POST', `${ROUTES}/${routeId}/disable`, { reason: 'Maintenance' })).status).toBe(200);
    expect((await ask('POST', `${ROUTES}/${routeId}/enable`, { reason: 'It is over' })).status).toBe(200);
    expect((await ask('PATCH', `${ROUTES}/${routeId}`, { priority: 99, reason: 'Agreed' })).status).toBe(200);
    expect(faults(await ask('POST', `${ROUTES}/${routeId}/disable`, { reason: ' ' }))).toEqual(['reason:too_small']);
    const entries = (await listAuditEntries(stack.database, null)).filter(({ subject }) =>
      [partnerId, routeId].includes(subject),
    );
    const reasons = entries.map(({ detail }) => detail['reason']).reverse();
    expect(reasons).toEqual(['They moved', 'They moved back', 'Maintenance', 'It is over', 'Agreed']);
  });

  it('are made once per Idempotency-Key, and no repeat shows key or secret', async () => {
    const body = { name: 'Once', adapter: 'http', url: 'http://127.0.0.1:9' };
    const headers = { 'idempotency-key': 'a partner' };
    const first = await ask('POST', PARTNERS, body, headers);
    const again = await ask('POST', PARTNERS, body, headers);
    const { key: shownKey, secret, ...rest } = first.body;
    expect([typeof shownKey, typeof secret]).toEqual(['string', 'string']);
    expect([again.status, again.body]).toEqual([201, rest]);
    expect(await stack.database.query('select from partners where name = $1', ['Once'])).toHaveLength(1);
    expect((await ask('POST', PARTNERS, body)).body).toMatchObject({ error: { code: 'DUPLICATE' } });
    expect((await ask('PATCH', `${PARTNERS}/${bank.id}`, { name: 'Once' })).body).toMatchObject({
      error: { code: 'DUPLICATE' },
    });
  });

  it('are refused with every fault of their settings named, and nothing is left of them', async () => {
    const base = { name: 'Wrong', adapter: 'http', environment: 'live' };
    expect(faults(await ask('POST', PARTNERS, { ...base, name: ' ', adapter: 'fax', authMode: 'none' }))).toEqual([
      'name:too_small',
      'adapter:invalid_value',
      'authMode:invalid_value',
    ]);
    expect(faults(await ask('POST', PARTNERS, base))).toEqual(['url:url']);
    expect(faults(await ask('POST', PARTNERS, { ...base, url: 'http://partner.example/?a=1' }))).toEqual([
      'url:https',
      'url:url_parts',
    ]);
    expect(faults(await ask('POST', PARTNERS, { ...base, adapter: 'sandbox' }))).toEqual(['environment:test_only']);
    const live = await makePartner('Live', { environment: 'live', url: 'https://partner.example' });
    const path = `${PARTNERS}/${String(live['id'])}`;
    expect(faults(await ask('PATCH', path, { url: 'http://partner.example', authMode: 'signed' }))).toEqual([
      'url:https',
    ]);
    expect(faults(await ask('PATCH', path, { config: { url: 'http://partner.example', colour: 'red' } }))).toEqual([
      'colour:unknown',
      'url:https',
    ]);
    expect((await ask('GET', path)).body).toMatchObject({ url: 'https://partner.example', authMode: 'bearer' });
    expect(await actsOn(String(live['id']))).toEqual(['partner.created']);
    const moved = await ask('PATCH', path, { config: { url: 'https://other.example/' } });
    expect(moved.body).toMatchObject({ url: 'https://other.example', authMode: 'bearer' });
  });

  it('have limits of single operations of their own, and every fault of them is named', async () => {
    const { id } = await makePartner('Busy', { customEndpointLimits: { statusReport: 2_000, track: null } });
    const [stored] = await stack.database.query(
      'select endpoint_limits, custom_endpoint_limits from api_keys where partner_id = $1',
      [id],
    );
    expect(stored).toEqual({ endpoint_limits: true, custom_endpoint_limits: { statusReport: 2_000 } });
    const base = { name: 'Refused', adapter: 'http', url: 'http://127.0.0.1:9' };
    const wrong = { statusReport: 0, colour: 5, track: 'many' };
    expect(faults(await ask('POST', PARTNERS, { ...base, authMode: 'none', customEndpointLimits: wrong }))).toEqual([
      'authMode:invalid_value',
      'customEndpointLimits.statusReport:range',
      'customEndpointLimits.colour:unknown',
      'customEndpointLimits.track:range',
    ]);
    const both = { endpointLimits: false, customEndpointLimits: { track: 5 } };
    expect(faults(await ask('POST', PARTNERS, { ...base, ...both, name: ' ' }))).toEqual([
      'name:too_small',
      'customEndpointLimits:not_applicable',
    ]);
    expect(faults(await ask('POST', PARTNERS, { ...base, customEndpointLimits: 5 }))).toEqual([
      'customEndpointLimits:invalid_type',
    ]);
  });

  it('show whether they answer', async () => {
    const { id } = await makePartner('Away');
    const openUntil = new Date(Date.now() + 60_000);
    await changePartnerHealth(stack.database, String(id), (health, now) => {
      return { ...health, consecutiveFaults: 5, lastFault: 'ECONNREFUSED', lastFaultAt: now, openedAt: now, openUntil };
    });
    expect((await ask('GET', `${PARTNERS}/${String(id)}`)).body['health']).toMatchObject({
      breaker: 'open',
      consecutiveFaults: 5,
      lastFault: 'ECONNREFUSED',
      openSince: expect.stringMatching(/Z$/) as string,
    });
  });
});

const ROUTE = { currencies: ['SEK'], timelines: ['same_day'] };

async function makeRoute(partnerId: string, more: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const answer = await ask('POST', ROUTES, { ...ROUTE, partnerId, ...more });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe('routes', () => {
  it('are made on the side of their partner, shown, changed, disabled and enabled, each with who did it', async () => {
    const { id: partnerId } = await makePartner('Baltic');
    const made = await makeRoute(String(partnerId), {
      feeFixed: 5,
      feeBps: 12.5,
      maxAmount: 1000.25,
      calendars: ['SE'],
    });
    const path = `${ROUTES}/${String(made['id'])}`;
    expect(made).toMatchObject({
      partner: { id: partnerId, name: 'Baltic' },
      environment: 'test',
      currencies: ['SEK'],
      countries: ['*'],
      channel: 'api',
      feeFixed: 5,
      feeBps: 12.5,
      feeMin: null,
      maxAmount: 1000.25,
      cutOff: '17:00',
      cutOffZone: 'UTC',
      calendars: ['SE'],
      alwaysOpen: false,
      priority: 100,
      enabled: true,
      isChosen: true,
      health: { breaker: 'closed' },
    });
    const change = { maxAmount: null, cutOffZone: 'Europe/Stockholm', countries: ['SE', 'XK'], calendars: [] };
    expect((await ask('PATCH', path, change)).body).toMatchObject({ ...change, feeFixed: 5 });
    expect((await ask('POST', `${path}/disable`)).body).toMatchObject({ enabled: false, isChosen: false });
    expect((await ask('POST', `${path}/enable`)).body).toMatchObject({ enabled: true });
    expect((await ask('PATCH', path, {})).status).toBe(200);
    const expected = ['route.created', 'route.changed', 'route.disabled', 'route.enabled'];
    expect(await actsOn(String(made['id']))).toEqual(expected);
    const page = (await ask('GET', `${ROUTES}?limit=1`)).body;
    expect(page).toMatchObject({ data: [{ id: made['id'] }], next_cursor: expect.any(String) as string });
  });

  it('are refused with every fault of their settings named at once', async () => {
    const wrong = {
      partnerId: bank.id,
      currencies: ['XAU'],
      countries: ['ZZ'],
      timelines: [],
      cutOff: '25:00',
      cutOffZone: 'Europe/Berlyn',
      priority: 0,
      feeMin: 10,
      feeMax: 9,
      minAmount: 2,
      maxAmount: 1,
    };
    expect(
      faults(await ask('POST', ROUTES, wrong))
        .map((fault) => fault.split(':')[0])
        .sort(),
    ).toEqual(
      ['countries.0', 'currencies.0', 'cutOff', 'cutOffZone', 'feeMin', 'minAmount', 'priority', 'timelines'].sort(),
    );
    expect(faults(await ask('POST', ROUTES, { ...ROUTE, partnerId: 'ptn_none' }))).toEqual(['partnerId:unknown']);
    const unknown = { ...ROUTE, partnerId: bank.id, calendars: ['SE', 'ZZ'] };
    expect(faults(await ask('POST', ROUTES, unknown))).toEqual(['calendars:unknown']);
    const crossing = { ...ROUTE, partnerId: bank.id, environment: 'live' };
    expect(faults(await ask('POST', ROUTES, crossing))).toEqual(['environment:other_side']);
  });

  it('are not changed so that what stays contradicts what is new', async () => {
    const made = await makeRoute(bank.id, { feeMax: 9, minAmount: 5 });
    const path = `${ROUTES}/${String(made['id'])}`;
    expect(faults(await ask('PATCH', path, { feeMin: 10, maxAmount: 4, priority: 7 }))).toEqual([
      'feeMin:above_maximum',
      'minAmount:above_maximum',
    ]);
    expect(faults(await ask('PATCH', path, { calendars: ['ZZ'], priority: 7 }))).toEqual(['calendars:unknown']);
    expect((await ask('GET', path)).body).toMatchObject({ feeMin: null, maxAmount: null, priority: 100 });
    expect((await ask('PATCH', path, { feeMin: 10, feeMax: null })).body).toMatchObject({ feeMin: 10, feeMax: null });
  });
});

/** Another process on the same database, with caches of its own. */
async function startSecondApi(): Promise<{ url: string; stop: () => Promise<void> }> {
  const log = createLogger('silent', 'second', process.stderr);
  const { services, close } = await createServices(stack.settings, log);
  const handle = createApp(services, consolePages).callback();
  const server: Server = createServer((request, response) => void handle(request, response));
  const port = await listenOn(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
    },
  };
}

describe('what is disabled', () => {
  it('gets no new payment on any API, and gets them again once it is enabled', async () => {
    const second = await startSecondApi();
    try {
      const create = async (baseUrl: string): Promise<number> => {
        const body = instructionBody({ amount: 100, currency: 'ISK' });
        return (await call(baseUrl, 'POST', '/api/v1/payments/instructions', { key, body })).status;
      };
      const apis = [stack.baseUrl, second.url];
      const bothAnswer = async (status: number): Promise<void> => {
        for (const api of apis)
          await eventually(
            () => create(api),
            (now) => now === status,
            `${status} of every API`,
          );
      };
      await bothAnswer(201);
      for (const path of [`${ROUTES}/${bank.routeId}`, `${PARTNERS}/${bank.id}`]) {
        await ask('POST', `${path}/disable`);
        await bothAnswer(400);
        expect(await Promise.all(apis.map(create))).toEqual([400, 400]);
        await ask('POST', `${path}/enable`);
        await bothAnswer(201);
      }
    } finally {
      await second.stop();
    }
  });
});

describe('partners that move', () => {
  it('do not move while payments are in doubt where they are, unless that is said, for a reason', async () => {
    const moving = await startTestPartner(stack.database, stack.vault, {
      name: 'Moving',
      route: { currencies: ['ISK'] },
    });
    const settlementRoute = { routeId: moving.routeId };
    const body = instructionBody({ amount: 1000, currency: 'ISK', settlementRoute });
    const made = await stack.call('POST', '/api/v1/payments/instructions', { key, body });
    const { instructionId } = made.body['data'] as { instructionId: string };
    await beginDispatch(stack.database, instructionId, moving.id);
    const place = `${PARTNERS}/${moving.id}`;
    const url = 'http://127.0.0.1:9';
    const refused = await ask('PATCH', place, { url });
    expect([refused.status, refused.body['error']]).toMatchObject([
      409,
      { code: 'INVALID_TRANSITION', details: [{ field: 'despiteDoubt', code: 'in_doubt' }] },
    ]);
    expect(JSON.stringify(refused.body)).toContain('1 payment is in doubt');
    expect(faults(await ask('PATCH', place, { url, despiteDoubt: true }))).toEqual(['reason:required']);
    expect((await ask('PATCH', place, { url: moving.server.url, name: 'Moving on' })).status).toBe(200);
    const reason = 'Their old host is gone';
    expect((await ask('PATCH', place, { url, despiteDoubt: true, reason })).status).toBe(200);
    const [entry] = await listAuditEntries(stack.database, null);
    expect(entry).toMatchObject({
      act: 'partner.changed',
      detail: { after: { url, despiteDoubt: true, inDoubt: 1 }, reason },
    });
  });
});
