import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { createGuardedAgents, type GuardedAgents } from '../../../activities/webhooks/guarded-connect';
import { postDelivery } from '../../../activities/webhooks/post';
import { signDelivery } from '../../../domain/webhooks/signature';
import { eventually } from '../../support/builders';
import { closeAtEnd } from '../../support/closing';
import { startNameServer } from '../../support/name-server';
import { TARGET_VECTORS } from '../../domain/webhooks/target-vectors';
import { listenOn } from '../../../lib/listen-on';

const EVENT = { id: 'evt_1', type: 'buyer.matched', createdAt: new Date(), object: { id: 'm' } };
const SIGNED = signDelivery(EVENT, ['whsec_AAAA'], new Date());
const DELIVERED = { statusCode: 200, error: null };
const RESET = { statusCode: null, error: 'connection_reset' };

let agents: GuardedAgents;
beforeEach(() => {
  agents = createGuardedAgents({ caFile: null, nameServers: [] });
});
afterEach(() => agents.close());

const post = (url: string) => postDelivery({ url, accountId: 'acc_1' }, SIGNED, agents, [url]);

interface Receiver {
  url: string;
  connections(): number;
  /** The connection that each request came on, counted from 1. */
  requests: number[];
}

/** @param answer gets the number of the request, counted from 1, beside what Node gives */
async function startReceiver(answer: (number: number, ...exchange: Parameters<RequestListener>) => void) {
  const sockets: Socket[] = [];
  const requests: number[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    request.resume();
    requests.push(sockets.indexOf(request.socket) + 1);
    answer(requests.length, request, response);
  });
  server.on('connection', (socket) => sockets.push(socket));
  const port = await listenOn(server);
  closeAtEnd(() => new Promise((resolve) => server.close(resolve)));
  const receiver: Receiver = { url: `http://127.0.0.1:${port}`, connections: () => sockets.length, requests };
  return receiver;
}

