import { createServer } from 'node:http';
import { errorBody, refusalHeaders, wrapError } from '../api/middleware/errors';
import { DomainError } from '../domain/errors';
import { newId } from '../lib/ids';
import { listenOn } from '../lib/listen-on';

const RETRY_AFTER_SECONDS = 30;

/** Where a process that stands by answers, and what its refusals name. */
export interface StandByPlace {
  host: string;
  port: number;
  publicUrl: string;
}

/**
 * Answers for a process that lives and may not work yet: `/healthz` is 200, since a restart would change nothing,
 * `/readyz` is 503 with the reason, and every request is refused with 503.
 * @returns how to end it
 */
export async function serveStandBy(
  { host, port, publicUrl }: StandByPlace,
  reason: string,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const isAlive = path === '/healthz' || path === '/livez';
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Connection', 'close');
    request.resume();
    if (isAlive || path === '/readyz') {
      response.writeHead(isAlive ? 200 : 503);
      response.end(JSON.stringify({ status: isAlive ? 'ok' : 'unavailable', reason }));
      return;
    }
    // Clients learn that it is for now; the reason is for operators.
    const refusal = new DomainError('UNAVAILABLE', 'The service is being restored. Try again later.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
    const body = errorBody(refusal, { path, requestId: newId('request'), publicUrl });
    response.writeHead(refusal.status, refusalHeaders(refusal));
    response.end(JSON.stringify(wrapError(body, path)));
  });
  await listenOn(server, { host, port });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
