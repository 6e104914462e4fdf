import type { VNode } from 'preact';
import { type Environment, ENVIRONMENTS, type Tenant } from '../domain/auth/tenant';
import type { ConsoleAccess, ConsoleRoute } from './route';
import { accountOf } from './user-of';
import type { Answer, Visit } from './visit';

/** A visit to a page of one side of the visitor's account. */
export interface SideVisit extends Visit {
  tenant: Tenant;
  /** Address of a page of the same side, such as `/console/test/payments` for `/payments`. */
  at: (path: string) => string;
}

export interface SideRoute {
  method: 'get' | 'post';
  /** Below the side, as @koa/router writes it; empty for its first page. */
  path: string;
  /** What developers may do they may do on the test side; on the live one it is for owners. */
  access: Extract<ConsoleAccess, 'account' | 'developer' | 'owner'>;
  makesSecret?: true;
  countsOnce?: true;
  fileLimitBytes?: number;
  formLimitBytes?: number;
  isFramed?: boolean;
  handle: (visit: SideVisit) => Promise<Answer>;
  /** The part of its page that changes by itself. */
  live?: (visit: SideVisit) => Promise<VNode>;
}

/**
 * Address of a page of one side. The side stands in the address, so that two tabs can show both and a form acts on the
 * side of the page that it stands on.
 * Source: docs/GAPS.md#A4
 */
export function sidePath(environment: Environment, path: string): string {
  return `/console/${environment}${path}`;
}

function toSideVisit(environment: Environment, visit: Visit): SideVisit {
  const tenant = { accountId: accountOf(visit), environment };
  return { ...visit, tenant, at: (below) => sidePath(environment, below) };
}

/** Registers each route on both sides. */
export function onBothSides(routes: readonly SideRoute[]): ConsoleRoute[] {
  return ENVIRONMENTS.flatMap((environment) =>
    routes.map(({ handle, live, path, access, ...route }) => ({
      ...route,
      access: access === 'developer' && environment === 'live' ? 'owner' : access,
      path: sidePath(environment, path),
      handle: (visit: Visit) => handle(toSideVisit(environment, visit)),
      ...(live === undefined ? {} : { live: (visit: Visit) => live(toSideVisit(environment, visit)) }),
    })),
  );
}
