import type { Database } from '../../db/database';
import { readClosedDays } from '../../db/payments/routing/read-calendar';
import { readFailoverFacts } from '../../db/payments/routing/failover';
import { listOutages } from '../../db/payments/dispatch/partner-health';
import { listRoutes } from '../../db/payments/routing/routes';
import { nextTerms, type FailoverCause, type RouteTerms } from '../../domain/payments/routing/failover';

/**
 * The route to which a payment is rerouted, among those enabled now.
 * @returns null when there is none, or when the client named the payment's route
 * Source: docs/GAPS.md#P10
 */
export async function findNextRoute(
  database: Database,
  instructionId: string,
  cause: FailoverCause,
): Promise<RouteTerms | null> {
  const { facts, now } = await readFailoverFacts(database, instructionId);
  const { routeId } = facts.request;
  if (routeId !== undefined || facts.partner.isSimulated) return null;
  const [routes, outages, closed] = await Promise.all([
    listRoutes(database),
    listOutages(database),
    readClosedDays(database, facts.request),
  ]);
  return nextTerms(facts, { routes, closed, away: new Set(outages.keys()) }, cause, now);
}
