import fc from 'fast-check';
import type { Endpoint } from '../../api/endpoint';
import { ENDPOINTS } from '../../api/endpoints';
import { eventually, instructionBody } from '../support/builders';
import { jsonLike } from '../support/mutations';
import { requestRaw } from '../support/raw-request';
import { RawClient } from '../support/raw-socket';
import { startOperationsStack, type OperationsStack } from './operations-stack';
import { bodyOf, targetOf, WITH_BODY, type World } from './samples';

let service: OperationsStack;
let world: World;

beforeAll(async () => {
  service = await startOperationsStack();
  world = await service.createWorld(service.keys.client);
});

const CREATE = '/api/v1/payments/instructions';
const LIMIT_BYTES = 256 * 1024;

interface Refused {
  status: number;
  faults: string[];
}

/** Sends bytes as they are and tells what was named at fault, as `field:code`. */
async function post(raw: string | Buffer, headers: Record<string, string> = {}): Promise<Refused> {
  const answer = await service.ask('POST', CREATE, { key: service.keys.client, raw, headers });
  const { error } = answer.body as unknown as { error?: { details?: { field: string; code: string }[] } };
  return { status: answer.status, faults: (error?.details ?? []).map(({ field, code }) => `${field}:${code}`) };
}

const text = (overrides: Record<string, unknown> = {}): string => JSON.stringify(instructionBody(overrides));

/** Nested so deeply in all, the body's own braces counted. */
function nested(levels: number): string {
  return `{"a":${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}}`;
}

