import type { RequestListener } from 'node:http';
import type { RunningWorkers } from '../process/worker';

const PROBES = ['/livez', '/readyz', '/healthz'];

/**
 * Answers the probes of a worker process. `/livez`: its event loop runs. `/readyz`, and `/healthz` by its first name:
 * its workers run, Temporal and Postgres answer, and the outbox is read.
 * Source: docs/OPERATIONS.md, "Probes"
 */
export function answerProbes(workers: Pick<RunningWorkers, 'health'>): RequestListener {
  return (request, response) => {
    const { url = '/', method } = request;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Connection', 'close');
    request.resume();
    if (!PROBES.includes(url) || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end('{}');
      return;
    }
    if (url === '/livez') {
      response.end(JSON.stringify({ status: 'ok' }));
      return;
    }
    void workers.health().then(({ isReady, isEnding, ...parts }) => {
      response.writeHead(isReady ? 200 : 503);
      response.end(JSON.stringify({ status: isReady ? 'ok' : isEnding ? 'draining' : 'unavailable', ...parts }));
    });
  };
}
