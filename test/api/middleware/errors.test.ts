import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import Koa from 'koa';
import pino from 'pino';
import { answerErrors, refusalHeaders, wrapError } from '../../../api/middleware/errors';
import type { Services } from '../../../api/services';
import { DomainError } from '../../../domain/errors';
import { listenOn } from '../../../lib/listen-on';
import { closeAtEnd } from '../../support/closing';

const PUBLIC_URL = 'https://pay.example';

let url: string;
let fault: unknown;
let lines: { msg: string; requestId: string; fault: { message: string } }[] = [];

beforeAll(async () => {
  const log = pino(
    { serializers: { fault: pino.stdSerializers.err } },
    { write: (line: string) => void lines.push(JSON.parse(line) as never) },
  );
  const app = new Koa();
  app.use((context, next) => {
    context.state['requestId'] = 'req_1';
    return next();
  });
  app.use(answerErrors({ log, settings: { publicUrl: PUBLIC_URL } } as unknown as Services));
  app.use(() => Promise.reject(fault as Error));
  const callback = app.callback();
  const server = createServer((request, response) => void callback(request, response));
  url = `http://127.0.0.1:${await listenOn(server)}`;
  closeAtEnd(() => new Promise((resolve) => server.close(resolve)));
});
beforeEach(() => (lines = []));

async function answerTo(raised: unknown, path = '/v1/events') {
  fault = raised;
  const answer = await fetch(`${url}${path}`, { headers: { connection: 'close' } });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

const ofHttpLayer = (status: unknown): Error => Object.assign(new Error('secret'), { status });

/** Source: docs/GAPS.md#G2 */
describe('a refusal', () => {
  it('has code, words, request id and page, and what its fault carries', async () => {
    const raised = new DomainError('INVALID_TRANSITION', 'It has ended.', {
      details: [{ field: 'status', code: 'ended', message: 'is over' }],
      extra: { current: 'settled', allowed: ['returned'] },
      retryAfterSeconds: 7,
      headers: { Allow: 'GET' },
    });
    const { status, headers, body } = await answerTo(raised);
    expect([status, headers.get('content-type'), headers.get('retry-after'), headers.get('allow')]).toEqual([
      409,
      'application/json; charset=utf-8',
      '7',
      'GET',
    ]);
    expect(body).toEqual({
      error: {
        code: 'INVALID_TRANSITION',
        message: 'It has ended.',
        requestId: 'req_1',
        doc_url: `${PUBLIC_URL}/docs/errors/INVALID_TRANSITION`,
        current: 'settled',
        allowed: ['returned'],
        details: [{ field: 'status', code: 'ended', message: 'is over' }],
        retry_after: 7,
      },
    });
    expect(lines).toEqual([]);
  });

  it('has no member for what its fault does not carry', async () => {
    const { headers, body } = await answerTo(new DomainError('GONE', 'It is gone.'));
    expect(Object.keys(body['error'] as object)).toEqual(['code', 'message', 'requestId', 'doc_url']);
    expect(headers.get('retry-after')).toBeNull();
  });

  it.each([
    ['/api/v1/payments/instructions', 'RATE_LIMIT'],
    ['/api/v1/tariffs/calculate', 'rate_limit_exceeded'],
    ['/v1/api/v1/payments', 'rate_limit_exceeded'],
  ])('of a limit has the name that belongs to %s', async (path, code) => {
    const { body } = await answerTo(new DomainError('RATE_LIMIT', 'Too many.'), path);
    expect(body['error']).toMatchObject({ code, doc_url: `${PUBLIC_URL}/docs/errors/${code}` });
    const other = await answerTo(new DomainError('GONE', 'It is gone.'), path);
    expect(other.body['error']).toMatchObject({ code: 'GONE' });
  });

  it.each([
    ['/api/v1', true],
    ['/api/v1/payments/instructions', true],
    ['/api/v12', false],
    ['/v1/events', false],
    ['/v1/api/v1/', false],
  ])('is wrapped by its path: %s', (path, isWrapped) => {
    expect(wrapError({ code: 'X' }, path)).toEqual({ ...(isWrapped ? { success: false } : {}), error: { code: 'X' } });
  });

  it('says how long to wait beside its other headers', () => {
    const headers = { Allow: 'GET' };
    expect(refusalHeaders(new DomainError('GONE', '', { headers }))).toEqual(headers);
    expect(refusalHeaders(new DomainError('GONE', '', { headers, retryAfterSeconds: 2 }))).toEqual({
      ...headers,
      'Retry-After': '2',
    });
  });
});

describe('a fault that is no refusal', () => {
  it.each([
    [ofHttpLayer(413), 413, 'PAYLOAD_TOO_LARGE', 'The body is larger than this operation accepts.'],
    [ofHttpLayer(400), 400, 'INVALID_REQUEST', 'The request could not be read.'],
    [ofHttpLayer(499), 400, 'INVALID_REQUEST', 'The request could not be read.'],
  ])('of the HTTP layer is a fault of the caller: %s', async (raised, status, code, message) => {
    const answer = await answerTo(raised);
    expect([answer.status, answer.body['error']]).toMatchObject([status, { code, message }]);
    expect(lines).toEqual([]);
  });

  it.each([[new Error('secret')], [ofHttpLayer(500)], [ofHttpLayer(302)], [ofHttpLayer('404')]])(
    'is ours, and tells its cause to the log alone: %s',
    async (raised) => {
      const { status, body } = await answerTo(raised);
      expect([status, body['error']]).toMatchObject([500, { code: 'INTERNAL' }]);
      expect(JSON.stringify(body)).not.toContain('secret');
      expect(lines).toMatchObject([{ msg: 'GET answered 500', requestId: 'req_1', fault: { message: 'secret' } }]);
    },
  );

  it('of what is away is 503, and in the log', async () => {
    const { status, headers } = await answerTo(new DomainError('UNAVAILABLE', 'Away.', { retryAfterSeconds: 2 }));
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    expect(lines).toMatchObject([{ msg: 'GET answered 503', fault: { message: 'Away.' } }]);
  });
});

/** Source: docs/GAPS.md#G4 */
describe('a body that is too large', () => {
  /** Sends a body as clients do that read no answer before. @returns how the server ends it */
  async function send(raised: unknown, bytes: number): Promise<{ status?: number; connection?: string; sent: number }> {
    fault = raised;
    const sending = request(url, { method: 'POST', headers: { 'content-length': bytes } });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    const piece = Buffer.alloc(64 * 1024);
    let sent = 0;
    for (; sent < bytes; sent += piece.length)
      if (!sending.write(piece)) await Promise.race([once(sending, 'drain'), answered]);
    sending.end();
    const [{ statusCode, headers }] = await answered;
    sending.destroy();
    return {
      ...(statusCode === undefined ? {} : { status: statusCode }),
      connection: String(headers.connection),
      sent,
    };
  }

  it('is read to its end before its refusal, and the connection goes on', async () => {
    const bytes = 4 * 1024 * 1024;
    const answer = await send(new DomainError('PAYLOAD_TOO_LARGE', 'Too large.'), bytes);
    expect(answer).toEqual({ status: 413, connection: 'keep-alive', sent: bytes });
  });
});
