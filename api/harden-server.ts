import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '../lib/ids';
import { ADDRESS_BUCKET } from '../domain/limits/addresses';

/** Headers must be complete within this: a client that sends them byte by byte gets no further. */
const HEADERS_TIMEOUT_MS = 10_000;
/** The whole request must be there within this. */
const REQUEST_TIMEOUT_MS = 15_000;
/** How often Node looks for requests that are over their time; timeout and interval together stay under 20 s. */
const CHECK_INTERVAL_MS = 2_000;
/**
 * A connection without a request is closed after this. Balancers keep one for 60 s, and must close it first: a
 * request that is under way when the server closes it is lost. The time for headers does not run meanwhile.
 */
export const KEEP_ALIVE_MS = 65_000;
/** A socket on which nothing moves in either direction, such as a client that does not read its answer. */
const SOCKET_IDLE_MS = 60_000;
/** A client that is refused a tunnel has this long to read so. */
const LINGER_MS = 1_000;
const MAX_REQUESTS_PER_SOCKET = 100_000;

/** Options of `createServer` that cannot be set on a server later. */
export const SERVER_OPTIONS = {
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
  maxHeaderSize: 16 * 1024,
  // A request without Host is refused by the application, in the form of every other refusal.
  requireHostHeader: false,
} as const;

interface ProtocolFault {
  status: string;
  code: string;
  message: string;
  allow?: string;
}

/** Of a request that asks for a tunnel; the others are Node's. */
const NO_PROXY = 'NO_PROXY';
const PROTOCOL_FAULTS: Record<string, ProtocolFault> = {
  [NO_PROXY]: {
    status: '405 Method Not Allowed',
    code: 'METHOD_NOT_ALLOWED',
    message: 'This service is not a proxy.',
    allow: 'DELETE, GET, HEAD, PATCH, POST, PUT',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'INVALID_REQUEST',
    message: 'The request took too long.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'INVALID_REQUEST',
    message: 'The headers are too large.',
  },
};
const UNREADABLE: ProtocolFault = {
  status: '400 Bad Request',
  code: 'INVALID_REQUEST',
  message: 'The request is not valid HTTP.',
};

/** The answer to bytes that cannot be parsed as a request, with the headers of every other answer. */
function protocolAnswer(faultCode: string, nowMs: number): string {
  const { status, code, message, allow } = PROTOCOL_FAULTS[faultCode] ?? UNREADABLE;
  const requestId = newId('request', nowMs);
  const body = JSON.stringify({ error: { code, message, requestId } });
  return [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    ...(allow === undefined ? [] : [`Allow: ${allow}`]),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    `X-RateLimit-Limit: ${ADDRESS_BUCKET.limit}`,
    `X-RateLimit-Remaining: ${ADDRESS_BUCKET.limit}`,
    `X-RateLimit-Reset: ${Math.ceil(nowMs / 1000)}`,
    '',
    body,
  ].join('\r\n');
}

function faultCodeOf(fault: Error): string {
  return 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
}

/** Methods whose operations do nothing before the whole body is read. */
const BODY_FIRST = new Set(['POST', 'PUT', 'PATCH']);

/** Whether something may have been done for a request, or been answered, so that a refusal of it would be a lie. */
function mayHaveBegun({ req: request, headersSent }: ServerResponse<IncomingMessage>): boolean {
  return headersSent || request.complete || !BODY_FIRST.has(request.method ?? '');
}

/** The answers that are owed on each connection: with requests that were sent without waiting, several. */
class OwedAnswers {
  private readonly bySocket = new WeakMap<Duplex, Set<ServerResponse<IncomingMessage>>>();

  addUntilClosed(socket: Duplex, response: ServerResponse<IncomingMessage>): void {
    const owed = this.bySocket.get(socket) ?? new Set();
    this.bySocket.set(socket, owed.add(response));
    response.once('close', () => owed.delete(response));
  }

  /** Whether a refusal that is written on the connection would be taken for the answer to what is under way. */
  isUnderWay(socket: Duplex): boolean {
    return [...(this.bySocket.get(socket) ?? [])].some(mayHaveBegun);
  }
}

/**
 * Limits what slow clients cost the server: they are disconnected within 20 s, so that a hundred of them do not harm
 * others.
 * @param keepAliveMs how long a connection without a request stays open
 */
export function hardenServer(server: Server, keepAliveMs = KEEP_ALIVE_MS): Server {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = keepAliveMs;
  // No bound by number: Node would drop the rest in silence. Their bytes are bounded, and who has read them counts them.
  server.maxHeadersCount = 0;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  server.setTimeout(SOCKET_IDLE_MS);
  // Unknown expectations may be ignored; Node's own refusal would lack the headers of every answer.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  const owed = new OwedAnswers();
  server.on('request', (request, response) => owed.addUntilClosed(request.socket, response));
  const answerOrDestroy = (socket: Duplex, faultCode: string): void => {
    // A connection that ends without an answer tells a client that it does not know what became of its request.
    if (!socket.writable || owed.isUnderWay(socket)) socket.destroy();
    else socket.end(protocolAnswer(faultCode, Date.now()));
  };
  server.on('clientError', (fault: Error, socket: Duplex) => {
    if (faultCodeOf(fault) === 'ECONNRESET') socket.destroy();
    else answerOrDestroy(socket, faultCodeOf(fault));
  });
  // Node hands over the bare connection without its own listeners, and closes it without an answer if there is no listener.
  server.on('connect', (_request, socket: Duplex) => {
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => clearTimeout(timer));
    answerOrDestroy(socket, NO_PROXY);
  });
  return server;
}
