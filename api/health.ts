import type Router from '@koa/router';
import { readApprovals } from '../db/administration/approvals';
import { isAnswering, isTalking } from '../db/health';
import { decidedByOne } from '../domain/auth/approvals';
import { OPERATOR_ROLES } from '../domain/auth/operator-roles';
import type { Services } from './services';
import { isReachable } from '../workflows/client/probe';

/** A part of readiness that decides nothing waits no longer for Postgres. */
const DETAIL_MS = 500;

/** Details that operators get beside the status; empty for others, and where Postgres does not answer at once. */
async function detailsFor(authorization: string, { credentials, database }: Services): Promise<object> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<object>((resolve) => {
    timer = setTimeout(() => resolve({}), DETAIL_MS);
  });
  const access = { kind: 'operator', roles: OPERATOR_ROLES } as const;
  const read = credentials
    .isStillAdmitted(authorization, access)
    .then(async (isOperator) => (isOperator ? { decidedByOne: decidedByOne(await readApprovals(database)) } : {}))
    .catch(() => ({}));
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}

/**
 * Serves the health checks. `/healthz`: the process lives, and a database has answered within a minute. `/readyz`: it
 * can work; an unavailable Temporal does not count, because instructions are stored and reads and reports continue.
 * With an operator's key, `decidedByOne` names the settings by which one person decides alone (docs/GAPS.md#A3), where
 * that is known at once. Both answer within about two seconds, even if a backend is silent. `/readyz` calls backends,
 * so it has a limit per address. After SIGTERM a process is not ready, but still answers. `/livez`: the event loop
 * runs.
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
    const details = database ? await detailsFor(context.get('Authorization'), services) : {};
    const status = database ? (temporal ? 'ready' : 'degraded') : 'unavailable';
    context.status = database ? 200 : 503;
    context.body = { status, ...details };
  });
}
