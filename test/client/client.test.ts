import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  createClient,
  createPartner,
  CorridorError,
  RequestExpiredError,
  SignatureError,
  verifyWebhook,
  type Client,
} from '../../client/src';
import { findFreePort } from '../../cli/embedded/ports';
import { eventually } from '../support/builders';
import { startScriptedServer, type Reaction, type ScriptedServer } from '../support/http-server';
import { dispatchTo, instruction, invoice, settlement, startScene, type Scene } from './support/scene';

const ROOT = path.join(__dirname, '../..');

let scene: Scene;
let client: Client;
let partner: ReturnType<typeof createPartner>;

beforeAll(async () => {
  scene = await startScene();
  const { baseUrl } = scene.stack;
  client = createClient({ baseUrl, apiKey: scene.apiKey });
  partner = createPartner({ baseUrl, apiKey: scene.partnerKey, secret: scene.partnerSecret });
});

describe('the client', () => {
  it('pays, hears of it by a verified webhook, and lists every payment over all pages', async () => {
    const { receiver } = scene;
    const { secret = '' } = await client.webhooks.create({ url: `${receiver.url}/hook`, events: ['payment.settled'] });
    const made = [];
    for (const reference of ['a', 'b', 'c']) made.push(await client.payments.create(instruction(reference)));
    const [first] = made;
    const instructionId = first?.instructionId ?? '';
    await partner.report(instructionId, { status: 'accepted', partnerReference: 'N-1' });
    const settled = await partner.settle(instructionId, settlement(new Date()));
    expect(settled.reconciliation.status).toBe('matched');
    const given = { items: [{ instructionId, order: { amount: 1234567.89 } }], nextCursor: null };
    expect(await partner.instructions({ status: 'settled', limit: 2 }).page()).toMatchObject(given);
    const handed = [];
    for await (const one of partner.instructions({ limit: 2 })) handed.push(one.instructionId);
    expect(handed.sort()).toEqual(made.map((one) => one.instructionId).sort());
    expect(await partner.instruction(instructionId)).toMatchObject({ reports: [{}, { status: 'settled' }] });
    expect((await client.payments.get(instructionId)).amount).toBe(1234567.89);

    await receiver.until(({ length }) => length > 0, 'the delivery');
    const { headers, body } = receiver.requests[0] ?? { headers: {}, body: '' };
    for (const rawBody of [String(body), Buffer.from(body)]) {
      const event = await verifyWebhook(rawBody, headers, secret);
      expect(event).toMatchObject({ type: 'payment.settled', data: { instructionId } });
    }
    await expect(verifyWebhook(`${String(body)} `, headers, secret)).rejects.toThrow(SignatureError);
    const told = async (given: object, atMs?: number): Promise<string> =>
      verifyWebhook(String(body), { ...headers, ...given }, secret, atMs).then(String, String);
    expect([
      await told({}, Date.now() + 400_000),
      await told({}, Date.now() - 400_000),
      await told({ 'webhook-timestamp': undefined }),
      await told({ 'webhook-timestamp': '1e9' }),
    ]).toEqual([
      'SignatureError: The delivery is older than five minutes.',
      'SignatureError: The delivery is of a clock that is more than five minutes ahead.',
      'SignatureError: The delivery has no timestamp.',
      'SignatureError: The timestamp of the delivery is no number of seconds.',
    ]);

    const listed = [];
    for await (const one of client.payments.list({ limit: 2 })) listed.push(one.instructionId);
    expect(listed.sort()).toEqual(made.map((one) => one.instructionId).sort());
  });

  it('makes an invoice and downloads it', async () => {
    const document = await client.documents.generate(invoice);
    await eventually(
      () => client.documents.get(document.documentId),
      ({ status }) => status === 'generated',
      'the document',
    );
    const pdf = await client.documents.download(document.documentId);
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  });

  it('verifies what Corridor sends to the partner', async () => {
    const sent = dispatchTo(scene.bank);
    const request = {
      method: 'POST',
      path: '/instructions',
      headers: sent?.headers ?? {},
      rawBody: String(sent?.body),
    };
    const sentAt = Number(sent?.headers['x-corridor-timestamp']) * 1000;
    await expect(partner.verifyRequest(request, sentAt)).resolves.toBeUndefined();
    await expect(partner.verifyRequest({ ...request, rawBody: '{}' }, sentAt)).rejects.toThrow(SignatureError);
    await expect(partner.verifyRequest(request, sentAt + 12_000)).rejects.toThrow(RequestExpiredError);
    // Whoever holds a call up cannot make it valid for longer.
    const headers = { ...request.headers, 'x-corridor-valid-until': String(sentAt / 1000 + 60) };
    await expect(partner.verifyRequest({ ...request, headers }, sentAt + 12_000)).rejects.toThrow(
      'The signature of the request does not verify.',
    );
  });

  it('tells a refusal with every field at fault and a page about it', async () => {
    const refusal = await client.payments.create({ ...instruction('x'), amount: -1 }).catch((fault: unknown) => fault);
    expect(refusal).toBeInstanceOf(CorridorError);
    expect(refusal).toMatchObject({ status: 400, code: 'INVALID_REQUEST', details: [{ field: 'amount' }] });
    expect((refusal as CorridorError).docUrl).toBe(`${scene.stack.baseUrl}/docs/errors/INVALID_REQUEST`);
  });

  it('keeps an id that is none in its place of the path', async () => {
    await expect(client.payments.get('../track?status=settled')).rejects.toMatchObject({ status: 404 });
    for (const id of ['', '.', '..']) expect(() => client.payments.get(id)).toThrow(`${JSON.stringify(id)} is no id`);
  });

  it('makes any request', async () => {
    const reset = expect.any(Number) as number;
    expect(await client.request('GET', '/v1/rate-limit')).toEqual({ ...(await client.rateLimit()), reset });
    const query = { fromDate: '2026-02-30' };
    const refusal = { code: 'INVALID_REQUEST', details: [{ field: 'fromDate' }] };
    await expect(client.request('GET', '/api/v1/payments/track', { query })).rejects.toMatchObject(refusal);
  });

  it('submits a file', async () => {
    const csv = 'amount,currency\n1,EUR';
    const refusal = { code: 'INVALID_REQUEST', status: 400 };
    await expect(client.payments.createBatch(csv, { mode: 'valid_only' })).rejects.toMatchObject(refusal);
  });

  it('reads the log of events page by page, and as it grows', async () => {
    const read = async () => {
      const events = [];
      for await (const event of client.webhooks.listEvents({ limit: 2 })) events.push(event);
      return events;
    };
    // That of the document above is written by another process than the document's.
    const all = await eventually(
      read,
      (events) => events.some(({ type }) => type === 'document.generated'),
      'the last event',
    );
    const logged = all.map(({ id }) => id);
    expect(logged.length).toBeGreaterThan(2);
    const [first = '', ...later] = logged;
    const after = [];
    for await (const event of client.webhooks.listEvents({ after: first, limit: 1 })) after.push(event.id);
    expect(after).toEqual(later);
    const streamed = [];
    for await (const event of client.webhooks.streamEvents({ after: 'start', seconds: 0 })) streamed.push(event.id);
    expect(streamed).toEqual(logged);
  });

  it('knows its account', async () => {
    expect(await client.account()).toMatchObject({ name: 'client', environment: 'test', plan: 'enterprise' });
  });
});

