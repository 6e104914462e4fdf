import { createHash, createHmac } from 'node:crypto';
import request from 'supertest';
import { createPartnerKey } from '../../db/auth/credentials';
import { changeManaged } from '../../db/administration/change';
import { rotatePartnerSecret } from '../../db/auth/partner-credentials';
import { rememberSignature } from '../../db/auth/seen-signatures';
import { createPartner } from '../../db/payments/dispatch/partners';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createLimitedApp, TEST_VAULT } from '../support/limited-app';

const PATH = '/api/v1/payments/report';
let database: TestDatabase;
let partnerId: string;
let secret: string;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ id: partnerId, secret } = await createPartner(database, TEST_VAULT, {
    name: 'Signer',
    adapter: 'http',
    config: {},
    environment: 'test',
  }));
  ({ key } = await createPartnerKey(database, { partnerId, label: '', endpointLimits: false }));
  const changes = { auth_mode: 'signed', url: 'https://partner.example' };
  await changeManaged(database, { kind: 'partner', id: partnerId, changes, actor: 'test' });
});

interface Signed {
  body?: string;
  /** Seconds from the moment of signing; the next second of a clock of the tests where absent. */
  ahead?: number;
  signedWith?: string;
  method?: string;
  path?: string;
  prefix?: string;
}

let clock = Math.floor(Date.now() / 1000) - 100;

/** A request as a partner in signed mode makes it. Source: docs/GAPS.md#A2 */
function headersOf(parts: Signed): Record<string, string> {
  const { body = '{}', signedWith = secret, method = 'PUT', path = PATH, prefix = 'v1=' } = parts;
  const timestamp = parts.ahead === undefined ? (clock += 1) : Math.floor(Date.now() / 1000) + parts.ahead;
  const digest = createHmac('sha256', signedWith).update(`${timestamp}.${method}.${path}.${body}`).digest('hex');
  return {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'X-Partner-Timestamp': String(timestamp),
    'X-Partner-Signature': `${prefix}${digest}`,
  };
}

async function send(headers: Record<string, string>, body = '{}', path = PATH): Promise<number> {
  const { app } = createLimitedApp(database);
  return (await request(app.callback()).put(path).set(headers).send(body)).status;
}

describe('signed partner requests', () => {
  it('are accepted when path, query, time and exact bytes are signed', async () => {
    expect(await send(headersOf({}))).toBe(200);
    const body = '{ "status" : "accepted" }';
    expect(await send(headersOf({ body }), body)).toBe(200);
    const path = `${PATH}?trace=1`;
    expect(await send(headersOf({ path }), '{}', path)).toBe(200);
  });

  it.each([
    ['without a signature', { prefix: '' }],
    ['of another version', { prefix: 'v2=' }],
    ['made with another secret', { signedWith: 'whsec_other' }],
    ['over another body', { body: '{"a":1}' }],
    ['over another path', { path: '/api/v1/payments/other' }],
    ['over another method', { method: 'POST' }],
    ['more than five minutes old', { ahead: -301 }],
    ['more than five minutes ahead', { ahead: 310 }],
  ])('are refused %s', async (_what, parts: Signed) => {
    expect(await send(headersOf(parts))).toBe(401);
  });

  it('are refused with the key alone', async () => {
    expect(await send({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' })).toBe(401);
  });

  it('are accepted once: the same request again is a replay, on every process', async () => {
    const headers = headersOf({});
    const statuses = await Promise.all([send(headers), send(headers), send(headers)]);
    expect(statuses.sort()).toEqual([200, 401, 401]);
    expect(await send(headersOf({}))).toBe(200);
  });

  it('are taken for a repeat with the same bytes and the same Idempotency-Key, and with another key for a replay', async () => {
    const signed = headersOf({});
    const headers = { ...signed, 'Idempotency-Key': 'report-1' };
    expect(await Promise.all([send(headers), send(headers)])).toEqual([200, 200]);
    expect(await send(headers)).toBe(200);
    expect(await send({ ...headers, 'Idempotency-Key': 'report-2' })).toBe(401);
    expect(await send(signed)).toBe(401);

    const first = headersOf({});
    expect(await send(first)).toBe(200);
    expect(await send({ ...first, 'Idempotency-Key': 'report-3' })).toBe(401);
  });

  it('are no replays for as long as they are fresh: 300 s after a date that may lie 300 s ahead', async () => {
    const first = Date.now() + 86_400_000;
    const remember = (name: string, afterSeconds: number): Promise<boolean> => {
      const signature = createHash('sha256').update(name).digest();
      const seen = { partnerId, signature, requestHash: null };
      return rememberSignature(database, seen, new Date(first + afterSeconds * 1000));
    };
    const sweepAt = async (seconds: number): Promise<void> => {
      for (let other = 1; other <= 5; other += 1) await remember(`other ${other} at ${seconds}`, seconds);
    };
    expect(await remember('dated 299 s ahead', 0)).toBe(true);
    await sweepAt(598);
    expect(await remember('dated 299 s ahead', 598)).toBe(false);
    await sweepAt(601);
    const kept = await database.query('select from seen_signatures where expires_at < $1', [new Date(first + 601_000)]);
    expect(kept).toEqual([]);
  });

  it('are accepted with the old and the new secret during a rotation, and never more than two', async () => {
    const old = secret;
    const fresh = await rotatePartnerSecret(database, TEST_VAULT, { partnerId, actor: 'test' });
    expect(await send(headersOf({ signedWith: old }))).toBe(200);
    expect(await send(headersOf({ signedWith: fresh }))).toBe(200);
    await rotatePartnerSecret(database, TEST_VAULT, { partnerId, actor: 'test' });
    expect(await send(headersOf({ signedWith: old }))).toBe(401);
    expect(await send(headersOf({ signedWith: fresh }))).toBe(200);
    await database.query(
      `update partner_secrets set expires_at = now() where partner_id = $1 and expires_at is not null`,
      [partnerId],
    );
    expect(await send(headersOf({ signedWith: fresh }))).toBe(401);
  });
});
