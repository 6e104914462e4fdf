import { losingRoutes } from '../../../../domain/payments/routing/losing-routes';
import type { Route, RouteRequest } from '../../../../domain/payments/routing/routing';
import { route, ROUTE_REQUEST } from '../../../support/routes';

function why(route: Route, winner: Route, request: Partial<RouteRequest> = {}) {
  const [lost] = losingRoutes([winner, route], { ...ROUTE_REQUEST, ...request }, winner);
  return lost?.reasons;
}

const winner = route('a', { priority: 1 });

/** Source: docs/GAPS.md#P2 */
describe('a route that was not taken', () => {
  it.each([
    ['priority', route('b', { priority: 2 }), 'lower_priority', 'Its priority 2 comes after 1 of the chosen route.'],
    [
      'cost',
      route('b', { priority: 1, fees: { fixed: '6', basisPoints: '0', min: null, max: null } }),
      'higher_cost',
      'It has the same priority and costs more than the chosen route.',
    ],
    [
      'age',
      route('b', { priority: 1 }),
      'same_rank',
      'It has the same priority and cost; the chosen route is the older one.',
    ],
  ])('says by which %s', (_name, lost, code, message) => {
    expect(why(lost, winner)).toEqual([{ code, message }]);
  });

  it('says all that makes it unfit', () => {
    expect(why(route('b', { currencies: ['EUR'], minAmount: '500' }), winner)).toEqual([
      { code: 'unfit', message: 'The route does not carry USD (currency).' },
      { code: 'unfit', message: 'The route starts at 500 (amount).' },
    ]);
  });

  it('says that another one was named', () => {
    expect(why(route('b'), winner, { routeId: 'a' })).toEqual([
      { code: 'not_named', message: 'The instruction names another route.' },
    ]);
  });

  it.each(['partner', 'channel'] as const)('says that another %s is preferred, where that was met', (kind) => {
    const preferred = route('a', { channel: 'swift', priority: 20 });
    const request = {
      partnerPreference: kind === 'partner' ? 'a' : undefined,
      channelPreference: kind === 'channel' ? 'swift' : undefined,
    };
    expect(why(route('b'), preferred, request)).toEqual([
      { code: `${kind}_not_preferred`, message: `The instruction prefers another ${kind}.` },
    ]);
    const unmet = { partnerPreference: 'nobody', channelPreference: 'nowhere' };
    expect(why(route('b'), winner, unmet)).toMatchObject([{ code: 'lower_priority' }]);
    const alike = route('b', { partnerName: 'a', channel: 'swift', priority: 30 });
    expect(why(alike, preferred, request)).toMatchObject([{ code: 'lower_priority' }]);
  });

  it('is every other one of the same environment', () => {
    const routes = [route('c'), winner, route('live', { environment: 'live' }), route('b')];
    expect(losingRoutes(routes, ROUTE_REQUEST, winner).map(({ route: { id } }) => id)).toEqual(['c', 'b']);
  });
});
