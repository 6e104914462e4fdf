import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { hardenServer, SERVER_OPTIONS } from '../api/harden-server';
import { errorBody, refusalHeaders, wrapError } from '../api/middleware/errors';
import { DomainError } from '../domain/errors';
import { Drain } from '../lib/drain';
import { newId } from '../lib/ids';
import { listenOn } from '../lib/listen-on';
import { STARTING } from './wait-for';

const RETRY_AFTER_SECONDS = 30;

/** Where a process answers, and what its refusals name. */
export interface FrontPlace {
  host: string;
  port: number;
  publicUrl: string;
  /** How long a connection without a request is kept, in milliseconds; by default as `hardenServer` says. */
  keepAliveMs?: number;
}

/**
 * The port of a process, which is open from its start to its end. Until it works, `/livez` and `/healthz` are 200, since
 * another start would change nothing, `/readyz` is 503 with the reason, and every request is refused with 503.
 * Source: docs/OPERATIONS.md, "Probes"
 */
export class Front {
  private readonly server = createServer(SERVER_OPTIONS, (request, response) => {
    if (this.handle === null) this.answerNotReady(request, response);
    else this.handle(request, response);
  });
  /** Before anything is answered: it follows every answer. */
  private readonly drain = new Drain(this.server);
  private handle: RequestListener | null = null;
  private reason = STARTING;

  private constructor(private readonly publicUrl: string) {}

  /** @throws the fault of the system where the port is taken */
  static async open({ host, port, publicUrl, keepAliveMs }: FrontPlace): Promise<Front> {
    const front = new Front(publicUrl);
    hardenServer(front.server, keepAliveMs);
    await listenOn(front.server, { host, port });
    return front;
  }

  /** The port that is open; of a front that is closed, 0. */
  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** @param reason why the process does not work, as `/readyz` says it: without addresses or secrets */
  standBy(reason: string): void {
    this.reason = reason;
  }

  /** Hands every request over from now on. */
  serve(handle: RequestListener): void {
    this.handle = handle;
  }

  /** Every answer ends its connection from now on; new ones are still accepted. */
  beginDrain(): void {
    this.drain.begin();
  }

  /** Closes the port. @param limitMs what is under way then is cut off after this */
  close(limitMs = 0): Promise<void> {
    return this.drain.end(limitMs);
  }

  private answerNotReady(request: IncomingMessage, response: ServerResponse): void {
    const [path = '/'] = (request.url ?? '/').split('?');
    const isAlive = path === '/healthz' || path === '/livez';
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Connection', 'close');
    request.resume();
    if (isAlive || path === '/readyz') {
      response.writeHead(isAlive ? 200 : 503);
      response.end(JSON.stringify({ status: isAlive ? 'ok' : 'unavailable', reason: this.reason }));
      return;
    }
    // Clients learn that it is for now; the reason is for operators.
    const refusal = new DomainError('UNAVAILABLE', 'The service is not ready yet. Try again later.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
    const body = errorBody(refusal, { path, requestId: newId('request'), publicUrl: this.publicUrl });
    response.writeHead(refusal.status, refusalHeaders(refusal));
    response.end(JSON.stringify(wrapError(body, path)));
  }
}
