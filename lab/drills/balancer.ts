import {
  Agent,
  createServer,
  get,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { memberOf } from '../../domain/unknown-value';
import { listenOn } from '../../lib/listen-on';

/** As often as balancers ask at most; each failure counts. */
const PROBE_MS = 500;
const PROBE_LIMIT_MS = 2_000;
/** As nginx, AWS' and HAProxy's do by default. */
const IDLE_MS = 60_000;

interface Backend {
  port: number;
  isReady: boolean;
}

/** Headers that are about a connection, which ends here. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding'];

function ofTheMessage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)));
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Spreads requests over the processes that are ready by their `/readyz`, over connections that it keeps. A request that
 * could not be sent goes to the next one; one that was sent is never sent again.
 */
export class Balancer {
  private readonly backends: Backend[];
  private readonly agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  private readonly server = createServer((incoming, outgoing) => void this.pass(incoming, outgoing));
  private readonly timer: NodeJS.Timeout;
  private next = 0;

  /** @param ports of 127.0.0.1 */
  constructor(ports: readonly number[]) {
    this.backends = ports.map((port) => ({ port, isReady: false }));
    this.timer = setInterval(() => this.probeAll(), PROBE_MS);
    this.server.keepAliveTimeout = IDLE_MS;
  }

  /** @returns its address */
  async listen(): Promise<string> {
    return `http://127.0.0.1:${await listenOn(this.server)}`;
  }

  /** Whether a process gets requests at the moment. */
  isReady(port: number): boolean {
    return this.backends.some((backend) => backend.port === port && backend.isReady);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.agent.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private probeAll(): void {
    for (const backend of this.backends) {
      const probe = get({ port: backend.port, host: '127.0.0.1', path: '/readyz', agent: false });
      probe.setTimeout(PROBE_LIMIT_MS, () => probe.destroy(new Error('late')));
      probe.on('response', (response) => {
        backend.isReady = response.statusCode === 200;
        response.resume();
      });
      probe.on('error', () => (backend.isReady = false));
    }
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const body = await bodyOf(incoming);
      const ready = this.backends.filter(({ isReady }) => isReady);
      this.next += 1;
      for (let tried = 0; tried < ready.length; tried += 1) {
        const backend = ready[(this.next + tried) % ready.length];
        if (backend !== undefined && (await this.send(backend.port, { incoming, body, outgoing }))) return;
      }
      outgoing.writeHead(503).end();
    } catch {
      // As a proxy answers that does not know what became of a request.
      if (!outgoing.headersSent) outgoing.writeHead(502).end();
      else outgoing.destroy();
    }
  }

  /** @returns false where nothing was sent. @throws what happened after that */
  private send(
    port: number,
    { incoming, body, outgoing }: { incoming: IncomingMessage; body: Buffer; outgoing: ServerResponse },
  ): Promise<boolean> {
    const { method, url, headers } = incoming;
    const passed = ofTheMessage(headers);
    return new Promise((resolve, reject) => {
      const sent = request({ agent: this.agent, host: '127.0.0.1', port, method, path: url, headers: passed });
      sent.on('error', (fault) => {
        if (memberOf(fault, 'code') === 'ECONNREFUSED') resolve(false);
        else reject(fault);
      });
      sent.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 502, ofTheMessage(response.headers));
        response.pipe(outgoing);
        response.on('end', () => resolve(true));
        response.on('error', reject);
      });
      sent.end(body);
    });
  }
}
