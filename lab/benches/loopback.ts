import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { memberOf } from '../../domain/unknown-value';
import { listenOn } from '../../lib/listen-on';

/** Headers and bodies beyond this are no work of ours. */
const MAX_BODY_BYTES = 256 * 1024;

export interface LoopbackServer {
  url: string;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface LoopbackAnswer {
  status: number;
  body: object;
}

async function serve(
  answer: (method: string, path: string, body: string) => LoopbackAnswer,
  port = 0,
): Promise<LoopbackServer> {
  const react = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body } = answer(request.method ?? '', request.url ?? '', await bodyOf(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    react(request, response).catch(() => response.destroy());
  });
  const bound = await listenOn(server, { port });
  return {
    url: `http://127.0.0.1:${bound}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * A settlement partner that takes every instruction at once. On a busy machine a worker may pause between the record of
 * a dispatch and its request; it asks then, and must be answered for the payment to go on.
 */
export function startPartner(): Promise<LoopbackServer> {
  const references = new Map<string, string>();
  return serve((method, path, body) => {
    const instructionId = method === 'GET' ? path.slice(path.lastIndexOf('/') + 1) : instructionIdOf(body);
    const known = references.get(instructionId);
    if (method === 'GET' && known === undefined) {
      return { status: 404, body: { code: 'not_found', message: 'There is no such instruction.', instructionId } };
    }
    const partnerReference = known ?? `bench-${references.size + 1}`;
    references.set(instructionId, partnerReference);
    return { status: 200, body: { instructionId, partnerReference, status: 'submitted' } };
  });
}

function instructionIdOf(body: string): string {
  const id = memberOf(JSON.parse(body), 'instructionId');
  return typeof id === 'string' ? id : '';
}

export interface HangingServer extends LoopbackServer {
  /** Requests that wait for an answer now. */
  waiting(): number;
}

/** Starts a server that takes every request and never answers. */
export async function startHanging(): Promise<HangingServer> {
  let waiting = 0;
  const server = createServer((request, response) => {
    waiting += 1;
    request.resume();
    // A request closes once its body is read; its response closes with the connection.
    response.once('close', () => (waiting -= 1));
  });
  const port = await listenOn(server);
  return {
    url: `http://127.0.0.1:${port}`,
    waiting: () => waiting,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Receiver extends LoopbackServer {
  /** Unix time in milliseconds, with fractions, at which each event arrived, by `<instructionId> <status>`. */
  arrivals: Map<string, number>;
}

function nameOf(body: string): string {
  const event: unknown = JSON.parse(body);
  return `${String(memberOf(event, 'data', 'instructionId'))} ${String(memberOf(event, 'data', 'status'))}`;
}

/**
 * A webhook receiver that notes when each event arrived.
 * @param nameOfEvent by which events are told apart: payment events by default
 */
export async function startReceiver(
  nameOfEvent: (body: string) => string = nameOf,
  arrivals: Map<string, number> = new Map(),
): Promise<Receiver> {
  const server = await serve((_method, _path, body) => {
    const at = performance.timeOrigin + performance.now();
    const name = nameOfEvent(body);
    if (!arrivals.has(name)) arrivals.set(name, at);
    return { status: 200, body: {} };
  });
  return { ...server, arrivals };
}

/** A webhook receiver that is there and takes nothing. */
export function startRefusing(port: number): Promise<LoopbackServer> {
  return serve(() => ({ status: 503, body: {} }), port);
}

export interface CountingServer extends LoopbackServer {
  /** Different deliveries since the last reset: an event at a path counts once. */
  count(): number;
  reset(): void;
}

/** A webhook receiver that takes everything at once and counts it. */
export async function startCounting(): Promise<CountingServer> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      seen.add(`${String(request.headers['webhook-id'])} ${request.url ?? ''}`);
      response.writeHead(200).end();
    });
  });
  const port = await listenOn(server);
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => seen.size,
    reset: () => seen.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
