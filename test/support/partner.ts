import type { Environment } from '../../domain/auth/tenant';
import { createPartnerKey } from '../../db/auth/credentials';
import type { Database } from '../../db/database';
import { createPartner } from '../../db/payments/dispatch/partners';
import { createRoute, type RouteCache } from '../../db/payments/routing/routes';
import type { NewRoute } from '../../domain/payments/routing/route-schema';
import type { Vault } from '../../lib/vault';
import { startScriptedServer, type HttpRequest, type Reaction, type ScriptedServer } from './http-server';

/** The routes that a running service has at hand, by its database. */
export const routesOf = new WeakMap<Database, RouteCache>();

/** Has a service that may use what it read a second ago read its routes again, after a test has changed them. */
export async function readRoutesAgain(database: Database): Promise<void> {
  await routesOf.get(database)?.all(new Date(Date.now() + 1));
}

/** @returns the id of a new route, which a running service knows from now on */
export async function addRoute(database: Database, route: NewRoute): Promise<string> {
  const id = await createRoute(database, route);
  await readRoutesAgain(database);
  return id;
}

export interface TestPartner {
  id: string;
  name: string;
  key: string;
  secret: string;
  routeId: string;
  server: ScriptedServer;
  /** Requests that submit an instruction. */
  submissions(): HttpRequest[];
}

/** A free route of a partner for every currency and country; override what the test is about. */
export function newRoute(partnerId: string, overrides: Partial<NewRoute> = {}): NewRoute {
  return {
    partnerId,
    channel: 'api',
    currencies: ['*'],
    countries: ['*'],
    timelines: ['same_day'],
    feeFixed: '0',
    feeBps: '0',
    priority: 1,
    ...overrides,
  };
}

/** A partner speaking the HTTP protocol that takes everything, until it is told otherwise. */
export async function startTestPartner(
  database: Database,
  vault: Vault,
  parts: {
    name: string;
    react?: (request: HttpRequest) => Reaction | Promise<Reaction> | undefined;
    route?: Partial<NewRoute>;
    url?: string;
    environment?: Environment;
  },
): Promise<TestPartner> {
  const server = await startScriptedServer((request) => {
    const reaction = parts.react?.(request);
    if (reaction !== undefined) return reaction;
    const instructionId = request.path.split('/')[2] ?? '';
    const reference = `${parts.name}-${instructionId.slice(-6)}`;
    return {
      status: 200,
      body: { partnerReference: reference === `${parts.name}-` ? `${parts.name}-ref` : reference },
    };
  });
  const { id, secret } = await createPartner(database, vault, {
    name: parts.name,
    adapter: 'http',
    config: { url: parts.url ?? server.url },
    environment: parts.environment ?? 'test',
  });
  const { key } = await createPartnerKey(database, { partnerId: id, label: parts.name, endpointLimits: false });
  const terms = { timelines: ['same_day', 't_plus_1'], feeFixed: '5', feeBps: '10', ...parts.route };
  const routeId = await addRoute(database, newRoute(id, terms));
  const isSubmission = (request: HttpRequest): boolean => request.method === 'POST' && request.path === '/instructions';
  return {
    id,
    name: parts.name,
    key,
    secret,
    routeId,
    server,
    submissions: () => server.requests.filter(isSubmission),
  };
}
