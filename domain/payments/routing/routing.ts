import type { Environment } from '../../auth/tenant';
import type { FieldFault } from '../../errors';
import type { AdapterConfig } from '../dispatch/adapters';
import type { Calendar } from './calendars';
import { estimateFee, type FeeSchedule } from './fees';
import type { Timeline } from '../instruction/status';

/** A way to a settlement partner. */
export interface Route {
  id: string;
  /** It carries payments of this side alone. Source: docs/GAPS.md#A4 */
  environment: Environment;
  partnerId: string;
  partnerName: string;
  /** Whether its partner is the sandbox, which stands in for none. Source: docs/GAPS.md#P15 */
  isSimulated: boolean;
  /** Whether its partner cannot pay to an account, other than an IBAN, whose bank no code names. */
  needsBankCode: boolean;
  /** Settings of its partner where that is a bank that takes files, else null: they have the rules of the bank. */
  bankFiles: AdapterConfig<'iso20022'> | null;
  /** The rule by which its bank takes no instant payments, such as `cbpr/instant`; null where it takes them, as far as is known. */
  refusesInstant: string | null;
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
  /** Closed days of its own, beside those of the currency and of the beneficiary's country. */
  calendars: readonly Calendar[];
  alwaysOpen: boolean;
  fees: FeeSchedule;
  priority: number;
}

/** What an instruction asks of a route. */
export interface RouteRequest {
  /** Side of the payment: routes of the other one do not exist for it. */
  environment: Environment;
  amount: number;
  currency: string;
  digits: number;
  beneficiaryCountry: string;
  /** Whether no code names the bank of an account that is no IBAN. */
  lacksBankCode: boolean;
  routeId: string | undefined;
  partnerPreference: string | undefined;
  channelPreference: string | undefined;
  timeline: Timeline | undefined;
}

/** What a route must do for a request: a member that is not known, such as one with a fault, is met by every route. */
export type RouteNeeds = Pick<RouteRequest, 'environment' | 'routeId' | 'timeline'> & {
  [Member in 'amount' | 'currency' | 'beneficiaryCountry' | 'lacksBankCode']: RouteRequest[Member] | undefined;
};

/** Why a route was taken or a wish was not met. */
export interface RouteReason {
  code: string;
  message: string;
}

/** The route that was chosen, and why. */
export interface ChosenRoute {
  route: Route;
  timeline: Timeline;
  reasons: RouteReason[];
}

/** Why no route carries a payment. */
export type RouteRefusal =
  | { outcome: 'unknown_route' }
  | { outcome: 'unfit_route'; because: string }
  /** The conditions that kept every route away, each a fault of its field. */
  | { outcome: 'no_route'; faults: FieldFault[] };

/** Which route carries a payment, or why none does. Source: docs/GAPS.md#P10 */
export type RouteChoice = ({ outcome: 'chosen' } & ChosenRoute) | RouteRefusal;

function covers(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value);
}

/** What a route must do to carry a payment; each is judged by itself, so that a refusal can name all that failed. */
interface Condition {
  /** Member of the request that asks for it. */
  field: string;
  /** What a route that fails it does, such as "does not carry EUR"; null for one that meets it. */
  failure: (route: Route, needs: RouteNeeds) => string | null;
  /** What none of the routes does, such as "carries EUR". */
  asked: (needs: RouteNeeds) => string;
}

