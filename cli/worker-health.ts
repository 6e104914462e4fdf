import { createServer } from 'node:http';
import type { RunningWorkers } from '../process/worker';
import { listenOn } from '../lib/listen-on';

/**
 * `/healthz` of a worker process: 200 while its workers run, Temporal and Postgres answer and the outbox is read, else
 * 503.
 * @returns how to end it
 */
export async function serveHealth(
  workers: Pick<RunningWorkers, 'health'>,
  host: string,
  port: number,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const isKnown = request.url === '/healthz' && (request.method === 'GET' || request.method === 'HEAD');
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Connection', 'close');
    if (!isKnown) {
      response.writeHead(404).end('{}');
      return;
    }
    void workers.health().then(({ isHealthy, ...parts }) => {
      response.writeHead(isHealthy ? 200 : 503);
      response.end(JSON.stringify({ status: isHealthy ? 'ok' : 'unavailable', ...parts }));
    });
  });
  await listenOn(server, { port, host });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
