import { createServer } from 'node:http';
import { createApp } from '../../../api/app';
import { hardenServer, SERVER_OPTIONS } from '../../../api/harden-server';
import type { ErrorBody } from '../../documents/support/app';
import { closeAtEnd } from '../../support/closing';
import { RawClient } from '../../support/raw-socket';
import { startStack, type Stack } from '../../support/stack';
import { listenOn } from '../../../lib/listen-on';

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  key = await stack.createKey('Header sender');
});

/** Sends bytes as they are and reads all that comes until the connection ends. */
function send(url: string, lines: readonly string[], body = ''): Promise<string> {
  const client = new RawClient(url);
  client.write([...lines, 'Connection: close', '', body].join('\r\n'));
  return client.closed;
}

function bodyOf(answer: string): { error: ErrorBody } {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { error: ErrorBody };
}

const fillers = (count: number): string[] => Array.from({ length: count }, () => 'X-An: 1');

/** What every refusal has, however early it comes. */
function expectRefusal(answer: string, status: number, message: string): void {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const [, requestId] = /\r\nRequest-Id: (req_\w+)\r\n/.exec(answer) ?? [];
  expect(answer).toMatch(/\r\nX-RateLimit-Limit: 600\r\nX-RateLimit-Remaining: \d+\r\nX-RateLimit-Reset: \d+\r\n/);
  expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/);
  expect(bodyOf(answer).error).toMatchObject({ code: 'INVALID_REQUEST', message, requestId });
}

describe('a target', () => {
  it.each([
    'GET foo://bar',
    'GET http://[::1/',
    'POST http://[::1/api/v1/payments/instructions',
    'OPTIONS http://[::1/api/v1/payments/track',
    'GET *',
  ])('without a path that can be read is refused: %s', async (line) => {
    const answer = await send(stack.baseUrl, [`${line} HTTP/1.1`, 'Host: x']);
    expectRefusal(answer, 400, 'The request target has no readable path.');
  });

  it('that has neither a path nor few headers is refused as well', async () => {
    const answer = await send(stack.baseUrl, ['GET foo://bar HTTP/1.1', ...fillers(120)]);
    expectRefusal(answer, 400, 'The request target has no readable path.');
  });

  it('may be absolute, and of OPTIONS the whole service', async () => {
    const absolute = await send(stack.baseUrl, ['GET http://[::1]/healthz?x=1 HTTP/1.1', 'Host: x']);
    expect(absolute).toMatch(/^HTTP\/1.1 200 /);
    const whole = await send(stack.baseUrl, ['OPTIONS * HTTP/1.1', 'Host: x']);
    expect(whole).toMatch(/^HTTP\/1.1 404 /);
    expect(bodyOf(whole).error).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a Host header', () => {
  it.each([
    [['Host: x', 'Host: y'], 'is given more than once'],
    [['Host: x', 'host: x'], 'is given more than once'],
    [['Host: x y'], 'is not a host name'],
    [['Host: x/y'], 'is not a host name'],
    [['Host: user@x'], 'is not a host name'],
    [['Host: x:y'], 'is not a host name'],
    [['Host: [::1'], 'is not a host name'],
    [['Host:'], 'is missing'],
    [[], 'is missing'],
  ])('%j is refused', async (lines, fault) => {
    const answer = await send(stack.baseUrl, ['GET /healthz HTTP/1.1', ...lines]);
    expectRefusal(answer, 400, `The Host header ${fault}.`);
  });

  it.each(['x', 'pay_1.example.com:8443', '127.0.0.1:', '[::1]:80', 'xn--exmple-cua.com'])(
    '%s is taken',
    async (host) => {
      expect(await send(stack.baseUrl, ['GET /healthz HTTP/1.1', `Host: ${host}`])).toMatch(/^HTTP\/1.1 200 /);
    },
  );
});

describe('headers', () => {
  const SHIPMENT = '{"reference":"ORD-1","origin_country":"VN","destination_country":"DE"}';
  /** With `count` headers in all, of which the key of the repeat is the last but one. */
  const create = (count: number, repeat: string): Promise<string> =>
    send(
      stack.baseUrl,
      [
        'POST /v1/shipments HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        `Content-Length: ${SHIPMENT.length}`,
        ...fillers(count - 6),
        `Idempotency-Key: ${repeat}`,
      ],
      SHIPMENT,
    );

  it('are all read up to a hundred: a repeat makes nothing further', async () => {
    const [first, second] = [await create(100, 'same-key'), await create(100, 'same-key')];
    expect(first).toMatch(/^HTTP\/1.1 201 /);
    expect(second).toMatch(/\r\nIdempotency-Replayed: true\r\n/);
    expect(bodyOf(second)).toEqual(bodyOf(first));
  });

  it('name one key of a repeat: of two, joined to a third one, no repeat would be known again', async () => {
    for (const other of ['same-key', 'further-key']) {
      const lines = ['POST /v1/shipments HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`];
      const body = ['Content-Type: application/json', `Content-Length: ${SHIPMENT.length}`];
      const keys = ['Idempotency-Key: same-key', `idempotency-key: ${other}`];
      const answer = await send(stack.baseUrl, [...lines, ...body, ...keys], SHIPMENT);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(bodyOf(answer).error.details).toEqual([
        { field: 'Idempotency-Key', code: 'duplicate_key', message: 'is given more than once' },
      ]);
    }
  });

  it('are refused beyond that, before anything is done', async () => {
    const count = async (): Promise<unknown> =>
      (await stack.call('POST', '/v1/shipments/search', { key, body: {} })).body;
    const before = await count();
    for (const headers of [101, 117, 1_200]) {
      expectRefusal(await create(headers, 'other-key'), 431, 'The request has more than 100 headers.');
    }
    expect(await count()).toEqual(before);
  });

  describe('behind a proxy', () => {
    let url: string;
    beforeAll(async () => {
      const settings = { ...stack.settings, trustedProxyHops: 1 };
      const handle = createApp({ ...stack.services, settings }).callback();
      const server = hardenServer(createServer(SERVER_OPTIONS, (request, response) => void handle(request, response)));
      const port = await listenOn(server);
      closeAtEnd(() => new Promise((resolve) => server.close(resolve)));
      url = `http://127.0.0.1:${port}`;
    });

    /** A wrong key from an address that the client makes up for each, through a proxy that adds the true one. */
    const tryWrongKey = async (index: number, count: number): Promise<string> => {
      const answer = await send(url, [
        'GET /v1/rate-limit HTTP/1.1',
        'Host: x',
        'Authorization: Bearer crd_test_wrong',
        `X-Forwarded-For: 198.51.100.${index}`,
        ...fillers(count),
        'X-Forwarded-For: 203.0.113.7',
      ]);
      return answer.slice(9, 12);
    };

    it('do not hide the address that it adds: wrong keys are counted by it', async () => {
      const tries = Array.from({ length: 25 }, (_, index) => tryWrongKey(index, 95));
      const statuses = await Promise.all(tries);
      expect(statuses.filter((status) => status === '401').length).toBeGreaterThanOrEqual(20);
      expect(statuses).toContain('429');
      expect(await tryWrongKey(26, 100)).toBe('431');
    });
  });
});
