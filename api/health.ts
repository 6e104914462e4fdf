import type Router from '@koa/router';
import type { Services } from './services';

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
      services.database.query('select 1 as one').then(
        () => true,
        () => false,
      ),
      services.engine.isReachable(),
    ]);
    context.status = database ? 200 : 503;
    context.body = { status: database ? (temporal ? 'ready' : 'degraded') : 'unavailable', database, temporal };
  });
}