/** A receiver that writes these bytes, whatever it is asked. */
async function startSpeaker(said: string): Promise<string> {
  const server = createSocketServer((socket) =>
    socket.once('data', () => socket.end(said)).on('error', () => undefined),
  );
  const port = await listenOn(server);
  closeAtEnd(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${port}`;
}

/** Source: docs/GAPS.md#W6 */
describe('a target that may not be subscribed (any more)', () => {
  it('is refused at sending as it is written, before its name is asked for', async () => {
    const server = await startNameServer(() => '93.184.215.14');
    const guarded = createGuardedAgents({ caFile: null, nameServers: [server.address] });
    closeAtEnd(() => guarded.close());
    const refused = TARGET_VECTORS.filter(([, fault]) => fault !== null);
    expect(refused.filter(([, fault]) => fault !== 'address').length).toBeGreaterThan(5);
    for (const [url] of refused) {
      const { error } = await postDelivery({ url, accountId: 'acc_1' }, SIGNED, guarded, []);
      expect([url, error, server.asked()]).toEqual([url, 'target_refused', []]);
    }
  });

  it('is refused with a user name, at a trusted origin too', async () => {
    const { url, requests } = await startReceiver((_number, _request, response) => response.end('taken'));
    const named = url.replace('//', '//user:password@');
    expect(await postDelivery({ url: named, accountId: 'acc_1' }, SIGNED, agents, [url])).toMatchObject({
      statusCode: null,
      error: 'target_refused',
    });
    expect(requests).toEqual([]);
  });
});

describe('a delivery', () => {
  it('uses the connection of the one before', async () => {
    const { url, requests } = await startReceiver((_number, _request, response) => response.end('taken'));
    for (let attempt = 1; attempt <= 3; attempt += 1) expect(await post(url)).toMatchObject(DELIVERED);
    expect(requests).toEqual([1, 1, 1]);
  });

  it('is made again at once where a kept connection is closed before an answer, and succeeds', async () => {
    const receiver = await startReceiver((number, request, response) => {
      if (number === 2) request.socket.destroy();
      else response.end('taken');
    });
    expect(await post(receiver.url)).toMatchObject(DELIVERED);
    expect(await post(receiver.url)).toMatchObject(DELIVERED);
    expect(receiver.requests).toEqual([1, 1, 2]);
  });

  it('is made again once and not more', async () => {
    const receiver = await startReceiver((number, request, response) => {
      if (number > 1) request.socket.destroy();
      else response.end('taken');
    });
    await post(receiver.url);
    expect(await post(receiver.url)).toMatchObject(RESET);
    expect(receiver.requests).toEqual([1, 1, 2]);
  });

  it('is made once where its own connection is closed before an answer', async () => {
    const receiver = await startReceiver((_number, request) => request.socket.destroy());
    expect(await post(receiver.url)).toMatchObject(RESET);
    expect(receiver.requests).toEqual([1]);
  });

  it('is not made again where an answer has begun', async () => {
    const receiver = await startReceiver((number, request, response) => {
      if (number === 1) response.end('taken');
      else response.writeHead(200, { 'content-length': 10 }).write('cut', () => request.socket.destroy());
    });
    await post(receiver.url);
    expect(await post(receiver.url)).toMatchObject({ statusCode: 200, error: 'connection_reset' });
    expect(receiver.requests).toEqual([1, 1]);
  });

  it('reaches a receiver that closes each connection just after its answer', async () => {
    const receiver = await startReceiver((number, { socket }, response) => {
      response.end('taken', () => setTimeout(() => socket.destroy(), number % 4));
    });
    const errors: (string | null)[] = [];
    for (let attempt = 1; attempt <= 300; attempt += 1) errors.push((await post(receiver.url)).error);
    expect(errors.filter((error) => error !== null)).toEqual([]);
    expect(receiver.connections()).toBeLessThan(300);
  });

  it.each([
    ['an unasked 100', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', DELIVERED],
    [
      'early hints',
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
      DELIVERED,
    ],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\ntaken', DELIVERED],
    ['another protocol', '220 mail.example.com ESMTP\r\n', { statusCode: null, error: 'failed' }],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', RESET],
    ['nothing', '', RESET],
  ])('understands a receiver that answers with %s', async (_what, said, outcome) => {
    expect(await post(await startSpeaker(said))).toMatchObject(outcome);
  });

  it('takes an answer with as long headers as the rest of it may be, and no longer', async () => {
    const { url } = await startReceiver((number, _request, response) => {
      response.setHeader('x-trace', 'x'.repeat(number === 1 ? 40_000 : 80_000)).end('taken');
    });
    expect(await post(url)).toMatchObject(DELIVERED);
    expect(await post(url)).toMatchObject({ statusCode: null, error: 'failed' });
  });

  it('is made once where an answer has begun on a kept connection, however short', async () => {
    const receiver = await startReceiver((number, { socket }, response) => {
      if (number === 1) response.end('taken');
      else socket.end('HTTP/1.1 500 No');
    });
    await post(receiver.url);
    expect(await post(receiver.url)).toMatchObject(RESET);
    expect(receiver.requests).toEqual([1, 1]);
  });

  it('holds no connection to a receiver that answers before it has taken the body, and takes no more', async () => {
    const server = createSocketServer((socket) => {
      const answer = (): void => void socket.pause().write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      socket.once('data', answer).on('error', () => undefined);
    });
    const port = await listenOn(server);
    const url = `http://127.0.0.1:${port}`;
    const object = { text: 'x'.repeat(8 * 1024 * 1024) };
    const large = signDelivery({ ...EVENT, object }, ['whsec_AAAA'], new Date());
    expect(await postDelivery({ url, accountId: 'acc_1' }, large, agents, [url])).toMatchObject(DELIVERED);
    const { kept } = agents.trusted(new URL(url));
    const held = () => Promise.resolve(Object.values(kept.sockets).flat().length);
    await eventually(held, (count) => count === 0, 'the end of the connection');
    server.close();
  });

  it('reads 64 KiB of an answer, keeps the first of them, and takes what comes after for no fault', async () => {
    let written = 0;
    const { url } = await startReceiver((_number, _request, response) => {
      const piece = Buffer.alloc(16 * 1024, 'x');
      const write = (): void => {
        while (!response.destroyed && (written += piece.length) < 1e9 && response.write(piece));
      };
      response.on('drain', write);
      write();
    });
    expect(await post(url)).toMatchObject({ ...DELIVERED, responseExcerpt: 'x'.repeat(1024) });
    expect(written).toBeLessThan(1e9);
  });

  it('keeps the headers of an answer that fit into 1 KiB, and no cookies', async () => {
    const { url } = await startReceiver((_number, _request, response) => {
      response.setHeader('X-Long', 'x'.repeat(1_100)).setHeader('Set-Cookie', ['session=1', 'theme=2']);
      response.setHeader('X-Trace', ['a', 'b\u0085']).setHeader('__proto__', 'x').writeHead(418).end('no');
    });
    const { responseHeaders, responseExcerpt } = await post(url);
    const { date, ...rest } = responseHeaders ?? {};
    expect(Date.parse(date ?? '')).not.toBeNaN();
    expect(rest).toEqual({
      'x-trace': 'a, b ',
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
      'transfer-encoding': 'chunked',
    });
    expect(responseExcerpt).toBe('no');
  });

  it('keeps no headers where no answer came', async () => {
    expect(await post(await startSpeaker(''))).toMatchObject({ responseHeaders: null, responseExcerpt: null });
  });

  it('has five seconds for everything, an answer that never ends included', async () => {
    const { url } = await startReceiver((_number, _request, response) => {
      const drip = setInterval(() => response.write('.'), 100);
      response.once('close', () => clearInterval(drip));
    });
    const { statusCode, error, durationMs } = await post(url);
    expect({ statusCode, error }).toEqual({ statusCode: 200, error: 'timeout' });
    expect(durationMs).toBeGreaterThanOrEqual(4_900);
  });
});
