import type { FeeSchedule } from './fees';
import { estimateFee } from './fees';
import type { Timeline } from './status';

/** A way to a settlement partner. */
export interface Route {
  id: string;
  partnerId: string;
  partnerName: string;
  channel: string;
  currencies: readonly string[];
  /** Beneficiary countries; `*` means all. */
  countries: readonly string[];
  /** The first one is the route's default. */
  timelines: readonly Timeline[];
  openDaysForN: number;
  minAmount: string | null;
  maxAmount: string | null;
  cutOff: string;
  cutOffZone: string;
  alwaysOpen: boolean;
  fees: FeeSchedule;
  priority: number;
}

export interface RouteRequest {
  amount: number;
  currency: string;
  digits: number;
  beneficiaryCountry: string;
  routeId: string | undefined;
  partnerPreference: string | undefined;
  channelPreference: string | undefined;
  timeline: Timeline | undefined;
}

/** Why a route was taken or a wish was not met. */
export interface RouteReason {
  code: string;
  message: string;
}

export type RouteChoice =
  | { outcome: 'chosen'; route: Route; timeline: Timeline; reasons: RouteReason[] }
  | { outcome: 'unknown_route' }
  | { outcome: 'unfit_route'; because: string }
  | { outcome: 'no_route'; because: string };

function covers(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value);
}

/** @returns what makes the route unfit, in words, or null */
function unfitness(route: Route, request: RouteRequest): string | null {
  if (!covers(route.currencies, request.currency)) return `does not carry ${request.currency}`;
  if (!covers(route.countries, request.beneficiaryCountry)) return `does not reach ${request.beneficiaryCountry}`;
  if (request.timeline !== undefined && !route.timelines.includes(request.timeline)) {
    return `does not offer ${request.timeline}`;
  }
  if (route.minAmount !== null && request.amount < Number(route.minAmount)) return `starts at ${route.minAmount}`;
  if (route.maxAmount !== null && request.amount > Number(route.maxAmount)) return `ends at ${route.maxAmount}`;
  return null;
}

function cost(route: Route, request: RouteRequest): bigint {
  return estimateFee(route.fees, request.amount, request.digits).estimatedMinor;
}

function byPriorityThenCost(request: RouteRequest): (left: Route, right: Route) => number {
  return (left, right) => {
    if (left.priority !== right.priority) return left.priority - right.priority;
    const difference = cost(left, request) - cost(right, request);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
    return left.id < right.id ? -1 : 1;
  };
}

/** Narrows to the routes that meet a wish; a wish that none meets is noted and dropped. */
function prefer(
  routes: Route[],
  wish: { kind: 'partner' | 'channel'; value: string | undefined },
  reasons: RouteReason[],
): Route[] {
  const { kind, value } = wish;
  if (value === undefined) return routes;
  const met = routes.filter((route) =>
    kind === 'partner' ? route.partnerName === value || route.partnerId === value : route.channel === value,
  );
  const code = met.length > 0 ? `${kind}_preference_met` : `${kind}_preference_not_met`;
  const message =
    met.length > 0
      ? `The preferred ${kind} ${value} was taken.`
      : `No fitting route has the preferred ${kind} ${value}; another was taken.`;
  reasons.push({ code, message });
  return met.length > 0 ? met : routes;
}

function chosen(route: Route, request: RouteRequest, reasons: RouteReason[]): RouteChoice {
  const timeline = request.timeline ?? route.timelines[0];
  if (timeline === undefined) return { outcome: 'unfit_route', because: 'offers no timeline' };
  if (request.timeline === undefined) {
    reasons.push({
      code: 'default_timeline',
      message: `No timeline was asked for; ${timeline} is the route's default.`,
    });
  }
  return { outcome: 'chosen', route, timeline, reasons };
}

/**
 * Chooses the route of a payment and says why.
 * An explicit routeId is binding; partner and channel are wishes; then priority, then cost.
 * Source: docs/GAPS.md#P10
 */
export function chooseRoute(routes: readonly Route[], request: RouteRequest): RouteChoice {
  const reasons: RouteReason[] = [];
  if (request.routeId !== undefined) {
    const named = routes.find((route) => route.id === request.routeId);
    if (named === undefined) return { outcome: 'unknown_route' };
    const because = unfitness(named, request);
    if (because !== null) return { outcome: 'unfit_route', because };
    reasons.push({ code: 'explicit_route', message: 'The route was named in the instruction.' });
    return chosen(named, request, reasons);
  }
  const fitting = routes.filter((route) => unfitness(route, request) === null);
  if (fitting.length === 0) {
    const asked = request.timeline === undefined ? '' : ` as ${request.timeline}`;
    return {
      outcome: 'no_route',
      because: `No route carries ${request.currency} to ${request.beneficiaryCountry}${asked}.`,
    };
  }
  const byPartner = prefer(fitting, { kind: 'partner', value: request.partnerPreference }, reasons);
  const byChannel = prefer(byPartner, { kind: 'channel', value: request.channelPreference }, reasons);
  const [best] = [...byChannel].sort(byPriorityThenCost(request));
  if (best === undefined) throw new Error('preferences left no route');
  reasons.push({
    code: 'ranked',
    message: `Best of ${byChannel.length} fitting ${byChannel.length === 1 ? 'route' : 'routes'} by priority, then cost.`,
  });
  return chosen(best, request, reasons);
}
