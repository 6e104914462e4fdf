import { chooseRoute, type Route, type RouteRequest } from '../../../domain/payments/routing';
import { route, ROUTE_REQUEST as REQUEST } from '../../support/routes';

function chosen(routes: Route[], request: Partial<RouteRequest> = {}) {
  const choice = chooseRoute(routes, { ...REQUEST, ...request });
  if (choice.outcome !== 'chosen') throw new Error(choice.outcome);
  return { id: choice.route.id, timeline: choice.timeline, codes: choice.reasons.map((reason) => reason.code) };
}

describe('choosing a route', () => {
  it('takes the lowest priority, then the lowest cost', () => {
    const cheap = route('cheap', { fees: { fixed: '1', basisPoints: '0', min: null, max: null } });
    expect(chosen([route('dear'), cheap]).id).toBe('cheap');
    expect(chosen([route('first', { priority: 1 }), cheap]).id).toBe('first');
  });

  it('uses the default timeline of the route and says so', () => {
    expect(chosen([route('a')])).toEqual({ id: 'a', timeline: 'same_day', codes: ['ranked', 'default_timeline'] });
    expect(chosen([route('a')], { timeline: 't_plus_1' }).timeline).toBe('t_plus_1');
  });

  it('follows a preference that can be met and explains one that cannot', () => {
    const routes = [route('a', { priority: 1 }), route('b')];
    expect(chosen(routes, { partnerPreference: 'b' })).toMatchObject({
      id: 'b',
      codes: ['partner_preference_met', 'ranked', 'default_timeline'],
    });
    expect(chosen(routes, { partnerPreference: 'nobody' })).toMatchObject({ id: 'a' });
    expect(chosen(routes, { channelPreference: 'swift' }).codes).toContain('channel_preference_not_met');
  });

  it('binds to an explicit route', () => {
    const routes = [route('a', { priority: 1 }), route('b')];
    expect(chosen(routes, { routeId: 'b' }).id).toBe('b');
    expect(chooseRoute(routes, { ...REQUEST, routeId: 'c' })).toEqual({ outcome: 'unknown_route' });
    expect(chooseRoute(routes, { ...REQUEST, routeId: 'b', currency: 'EUR' })).toMatchObject({
      outcome: 'unfit_route',
    });
  });

  it('takes no route of the other environment, however well it fits and even when it is named', () => {
    const live = route('live', { environment: 'live', priority: 1 });
    expect(chosen([live, route('a')]).id).toBe('a');
    expect(chosen([live, route('a')], { environment: 'live' }).id).toBe('live');
    expect(chooseRoute([live, route('a')], { ...REQUEST, routeId: 'live' })).toEqual({ outcome: 'unknown_route' });
    expect(chooseRoute([route('a')], { ...REQUEST, environment: 'live', partnerPreference: 'a' })).toEqual({
      outcome: 'no_route',
      faults: [
        {
          field: 'settlementRoute',
          code: 'no_route',
          message: "there is no route in the live environment, which is the key's",
        },
      ],
    });
  });

  it('names every condition that failed', () => {
    const fields = (routes: Route[], request: Partial<RouteRequest>): string[] => {
      const choice = chooseRoute(routes, { ...REQUEST, ...request });
      return choice.outcome === 'no_route' ? choice.faults.map(({ field }) => field) : [choice.outcome];
    };
    const narrow = route('a', { countries: ['DE'], minAmount: '50' });
    const all = { currency: 'EUR', beneficiaryCountry: 'FR', amount: 49, timeline: 'instant' as const };
    expect(fields([narrow], all)).toEqual([
      'currency',
      'beneficiary.country',
      'settlementRoute.settlementTimeline',
      'amount',
    ]);
    expect(fields([narrow, route('b')], all)).toEqual(['currency', 'settlementRoute.settlementTimeline']);
    const euros = route('c', { currencies: ['EUR'], countries: ['FR'] });
    expect(fields([narrow, euros], { currency: 'EUR' })).toEqual(['currency', 'beneficiary.country']);
  });

  it('refuses where no route fits: currency, country, bounds, timeline', () => {
    const only = [route('a', { countries: ['DE'], minAmount: '50', maxAmount: '500' })];
    expect(chooseRoute(only, REQUEST).outcome).toBe('chosen');
    for (const change of [
      { currency: 'EUR' },
      { beneficiaryCountry: 'FR' },
      { amount: 49 },
      { amount: 501 },
      { timeline: 'instant' as const },
    ]) {
      expect(chooseRoute(only, { ...REQUEST, ...change }).outcome).toBe('no_route');
    }
  });
});
