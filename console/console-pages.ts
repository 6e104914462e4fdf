import type { Middleware } from 'koa';
import type { Services } from '../api/services';
import { openIdentityProvider } from '../lib/identity-provider';
import { createConsole } from '.';

/** Middleware that serves the console, with the services of an API process. */
export function consolePages(services: Services): Middleware {
  const { database, vault, log } = services;
  const { publicUrl, isSignUpOpen, operatorsNeedSecondFactor = false } = services.settings;
  const { identityProvider: provider = null, mail = null } = services.settings;
  const identityProvider = provider === null ? null : openIdentityProvider(provider);
  const now = (): Date => services.now();
  const settings = { publicUrl, isSignUpOpen, operatorsNeedSecondFactor, identityProvider, sendsMail: mail !== null };
  return createConsole({ database, vault, log, now, ...settings, services });
}
