import type { Middleware } from 'koa';
import type { Services } from '../api/services';
import { createConsole } from '.';

/** The console over the services of an API process. */
export function consolePages(services: Services): Middleware {
  const { database, vault, log } = services;
  const { publicUrl, isSignUpOpen } = services.settings;
  const { wake } = services;
  const now = (): Date => services.now();
  return createConsole({ database, vault, log, now, publicUrl, isSignUpOpen, wake, services });
}
