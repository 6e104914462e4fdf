import type { Middleware } from 'koa';
import type { Services } from '../api/services';
import { openIdentityProvider } from '../lib/identity-provider';

/** Whether the path is the console's: what no route of it answers there is a page that does not exist. */
const isOurs = (path: string): boolean => path === '/console' || path.startsWith('/console/');

/**
 * The console over the services of an API process: server-rendered pages under /console that work without script. A process
 * that is asked for none of them never loads its modules, which are a tenth of its memory.
 */
export function consolePages(services: Services): Middleware {
  const { database, vault, log } = services;
  const { publicUrl, isSignUpOpen, operatorsNeedSecondFactor = false } = services.settings;
  const { identityProvider: provider = null } = services.settings;
  const identityProvider = provider === null ? null : openIdentityProvider(provider);
  const now = (): Date => services.now();
  const settings = { publicUrl, isSignUpOpen, operatorsNeedSecondFactor, identityProvider };
  const load = async (): Promise<Middleware> =>
    (await import('./index.js')).createConsole({ database, vault, log, now, ...settings, services });
  let loaded: Promise<Middleware> | null = null;
  const forget = (fault: unknown): never => {
    loaded = null;
    throw fault;
  };
  return async (context, next) => {
    if (!isOurs(context.path)) {
      await next();
      return;
    }
    loaded ??= load().catch(forget);
    await (
      await loaded
    )(context, next);
  };
}
