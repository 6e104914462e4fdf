import type Router from '@koa/router';
import { readApprovals } from '../db/administration/approvals';
import type { Queryable } from '../db/database';
import { isAnswering, isTalking } from '../db/health';
import { decidedByOne, type ApprovalSetting } from '../domain/auth/approvals';
import type { Services } from './services';
import { isReachable } from '../workflows/client/probe';

/** A part of readiness that decides nothing waits no longer for Postgres. */
const DETAIL_MS = 500;

/** @returns the settings that one person decides alone; null where Postgres does not say so at once */
async function soleDecisions(database: Queryable): Promise<ApprovalSetting[] | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), DETAIL_MS);
  });
  const read = readApprovals(database).then(decidedByOne, () => null);
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}

/**
 * `/healthz`: the process lives: its event loop turns, and a database has answered within the last minute. `/readyz`:
 * it can work; an unavailable Temporal does not take it out of service, because instructions are stored and reads and
 * reports continue. `decidedByOne` names the settings by which one person decides alone (docs/GAPS.md#A3); it is null
 * when that is not known at once. Both answer within about two seconds, even if a backend is silent. `/readyz` calls
 * backends, so it has a limit per address. After SIGTERM a process is not ready, and still answers.
 * `/livez`: its event loop turns.
 */
export function registerHealth(router: Router, services: Services): void {
  router.get('/livez', (context) => {
    context.body = { status: 'ok' };
  });
  router.get('/healthz', async (context) => {
    const database = await isTalking(services.database);
    context.status = database ? 200 : 503;
    context.body = { status: database ? 'ok' : 'stuck' };
  });
  router.get('/readyz', async (context) => {
    const { headers, refusal } = services.limiter.takeOpen(context);
    context.set(headers);
    if (refusal !== null) throw refusal;
    if (services.ending.hasBegun) {
      context.status = 503;
      context.body = { status: 'draining' };
      return;
    }
    const [database, temporal] = await Promise.all([isAnswering(services.database), isReachable(services.workflows)]);
    const one = database ? await soleDecisions(services.database) : null;
    const status = database ? (temporal ? 'ready' : 'degraded') : 'unavailable';
    context.status = database ? 200 : 503;
    context.body = { status, database, temporal, decidedByOne: one };
  });
}
