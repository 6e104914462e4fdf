import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';
import { memberOf } from '../../domain/unknown-value';
import { listenOn } from '../../lib/listen-on';

/** A careful client gives up then and repeats the request. */
const CALL_MS = 10_000;
const MAX_BODY_BYTES = 256 * 1024;
/** Idle connections are given up before the servers' own limits. */
const KEEP_ALIVE_MS = 2_000;

const agent = new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: CALL_MS, bodyTimeout: CALL_MS });

export interface CallAnswer {
  status: number;
  body: unknown;
  retryAfterMs: number | null;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  key: string;
  body?: object;
  headers?: Record<string, string>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws Error when the connection is lost or there is no whole answer within ten seconds */
export async function callApi(baseUrl: string, { method, path, key, body, headers }: Call): Promise<CallAnswer> {
  const answer = await request(baseUrl + path, {
    method,
    dispatcher: agent,
    signal: AbortSignal.timeout(CALL_MS),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const retryAfter = answer.headers['retry-after'];
  return {
    status: answer.statusCode,
    body: parsed(await answer.body.text()),
    retryAfterMs: typeof retryAfter === 'string' ? Number(retryAfter) * 1000 : null,
  };
}

/** @returns the member of an object as text, empty when it is none */
export function textOf(value: unknown, ...path: string[]): string {
  const found = memberOf(value, ...path);
  return typeof found === 'string' ? found : '';
}

export interface ListeningServer {
  port: number;
  close(): Promise<void>;
}

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return parsed(Buffer.concat(chunks).toString('utf8'));
}

/** Serves on a free port of 127.0.0.1; a request whose handling fails is cut off. */
export async function serveHttp(
  handle: (received: ReceivedRequest, response: ServerResponse) => Promise<void>,
): Promise<ListeningServer> {
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    readBody(incoming)
      .then((body) => handle({ method, path: url, headers, body }, response))
      .catch(() => response.destroy());
  });
  const port = await listenOn(server);
  return {
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
