import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import request from 'supertest';
import Koa from 'koa';
import { hardenServer, SERVER_OPTIONS } from '../../api/harden-server';
import { ENDPOINTS } from '../../api/endpoints';
import { allowOrigins } from '../../api/middleware/cors';
import { securityHeaders } from '../../api/middleware/security-headers';
import { RawClient } from '../support/raw-socket';
import { listenOn } from '../../lib/listen-on';

const CONNECT = 'CONNECT 10.0.0.1:443 HTTP/1.1\r\nHost: 10.0.0.1:443\r\n\r\n';

async function start(options: Record<string, unknown> = SERVER_OPTIONS): Promise<{ url: string; server: Server }> {
  const server = hardenServer(createServer(options, (_request, response) => response.end('fine')));
  return { url: `http://127.0.0.1:${await listenOn(server)}`, server };
}

describe('slow and rude clients', () => {
  it('are closed within 20 seconds: time for headers or body, and the pause between two looks', () => {
    const server = hardenServer(createServer());
    expect(server.headersTimeout + SERVER_OPTIONS.connectionsCheckingInterval).toBeLessThan(20_000);
    expect(server.requestTimeout + SERVER_OPTIONS.connectionsCheckingInterval).toBeLessThan(20_000);
    expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout);
  });

  it('are told that they were too slow, with the headers of every answer, while others are served', async () => {
    const { url, server } = await start({ ...SERVER_OPTIONS, connectionsCheckingInterval: 20 });
    server.headersTimeout = 1_500;
    server.requestTimeout = 2_000;
    const slow = Array.from({ length: 120 }, () => new RawClient(url));
    for (const client of slow) client.write('POST /v1/webhooks HTTP/1.1\r\nHost: x\r\nContent-Le');
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(url).get('/')));
    expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, () => 'fine'));
    const [told] = await Promise.all(slow.map(({ closed }) => closed));
    expect(told).toMatch(/^HTTP\/1.1 408/);
    expect(told).toMatch(/X-RateLimit-Remaining: \d+\r\n/);
    expect(told).toMatch(/Request-Id: req_/);
    server.close();
  });

  it('leave a connection open that waits for its next request longer than headers may take', async () => {
    const options = { ...SERVER_OPTIONS, connectionsCheckingInterval: 20 };
    let answered: (value: unknown) => void = () => undefined;
    const isAnswered = new Promise((resolve) => (answered = resolve));
    const server = hardenServer(
      createServer(options, (_request, response) => {
        response.once('close', answered);
        response.end('fine');
      }),
    );
    server.headersTimeout = 200;
    const url = `http://127.0.0.1:${await listenOn(server)}`;
    const waiting = new RawClient(url);
    waiting.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await isAnswered;
    // Begins later, and is over its time earlier.
    const slow = new RawClient(url);
    slow.write('GET / HTTP/1.1\r\nHo');
    expect(await slow.closed).toMatch(/^HTTP\/1.1 408/);
    waiting.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect((await waiting.closed).match(/HTTP\/1.1 200/g)).toHaveLength(2);
    server.close();
  });

  it('keep a connection without a request for as long as the setting says, and 65 seconds by default', () => {
    expect(hardenServer(createServer()).keepAliveTimeout).toBe(65_000);
    expect(hardenServer(createServer(), 620_000).keepAliveTimeout).toBe(620_000);
  });

  it('get a readable 400 for bytes that are no HTTP, and 431 for too many headers', async () => {
    const { url, server } = await start();
    const garbage = new RawClient(url);
    garbage.write('\x16\x03\x01 this is TLS, perhaps\r\n\r\n');
    expect(await garbage.closed).toMatch(/^HTTP\/1.1 400 Bad Request/);
    const large = new RawClient(url);
    large.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(await large.closed).toMatch(/^HTTP\/1.1 431/);
    server.close();
  });

  it('are told that there is no tunnel', async () => {
    const { url, server } = await start();
    const client = new RawClient(url);
    client.write(`${CONNECT}GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
    const answer = await client.closed;
    expect(answer).toMatch(/^HTTP\/1.1 405 Method Not Allowed\r\n/);
    expect(answer).toMatch(/\r\nAllow: DELETE, GET, HEAD, PATCH, POST, PUT\r\n/);
    expect(answer).toMatch(/\r\nRequest-Id: req_\w+\r\nX-RateLimit-Limit: \d+\r\n/);
    expect(answer).toContain('"code":"METHOD_NOT_ALLOWED"');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    server.close();
  });

  it('harm nobody by a reset when they are refused a tunnel', async () => {
    const { url, server } = await start();
    for (let client = 0; client < 10; client += 1) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const isRefused = once(server, 'connect');
      socket.write(CONNECT);
      await isRefused;
      socket.resetAndDestroy();
      expect((await request(url).get('/')).text).toBe('fine');
    }
    await new Promise((resolve) => server.close(resolve));
  });

  it('keep no connection that they do not close when they are refused a tunnel', async () => {
    const { url, server } = await start();
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    socket.write(CONNECT);
    await once(socket, 'end');
    await new Promise((resolve) => server.close(resolve));
    socket.destroy();
  });
});

describe('bytes that are no HTTP behind a request', () => {
  const GARBAGE = 'these are no headers\r\n\r\n';
  const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
  let server: Server;
  let client: RawClient;
  /** The answers that the server owes, in the order of the requests. */
  let owed: ServerResponse[];
  let arrived: () => Promise<void>;

  beforeEach(async () => {
    owed = [];
    let note = (): void => undefined;
    let next = new Promise<void>((resolve) => (note = resolve));
    arrived = () => next;
    server = hardenServer(
      createServer(SERVER_OPTIONS, (incoming, response) => {
        incoming.on('error', () => undefined);
        owed.push(response);
        note();
        next = new Promise((resolve) => (note = resolve));
      }),
    );
    client = new RawClient(`http://127.0.0.1:${await listenOn(server)}`);
  });
  afterEach(() => server.close());

  /** Sends and waits until the request is under way. */
  async function send(text: string): Promise<void> {
    const come = arrived();
    client.write(text);
    await come;
  }

  it('end the connection without an answer while the request is worked on', async () => {
    await send(POST);
    client.write(GARBAGE);
    expect(await client.closed).toBe('');
  });

  it('end it in the middle of an answer that has begun', async () => {
    await send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    owed[0]?.write('half an answer');
    client.write(GARBAGE);
    expect((await client.closed).match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  it('end it while the first of two requests is worked on and the second has half a body', async () => {
    await send(POST);
    await send('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    client.write('no size\r\n');
    expect(await client.closed).toBe('');
  });

  it('end it behind a request that needs no body to be done', async () => {
    await send('DELETE / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    client.write('no size\r\n');
    expect(await client.closed).toBe('');
  });

  it('are 400 once the request is answered', async () => {
    await send(POST);
    const sent = new Promise((resolve) => owed[0]?.on('close', resolve));
    owed[0]?.end('fine');
    await sent;
    client.write(GARBAGE);
    expect((await client.closed).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('are 400 in a body that has to be whole before anything is done', async () => {
    await send('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    client.write('no size\r\n');
    expect(await client.closed).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('security headers', () => {
  const app = (publicUrl: string, origins: string[] = []): Koa =>
    new Koa()
      .use(securityHeaders(publicUrl))
      .use(allowOrigins(origins))
      .use((context) => {
        context.body = 'fine';
      });

  it('let nothing of an answer run, load or be framed', async () => {
    const { headers } = await request(app('http://localhost').callback()).get('/v1/rate-limit');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('keep browsers on TLS where there is TLS', async () => {
    const { headers } = await request(app('https://pay.example.com').callback()).get('/v1/rate-limit');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('allow no other origin unless it is listed, and never with cookies', async () => {
    const from = (origin: string, origins: string[]) =>
      request(app('http://localhost', origins).callback()).get('/v1/rate-limit').set('Origin', origin);
    expect((await from('https://a.example', [])).headers['access-control-allow-origin']).toBeUndefined();
    const listed = ['https://a.example'];
    expect((await from('https://b.example', listed)).headers['access-control-allow-origin']).toBeUndefined();
    expect((await from('https://a.example.evil', listed)).headers['access-control-allow-origin']).toBeUndefined();
    const { headers } = await from('https://a.example', listed);
    expect(headers['access-control-allow-origin']).toBe('https://a.example');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['vary']).toContain('Origin');
  });

  it('let scripts of a listed origin send and read every header that operations document', async () => {
    const names = (records: (Readonly<Record<string, string>> | undefined)[]): string[] =>
      records.flatMap((headers) => Object.keys(headers ?? {}));
    const asked = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' };
    const http = request(app('http://localhost', ['https://a.example']).callback());
    const preflight = await http.options('/api/v1/documents').set(asked);
    const allowed = preflight.headers['access-control-allow-headers']?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining(names(ENDPOINTS.map(({ requestHeaders }) => requestHeaders))));
    // Of the others, every script may read them. Source: Fetch, "CORS-safelisted response-header name"
    const safe = ['Cache-Control', 'Last-Modified'];
    const answered = names(
      ENDPOINTS.flatMap(({ responses }) => Object.values(responses)).map(({ headers }) => headers),
    );
    expect([...safe, ...(preflight.headers['access-control-expose-headers'] ?? '').split(', ')]).toEqual(
      expect.arrayContaining(answered),
    );
  });

  it('answer the preflight of a listed origin, and leave the console out', async () => {
    const asked = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' };
    const http = request(app('http://localhost', ['https://a.example']).callback());
    const preflight = await http.options('/api/v1/payments/instructions').set(asked);
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('Idempotency-Key');
    expect((await http.options('/console/login').set(asked)).headers['access-control-allow-origin']).toBeUndefined();
  });
});
