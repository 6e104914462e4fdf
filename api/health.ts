import type Router from '@koa/router';
import type { Services } from './services';

const PROBE_MS = 2_000;

async function reachable(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return true;
  } catch {
    return false;
  }
}

/**
 * `/healthz`: this process lives. `/readyz`: it can do its work; Temporal being away does not take it out of service,
 * since instructions are kept and reads and reports go on.
 */
export function registerHealth(router: Router, services: Services): void {
  router.get('/healthz', (context) => {
    context.body = { status: 'ok' };
  });
  router.get('/readyz', async (context) => {
    const [database, temporal] = await Promise.all([
      reachable(() => services.database.query('select 1 as one')),
      reachable(() => services.engine.client.withDeadline(Date.now() + PROBE_MS, () => services.engine.ping())),
    ]);
    context.status = database ? 200 : 503;
    context.body = { status: database ? (temporal ? 'ready' : 'degraded') : 'unavailable', database, temporal };
  });
}
