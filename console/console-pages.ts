import type { Middleware } from 'koa';
import type { Services } from '../api/services';
import { openIdentityProvider } from '../lib/identity-provider';
import { createConsole } from '.';
import type { ConsoleParts } from './visit';

/** What pages take from rooms that they do not import. */
export type ConsoleTools = Pick<ConsoleParts, 'previewDocument'>;

/** @returns what makes the console over the services of an API process */
export function consolePages(tools: ConsoleTools): (services: Services) => Middleware {
  return (services) => {
    const { database, vault, log } = services;
    const { publicUrl, isSignUpOpen, operatorsNeedSecondFactor = false } = services.settings;
    const { identityProvider: provider = null } = services.settings;
    const identityProvider = provider === null ? null : openIdentityProvider(provider);
    const { wake } = services;
    const now = (): Date => services.now();
    const settings = { publicUrl, isSignUpOpen, operatorsNeedSecondFactor, identityProvider };
    return createConsole({ database, vault, log, now, ...settings, wake, services, ...tools });
  };
}
