import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { closeAtEnd } from './closing';
import { listenOn } from '../../lib/listen-on';

export interface HttpRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface HttpAnswer {
  status: number;
  /** Bytes are sent as they are, any other value as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** What a scripted server does with a request: answers, cuts the connection, or stays silent. */
export type Reaction = HttpAnswer | 'reset' | 'silence';

export interface ScriptedServer {
  url: string;
  requests: HttpRequest[];
  /** Resolves as soon as the requests satisfy `wanted`. */
  until(wanted: (requests: HttpRequest[]) => boolean, what: string): Promise<void>;
  /** Done after the file's tests at the latest. */
  close(): Promise<void>;
}

const WAIT_MS = 60_000;

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A real HTTP server on loopback that records what it gets and reacts as it is told. */
export async function startScriptedServer(
  react: (request: HttpRequest) => Reaction | Promise<Reaction>,
): Promise<ScriptedServer> {
  const requests: HttpRequest[] = [];
  const lookers = new Set<() => void>();
  const server = createServer((incoming, outgoing) => {
    const answer = async (body: Buffer): Promise<void> => {
      const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body };
      requests.push(request);
      for (const look of lookers) look();
      const reaction = await react(request);
      if (reaction === 'reset') incoming.socket.destroy();
      else if (reaction !== 'silence') {
        const { status, body: answered, headers } = reaction;
        outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
        outgoing.end(answered === undefined ? '' : Buffer.isBuffer(answered) ? answered : JSON.stringify(answered));
      }
    };
    // A request whose connection ended in the middle of its body is none.
    void read(incoming).then(answer, () => undefined);
  });
  const port = await listenOn(server);
  const close = closeAtEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    until: (wanted, what) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          lookers.delete(look);
          reject(new Error(`${what} did not happen within ${WAIT_MS / 1000} s; ${requests.length} requests came`));
        }, WAIT_MS);
        const look = (): void => {
          if (!wanted(requests)) return;
          clearTimeout(timer);
          lookers.delete(look);
          resolve();
        };
        lookers.add(look);
        look();
      }),
    close,
  };
}
