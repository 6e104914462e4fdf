import { startStack, type Stack } from '../support/stack';

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false, webhookTrustedOrigins: ['http://127.0.0.1:9'] });
  key = await stack.createKey('acme');
});

const VALID = { url: 'https://hooks.example.com/in', events: ['payment.settled'] };

describe('webhook subscriptions', () => {
  it('are made with a secret that is never shown again', async () => {
    const made = await stack.call('POST', '/v1/webhooks', {
      key,
      body: { ...VALID, description: 'orders', enabled: false },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^wh_/) as string,
      url: VALID.url,
      events: VALID.events,
      description: 'orders',
      enabled: false,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
      created_at: expect.stringMatching(/Z$/) as string,
    });
    const shown = await stack.call('GET', `/v1/webhooks/${String(made.body['id'])}`, { key });
    expect(shown.body).not.toHaveProperty('secret');
    expect(made.headers.get('location')).toBe(`/v1/webhooks/${String(made.body['id'])}`);
  });

  it('are made once for an Idempotency-Key, and their secret lies nowhere but sealed', async () => {
    const sent = { key, body: VALID, headers: { 'Idempotency-Key': 'hook-1' } };
    const made = await stack.call('POST', '/v1/webhooks', sent);
    const repeated = await stack.call('POST', '/v1/webhooks', sent);
    const { secret, ...shown } = made.body;
    expect(secret).toMatch(/^whsec_/);
    expect([repeated.status, repeated.body]).toEqual([201, shown]);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(repeated.headers.get('location')).toBe(made.headers.get('location'));
    const [kept] = await stack.database.query<{ text: string }>(
      `select k::text as text from idempotency_keys k where key = 'hook-1'`,
    );
    expect(kept?.text).toContain(String(made.body['id']));
    expect(kept?.text).not.toContain('whsec_');
  });

  it('are found again by whoever repeats a request whose answer was lost', async () => {
    const sent = { key, body: VALID, headers: { 'Idempotency-Key': 'hook-2' } };
    const made = await stack.call('POST', '/v1/webhooks', sent);
    // As after a process that died between the commit and the answer.
    await stack.database.query(
      `update idempotency_keys set status_code = null, body = null, claimed_until = '-infinity' where key = 'hook-2'`,
    );
    const repeated = await stack.call('POST', '/v1/webhooks', sent);
    expect([repeated.status, repeated.body]).toEqual([201, made.body]);
  });

  it('are answered to a repeat as they were made, whatever became of them, and without any secret', async () => {
    const sent = { key, body: VALID, headers: { 'Idempotency-Key': 'hook-3' } };
    const made = await stack.call('POST', '/v1/webhooks', sent);
    const { secret, ...shown } = made.body;
    expect(secret).toMatch(/^whsec_/);
    const path = `/v1/webhooks/${String(made.body['id'])}`;
    await stack.call('PATCH', path, { key, body: { description: 'another one', enabled: false } });
    await stack.call('POST', `${path}/rotate-secret`, { key, body: {} });
    const rotated = await stack.call('POST', '/v1/webhooks', sent);
    expect([rotated.status, rotated.body]).toEqual([201, shown]);
    await stack.call('DELETE', path, { key });
    const deleted = await stack.call('POST', '/v1/webhooks', sent);
    expect([deleted.status, deleted.body]).toEqual([201, shown]);
  });

  it('do not show a rotated secret to whoever repeats a request whose answer was lost, nor vanish', async () => {
    const sent = { key, body: VALID, headers: { 'Idempotency-Key': 'hook-4' } };
    const made = await stack.call('POST', '/v1/webhooks', sent);
    const loseAnswer = () =>
      stack.database.query(
        `update idempotency_keys set status_code = null, body = null, claimed_until = '-infinity' where key = 'hook-4'`,
      );
    const path = `/v1/webhooks/${String(made.body['id'])}`;
    await stack.call('POST', `${path}/rotate-secret`, { key, body: {} });
    await loseAnswer();
    const repeated = await stack.call('POST', '/v1/webhooks', sent);
    expect(repeated).toMatchObject({ status: 201, body: { id: made.body['id'] } });
    expect(repeated.body).not.toHaveProperty('secret');
    await stack.call('DELETE', path, { key });
    await loseAnswer();
    expect((await stack.call('POST', '/v1/webhooks', sent)).status).toBe(201);
  });

  it('change in part, and go', async () => {
    const made = await stack.call('POST', '/v1/webhooks', { key, body: VALID });
    const path = `/v1/webhooks/${String(made.body['id'])}`;
    const changed = await stack.call('PATCH', path, { key, body: { enabled: false, events: ['*', '*'] } });
    expect(changed.body).toMatchObject({ enabled: false, events: ['*'], url: VALID.url });
    expect((await stack.call('DELETE', path, { key })).status).toBe(204);
    expect((await stack.call('GET', path, { key })).status).toBe(404);
    expect((await stack.call('DELETE', path, { key })).status).toBe(404);
  });

  it('leave each change in the audit log with the key that made it, without address and secret', async () => {
    const typed = await stack.createKey('audited');
    const made = await stack.call('POST', '/v1/webhooks', { key: typed, body: VALID });
    const id = String(made.body['id']);
    const path = `/v1/webhooks/${id}`;
    await stack.call('PATCH', path, { key: typed, body: { url: 'https://hooks.example.com/token', enabled: false } });
    await stack.call('PATCH', path, { key: typed, body: { enabled: true } });
    await stack.call('POST', `${path}/rotate-secret`, { key: typed, body: {} });
    await stack.call('DELETE', path, { key: typed });
    await stack.call('DELETE', path, { key: typed });
    const rows = await stack.database.query<{ act: string; actor: string; request_id: string; detail: object }>(
      `select act, actor, request_id, detail from audit_log where subject = $1 order by id`,
      [id],
    );
    expect(rows.map(({ act }) => act)).toEqual([
      'webhook.created',
      'webhook.changed',
      'webhook.disabled',
      'webhook.enabled',
      'webhook.secret_rotated',
      'webhook.deleted',
    ]);
    expect(rows[1]?.detail).toEqual({ environment: 'test', changed: ['url'] });
    const [owner] = await stack.database.query<{ actor: string }>(
      `select 'key:' || k.id as actor from api_keys k join accounts a on a.id = k.account_id where a.name = 'audited'`,
    );
    for (const { actor, request_id: requestId } of rows) {
      expect([actor, requestId]).toEqual([owner?.actor, expect.stringMatching(/./)]);
    }
    expect(JSON.stringify(rows)).not.toMatch(/whsec_|hooks\.example/);
  });

  it('are listed page by page', async () => {
    const other = await stack.createKey('lister');
    for (let index = 0; index < 3; index += 1) await stack.call('POST', '/v1/webhooks', { key: other, body: VALID });
    const first = await stack.call('GET', '/v1/webhooks?limit=2', { key: other });
    expect(first.body['data']).toHaveLength(2);
    const second = await stack.call('GET', `/v1/webhooks?limit=2&cursor=${String(first.body['next_cursor'])}`, {
      key: other,
    });
    expect(second.body['data']).toHaveLength(1);
    expect(second.body['next_cursor']).toBeNull();
  });

  it.each([
    ['http://hooks.example.com/', 'scheme'],
    ['ftp://hooks.example.com/', 'scheme'],
    ['not a url', 'url'],
    ['https://user:pass@hooks.example.com/', 'userinfo'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://127.0.0.1/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::ffff:10.0.0.1]/', 'address'],
    ['https://169.254.169.254/latest', 'address'],
    ['https://168.63.129.16/', 'address'],
    ['https://2130706433/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://localhost/', 'address'],
    ['http://127.0.0.1:10/', 'scheme'],
  ])('refuse %s', async (url, code) => {
    const answer = await stack.call('POST', '/v1/webhooks', { key, body: { ...VALID, url } });
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toMatchObject({ code: 'INVALID_REQUEST', details: [{ field: 'url', code }] });
  });

  it('take an origin that the operator trusts', async () => {
    const answer = await stack.call('POST', '/v1/webhooks', { key, body: { ...VALID, url: 'http://127.0.0.1:9/x' } });
    expect(answer.status).toBe(201);
  });

  it('have a bound that requests side by side do not pass', async () => {
    const busy = await stack.createKey('busy');
    const body = { ...VALID, url: 'http://127.0.0.1:9/x' };
    const make = () => stack.call('POST', '/v1/webhooks', { key: busy, body });
    const answers = await Promise.all(Array.from({ length: 110 }, make));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.body['error']).toMatchObject({ details: [{ field: 'url', code: 'too_many' }] });
  });

  it('refuse events that do not exist, and none', async () => {
    for (const events of [[], ['payment.exploded'], 'payment.settled', undefined]) {
      const answer = await stack.call('POST', '/v1/webhooks', { key, body: { url: VALID.url, events } });
      expect(answer.status).toBe(400);
    }
  });

  it('belong to one account', async () => {
    const made = await stack.call('POST', '/v1/webhooks', { key, body: VALID });
    const stranger = await stack.createKey('stranger');
    const path = `/v1/webhooks/${String(made.body['id'])}`;
    expect((await stack.call('GET', path, { key: stranger })).status).toBe(404);
    expect((await stack.call('PATCH', path, { key: stranger, body: { enabled: false } })).status).toBe(404);
    expect((await stack.call('DELETE', path, { key: stranger })).status).toBe(404);
    expect(
      (await stack.call('POST', `${path}/test`, { key: stranger, body: { event: 'payment.settled' } })).status,
    ).toBe(404);
  });
});