const CONDITIONS: readonly Condition[] = [
  {
    field: 'currency',
    failure: (route, { currency }) =>
      currency === undefined || covers(route.currencies, currency) ? null : `does not carry ${currency}`,
    asked: ({ currency }) => `carries ${currency ?? 'the currency'}`,
  },
  {
    field: 'beneficiary.country',
    failure: (route, { beneficiaryCountry: country }) =>
      country === undefined || covers(route.countries, country) ? null : `does not reach ${country}`,
    asked: ({ beneficiaryCountry }) => `reaches ${beneficiaryCountry ?? 'the country'}`,
  },
  {
    field: 'beneficiary.bankAccount.swiftBic',
    failure: ({ needsBankCode }, { lacksBankCode = false }) =>
      needsBankCode && lacksBankCode ? 'needs a BIC or a clearing code' : null,
    asked: () => 'does without a BIC or a clearing code',
  },
  {
    field: 'settlementRoute.settlementTimeline',
    failure: ({ timelines, refusesInstant }, { timeline }) => {
      if (timeline === undefined) return timelines.length > 0 ? null : 'offers no timeline';
      if (timelines.includes(timeline)) return null;
      const rule = timeline === 'instant' && refusesInstant !== null ? ` (${refusesInstant})` : '';
      return `does not offer ${timeline}${rule}`;
    },
    asked: ({ timeline }) => `offers ${timeline ?? 'a timeline'}`,
  },
  {
    field: 'amount',
    failure: ({ minAmount, maxAmount }, { amount }) => {
      if (amount === undefined) return null;
      if (minAmount !== null && amount < Number(minAmount)) return `starts at ${minAmount}`;
      return maxAmount !== null && amount > Number(maxAmount) ? `ends at ${maxAmount}` : null;
    },
    asked: ({ amount }) => `accepts an amount of ${amount ?? 'this size'}`,
  },
];

/** @returns each condition that the route fails: the member that asks for it and, in words, what the route does */
export function unfitnesses(route: Route, needs: RouteNeeds): { field: string; because: string }[] {
  return CONDITIONS.flatMap(({ field, failure }) => {
    const because = failure(route, needs);
    return because === null ? [] : [{ field, because }];
  });
}

/** @returns what makes the route unfit, in words, or null */
function unfitness(route: Route, needs: RouteNeeds): string | null {
  return unfitnesses(route, needs)[0]?.because ?? null;
}

function noRoute(field: string, message: string): FieldFault {
  return { field, code: 'no_route', message };
}

/**
 * Why none of the routes fits: the conditions that no route meets. If each is met by some route but no route meets
 * all, the conditions that the nearest routes fail.
 */
function missedConditions(routes: readonly Route[], needs: RouteNeeds): FieldFault[] {
  const { environment } = needs;
  if (routes.length === 0) {
    return [noRoute('settlementRoute', `there is no route in the ${environment} environment, which is the key's`)];
  }
  const failed = routes.map((route) => CONDITIONS.filter(({ failure }) => failure(route, needs) !== null));
  const byAll = CONDITIONS.filter((condition) => failed.every((conditions) => conditions.includes(condition)));
  if (byAll.length > 0) {
    return byAll.map(({ field, asked }) => noRoute(field, `no ${environment} route ${asked(needs)}`));
  }
  const least = Math.min(...failed.map(({ length }) => length));
  const nearest = new Set(failed.filter(({ length }) => length === least).flat());
  return [...nearest].map(({ field, asked }) =>
    noRoute(field, `no ${environment} route that fits otherwise ${asked(needs)}`),
  );
}

function estimatedCost(route: Route, request: RouteRequest): bigint {
  return estimateFee(route.fees, request.amount, request.digits).estimatedMinor;
}

/** @returns a negative order when `left` goes before `right`, and what decides it; ids are in the order of their making */
export function compareRank(
  left: Route,
  right: Route,
  request: RouteRequest,
): { order: number; by: 'priority' | 'cost' | 'id' } {
  if (left.priority !== right.priority) return { order: left.priority - right.priority, by: 'priority' };
  const difference = estimatedCost(left, request) - estimatedCost(right, request);
  if (difference !== 0n) return { order: difference < 0n ? -1 : 1, by: 'cost' };
  return { order: left.id < right.id ? -1 : 1, by: 'id' };
}

/** @returns whether the request prefers this route's partner or channel */
export function meets(route: Route, kind: 'partner' | 'channel', request: RouteRequest): boolean {
  const { partnerPreference, channelPreference } = request;
  if (kind === 'channel') return route.channel === channelPreference;
  return route.partnerName === partnerPreference || route.partnerId === partnerPreference;
}

