import type { User } from '../domain/auth/users';
import { ACCOUNT_ROUTES } from './routes/account';
import { OPERATOR_ROUTES } from './routes/operator';
import { DELIVERY_ROUTES } from './routes/deliveries';
import { DOCUMENT_ROUTES } from './routes/documents';
import { TARIFF_ROUTES } from './routes/tariffs';
import { REQUEST_ROUTES } from './routes/requests';
import { DESIGN_ROUTES } from './routes/design';
import { OPERATOR_CHANGE_ROUTES } from './routes/operator-changes';
import { OPERATOR_NETWORK_ROUTES } from './routes/operator-network';
import { OPERATOR_PAYMENT_ROUTES } from './routes/operator-payments';
import { LOGIN_ROUTES } from './routes/logins';
import { OVERVIEW_ROUTES } from './routes/overview';
import { PAYMENT_ROUTES } from './routes/payments';
import { WEBHOOK_ROUTES } from './routes/webhooks';
import { SECURITY_ROUTES } from './routes/security';
import { onBothSides } from './sides';
import type { Answer, Visit } from './visit';

/** Who may go there: anybody, anybody logged in, people of an account, its owners, operators. */
export type ConsoleAccess = 'anyone' | 'user' | 'account' | 'owner' | 'operator';

export interface ConsoleRoute {
  method: 'get' | 'post';
  /** As @koa/router writes it. */
  path: string;
  access: ConsoleAccess;
  /** It makes a secret that is shown once: each form counts once, and a person may send so many of them. */
  makesSecret?: true;
  /** Each form counts once: what it does must not be done twice by a second click. */
  countsOnce?: true;
  handle(visit: Visit): Promise<Answer>;
}

/** @returns whether the visitor may go there */
export function isAllowed(access: ConsoleAccess, user: User | null): boolean {
  if (access === 'anyone') return true;
  if (user === null) return false;
  switch (access) {
    case 'user':
      return true;
    case 'account':
      return user.role !== 'operator';
    case 'owner':
      return user.role === 'owner';
    case 'operator':
      return user.role === 'operator';
  }
}

/** Everything that the console answers; laws in test/console read this list. */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  ...LOGIN_ROUTES,
  ...SECURITY_ROUTES,
  ...ACCOUNT_ROUTES,
  ...OPERATOR_ROUTES,
  ...OPERATOR_PAYMENT_ROUTES,
  ...OPERATOR_NETWORK_ROUTES,
  ...OPERATOR_CHANGE_ROUTES,
  ...DESIGN_ROUTES,
  ...onBothSides([
    ...OVERVIEW_ROUTES,
    ...PAYMENT_ROUTES,
    ...WEBHOOK_ROUTES,
    ...DELIVERY_ROUTES,
    ...TARIFF_ROUTES,
    ...DOCUMENT_ROUTES,
    ...REQUEST_ROUTES,
  ]),
];
