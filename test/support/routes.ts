import type { Route, RouteRequest } from '../../domain/payments/routing/routing';

/** A route for dollars to everywhere; override what the test is about. */
export function route(id: string, overrides: Partial<Route> = {}): Route {
  return {
    id,
    environment: 'test',
    partnerId: `ptn_${id}`,
    partnerName: id,
    isSimulated: false,
    needsBankCode: false,
    bankFiles: null,
    refusesInstant: null,
    channel: 'api',
    currencies: ['USD'],
    countries: ['*'],
    timelines: ['same_day', 't_plus_1'],
    openDaysForN: 5,
    minAmount: null,
    maxAmount: null,
    cutOff: '17:00',
    cutOffZone: 'UTC',
    calendars: [],
    alwaysOpen: false,
    fees: { fixed: '5', basisPoints: '0', min: null, max: null },
    priority: 10,
    ...overrides,
  };
}

/** What such a route fits. */
export const ROUTE_REQUEST: RouteRequest = {
  environment: 'test',
  amount: 100,
  currency: 'USD',
  digits: 2,
  beneficiaryCountry: 'DE',
  lacksBankCode: false,
  routeId: undefined,
  partnerPreference: undefined,
  channelPreference: undefined,
  timeline: undefined,
};
