import { z } from 'zod';
import type { Endpoint } from '../../api/endpoint';
import type { Tenant } from '../../domain/auth/tenant';
import { instructionBody, settlementBody } from '../support/builders';
import type { Answer } from '../support/stack';
import { startOperationsStack, type OperationsStack } from './operations-stack';
import { bodyOf, OPERATIONS, pathOf, targetOf, type World } from './samples';

let service: OperationsStack;
let world: World;
/** A payment that the partner has reported on. */
let reported: string;

const INSTRUCTIONS = '/api/v1/payments/instructions';

beforeAll(async () => {
  service = await startOperationsStack();
  world = await service.createWorld(service.keys.client);
  reported = (await service.createWorld(service.keys.client)).instructionId;
  expect((await report({ status: 'accepted' })).status).toBe(200);
});

function report(body: Record<string, unknown>, id = reported): Promise<Answer> {
  return service.ask('PUT', `${INSTRUCTIONS}/${id}/status`, { key: service.keys.partner, body });
}

/** Half of them look a payment up, half repeat a report: both share statements with whoever asks at the same time. */
const CALLERS = 12;

function callAsNeighbour(caller: number): Promise<Answer> {
  if (caller % 2 === 0) return service.ask('GET', `${INSTRUCTIONS}/${reported}`, { key: service.keys.client });
  return report({ status: 'accepted' });
}

/** Runs `disturb` while the neighbours ask without a pause; each of their answers must be what it always is. */
async function amongNeighbours(disturb: () => Promise<void>): Promise<void> {
  const usual = [await callAsNeighbour(0), await callAsNeighbour(1)];
  let isOver = false;
  const neighbours = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let asked = 0; !isOver || asked === 0; asked += 1) {
      const answer = await callAsNeighbour(caller);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(usual[caller % 2]?.body);
    }
  });
  await disturb().finally(() => (isOver = true));
  await Promise.all(neighbours);
}

/** What is sent in the place of an id. */
const ODD_IDS = ['%00', 'a%00b', "x'%20or%201=1", '%F0%9F%92%B6', 'instr_', `wh_${'0'.repeat(26)}`, 'a'.repeat(2000)];

