import { findOrCreateAccount } from '../../../db/auth/accounts';
import { openDatabase } from '../../../db/database';
import { recordCheckedEvent, recordEvent } from '../../../db/events';
import { createTestDelivery } from '../../../db/webhooks/deliveries';
import { adoptRestoredEvents } from '../../../db/operator-work/adopt-restored-events';
import type { Tenant } from '../../../domain/auth/tenant';
import type { EventName } from '../../../domain/webhooks/events';
import { newId } from '../../../lib/ids';
import { eventually } from '../../support/builders';
import { openForOperator } from '../../support/database';
import { startStack, type Answer, type Stack } from '../../support/stack';

interface Shown extends Record<string, unknown> {
  id: string;
  type: string;
  data: { object: Record<string, unknown> };
}

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ workers: false, webhookTrustedOrigins: ['http://127.0.0.1:9'] });
});

const read = (key: string, query = ''): Promise<Answer> => stack.call('GET', `/v1/events${query}`, { key });
const shown = ({ body }: Answer): Shown[] => body['data'] as Shown[];

async function tenantOf(name: string, environment: Tenant['environment'] = 'test'): Promise<Tenant> {
  return { accountId: (await findOrCreateAccount(stack.database, name)).id, environment };
}

async function publish(tenant: Tenant, type: EventName, object: Record<string, unknown>): Promise<string> {
  return recordCheckedEvent(stack.database, { tenant, type, object, subject: 'any' });
}

/** Everything that the log shows, in pages; it shows an event once no transaction before it runs, on all of Postgres. */
async function readAll(key: string, query: string, expected: number): Promise<Shown[]> {
  const all = async (): Promise<Shown[]> => {
    const events: Shown[] = [];
    for (let after = ''; ;) {
      const page = await read(key, `?limit=2${query}${after}`);
      expect(page.status).toBe(200);
      events.push(...shown(page));
      const cursor = page.body['next_cursor'];
      if (typeof cursor !== 'string') break;
      after = `&after=${cursor}`;
    }
    return events;
  };
  return eventually(all, (events) => events.length >= expected, `${expected} events in the log`);
}

