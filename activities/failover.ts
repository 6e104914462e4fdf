import type { Database } from '../db/database';
import { readCalendar } from '../db/payments/calendars';
import { readFailoverFacts } from '../db/payments/failover';
import { listOutages } from '../db/payments/partner-health';
import { listRoutes } from '../db/payments/routes';
import { calendarIdsFor, closedByAny } from '../domain/payments/calendars';
import { nextTerms, type FailoverCause, type RouteTerms } from '../domain/payments/failover';

/**
 * Looks for the route that a payment goes over to, among those that are enabled at this moment.
 * @returns null when there is none, or when the client named the route that it has
 * Source: docs/GAPS.md#P10
 */
export async function findNextRoute(
  database: Database,
  instructionId: string,
  cause: FailoverCause,
): Promise<RouteTerms | null> {
  const facts = await readFailoverFacts(database, instructionId);
  const { routeId, currency, beneficiaryCountry } = facts.request;
  if (routeId !== undefined || facts.partner.isSimulated) return null;
  const [routes, outages, calendars] = await Promise.all([
    listRoutes(database),
    listOutages(database),
    Promise.all(calendarIdsFor(currency, beneficiaryCountry).map((id) => readCalendar(database, id))),
  ]);
  const closed = closedByAny(calendars.filter((calendar) => calendar !== null));
  return nextTerms(facts, { routes, closed, away: new Set(outages.keys()) }, cause, new Date());
}
