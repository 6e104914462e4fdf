import { createServer } from 'node:http';
import type { RunningWorkers } from '../activities/worker';

/**
 * `/healthz` of a worker process: 200 while it polls all of its queues and reads the outbox, else 503.
 * @returns how to end it
 */
export async function serveHealth(
  workers: Pick<RunningWorkers, 'health'>,
  host: string,
  port: number,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const isKnown = request.url === '/healthz' && (request.method === 'GET' || request.method === 'HEAD');
    const { isHealthy, queues, relayLookedAt } = workers.health();
    response.statusCode = !isKnown ? 404 : isHealthy ? 200 : 503;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Connection', 'close');
    response.end(isKnown ? JSON.stringify({ status: isHealthy ? 'ok' : 'unavailable', queues, relayLookedAt }) : '{}');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