describe('the log of events', () => {
  it('gives every event once to a reader beside 16 writers whose transactions commit in any order', async () => {
    const WRITERS = 16;
    const TRANSACTIONS = 120;
    const tenant = await tenantOf('busy');
    const key = await stack.createKey('busy');
    const writers = openDatabase(stack.database.url, WRITERS);
    const total = WRITERS * TRANSACTIONS * 2;

    async function write(writer: number): Promise<void> {
      for (let number = 0; number < TRANSACTIONS; number += 1) {
        await writers.transaction(async (client) => {
          for (const half of [0, 1]) {
            const object = { id: `writer-${writer}`, writer, step: number * 2 + half };
            await recordEvent(client, { tenant, type: 'buyer.matched', object, subject: `${writer}` });
            await client.query('select pg_sleep(0.001 + random() * 0.008)');
          }
        });
      }
    }

    const seen: Shown[] = [];
    async function follow(): Promise<void> {
      await eventually(
        async () => {
          for (;;) {
            const last = seen.at(-1);
            const page = await read(key, last === undefined ? '?limit=100' : `?limit=100&after=${last.id}`);
            expect(page.status).toBe(200);
            seen.push(...shown(page));
            if (shown(page).length === 0) return seen.length;
          }
        },
        (count) => count >= total,
        'the last event',
      );
    }

    await Promise.all([follow(), ...Array.from({ length: WRITERS }, (_, writer) => write(writer))]);
    await writers.close();

    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const steps = seen.map(({ data }) => data.object).filter((object) => object['writer'] === writer);
      expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: TRANSACTIONS * 2 }, (_, step) => step));
    }
  });

  it('shows nothing that a running transaction can still write before', async () => {
    const tenant = await tenantOf('late');
    const key = await stack.createKey('late');
    await stack.database.transaction(async (client) => {
      await recordEvent(client, { tenant, type: 'buyer.matched', object: { id: 'first' }, subject: 'm' });
      await publish(tenant, 'buyer.matched', { id: 'second' });
      expect(shown(await read(key))).toEqual([]);
    });
    const events = await readAll(key, '', 2);
    expect(events.map(({ data }) => data.object['id'])).toEqual(['first', 'second']);
  });

  it('goes on after a cursor or the id of an event, and selects by names and patterns', async () => {
    const tenant = await tenantOf('picky');
    const key = await stack.createKey('picky');
    const types: EventName[] = [
      'shipment.created',
      'payment.settled',
      'shipment.updated',
      'payment.reconciliation_mismatch',
    ];
    const ids: string[] = [];
    for (const type of types) ids.push(await publish(tenant, type, { id: 'x' }));
    expect((await readAll(key, '', 4)).map(({ id }) => id)).toEqual(ids);
    const first = await read(key, '?limit=1');
    for (const parameter of ['after', 'cursor']) {
      const rest = await read(key, `?${parameter}=${String(first.body['next_cursor'])}`);
      expect([shown(rest).map(({ id }) => id), rest.body['next_cursor']]).toEqual([ids.slice(1), null]);
    }
    expect(shown(await read(key, `?after=${ids[2]}`)).map(({ id }) => id)).toEqual(ids.slice(3));
    const named: [string, number[]][] = [
      ['*', [0, 1, 2, 3]],
      ['shipment.*', [0, 2]],
      ['payment.*', [1, 3]],
      ['payment.status_changed', [1]],
      ['shipment.updated,payment.settled', [1, 2]],
    ];
    for (const [type, picked] of named) {
      const events = shown(await read(key, `?type=${type}`));
      expect([type, events.map(({ id }) => id)]).toEqual([type, picked.map((index) => ids[index])]);
    }
  });

  it('shows what deliveries carry, but for the signature, and when it was', async () => {
    const tenant = await tenantOf('payload');
    const key = await stack.createKey('payload');
    const status = {
      instructionId: 'instr_1',
      status: 'settled',
      previousStatus: null,
      clientReference: null,
      sequence: 1,
    };
    const ids = [
      await publish(tenant, 'payment.settled', status),
      await publish(tenant, 'buyer.matched', { id: 'match-1' }),
    ];
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(await readAll(key, '', 2)).toEqual([
      {
        id: ids[0],
        event: 'payment.status_changed',
        type: 'payment.settled',
        timestamp: at,
        created_at: at,
        data: status,
      },
      { id: ids[1], type: 'buyer.matched', created_at: at, data: { object: { id: 'match-1' } } },
    ]);
  });

  it('is one of a side of an account, without samples of tests', async () => {
    const key = await stack.createKey('two sides');
    const live = await stack.createKey('two sides', { environment: 'live' });
    const id = await publish(await tenantOf('two sides'), 'buyer.matched', { id: 'match-1' });
    expect((await readAll(key, '', 1)).map((event) => event.id)).toEqual([id]);
    const others = [live, await stack.createKey('another')];
    for (const other of others) {
      expect(shown(await read(other))).toEqual([]);
      expect((await stack.call('GET', `/v1/events/${id}`, { key: other })).status).toBe(404);
      expect((await read(other, `?after=${id}`)).status).toBe(400);
    }
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['payment.settled'] };
    const { body } = await stack.call('POST', '/v1/webhooks', { key, body: hook });
    const webhookId = String(body['id']);
    const sample = { tenant: await tenantOf('two sides'), webhookId, type: 'payment.settled', object: {} };
    const { eventId } = await createTestDelivery(stack.database, sample);
    const after = await publish(await tenantOf('two sides'), 'buyer.matched', { id: 'match-2' });
    expect((await readAll(key, '', 2)).map((event) => event.id)).toEqual([id, after]);
    const one = await stack.call('GET', `/v1/events/${eventId}`, { key });
    expect(one.body).toMatchObject({ type: 'payment.settled', deliveries: [{ webhook_id: webhookId }] });
  });

  it('shows one event with what became of it', async () => {
    const key = await stack.createKey('one');
    const body = { url: 'http://127.0.0.1:9/hook', events: ['*'] };
    const hook = await stack.call('POST', '/v1/webhooks', { key, body });
    const id = await publish(await tenantOf('one'), 'buyer.matched', { id: 'match-1' });
    const answer = await stack.call('GET', `/v1/events/${id}`, { key });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        id,
        type: 'buyer.matched',
        data: { object: { id: 'match-1' } },
        deliveries: [{ id: expect.stringMatching(/^dlv_/) as string, webhook_id: hook.body['id'], status: 'pending' }],
      }),
    ]);
  });

  it.each([
    ['?after=evt_0', 'after', 'cursor'],
    ['?after=wh_00000000007000000000000000', 'after', 'cursor'],
    [`?after=${newId('event')}`, 'after', 'unknown'],
    ['?type=payment', 'type', 'event'],
    ['?type=shipment.created,nothing.*', 'type', 'event'],
    ['?limit=0', 'limit', 'range'],
  ])('refuses %s', async (query, field, code) => {
    const answer = await read(await stack.createKey('wrong'), query);
    expect(answer.status).toBe(400);
    expect((answer.body['error'] as { details: object[] }).details).toEqual([expect.objectContaining({ field, code })]);
  });

  it('goes on for a reader whose last event retention has deleted', async () => {
    const key = await stack.createKey('quiet');
    const events = [await publish(await tenantOf('quiet'), 'buyer.matched', { id: 'match-1' })];
    const deleted = newId('event', Date.now() - 31 * 86_400_000);
    const rest = await readAll(key, `&after=${deleted}&type=buyer.*`, events.length);
    expect(rest.map(({ id }) => id)).toEqual(events);
    expect((await read(key, `?after=${newId('event', Date.now() - 29 * 86_400_000)}`)).status).toBe(400);
  });

  it('shows events of a dump that was loaded into another server', async () => {
    const tenant = await tenantOf('restored');
    const key = await stack.createKey('restored');
    const old = await publish(tenant, 'buyer.matched', { id: 'old' });
    await stack.database.query(`update events set transaction_id = '9000000000000' where id = $1`, [old]);
    const later = await publish(tenant, 'buyer.matched', { id: 'later' });
    expect((await readAll(key, '', 1)).map(({ id }) => id)).toEqual([later]);
    expect(await adoptRestoredEvents(openForOperator(stack.database))).toBe(1);
    expect((await readAll(key, '', 2)).map(({ id }) => id)).toEqual([old, later]);
  });
});