describe('a request that fails', () => {
  const answers: { status: number; headers?: Record<string, string> }[] = [];
  const waits: number[] = [];
  let server: ScriptedServer;
  let retrying: Client;

  beforeAll(async () => {
    server = await startScriptedServer(() => {
      const { status, headers } = answers.shift() ?? { status: 200 };
      return { status, headers: headers ?? {}, body: { data: { instructionId: 'instr_1' } } };
    });
    const sleep = async (ms: number) => void waits.push(ms);
    retrying = createClient({ baseUrl: server.url, apiKey: 'crd_test_x', sleep });
  });

  it('is repeated under the same Idempotency-Key, for as long as it was told to wait', async () => {
    answers.push({ status: 503, headers: { 'retry-after': '7' } }, { status: 429, headers: { 'retry-after': '2' } });
    expect((await retrying.payments.create(instruction('r'))).instructionId).toBe('instr_1');
    expect(waits).toEqual([7000, 2000]);
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('is repeated three times at most, and not at all when it is refused', async () => {
    const before = server.requests.length;
    answers.push({ status: 500 }, { status: 500 }, { status: 500 }, { status: 500 });
    await expect(retrying.account()).rejects.toThrow(CorridorError);
    expect(server.requests.length - before).toBe(4);
    answers.push({ status: 422 });
    await expect(retrying.account()).rejects.toMatchObject({ status: 422, retryAfter: null });
    expect(server.requests.length - before).toBe(5);
    answers.push({ status: 429, headers: { 'retry-after': '3600' } });
    await expect(retrying.account()).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
    expect(server.requests.length - before).toBe(6);
  });
});

describe('a request that may have been carried out', () => {
  const answers: Reaction[] = [];
  let server: ScriptedServer;
  let retrying: Client;

  beforeAll(async () => {
    server = await startScriptedServer(() => answers.shift() ?? { status: 200, body: {} });
    retrying = createClient({ baseUrl: `${server.url}/`, apiKey: 'crd_test_x', sleep: async () => undefined });
  });

  it('is repeated where it has a name or changes nothing', async () => {
    answers.push('reset', { status: 503 });
    await retrying.webhooks.rotateSecret('wh_1').then(
      () => expect('an answer').toBe('a refusal'),
      (fault: unknown) => expect(fault).toMatchObject({ code: 'CONNECTION', status: 0 }),
    );
    expect(server.requests).toHaveLength(1);
    await retrying.webhooks.resendDelivery('dlv_1');
    expect(server.requests).toHaveLength(3);
    answers.push('reset', { status: 503 });
    await retrying.request('POST', '/v1/anything', { body: {}, idempotencyKey: 'mine' });
    expect(server.requests.slice(-2).map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine']);
    answers.push('reset', { status: 429 });
    const lost = `POST ${server.url}/v1/anything got no answer: `;
    await expect(retrying.request('POST', '/v1/anything', { query: { a: 1 } })).rejects.toThrow(lost);
  });

  it('is not taken to another host, with the key, by a redirect', async () => {
    const elsewhere = await startScriptedServer(() => ({ status: 200, body: {} }));
    answers.splice(0, answers.length, { status: 302, headers: { location: `${elsewhere.url}/v1/account` } });
    const refusal = { status: 302, code: null, message: `GET ${server.url}/v1/account was answered 302.` };
    await expect(retrying.account()).rejects.toMatchObject(refusal);
    expect(elsewhere.requests).toEqual([]);
  });

  it('names the address where nobody listens', async () => {
    const host = `127.0.0.1:${await findFreePort()}`;
    const deaf = createClient({ baseUrl: `http://${host}`, apiKey: 'crd_test_x', maxRetries: 0 });
    await expect(deaf.account()).rejects.toMatchObject({
      code: 'CONNECTION',
      message: `GET http://${host}/v1/account got no answer: connect ECONNREFUSED ${host}`,
    });
    expect(() => createClient({ baseUrl: 'here', apiKey: '' })).toThrow('baseUrl is no address: here');
  });
});

describe('the package', () => {
  it('needs nothing at run time', () => {
    const manifest = JSON.parse(readFileSync(path.join(ROOT, 'client/package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
  });
});