/**
 * Narrows routes to those that meet a preference. If none does, a reason is noted and all are kept.
 * @param named whether the only route is the one that the instruction names
 */
function preferRoutes(
  routes: Route[],
  kind: 'partner' | 'channel',
  request: RouteRequest,
  { reasons, named }: { reasons: RouteReason[]; named: boolean },
): Route[] {
  const value = kind === 'partner' ? request.partnerPreference : request.channelPreference;
  if (value === undefined) return routes;
  const met = routes.filter((route) => meets(route, kind, request));
  const unmet = named
    ? `The named route does not have the preferred ${kind} ${value}; the route is binding.`
    : `No matching route has the preferred ${kind} ${value}; another was chosen.`;
  if (met.length === 0) reasons.push({ code: `${kind}_preference_not_met`, message: unmet });
  else reasons.push({ code: `${kind}_preference_met`, message: `The preferred ${kind} ${value} was chosen.` });
  return met.length > 0 ? met : routes;
}

/** Why no route, or not the named one, can carry a payment; null when one can. Source: docs/GAPS.md#P10 */
export function refuseRoutes(all: readonly Route[], needs: RouteNeeds): RouteRefusal | null {
  const routes = all.filter(({ environment }) => environment === needs.environment);
  if (needs.routeId !== undefined) {
    const named = routes.find((route) => route.id === needs.routeId);
    if (named === undefined) return { outcome: 'unknown_route' };
    const because = unfitness(named, needs);
    return because === null ? null : { outcome: 'unfit_route', because };
  }
  if (routes.some((route) => unfitness(route, needs) === null)) return null;
  return { outcome: 'no_route', faults: missedConditions(routes, needs) };
}

/** The choice of a route with the requested timeline, or else the route's first one. */
function chooseTimeline(route: Route, request: RouteRequest, reasons: RouteReason[]): RouteChoice {
  const timeline = request.timeline ?? route.timelines[0];
  if (timeline === undefined) return { outcome: 'unfit_route', because: 'offers no timeline' };
  if (request.timeline === undefined) {
    reasons.push({
      code: 'default_timeline',
      message: `No timeline was requested; ${timeline} is the route's default.`,
    });
  }
  return { outcome: 'chosen', route, timeline, reasons };
}

/**
 * Chooses the route of a payment, with the reasons. Only routes of the key's environment count. A named route is
 * binding; a preferred partner and channel come next, then priority, then cost.
 * Source: docs/GAPS.md#P10, docs/GAPS.md#A4
 */
export function chooseRoute(all: readonly Route[], request: RouteRequest): RouteChoice {
  const refusal = refuseRoutes(all, request);
  if (refusal !== null) return refusal;
  const routes = all.filter(({ environment }) => environment === request.environment);
  const reasons: RouteReason[] = [];
  const named = request.routeId === undefined ? undefined : routes.find(({ id }) => id === request.routeId);
  if (named !== undefined) {
    reasons.push({ code: 'explicit_route', message: 'The route was named in the instruction.' });
    for (const kind of ['partner', 'channel'] as const) preferRoutes([named], kind, request, { reasons, named: true });
    return chooseTimeline(named, request, reasons);
  }
  const fitting = routes.filter((route) => unfitness(route, request) === null);
  const byPartner = preferRoutes(fitting, 'partner', request, { reasons, named: false });
  const byChannel = preferRoutes(byPartner, 'channel', request, { reasons, named: false });
  const [best] = [...byChannel].sort((left, right) => compareRank(left, right, request).order);
  if (best === undefined) throw new Error('preferences left no route');
  reasons.push({
    code: 'ranked',
    message: `Best of ${byChannel.length} fitting ${byChannel.length === 1 ? 'route' : 'routes'} by priority, then cost.`,
  });
  return chooseTimeline(best, request, reasons);
}
