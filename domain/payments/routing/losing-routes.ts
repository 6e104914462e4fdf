import { compareRank, meets, unfitnesses, type Route, type RouteReason, type RouteRequest } from './routing';

/** A route of the payment's environment that was not chosen. */
export interface LosingRoute {
  route: Route;
  reasons: RouteReason[];
}

function whyUnfit(route: Route, request: RouteRequest): RouteReason[] {
  return unfitnesses(route, request).map(({ field, because }) => ({
    code: 'unfit',
    message: `The route ${because} (${field}).`,
  }));
}

/** The reason why a route that fits ranks below the chosen one: priority, cost or age. */
function whyRankedLower(route: Route, winner: Route, request: RouteRequest): RouteReason {
  const rank = compareRank(winner, route, request);
  switch (rank.by) {
    case 'priority':
      return {
        code: 'lower_priority',
        message: `Its priority ${route.priority} comes after ${winner.priority} of the chosen route.`,
      };
    case 'cost':
      return { code: 'higher_cost', message: 'It has the same priority and costs more than the chosen route.' };
    case 'id':
      return { code: 'same_rank', message: 'It has the same priority and cost; the chosen route is the older one.' };
    default:
      return rank.by satisfies never;
  }
}

/** Why a route was not chosen, by the first that applies: it does not fit, is not the named one, does not meet a preference, or ranks lower. */
function whyNotChosen(route: Route, winner: Route, request: RouteRequest): RouteReason[] {
  const unfit = whyUnfit(route, request);
  if (unfit.length > 0) return unfit;
  if (request.routeId !== undefined) return [{ code: 'not_named', message: 'The instruction names another route.' }];
  for (const kind of ['partner', 'channel'] as const) {
    if (meets(winner, kind, request) && !meets(route, kind, request)) {
      return [{ code: `${kind}_not_preferred`, message: `The instruction prefers another ${kind}.` }];
    }
  }
  return [whyRankedLower(route, winner, request)];
}

/**
 * Why each route of the payment's environment but the chosen one was not taken.
 * @param winner what `chooseRoute` chose of the same routes for the same request
 * @returns in the order of the routes, each with at least one reason
 * Source: docs/GAPS.md#P2, docs/GAPS.md#P10
 */
export function losingRoutes(all: readonly Route[], request: RouteRequest, winner: Route): LosingRoute[] {
  return all
    .filter(({ id, environment }) => id !== winner.id && environment === request.environment)
    .map((route) => ({ route, reasons: whyNotChosen(route, winner, request) }));
}
