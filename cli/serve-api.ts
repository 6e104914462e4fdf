import type { Middleware } from 'koa';
import type { Services } from '../api/services';
import { isPagePath } from '../console/page-path';
import { onDemand } from '../lib/on-demand';
import { startApi } from '../process/api';
import { followMark } from '../process/database-mark';
import type { Front } from '../process/front';
import { createLogger } from '../process/logger';
import type { Settings } from '../process/settings';
import type { Tracing } from '../process/tracing';
import { endBehindMark } from './stand-by';

/**
 * Middleware that serves the console. Its modules are a tenth of the memory of a process, so they are loaded with the
 * first request for a page; a failure to load them fails that request.
 */
function pagesOnDemand(services: Services): Middleware {
  const loaded = onDemand(async () => (await import('../console/console-pages.js')).consolePages(services));
  return async (context, next) => {
    if (isPagePath(context.path)) await (await loaded())(context, next);
    else await next();
  };
}

/**
 * Runs the API with the pages of the console.
 * @param front its port
 * @returns a function that ends it
 */
export async function startApiProcess(
  settings: Settings,
  front: Front | null,
  tracing: Tracing | null,
): Promise<() => Promise<void>> {
  const log = createLogger(settings.logLevel, settings.instance);
  const api = await startApi(settings, log, { pages: pagesOnDemand, tracing, front });
  const endFollowing = followMark(api.services, false, endBehindMark(log));
  return () => {
    endFollowing();
    return api.stop();
  };
}
