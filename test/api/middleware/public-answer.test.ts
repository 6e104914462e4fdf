import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { startStack, type Stack } from '../../support/stack';

const TRANSITIONS = '/api/v1/payments/transitions';
const REQUIREMENTS = '/api/v1/payments/requirements?currency=CNY&country=CN';

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  key = await stack.createKey('Reader');
});

/** An answer in the bytes that were sent. */
async function get(path: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${key}`;
  const answer = await request(`${stack.baseUrl}${path}`, { headers: { authorization, ...headers } });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

describe.each(['/openapi.json', '/openapi.json?for=clients', '/docs/errors', TRANSITIONS, REQUIREMENTS])(
  'the public answer %s',
  (path) => {
    it('is compressed as the client asks, and has the same content', async () => {
      const plain = await get(path);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      for (const [encoding, decompress] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, bytes } = await get(path, { 'accept-encoding': encoding });
        expect(headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers['etag'] });
        expect(String(headers['vary'])).toContain('Accept-Encoding');
        expect(bytes.length).toBeLessThan(plain.bytes.length);
        expect(decompress(bytes).equals(plain.bytes)).toBe(true);
      }
    });

    it('is 304 to a client that has it, and whole to one that has another', async () => {
      const { headers } = await get(path);
      const unchanged = await get(path, { 'if-none-match': String(headers['etag']), 'accept-encoding': 'br' });
      expect([unchanged.statusCode, unchanged.bytes.length]).toEqual([304, 0]);
      expect(unchanged.headers['etag']).toBe(headers['etag']);
      expect((await get(path, { 'if-none-match': 'W/"another"' })).statusCode).toBe(200);
    });
  },
);

it('may be kept by whoever asked, unless a request for it needs no key', async () => {
  expect((await get(REQUIREMENTS)).headers['cache-control']).toBe('private, no-cache');
  expect((await get('/openapi.json')).headers['cache-control']).toBe('public, max-age=300');
});

it('differs from an answer about an account, which is neither compressed nor kept', async () => {
  const { headers } = await get('/v1/account', { 'accept-encoding': 'br, gzip' });
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['content-encoding']));
  expect(headers).not.toHaveProperty('etag');
});

it('has no ETag where it is a refusal', async () => {
  const { statusCode, headers } = await get('/api/v1/payments/requirements?currency=ZZZ&country=CN');
  expect(statusCode).toBe(400);
  expect(headers).not.toHaveProperty('etag');
});

it('is made for generators of clients, and for nobody else', async () => {
  const answer = await stack.call('GET', '/openapi.json?for=clients');
  expect(answer.body).toMatchObject({ openapi: '3.0.3' });
  const refused = await stack.call('GET', '/openapi.json?for=servers');
  expect([refused.status, refused.body['error']]).toMatchObject([400, { details: [{ field: 'for' }] }]);
});
