import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { canonicalJson } from '../../domain/canonical-json';
import { memberOf } from '../../domain/unknown-value';
import { listenOn } from '../../lib/listen-on';

export interface ReceivedEvent {
  path: string;
  id: string;
  type: string;
  status: string;
  /** Instruction that the event is about. */
  instructionId: string;
  sequence: number;
  /** Whether header and payload signature were both right. */
  verified: boolean;
}

function hmac(secret: string, text: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

function isSame(hex: string, expected: Buffer): boolean {
  const given = Buffer.from(hex, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Verifies both forms of a delivery's signature, as a receiver would. Source: specification, "Authentication" 5 */
export function verifySignatures(body: Buffer, headerValue: string, secret: string): boolean {
  if (!isSame(headerValue, hmac(secret, body))) return false;
  const payload: unknown = JSON.parse(body.toString('utf8'));
  if (typeof payload !== 'object' || payload === null || !('signature' in payload)) return true;
  const { signature, ...rest } = payload;
  return typeof signature === 'string' && isSame(signature.replace(/^sha256=/, ''), hmac(secret, canonicalJson(rest)));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A webhook receiver for the demonstration: `/ok` answers 200; `/flaky` answers 500 to the first try of each event. */
export class DemoReceiver {
  readonly events: ReceivedEvent[] = [];
  /** Secret of the subscription at each path. */
  readonly secrets = new Map<string, string>();
  private readonly waiters = new Set<() => void>();
  private server: Server | null = null;

  async listen(port: number): Promise<void> {
    const server = createServer((request, response) => {
      this.recordAndAnswer(request).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      );
    });
    await listenOn(server, { port });
    this.server = server;
  }

  private async recordAndAnswer(request: IncomingMessage): Promise<number> {
    const body = await bodyOf(request);
    const path = request.url ?? '/';
    const signature = request.headers['x-service-signature'];
    const secret = this.secrets.get(path);
    const payload: unknown = JSON.parse(body.toString('utf8'));
    const data = memberOf(payload, 'data');
    const id = String(memberOf(payload, 'id'));
    const isFirstTry = !this.events.some((event) => event.path === path && event.id === id);
    this.events.push({
      path,
      id,
      type: String(memberOf(payload, 'type')),
      status: String(memberOf(data, 'status')),
      instructionId: String(memberOf(data, 'instructionId')),
      sequence: Number(memberOf(data, 'sequence')),
      verified: secret !== undefined && typeof signature === 'string' && verifySignatures(body, signature, secret),
    });
    for (const wake of this.waiters) wake();
    return path === '/flaky' && isFirstTry ? 500 : 200;
  }

  /** @throws Error when no such event comes in time */
  async waitFor(what: string, matches: (event: ReceivedEvent) => boolean, limitMs: number): Promise<ReceivedEvent> {
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        this.waiters.delete(resolveIfFound);
      };
      const resolveIfFound = (): void => {
        const found = this.events.find(matches);
        if (found === undefined) return;
        stopWaiting();
        resolve(found);
      };
      const timer = setTimeout(() => {
        stopWaiting();
        reject(new Error(`${what} did not arrive within ${limitMs / 1000} s`));
      }, limitMs);
      this.waiters.add(resolveIfFound);
      resolveIfFound();
    });
  }

  async close(): Promise<void> {
    const server = this.server;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
