import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

async function serve(answer: (path: string, body: string) => object): Promise<LoopbackServer> {
  const react = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = answer(request.url ?? '', await bodyOf(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    react(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A settlement partner that takes every instruction at once. */
export function startPartner(): Promise<LoopbackServer> {
  let count = 0;
  return serve(() => {
    count += 1;
    return { partnerReference: `bench-${count}` };
  });
}

export interface Receiver extends LoopbackServer {
  /** Unix time in milliseconds, with fractions, at which each event arrived, by `<instructionId> <status>`. */
  arrivals: Map<string, number>;
}

function nameOf(body: string): string {
  const event: unknown = JSON.parse(body);
  const data: unknown = typeof event === 'object' && event !== null ? Reflect.get(event, 'data') : null;
  if (typeof data !== 'object' || data === null) return '';
  return `${String(Reflect.get(data, 'instructionId'))} ${String(Reflect.get(data, 'status'))}`;
}

/** A webhook receiver that notes when each payment event arrived. */
export async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  const server = await serve((_path, body) => {
    const at = performance.timeOrigin + performance.now();
    const name = nameOf(body);
    if (!arrivals.has(name)) arrivals.set(name, at);
    return {};
  });
  return { ...server, arrivals };
}