/** Paths of an operation with one odd value in each place of a parameter, alone and with the name in the query, too. */
function oddTargets(record: Endpoint): string[] {
  const names = [...record.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const real = pathOf(record, world).split('/');
  return names.flatMap((name) => {
    const place = record.path.split('/').indexOf(`{${name}}`);
    const good = real[place] ?? '';
    return ODD_IDS.flatMap((odd) => {
      const path = real.with(place, odd).join('/');
      if (!odd.includes('%00')) return [path];
      return [path, `${path}?${name}=${good}`, `${path}?${name}=${good}&${name}=${odd}`];
    }).concat(`${real.join('/')}?${name}=%00`);
  });
}

function send(record: Endpoint, target: string): Promise<Answer> {
  const body = bodyOf(record, world);
  const key = service.keyFor(record);
  const options = { ...(key === undefined ? {} : { key }), ...(body === undefined ? {} : { body }) };
  // `ask` refuses answers of 500 and more.
  return service.ask(record.method.toUpperCase(), target, options);
}

/** A request that must be refused, and how it may be. */
interface Odd {
  record: Endpoint;
  target: string;
  statuses: readonly number[];
}

/** As many at a time as their neighbours, or their turn would seldom come. */
async function sendAll(requests: Odd[]): Promise<void> {
  const queue = requests.values();
  const sendOn = async (): Promise<void> => {
    for (const { record, target, statuses } of queue) {
      const { status } = await send(record, target);
      expect([record.operationId, target, statuses.includes(status)]).toEqual([record.operationId, target, true]);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, sendOn));
}

describe('a request disturbs nobody', () => {
  it('by what it has in the place of an id, nor by a query that repeats the name', async () => {
    const requests = OPERATIONS.flatMap(([, record]) =>
      oddTargets(record).map((target): Odd => ({ record, target, statuses: [400, 404] })),
    );
    expect(requests.length).toBeGreaterThan(100);
    await amongNeighbours(() => sendAll(requests));
  });

  it('by NUL in any parameter of a query', async () => {
    const lists = OPERATIONS.filter(([, { query }]) => query !== undefined);
    const requests = lists.flatMap(([, record]) => {
      const names = record.query instanceof z.ZodObject ? Object.keys(record.query.shape) : [];
      const [path] = targetOf(record, world).split('?');
      return names.flatMap((name) =>
        ['%00', 'a%00b', `a&${name}=%00`].map((value): Odd => ({
          record,
          target: `${path}?${name}=${value}`,
          statuses: [400],
        })),
      );
    });
    expect(requests.length).toBeGreaterThan(30);
    await amongNeighbours(() => sendAll(requests));
  });

  it.each([
    ['before the year 1 once it is in UTC', '0001-01-01T00:00:00+12:00'],
    ['before the year 1 by more than a day', '0001-01-01T00:00:00+23:59'],
    ['before the year 2000', '1999-12-31T23:59:59Z'],
    ['after the year 9999 once it is in UTC', '9999-12-31T23:59:59-12:00'],
    ['after the year 2199', '2200-01-01T00:00:00Z'],
  ])('by a moment %s, which is dropped from what a partner says', async (_name, moment) => {
    const { instructionId: id } = await service.createWorld(service.keys.client);
    await amongNeighbours(async () => {
      const said = await report({ status: 'processing', timestamp: moment }, id);
      expect([said.status, said.body]).toMatchObject([200, { data: { ignored: ['timestamp'] } }]);
      const body = settlementBody({ confirmedAt: moment });
      const settled = await service.ask('POST', `${INSTRUCTIONS}/${id}/settlement`, {
        key: service.keys.partner,
        body,
      });
      expect([settled.status, settled.body]).toMatchObject([200, { data: { ignored: ['confirmedAt'] } }]);
    });
  });

  it('by a value that the database refuses, should one get past all checks', async () => {
    const { instructions } = service.stack.services;
    const [owner] = await service.stack.database.query<Tenant>(
      'select account_id as "accountId", environment from payment_instructions where id = $1',
      [reported],
    );
    if (owner === undefined) throw new Error('the payment is not in the database');
    const ids = Array.from({ length: CALLERS }, (_, index) => (index === 7 ? '\u0000' : reported));
    const found = await Promise.allSettled(ids.map((id) => instructions.find(id, owner)));
    const faulty = found.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
    expect(faulty).toEqual([7]);
    expect(found[8]).toMatchObject({ value: { id: reported } });
  });
});

describe('a number that no number can hold', () => {
  const BIG = '1152921504606846977';

  it('is ignored with the unknown member that it is given for', async () => {
    const raw = `{"status":"accepted","eventId":${BIG},"trace":{"__proto__":${BIG},"ids":[${BIG},1e400]}}`;
    const answer = await service.ask('PUT', `${INSTRUCTIONS}/${reported}/status`, { key: service.keys.partner, raw });
    expect([answer.status, answer.body]).toMatchObject([200, { data: { disposition: 'duplicate' } }]);
    const create = JSON.stringify(instructionBody()).replace('{', `{"snowflake":${BIG},`);
    const headers = { 'idempotency-key': 'a big number' };
    const made = await service.ask('POST', INSTRUCTIONS, { key: service.keys.client, raw: create, headers });
    const again = await service.ask('POST', INSTRUCTIONS, { key: service.keys.client, raw: create, headers });
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(made.body);
  });

  it.each([
    ['amount', '1234567890123456789'],
    ['amount', '0.1234567890123456789'],
    ['amount', '1e400'],
  ])('is refused as %s: %s', async (field, literal) => {
    const raw = JSON.stringify(instructionBody()).replace('1250.5', literal);
    const answer = await service.ask('POST', INSTRUCTIONS, { key: service.keys.client, raw });
    expect(answer.status).toBe(400);
    const fault = { field, code: 'precision', message: 'has more digits than a number can hold' };
    expect(answer.body).toMatchObject({ error: { details: [fault] } });
  });
});
