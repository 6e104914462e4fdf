import {
  chooseRoute,
  compareRank,
  meets,
  refuseRoutes,
  unfitnesses,
  type Route,
  type RouteRequest,
} from '../../../../domain/payments/routing/routing';
import { route, ROUTE_REQUEST as REQUEST } from '../../../support/routes';

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

  it('takes no route that needs a code of the bank for a payment that lacks one', () => {
    const byFiles = route('files', { needsBankCode: true, priority: 1 });
    const lacking = { lacksBankCode: true };
    expect(chosen([byFiles, route('api')]).id).toBe('files');
    expect(chosen([byFiles, route('api')], lacking).id).toBe('api');
    expect(refuseRoutes([byFiles], { ...REQUEST, ...lacking })).toMatchObject({
      outcome: 'no_route',
      faults: [{ field: 'beneficiary.bankAccount.swiftBic', code: 'no_route' }],
    });
  });

  it('binds to an explicit route', () => {
    const routes = [route('a', { priority: 1 }), route('b')];
    expect(chosen(routes, { routeId: 'b' }).id).toBe('b');
    expect(chooseRoute(routes, { ...REQUEST, routeId: 'c' })).toEqual({ outcome: 'unknown_route' });
    expect(chooseRoute(routes, { ...REQUEST, routeId: 'b', currency: 'EUR' })).toMatchObject({
      outcome: 'unfit_route',
    });
  });

  it('says of an explicit route which preferences it meets and which it does not', () => {
    const routes = [route('a'), route('b')];
    const wishes = { routeId: 'b', partnerPreference: 'a', channelPreference: routes[1]?.channel ?? '' };
    expect(chosen(routes, wishes)).toMatchObject({
      id: 'b',
      codes: ['explicit_route', 'partner_preference_not_met', 'channel_preference_met', 'default_timeline'],
    });
    expect(chosen(routes, { routeId: 'b', partnerPreference: 'b', channelPreference: 'swift' }).codes).toEqual([
      'explicit_route',
      'partner_preference_met',
      'channel_preference_not_met',
      'default_timeline',
    ]);
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

describe('what makes a route unfit', () => {
  const narrow = route('a', { countries: ['DE'], minAmount: '50', maxAmount: '500' });

  it.each([
    [{ currency: 'EUR' }, 'currency', 'does not carry EUR'],
    [{ beneficiaryCountry: 'FR' }, 'beneficiary.country', 'does not reach FR'],
    [{ timeline: 'instant' as const }, 'settlementRoute.settlementTimeline', 'does not offer instant'],
    [{ amount: 49.99 }, 'amount', 'starts at 50'],
    [{ amount: 500.01 }, 'amount', 'ends at 500'],
  ])('is said of %j', (change, field, because) => {
    expect(unfitnesses(narrow, { ...REQUEST, ...change })).toEqual([{ field, because }]);
  });

  it('is nothing at its bounds, and nothing that is not known', () => {
    expect([50, 500].map((amount) => unfitnesses(narrow, { ...REQUEST, amount }))).toEqual([[], []]);
    const unknown = { amount: undefined, currency: undefined, beneficiaryCountry: undefined };
    expect(unfitnesses(narrow, { ...REQUEST, ...unknown })).toEqual([]);
  });

  it('is a timeline that it has not, whichever is asked for', () => {
    const without = route('a', { timelines: [] });
    expect(unfitnesses(without, REQUEST).map(({ because }) => because)).toEqual(['offers no timeline']);
    expect(refuseRoutes([without], REQUEST)).toMatchObject({
      faults: [{ message: 'no test route offers a timeline' }],
    });
    expect(chooseRoute([without], { ...REQUEST, routeId: 'a' })).toEqual({
      outcome: 'unfit_route',
      because: 'offers no timeline',
    });
  });

  it('is told of all routes in the words of what was asked', () => {
    const asked = { currency: 'EUR', beneficiaryCountry: 'FR', amount: 49, timeline: 'instant' as const };
    const fault = (field: string, message: string) => ({ field, code: 'no_route', message });
    expect(refuseRoutes([narrow], { ...REQUEST, ...asked })).toEqual({
      outcome: 'no_route',
      faults: [
        fault('currency', 'no test route carries EUR'),
        fault('beneficiary.country', 'no test route reaches FR'),
        fault('settlementRoute.settlementTimeline', 'no test route offers instant'),
        fault('amount', 'no test route accepts an amount of 49'),
      ],
    });
    const euros = route('c', { currencies: ['EUR'], countries: ['FR'] });
    expect(refuseRoutes([narrow, euros], { ...REQUEST, currency: 'EUR' })).toEqual({
      outcome: 'no_route',
      faults: [
        fault('currency', 'no test route that fits otherwise carries EUR'),
        fault('beneficiary.country', 'no test route that fits otherwise reaches DE'),
      ],
    });
    expect(refuseRoutes([narrow], REQUEST)).toBeNull();
  });
});

/** Source: docs/GAPS.md#P10 */
describe('the better of two routes', () => {
  const cheap = route('b', { fees: { fixed: '1', basisPoints: '0', min: null, max: null } });

  it('is that of the lower priority, of the lower cost, of the lower id', () => {
    const [a, b, first] = [route('a'), route('b'), route('z', { priority: 1 })];
    expect(compareRank(first, a, REQUEST)).toMatchObject({ by: 'priority', order: -9 });
    expect(compareRank(a, first, REQUEST)).toMatchObject({ by: 'priority', order: 9 });
    expect([compareRank(cheap, a, REQUEST), compareRank(a, cheap, REQUEST)]).toEqual([
      { by: 'cost', order: -1 },
      { by: 'cost', order: 1 },
    ]);
    expect([compareRank(a, b, REQUEST), compareRank(b, a, REQUEST)]).toEqual([
      { by: 'id', order: -1 },
      { by: 'id', order: 1 },
    ]);
  });

  it('is preferred by the name or the id of its partner, or by its channel', () => {
    const wishes = { ...REQUEST, partnerPreference: 'ptn_b', channelPreference: 'api' };
    expect([meets(cheap, 'partner', wishes), meets(cheap, 'channel', wishes)]).toEqual([true, true]);
    expect(meets(cheap, 'partner', { ...wishes, partnerPreference: 'b' })).toBe(true);
    expect([meets(route('a'), 'partner', wishes), meets(cheap, 'channel', REQUEST)]).toEqual([false, false]);
  });

  it('is chosen with its reasons in words', () => {
    const reasonsOf = (routes: Route[], request: Partial<RouteRequest>) => {
      const choice = chooseRoute(routes, { ...REQUEST, ...request });
      return choice.outcome === 'chosen' ? choice.reasons.map(({ message }) => message) : [];
    };
    expect(reasonsOf([route('a'), cheap], { timeline: 'same_day', channelPreference: 'swift' })).toEqual([
      'No matching route has the preferred channel swift; another was chosen.',
      'Best of 2 fitting routes by priority, then cost.',
    ]);
    expect(reasonsOf([route('a'), cheap], { partnerPreference: 'b' })).toEqual([
      'The preferred partner b was chosen.',
      'Best of 1 fitting route by priority, then cost.',
      "No timeline was requested; same_day is the route's default.",
    ]);
    expect(reasonsOf([cheap], { routeId: 'b', timeline: 'same_day' })).toEqual([
      'The route was named in the instruction.',
    ]);
  });
});