describe('a body', () => {
  it('with a key twice is refused, at any depth', async () => {
    const { status, faults } = await post('{"amount":1,"amount":2}');
    expect([status, faults[0]]).toEqual([400, 'amount:duplicate_key']);
    const inner = text().replace('"code":', '"code":"service_payment","code":');
    expect(await post(inner)).toEqual({ status: 400, faults: ['purpose.code:duplicate_key'] });
    const escaped = text().replace('"code":', '"c\\u006fde":"service_payment","code":');
    expect(await post(escaped)).toEqual({ status: 400, faults: ['purpose.code:duplicate_key'] });
  });

  it('of 20 levels is read, of 21 refused', async () => {
    expect((await post(nested(20))).faults).not.toContain(':too_deep');
    expect(await post(nested(21))).toMatchObject({ status: 400, faults: [':too_deep'] });
    expect((await post(nested(50_000))).status).toBe(400);
    expect((await post('['.repeat(100_000))).status).toBe(400);
  });

  it('with NUL or half a surrogate pair is refused by name, a whole pair taken', async () => {
    const named = (value: string): string => text().replace('Example Trading Ltd', value);
    expect(await post(named('a\\u0000b'))).toEqual({ status: 400, faults: ['beneficiary.name:nul'] });
    expect(await post(named('a\\ud83d'))).toEqual({ status: 400, faults: ['beneficiary.name:surrogate'] });
    expect(await post(named('\\ude00a'))).toEqual({ status: 400, faults: ['beneficiary.name:surrogate'] });
    expect((await post(named('\\ud83d\\ude00'))).status).toBe(201);
    expect((await post('{"a\\u0000":1}')).faults[0]).toBe('a\u0000:nul');
  });

  it('with faults of its own names those of its schema, its headers and its query too', async () => {
    const twice = text({ currency: 'EURO' }).replace('"code":', '"code":"service_payment","code":');
    const nul = { ...instructionBody({ clientReference: 'a\u0000', amount: -1 }), quoteId: 'quote_\u0000' };
    const headers = { 'idempotency-key': 'x'.repeat(256) };
    expect((await post(twice, headers)).faults).toEqual([
      'Idempotency-Key:length',
      'purpose.code:duplicate_key',
      'currency:currency',
    ]);
    expect((await post(JSON.stringify(nul))).faults).toEqual([
      'clientReference:nul',
      'quoteId:nul',
      'amount:not_positive',
    ]);
    expect((await post('{', headers)).faults).toEqual(['Idempotency-Key:length', ':json']);
    expect((await post(nested(21), headers)).faults).toEqual(['Idempotency-Key:length', ':too_deep']);
    const preview = { key: service.keys.client, raw: '[]' };
    const answer = await service.ask('POST', '/api/v1/payments/preview?hold_for=soon&hold_for=%00', preview);
    const { error } = answer.body as unknown as { error: { details: { field: string; code: string }[] } };
    expect(error.details.map(({ field, code }) => `${field}:${code}`)).toEqual(['hold_for:nul', ':type']);
  });

  it('with __proto__ and its like changes nothing', async () => {
    const evil = '"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"toString":1,';
    const answer = await service.ask('POST', CREATE, {
      key: service.keys.client,
      raw: text().replace('{', `{${evil}`),
    });
    expect(answer.status).toBe(201);
    expect(JSON.stringify(answer.body)).not.toContain('isAdmin');
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    const only = '{"__proto__":{"amount":1,"currency":"USD"}}';
    expect((await post(only)).faults).toContain('amount:invalid_type');
  });

  it('with wrong types is refused, each named', async () => {
    const wrong = { amount: '1250.5', currency: 840, settlementRoute: [], clientReference: 7, valueDate: true };
    const { status, faults } = await post(text(wrong));
    expect(status).toBe(400);
    const fields = faults.map((fault) => fault.split(':')[0]);
    expect(fields).toEqual(expect.arrayContaining(Object.keys(wrong)));
    expect((await post(text({ beneficiary: null }))).faults).toContain('beneficiary:invalid_type');
    expect((await post(text({ purpose: 'trade_settlement' }))).faults).toContain('purpose:invalid_type');
  });

  it('with numbers that a number cannot hold is refused', async () => {
    for (const amount of ['1e400', '-1e400', '12345678901234567890', '0.1234567890123456789']) {
      expect(await post(text().replace('1250.5', amount))).toMatchObject({ status: 400 });
    }
    for (const amount of ['NaN', 'Infinity', '0x10', '01', '1.', '.5', '+1']) {
      expect(await post(text().replace('1250.5', amount))).toEqual({ status: 400, faults: [':json'] });
    }
  });

  it('that is empty names what is missing', async () => {
    const { status, faults } = await post('');
    expect(status).toBe(400);
    expect(faults).toEqual(expect.arrayContaining(['amount:invalid_type', 'beneficiary:invalid_type']));
  });

  it('that is not UTF-8 is refused, with a byte order mark it is no JSON', async () => {
    const [head, tail] = text().split('Example Trading Ltd');
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]]) {
      const raw = Buffer.concat([Buffer.from(head ?? ''), Buffer.from(bytes), Buffer.from(tail ?? '')]);
      expect(await post(raw)).toEqual({ status: 400, faults: [':encoding'] });
    }
    expect((await post(Buffer.from(text(), 'utf16le'))).status).toBe(400);
  });

  it('with comments, single quotes or trailing commas is no JSON', async () => {
    for (const raw of ['{/* */}', "{'a':1}", '{"a":1,}', '{a:1}', '{"a":1}{"b":2}', 'undefined']) {
      expect(await post(raw)).toEqual({ status: 400, faults: [':json'] });
    }
  });

  it('of exactly 256 KiB is read, one byte more is 413', async () => {
    const pad = (size: number): string => {
      const bare = text({ ignored: '' });
      return text({ ignored: 'x'.repeat(size - Buffer.byteLength(bare)) });
    };
    expect((await post(pad(LIMIT_BYTES))).status).toBe(201);
    expect((await post(pad(LIMIT_BYTES + 1))).status).toBe(413);
  });

  it('of another type is 415, with a charset it is JSON', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      expect((await post(text(), { 'content-type': type })).status).toBe(415);
    }
    expect((await post(text(), { 'content-type': 'application/json; charset=utf-8' })).status).toBe(201);
    expect((await post(text(), { 'content-type': 'Application/JSON' })).status).toBe(201);
  });

  it('comes back byte for byte', async () => {
    const name = ' Ünïcode  ﬁ \u202eabc\u202c 𝒳 e\u0301 ';
    const body = instructionBody({ purpose: { code: 'trade_settlement', description: name } });
    const made = await service.ask('POST', CREATE, { key: service.keys.client, body });
    const { data } = made.body as unknown as { data: { instructionId: string } };
    const read = await service.ask('GET', `${CREATE}/${data.instructionId}`, { key: service.keys.client });
    expect((read.body as unknown as { data: { purpose: { description: string } } }).data.purpose.description).toBe(
      name,
    );
  });

  it('with unknown members is taken without them', async () => {
    const made = await service.ask('POST', CREATE, {
      key: service.keys.client,
      body: instructionBody({ surprise: 'kept?' }),
    });
    expect(made.status).toBe(201);
    const { ignored, ...data } = (made.body as unknown as { data: { instructionId: string; ignored: string[] } }).data;
    expect(ignored).toEqual(['surprise']);
    const read = await service.ask('GET', `${CREATE}/${data.instructionId}`, { key: service.keys.client });
    expect(JSON.stringify([data, read.body])).not.toMatch(/surprise|kept\?/);
  });
});

