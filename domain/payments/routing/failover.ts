import { utcDate } from '../../calendar-dates';
import { isUnavailable } from '../../errors';
import { fromMinor } from '../../money';
import type { ClosedDay, DateStep } from './dates';
import { chooseRoute, type Route, type RouteReason, type RouteRequest } from './routing';
import { sanctionWarnings } from './sanctioned-countries';
import type { Timeline } from '../instruction/status';
import { termsBy, type Terms } from './terms';

/** Route, price and date of a payment, as they are kept with it: all that a failover changes. */
export interface RouteTerms {
  routeId: string;
  partnerId: string;
  partnerName: string;
  channel: string;
  timeline: Timeline;
  routeReasons: RouteReason[];
  /** Zone of the IANA database in which its dates are. */
  cutOffZone: string;
  /** Calendar date. */
  expectedDate: string;
  dateExplanation: DateStep[];
  /** Decimal text in the currency's major unit. */
  feeEstimated: string;
  feeBreakdown: { type: string; amount: number }[];
  /** Not to be dispatched before this moment, or null. */
  releaseAt: Date | null;
}

/** The terms of a payment in the form in which they are stored. */
export function toRouteTerms({ request, route, timeline, reasons, dates, fee, releaseAt }: Terms): RouteTerms {
  return {
    routeId: route.id,
    partnerId: route.partnerId,
    partnerName: route.partnerName,
    channel: route.channel,
    timeline,
    routeReasons: reasons,
    cutOffZone: route.cutOffZone,
    expectedDate: dates.expectedDate,
    dateExplanation: dates.explanation,
    feeEstimated: String(fromMinor(fee.estimatedMinor, request.digits)),
    feeBreakdown: fee.breakdown,
    releaseAt,
  };
}

/**
 * Why the partner that a payment was meant for provably does not have it. `rejected`: in its own words; `unreachable`:
 * nothing could be written to it; `away`: nothing was tried, since nothing can be written to it at present.
 */
export type FailoverCause = { kind: 'rejected'; message: string } | { kind: 'unreachable' | 'away' };

/** The facts that decide the rerouting of a payment. */
export interface FailoverFacts {
  /** What its client asked for. */
  request: RouteRequest;
  valueDate: string | null;
  /** The partner that it was meant for last. */
  partner: { id: string; name: string; isSimulated: boolean };
  /** Partners of its attempts so far. */
  tried: readonly { partnerId: string; isRejected: boolean }[];
}

/** The route and terms to reroute to, at this moment. */
export interface FailoverNetwork {
  routes: readonly Route[];
  /** Of the calendars of the currency and of the beneficiary's country together. */
  closed: ClosedDay;
  /** Ids of the partners to which nothing is sent at present. */
  away: ReadonlySet<string>;
}

/**
 * Routes of other partners of the payment's own side: a partner is not shown by which route it is given a payment, so it
 * would only be asked the same again. The sandbox replaces no other partner, and none replaces it. Source: docs/GAPS.md#P10
 */
function othersOf(routes: readonly Route[], current: { id: string; isSimulated: boolean }): Route[] {
  if (current.isSimulated) return [];
  return routes.filter(({ partnerId, isSimulated }) => !isSimulated && partnerId !== current.id);
}

/** @returns whether a payment on this route could be rerouted to another partner, as far as known beforehand */
export function canReroute(
  routes: readonly Route[],
  request: RouteRequest,
  { partnerId, isSimulated }: Route,
): boolean {
  if (request.routeId !== undefined) return false;
  return chooseRoute(othersOf(routes, { id: partnerId, isSimulated }), request).outcome === 'chosen';
}

function reasonOf(cause: FailoverCause, partnerName: string): RouteReason {
  // The partner's words, which may name a person, stand with its attempt, where an erasure finds them.
  const words = cause.kind === 'rejected' ? 'rejected the payment' : 'could not be reached';
  return { code: 'failover', message: `${partnerName} ${words}; the next route was chosen.` };
}

/**
 * Routes of partners that have not had the payment, those within reach first; after a rejection also those that are
 * away. Partners that rejected it are left out. Those that could not be reached before are tried again only if this
 * partner is away.
 */
function candidatesOf(facts: FailoverFacts, network: FailoverNetwork, cause: FailoverCause): Route[][] {
  const { partner, tried } = facts;
  // One that could not be reached a while ago may be back when another one is away; one that said no has said it.
  const left = new Set(
    tried.filter(({ isRejected }) => isRejected || cause.kind !== 'away').map((one) => one.partnerId),
  );
  const untried = othersOf(network.routes, partner).filter(({ partnerId }) => !left.has(partnerId));
  const reachable = untried.filter(({ partnerId }) => !network.away.has(partnerId));
  // What was rejected waits for a partner that is away; what was not, waits where it is.
  return cause.kind === 'rejected' ? [reachable, untried] : [reachable];
}

/**
 * The next route of a payment that its partner provably does not have, chosen, priced and dated by the usual rules. A
 * route that the client named is never left.
 * @param at when the payment is rerouted: cut-off and date count from then
 * @returns null when there is none
 * Source: docs/GAPS.md#P10
 */
export function nextTerms(
  facts: FailoverFacts,
  network: FailoverNetwork,
  cause: FailoverCause,
  at: Date,
): RouteTerms | null {
  const { request, valueDate, partner } = facts;
  if (request.routeId !== undefined) return null;
  for (const routes of candidatesOf(facts, network, cause)) {
    const choice = chooseRoute(routes, request);
    if (choice.outcome !== 'chosen') continue;
    const warnings = sanctionWarnings(request.currency, [request.beneficiaryCountry], utcDate(at));
    const reasons = [reasonOf(cause, partner.name), ...choice.reasons, ...warnings];
    return termsOrNull(() => termsBy({ ...choice, reasons }, request, { at, valueDate, closed: network.closed }));
  }
  return null;
}

/** The terms, or null while the calendars have no open day for months: then no route can promise a date. */
function termsOrNull(price: () => Terms): RouteTerms | null {
  try {
    return toRouteTerms(price());
  } catch (fault) {
    if (isUnavailable(fault)) return null;
    throw fault;
  }
}
