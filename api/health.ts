import type Router from '@koa/router';
import { isAnswering, isTalking } from '../db/health';
import type { Services } from './services';

/**
 * `/healthz`: this process lives: its event loop turns, and it has heard from a database within the last minute.
 * `/readyz`: it can do its work; Temporal being away does not take it out of service, since instructions are kept and
 * reads and reports go on. Both answer within about two seconds, whatever is silent. `/readyz` asks others, so an address that asks for more than its part is refused.
 */
export function registerHealth(router: Router, services: Services): void {
  router.get('/healthz', async (context) => {
    const database = await isTalking(services.database);
    context.status = database ? 200 : 503;
    context.body = { status: database ? 'ok' : 'stuck' };
  });
  router.get('/readyz', async (context) => {
    const { headers, refusal } = services.limiter.takeOpen(context);
    context.set(headers);
    if (refusal !== null) throw refusal;
    const [database, temporal] = await Promise.all([isAnswering(services.database), services.workflows.isReachable()]);
    context.status = database ? 200 : 503;
    context.body = { status: database ? (temporal ? 'ready' : 'degraded') : 'unavailable', database, temporal };
  });
}