describe('a request', () => {
  const sendRaw = (method: string, path: string, headers: Record<string, string>, chunks: readonly string[] = []) =>
    requestRaw(service.stack.baseUrl + path, { method, headers, chunks });
  const auth = (): Record<string, string> => ({ authorization: `Bearer ${service.keys.client}` });

  it('in chunks is read, and bounded', async () => {
    const headers = { ...auth(), 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const whole = text();
    const chunks = [whole.slice(0, 10), whole.slice(10, 200), whole.slice(200)];
    expect((await sendRaw('POST', CREATE, headers, chunks)).status).toBe(201);
    const large = ['{"pad":"', ...Array.from({ length: 9 }, () => 'x'.repeat(LIMIT_BYTES / 8)), '"}'];
    expect((await sendRaw('POST', CREATE, headers, large)).status).toBe(413);
  });

  it('of 8 MB is told that it is too large after it was sent whole, by a client that reads nothing before', async () => {
    const body = `{"pad":"${'x'.repeat(8 * 1024 * 1024)}"}`;
    for (const length of [`content-length: ${body.length}`, 'transfer-encoding: chunked']) {
      const chunked = length.startsWith('transfer');
      const client = new RawClient(service.stack.baseUrl);
      client.pause();
      client.write(
        `POST ${CREATE} HTTP/1.1\r\nhost: x\r\nauthorization: ${auth()['authorization'] ?? ''}\r\n` +
          `content-type: application/json\r\nconnection: close\r\n${length}\r\n\r\n`,
      );
      await client.sent(chunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body);
      client.resume();
      const answer = await client.closed;
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
      expect(answer).toContain('"code":"PAYLOAD_TOO_LARGE"');
    }
  });

  it('of which more follows than is worth reading is cut off', async () => {
    const client = new RawClient(service.stack.baseUrl);
    client.write(
      `POST ${CREATE} HTTP/1.1\r\nhost: x\r\nauthorization: ${auth()['authorization'] ?? ''}\r\n` +
        `content-type: application/json\r\ncontent-length: ${64 * 1024 * 1024}\r\n\r\n`,
    );
    for (let mebibyte = 0; mebibyte < 63; mebibyte += 1) client.write('x'.repeat(1024 * 1024));
    expect(await client.closed).toMatch(/^HTTP\/1.1 413 /);
  });

  it('with TRACE is 405 on every path', async () => {
    for (const path of [...new Set(ENDPOINTS.map((record) => targetOf(record, world))), '/healthz', '/docs']) {
      const answer = await sendRaw('TRACE', path, auth());
      expect([path, answer.status]).toEqual([path, 405]);
      expect(answer.headers.allow).toMatch(/GET|POST|PUT|PATCH|DELETE/);
    }
  });

  it('with a broken percent escape is 400 or 404, with a body on GET it is answered', async () => {
    expect([400, 404]).toContain((await sendRaw('GET', `${CREATE}/%E0%A4%A`, auth())).status);
    expect([400, 404]).toContain((await sendRaw('GET', `${CREATE}/%00`, auth())).status);
    const headers = { ...auth(), 'content-type': 'application/json', 'content-length': '2' };
    expect((await sendRaw('GET', CREATE, headers, ['{}'])).status).toBe(200);
  });

  it('with odd query parameters is 400, never worse', async () => {
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=1&limit=2',
      'limit=-1',
      'limit=1e1',
      'cursor=nonsense',
      'status=',
      'fromDate=2026-02-30',
      'fromDate=0000-00-00',
      'fromDate=0000-01-01',
      'toDate=9999-12-31',
      'fromDate=-000001-01-01',
      'cursor=%00',
      'currency=usd',
      'clientReference=%00',
      'status[]=a',
    ]) {
      const { status } = await service.ask('GET', `${CREATE}?${query}`, { key: service.keys.client });
      expect([query, [200, 400].includes(status)]).toEqual([query, true]);
    }
  });

  it('with a query parameter twice is refused in these words', async () => {
    const query = 'limit=1&limit=2&status=settled&status=failed&utm=1&utm=2&cursor=%00';
    const answer = await service.ask('GET', `${CREATE}?${query}`, { key: service.keys.client });
    const { error } = answer.body as unknown as { error: { details: unknown[] } };
    const twice = { code: 'duplicate_key', message: 'is given more than once' };
    expect(error.details).toEqual([
      { field: 'cursor', code: 'nul', message: 'must not contain the NUL character' },
      { field: 'status', ...twice },
      { field: 'limit', ...twice },
    ]);
  });
});

