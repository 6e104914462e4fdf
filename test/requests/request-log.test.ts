import { findOrCreateAccount } from '../../db/auth/accounts';
import { newId } from '../../lib/ids';
import { eventually } from '../support/builders';
import { untilWaiting } from '../support/locks';
import { startStack, type Answer, type Stack } from '../support/stack';

let stack: Stack;
let key: string;
let otherKey: string;
let liveKey: string;
let strangersKey: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  key = await stack.createKey('Logged', { label: 'Shop' });
  otherKey = await stack.createKey('Logged');
  liveKey = await stack.createKey('Logged', { environment: 'live' });
  strangersKey = await stack.createKey('Stranger');
});

type Listed = Record<string, unknown>;

const idOf = ({ headers }: Answer): string => headers.get('request-id') ?? '';

async function list(query = '', by = key): Promise<Listed[]> {
  const { status, body } = await stack.call('GET', `/v1/requests${query}`, { key: by });
  expect(status).toBe(200);
  return body['data'] as Listed[];
}

/** @returns what the log says of an answer, once it is written */
async function logged(answer: Answer, by = key): Promise<Listed | undefined> {
  const find = async (): Promise<Listed | undefined> =>
    (await list('?limit=100', by)).find(({ id }) => id === idOf(answer));
  return eventually(find, (found) => found !== undefined, 'the request in the log');
}

const SHIPMENT = { origin_country: 'VN', destination_country: 'DE' };

/** Source: docs/GAPS.md#request-log */
describe('the requests of a key', () => {
  it('are listed with what they made, and what their path names', async () => {
    const made = await stack.call('POST', '/v1/shipments', { key, body: SHIPMENT });
    const subject = made.body['id'];
    expect(await logged(made)).toMatchObject({
      method: 'POST',
      operation: 'createShipment',
      status: 201,
      error: null,
      subject,
    });
    const path = `/v1/shipments/${String(subject)}`;
    const read = await stack.call('GET', path, { key });
    const deleted = await stack.call('DELETE', path, { key });
    await logged(deleted);
    const about = await list(`?subject=${String(subject)}`);
    expect([read.status, deleted.status]).toEqual([200, 204]);
    expect(about.map(({ operation }) => operation)).toEqual(['deleteShipment', 'createShipment']);
  });

  it('say the first fault, and nothing that a client wrote', async () => {
    const body = { ...SHIPMENT, 'Maria Mustermann': 'secret', origin_country: 'Atlantis' };
    const prefer = { Prefer: 'handling=strict' };
    const refused = await stack.call('POST', '/v1/shipments?reference=Maria', { key, body, headers: prefer });
    expect(refused.status).toBe(400);
    const unknown = await stack.call('GET', '/v1/shipments/Maria', { key });
    expect(await logged(refused)).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
    expect(await logged(unknown)).toMatchObject({ operation: 'getShipment', subject: null });
    const rows = await stack.database.query('select l::text as said from request_log l');
    expect(JSON.stringify(rows)).not.toMatch(/Maria|Atlantis|secret/);
    const alone = { ...SHIPMENT, 'Maria Mustermann': 'secret' };
    const strict = await stack.call('POST', '/v1/shipments', { key, body: alone, headers: prefer });
    expect(await logged(strict)).toMatchObject({ error: { field: '*' } });
  });

  it('are seen by that key alone', async () => {
    const asked = await stack.call('POST', '/v1/shipments', { key, body: SHIPMENT });
    await logged(asked);
    for (const by of [otherKey, liveKey, strangersKey]) {
      await logged(await stack.call('POST', '/v1/shipments', { key: by, body: SHIPMENT }), by);
      const ids = (await list('?limit=100', by)).map(({ id }) => id);
      expect(ids).not.toContain(idOf(asked));
    }
  });

  it('are filtered, and refused where the filter is wrong', async () => {
    const missing = await stack.call('GET', `/v1/shipments/${newId('shipment')}`, { key });
    expect(await logged(missing)).toMatchObject({ status: 404, subject: null });
    const found = await list('?status=4xx&operation=getShipment&from=2026-01-01T00:00:00Z&to=2199-01-01T00:00:00Z');
    expect(found.map(({ id }) => id)).toContain(idOf(missing));
    expect(await list('?to=2026-01-01T00:00:00Z')).toEqual([]);
    const wrong = await stack.call('GET', '/v1/requests?status=9xx&operation=a-b&subject=me&from=soon', { key });
    const details = (wrong.body['error'] as { details: { field: string }[] }).details.map(({ field }) => field);
    expect([wrong.status, details.sort()]).toEqual([400, ['from', 'operation', 'status', 'subject']]);
  });

  it('are answered while the log cannot be written, and listed later', async () => {
    const { id: accountId } = await findOrCreateAccount(stack.database, 'Logged');
    const asked = await stack.database.transaction(async (client) => {
      await client.query('lock table request_log in share row exclusive mode');
      const first = await stack.call('POST', '/v1/shipments', { key, body: SHIPMENT });
      await untilWaiting(stack.database, 1);
      const second = await stack.call('POST', '/v1/shipments', { key, body: SHIPMENT });
      expect([first.status, second.status]).toEqual([201, 201]);
      const written = await client.query('select id from request_log where account_id = $1 and id = any($2)', [
        accountId,
        [idOf(first), idOf(second)],
      ]);
      expect(written).toEqual([]);
      return [first, second];
    });
    for (const answer of asked)
      expect(await logged(answer)).toMatchObject({ operation: 'createShipment', status: 201 });
  });
});
