import {
  canReroute,
  nextTerms,
  type FailoverFacts,
  type FailoverNetwork,
} from '../../../../domain/payments/routing/failover';
import { route, ROUTE_REQUEST } from '../../../support/routes';

/** Sunday, 22 November 2026. */
const AT = new Date('2026-11-22T10:00:00Z');
const REJECTED = { kind: 'rejected', message: 'Account closed' } as const;
const UNREACHABLE = { kind: 'unreachable' } as const;
const AWAY = { kind: 'away' } as const;

const facts = (overrides: Partial<FailoverFacts> = {}): FailoverFacts => ({
  request: ROUTE_REQUEST,
  valueDate: null,
  partner: { id: 'ptn_a', name: 'a', isSimulated: false },
  tried: [{ partnerId: 'ptn_a', isRejected: true }],
  ...overrides,
});

const network = (names: readonly string[], overrides: Partial<FailoverNetwork> = {}): FailoverNetwork => ({
  routes: names.map((name, index) => route(name, { priority: index })),
  closed: () => null,
  away: new Set(),
  ...overrides,
});

describe('the next route of a payment', () => {
  it('is the best of the other partners, priced and dated from now on', () => {
    const next = nextTerms(facts(), network(['a', 'b', 'c']), REJECTED, AT);
    expect(next).toMatchObject({
      routeId: 'b',
      partnerId: 'ptn_b',
      timeline: 'same_day',
      feeEstimated: '5',
      expectedDate: '2026-11-22',
      releaseAt: null,
    });
    expect(next?.routeReasons.map(({ code }) => code)).toEqual(['failover', 'ranked', 'default_timeline']);
    expect(next?.routeReasons[0]?.message).toBe('a rejected the payment; the next route was chosen.');
  });

  it('keeps to what the client asked for', () => {
    const wish = { ...ROUTE_REQUEST, partnerPreference: 'c', timeline: 't_plus_1' as const };
    expect(nextTerms(facts({ request: wish }), network(['a', 'b', 'c']), REJECTED, AT)).toMatchObject({
      partnerId: 'ptn_c',
      timeline: 't_plus_1',
    });
    const other = network(['a', 'b']).routes.map((one) => ({ ...one, currencies: ['EUR'] }));
    expect(nextTerms(facts(), network([], { routes: other }), REJECTED, AT)).toBeNull();
  });

  it('waits for a value date that comes later where the next route is', () => {
    const [b] = network(['b']).routes;
    const west = { ...route('b'), ...b, cutOffZone: 'America/New_York' };
    const held = facts({ valueDate: '2026-12-01' });
    // The first of December has begun in the east, and not in New York, where it begins at five in the morning of UTC.
    const next = nextTerms(held, network([], { routes: [west] }), REJECTED, new Date('2026-11-30T16:00:00Z'));
    expect(next?.releaseAt).toEqual(new Date('2026-12-01T05:00:00Z'));
  });

  it('is none for a route that the client named', () => {
    const request = { ...ROUTE_REQUEST, routeId: 'a' };
    for (const cause of [REJECTED, UNREACHABLE, AWAY]) {
      expect(nextTerms(facts({ request }), network(['a', 'b']), cause, AT)).toBeNull();
    }
    expect(canReroute(network(['a', 'b']).routes, request, route('a'))).toBe(false);
  });

  it('is never another route of the same partner, or one of the other environment', () => {
    const routes = [route('a'), route('a2', { partnerId: 'ptn_a' }), route('live', { environment: 'live' })];
    expect(nextTerms(facts(), network([], { routes }), REJECTED, AT)).toBeNull();
    expect(canReroute(routes, ROUTE_REQUEST, route('a'))).toBe(false);
  });

  it('is never the sandbox, and none after it', () => {
    const sandbox = route('sandbox', { isSimulated: true });
    expect(nextTerms(facts(), network([], { routes: [sandbox] }), REJECTED, AT)).toBeNull();
    const simulated = facts({ partner: { id: 'ptn_sandbox', name: 'sandbox', isSimulated: true }, tried: [] });
    expect(nextTerms(simulated, network(['b']), REJECTED, AT)).toBeNull();
  });

  it('is none once every partner was tried', () => {
    const tried = ['a', 'b'].map((name) => ({ partnerId: `ptn_${name}`, isRejected: false }));
    expect(nextTerms(facts({ tried }), network(['a', 'b']), REJECTED, AT)).toBeNull();
    expect(nextTerms(facts({ tried }), network(['a', 'b']), UNREACHABLE, AT)).toBeNull();
  });

  it('is with a partner that is away only when the payment cannot stay where it is', () => {
    const away = new Set(['ptn_b']);
    expect(nextTerms(facts(), network(['a', 'b', 'c'], { away }), REJECTED, AT)).toMatchObject({ partnerId: 'ptn_c' });
    expect(nextTerms(facts(), network(['a', 'b'], { away }), REJECTED, AT)).toMatchObject({ partnerId: 'ptn_b' });
    expect(nextTerms(facts(), network(['a', 'b'], { away }), UNREACHABLE, AT)).toBeNull();
    expect(nextTerms(facts(), network(['a', 'b'], { away }), AWAY, AT)).toBeNull();
  });

  it('goes back, when its partner is away, to one that could not be reached, and to none that rejected it', () => {
    const tried = [{ partnerId: 'ptn_b', isRejected: false }];
    expect(nextTerms(facts({ tried }), network(['a', 'b']), AWAY, AT)).toMatchObject({ partnerId: 'ptn_b' });
    const refused = [{ partnerId: 'ptn_b', isRejected: true }];
    expect(nextTerms(facts({ tried: refused }), network(['a', 'b']), AWAY, AT)).toBeNull();
  });

  it('is none while the calendars have no open day', () => {
    const closed = () => ({ reason: 'holiday' as const, name: 'for ever' });
    expect(nextTerms(facts(), network(['a', 'b'], { closed }), REJECTED, AT)).toBeNull();
  });
});