describe('HTTP out of the ordinary', () => {
  async function raw(...lines: string[]): Promise<string> {
    const client = new RawClient(service.stack.baseUrl);
    client.write([...lines, 'Connection: close', '', ''].join('\r\n'));
    return client.closed;
  }

  it('is refused without a Host like everything else that is refused', async () => {
    const answer = await raw('GET /api/v1/payments/track HTTP/1.1');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toMatch(/\r\nRequest-Id: req_/);
    expect(answer).toMatch(/\r\nX-RateLimit-Limit: \d+/);
    expect(answer).toContain(
      '{"success":false,"error":{"code":"INVALID_REQUEST","message":"The Host header is missing."',
    );
  });

  it('may expect what nobody knows', async () => {
    expect(await raw('GET /healthz HTTP/1.1', 'Host: x', 'Expect: a-miracle')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('is no fault of ours when the client goes away in the middle of a body', async () => {
    const begun = `Host: x\r\nAuthorization: Bearer ${service.keys.client}\r\nContent-Type: application/json`;
    const creates = (): unknown[] =>
      service.stack.logged.flatMap(({ operation, status }) =>
        operation === 'createPaymentInstruction' ? [status] : [],
      );
    const before = creates().length;
    for (const framing of [
      'Content-Length: 5000\r\n\r\n{"amount"',
      'Transfer-Encoding: chunked\r\n\r\n5\r\n{"amo\r\n',
    ]) {
      const client = new RawClient(service.stack.baseUrl);
      client.writeAndLeave(`POST ${CREATE} HTTP/1.1\r\n${begun}\r\n${framing}`);
      await client.closed;
    }
    const noted = await eventually(
      () => Promise.resolve(creates().slice(before)),
      ({ length }) => length === 2,
      'the end of both requests',
    );
    expect(noted).toEqual([400, 400]);
  });
});

/** Every text of a body with NUL in it, or half a surrogate pair. */
function spoiled(body: unknown, by: string): unknown {
  if (typeof body === 'string') return body + by;
  if (Array.isArray(body)) return body.map((item) => spoiled(item, by));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, spoiled(value, by)]));
}

describe('text that nobody can keep', () => {
  it.each(WITH_BODY)('is refused by %s', async (_name, record: Endpoint) => {
    const key = service.keyFor(record);
    for (const by of ['\u0000', '\ud800']) {
      const body = spoiled(bodyOf(record, world) ?? {}, by);
      if (!JSON.stringify(body).includes('\\u')) continue;
      const options = { ...(key ? { key } : {}), body };
      const { status } = await service.ask(record.method.toUpperCase(), targetOf(record, world), options);
      expect([by, status]).toEqual([by, 400]);
    }
  });
});

/** Few: a body alone is read in far more forms in mutated-bodies.test.ts. */
const RUNS = 10;

describe('whatever JSON is sent', () => {
  it.each(WITH_BODY)('%s answers below 500', async (_name, record: Endpoint) => {
    const key = service.keyFor(record);
    await fc.assert(
      fc.asyncProperty(jsonLike(bodyOf(record, world) ?? {}), async (body) => {
        // `ask` refuses answers of 500 and more, and refusals of another shape.
        await service.ask(record.method.toUpperCase(), targetOf(record, world), { ...(key ? { key } : {}), body });
      }),
      { numRuns: RUNS },
    );
  });
});
